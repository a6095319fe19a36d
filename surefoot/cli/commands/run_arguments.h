#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/joint_target.h"
#include "surefoot/session/publisher.h"

namespace surefoot::cli {

/// The value of --command: JOINT[.AXIS]=MODE:VALUE.
Result<JointTarget> ParseJointArgument(const std::string& text);

/// The value of --publish: TOPIC[@RATE]=FIELD:VALUE[,FIELD:VALUE...].
Result<MessageStream> ParsePublishArgument(const std::string& text);

}  // namespace surefoot::cli
