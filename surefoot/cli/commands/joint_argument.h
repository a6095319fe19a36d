#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/joint_target.h"

namespace surefoot::cli {

/// The value of --command: JOINT[.AXIS]=MODE:VALUE.
Result<JointTarget> ParseJointArgument(const std::string& text);

}  // namespace surefoot::cli
