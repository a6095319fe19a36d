/// Single joints by position, velocity or effort, with one topic per joint and mode.

#include <cmath>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/drives/joint/joint_targets.h"

namespace surefoot::drives {
namespace {

using msgs::std_msgs::Float64;

struct Mode {
  ControlMode mode;
  const char* name;
  const char* topic;
};
constexpr Mode kModes[] = {{ControlMode::kPosition, "position", "cmd_pos"},
                           {ControlMode::kVelocity, "velocity", "cmd_vel"},
                           {ControlMode::kEffort, "effort", "cmd_effort"}};

/// The target at the start: <initial>, otherwise rest for a joint that is controlled by velocity.
/// Without both the joint is free until its first command.
void Start(const world::ElementReader& element, const std::string& only, std::size_t i,
           JointTargets* targets) {
  const ControlMode mode = only.empty() ? ControlMode::kPosition : ModeOf(only);
  if (element.Has("initial")) {
    targets->Set(i, mode, element.Number("initial", 0.0, -1e9, 1e9), 0);
  } else if (mode == ControlMode::kVelocity) {
    targets->Set(i, mode, 0.0, 0);
  }
}

std::string TopicOf(const DriveArgs& args, const world::ElementReader& element,
                    const std::string& joint, const Mode& mode) {
  // <command_topic> is one topic, so it needs <mode>: a Float64 does not say what it is.
  const bool single = element.Has("mode");
  const std::string usual = joint + "/" + mode.topic;
  return graph::TopicName(args.scope, single ? element.Text("command_topic", usual) : usual);
}

class JointController final : public TargetDrive {
 public:
  JointController(const DriveArgs& args, const std::vector<DriveJoint>& joints)
      : TargetDrive(args, joints, ReadJointControls(args)) {
    ListenToJoints(args, joints, &input(), &targets());
  }
};

std::unique_ptr<Drive> MakeJointController(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = FindDriveJoints(args, "joint");
  // Indices of joints and of their elements agree, or there was an error.
  if (joints.empty() || joints.size() != args.element.Children("joint").size()) return nullptr;
  return std::make_unique<JointController>(args, joints);
}

}  // namespace

std::vector<JointControl> ReadJointControls(const DriveArgs& args) {
  return Mapped<JointControl>(
      args.element.Children("joint"),
      [&](const world::ElementReader& element) { return ReadJointControl(element); });
}

void ListenToJoints(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                    CommandInput* input, JointTargets* targets,
                    const std::function<void(std::size_t)>& on_command) {
  const std::vector<world::ElementReader> elements = args.element.Children("joint");
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const world::ElementReader& element = elements[i];
    const std::string only = element.Choice("mode", {"position", "velocity", "effort"}, "");
    Start(element, only, i, targets);
    for (const Mode& mode : kModes) {
      if (!only.empty() && only != mode.name) continue;
      input->Listen<Float64>(args, "command_topic", TopicOf(args, element, joints[i].name, mode),
                             [=](const Float64& message, SimTimeNs time_ns) -> std::string {
                               if (!std::isfinite(message.data)) return "the target is not finite";
                               targets->Set(i, mode.mode, message.data, time_ns);
                               if (on_command) on_command(i);
                               return {};
                             });
    }
    element.WarnMisspelt({"command_topic", "name"});
  }
}

DriveKind JointControllerKind() {
  DriveKind kind;
  kind.help = "single joints by position, velocity or effort";
  kind.takes = "std_msgs/msg/Float64 on <joint>/cmd_pos, <joint>/cmd_vel, <joint>/cmd_effort";
  kind.make = MakeJointController;
  return kind;
}

}  // namespace surefoot::drives
