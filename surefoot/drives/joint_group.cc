#include "surefoot/drives/joint_group.h"

#include <cmath>
#include <utility>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/joint_targets.h"

namespace surefoot::drives {
namespace {

using msgs::std_msgs::Float64MultiArray;

class JointGroup final : public Drive {
 public:
  JointGroup(const DriveArgs& args, const std::vector<DriveJoint>& joints)
      : mode_(ModeOf(args.element.Choice("mode", {"position", "velocity", "effort"}, "position"))),
        targets_(MotorBank(args, joints, "motor"),
                 std::vector<JointControl>(joints.size(), ReadJointControl(args.element)),
                 args.element.Number("cmd_timeout", 0.0, 0.0, 1e6)),
        axes_(AxesOf(joints)) {
    std::vector<double> start(joints.size(), 0.0);
    for (std::size_t i = 0; i < joints.size() && mode_ == ControlMode::kPosition; ++i) {
      start[i] = InitialPosition(args, joints[i]);
    }
    start = args.element.Numbers("initial", static_cast<int>(joints.size()), start);
    for (std::size_t i = 0; i < joints.size(); ++i) targets_.Set(i, mode_, start[i], 0);
    const std::string topic =
        graph::TopicName(args.scope, args.element.Text("command_topic", "commands"));
    input_.Listen<Float64MultiArray>(args, "command_topic", topic,
                                     [this](const Float64MultiArray& message, SimTimeNs time_ns) {
                                       return Take(message, time_ns);
                                     });
  }

  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override { return input_.TakeNew(); }
  void Update(const DriveView& view, physics::Inputs* inputs) override {
    targets_.Update(view, inputs);
  }
  void Publish(const DriveView& view, graph::Graph* graph) override {
    targets_.Publish(view, graph);
  }
  RefusedMessages refused() const override { return input_.refused(); }
  void Save(ByteWriter* writer) const override {
    input_.Save(writer);
    targets_.Save(writer);
  }
  bool Restore(ByteReader* reader) override {
    input_.Restore(reader);
    return targets_.Restore(reader);
  }

 private:
  std::string Take(const Float64MultiArray& message, SimTimeNs time_ns) {
    if (message.data.size() != targets_.size()) {
      return std::to_string(message.data.size()) + " numbers for " +
             std::to_string(targets_.size()) + " joints";
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (!std::isfinite(message.data[i])) {
        return "the target of '" + targets_.motors().joints()[i].name + "' is not finite";
      }
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      targets_.Set(i, mode_, message.data[i], time_ns);
    }
    return {};
  }

  ControlMode mode_;
  CommandInput input_;
  JointTargets targets_;
  std::vector<int> axes_;
};

std::unique_ptr<Drive> MakeJointGroup(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = FindDriveJoints(args, "joint");
  if (joints.empty()) return nullptr;
  args.element.WarnMisspelt({"joint", "mode", "command_topic", "initial", "cmd_timeout", "pid",
                             "velocity_pid", "motor", "publish_rate"});
  return std::make_unique<JointGroup>(args, joints);
}

}  // namespace

DriveKind JointGroupKind() {
  DriveKind kind;
  kind.help = "several joints by one message";
  kind.takes = "std_msgs/msg/Float64MultiArray on commands";
  kind.make = MakeJointGroup;
  return kind;
}

}  // namespace surefoot::drives
