/// Several joints by one message with a number for each, like ROS's forward_command_controller.

#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/joint/joint_targets.h"

namespace surefoot::drives {
namespace {

using msgs::std_msgs::Float64MultiArray;

class JointGroup final : public TargetDrive {
 public:
  JointGroup(const DriveArgs& args, const std::vector<DriveJoint>& joints)
      : TargetDrive(args, joints,
                    std::vector<JointControl>(joints.size(), ReadJointControl(args.element))),
        mode_(ModeOf(args.element.Choice("mode", {"position", "velocity", "effort"}, "position"))) {
    std::vector<double> start(joints.size(), 0.0);
    for (std::size_t i = 0; i < joints.size() && mode_ == ControlMode::kPosition; ++i) {
      start[i] = InitialPosition(args, joints[i]);
    }
    start = args.element.Numbers("initial", static_cast<int>(joints.size()), start);
    for (std::size_t i = 0; i < joints.size(); ++i) targets().Set(i, mode_, start[i], 0);
    const std::string topic =
        graph::TopicName(args.scope, args.element.Text("command_topic", "commands"));
    input().Listen<Float64MultiArray>(args, "command_topic", topic,
                                      [this](const Float64MultiArray& message, SimTimeNs time_ns) {
                                        return SetAll(message.data, mode_, time_ns, &targets());
                                      });
  }

 private:
  ControlMode mode_;
};

std::unique_ptr<Drive> MakeJointGroup(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = FindDriveJoints(args, "joint");
  if (joints.empty()) return nullptr;
  return std::make_unique<JointGroup>(args, joints);
}

}  // namespace

DriveKind JointGroupKind() {
  DriveKind kind;
  kind.help = "several joints by one message";
  kind.takes = "std_msgs/msg/Float64MultiArray on commands";
  kind.controller = "forward_command_controller/ForwardCommandController";
  kind.make = MakeJointGroup;
  return kind;
}

}  // namespace surefoot::drives
