#pragma once

/// The values of --command and --publish. They are parsed before the world is loaded, and resolved
/// (session/joint_target.h, session/publisher.h) when its joints and topics are known.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/joint_target.h"
#include "surefoot/session/publisher.h"

namespace surefoot::cli {

/// The value of --command, JOINT[.AXIS]=MODE:VALUE, in rad, m, rad/s, m/s, N m or N.
Result<JointTarget> ParseJointArgument(const std::string& text);

/// The value of --publish: TOPIC[@RATE]=FIELD:VALUE[,FIELD:VALUE...].
Result<MessageStream> ParsePublishArgument(const std::string& text);

}  // namespace surefoot::cli
