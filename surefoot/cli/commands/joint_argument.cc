#include "surefoot/cli/commands/joint_argument.h"

#include <optional>

#include "surefoot/world/parse.h"

namespace surefoot::cli {
namespace {

Error Wrong(const std::string& text, const std::string& why) {
  return Error{"--command " + text + ": " + why +
               "; write JOINT[.AXIS]=MODE:VALUE, for example front_left_wheel=velocity:3.0"};
}

}  // namespace

Result<JointTarget> ParseJointArgument(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return Wrong(text, "there is no '='");
  if (equals == 0) return Wrong(text, "the joint is missing");
  const std::size_t colon = text.find(':', equals);
  if (colon == std::string::npos) return Wrong(text, "there is no ':' after the mode");
  JointTarget argument;
  argument.joint = text.substr(0, equals);
  const std::string mode = text.substr(equals + 1, colon - equals - 1);
  argument.mode = ParseControlMode(mode);
  if (argument.mode == physics::ControlMode::kNone) {
    return Wrong(text, "'" + mode + "' is no mode (velocity, position or effort)");
  }
  Problems problems;
  const std::string value = text.substr(colon + 1);
  const std::optional<double> target = world::ParseDouble(value, Source(), &problems);
  if (!target) return Wrong(text, "'" + value + "' is not a finite number");
  argument.target = *target;
  return argument;
}

}  // namespace surefoot::cli
