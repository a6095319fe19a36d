/// Wheels on the left and right, one or several per side: diff_drive, skid_steer, tracks. And the
/// same wheels with timed commands and their measured errors: commanded_motion.

#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/motor_bank.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/drives/wheels/motion_commands.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::drives {
namespace {

/// Least distance of the two sides (m).
constexpr double kMinSeparation = 1e-6;

struct DiffGeometry {
  /// After the multipliers, in m.
  double separation = 1.0;
  double left_radius = 0.1;
  double right_radius = 0.1;
};

double SeparationIn(const DriveArgs& args, const DriveJoint& left, const DriveJoint& right) {
  const WheelPlace a = PlaceOf(args, left, RigidTransform());
  const WheelPlace b = PlaceOf(args, right, RigidTransform());
  const double separation = std::abs(a.axis_B.dot(a.p_BJ - b.p_BJ));
  if (separation > kMinSeparation) return separation;
  args.element.Error("wheel_separation",
                     "is missing, and in the model the wheels '" + left.name + "' and '" +
                         right.name + "' are not apart along their axle",
                     "", "write <wheel_separation>metres</wheel_separation>");
  return 1.0;
}

DiffGeometry ReadGeometry(const DriveArgs& args, const DriveJoint& left, const DriveJoint& right) {
  const world::ElementReader& element = args.element;
  const auto multiplier = [&](const char* name, double fallback) {
    return element.Number(name, fallback, 1e-6, 1e6);
  };
  DiffGeometry geometry;
  geometry.separation = element.Has("wheel_separation")
                            ? element.Number("wheel_separation", 1.0, kMinSeparation, 1e6)
                            : SeparationIn(args, left, right);
  geometry.separation *= multiplier("wheel_separation_multiplier", 1.0);
  const double radius = WheelRadius(args, element, "wheel_radius", left);
  const double both = multiplier("wheel_radius_multiplier", 1.0);
  geometry.left_radius = radius * multiplier("left_wheel_radius_multiplier", both);
  geometry.right_radius = radius * multiplier("right_wheel_radius_multiplier", both);
  return geometry;
}

/// The wheels of one side: motors [first, last) of the drive.
struct Side {
  std::size_t first;
  std::size_t last;
  double radius;
  /// Mean angle at the last odometry (rad).
  double q;
};

class DiffDrive : public BaseDrive {
 public:
  DiffDrive(const DriveArgs& args, const std::vector<DriveJoint>& left,
            const std::vector<DriveJoint>& right)
      : BaseDrive(args), motors_(args, Joined(left, right), "motor") {
    const DiffGeometry geometry = ReadGeometry(args, left[0], right[0]);
    separation_ = geometry.separation;
    left_ = Side{0, left.size(), geometry.left_radius, MeanStart(args, left)};
    right_ = Side{left.size(), motors_.size(), geometry.right_radius, MeanStart(args, right)};
    axes_ = AxesOf(motors_.joints());
  }

  const std::vector<int>& axes() const override { return axes_; }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    const double turn = 0.5 * command.turn * separation_;
    Turn(left_, (command.x - turn) / left_.radius, view, inputs);
    Turn(right_, (command.x + turn) / right_.radius, view, inputs);
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    const double left = Travel(view, &left_);
    return FromWheels(left, Travel(view, &right_), separation_);
  }

  PlanarTwist Speed(const DriveView& view) const override {
    const PlanarMotion motion = FromWheels(left_.radius * Mean(left_, view).v,
                                           right_.radius * Mean(right_, view).v, separation_);
    return {motion.ahead, motion.left, motion.turn};
  }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    motors_.PublishCurrents(view, graph);
  }

  void ArchiveMore(StateArchive* archive) override {
    archive->Items(&motors_, &left_.q, &right_.q);
  }

 private:
  static std::vector<DriveJoint> Joined(std::vector<DriveJoint> left,
                                        const std::vector<DriveJoint>& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }

  static double MeanStart(const DriveArgs& args, const std::vector<DriveJoint>& joints) {
    double sum = 0.0;
    for (const DriveJoint& joint : joints) sum += InitialPosition(args, joint);
    return sum / static_cast<double>(joints.size());
  }

  void Turn(const Side& side, double speed, const DriveView& view, physics::Inputs* inputs) {
    for (std::size_t i = side.first; i < side.last; ++i) motors_.Speed(i, speed, view, inputs);
  }

  JointReading Mean(const Side& side, const DriveView& view) const {
    JointReading mean;
    for (std::size_t i = side.first; i < side.last; ++i) {
      const JointReading wheel = motors_.Reading(i, view);
      mean.q += wheel.q;
      mean.v += wheel.v;
    }
    const double count = static_cast<double>(side.last - side.first);
    return {mean.q / count, mean.v / count, 0.0};
  }

  /// Distance of the wheels since the last call (m).
  double Travel(const DriveView& view, Side* side) const {
    const double now = Mean(*side, view).q;
    return side->radius * (now - std::exchange(side->q, now));
  }

  MotorBank motors_;
  Side left_{};
  Side right_{};
  double separation_ = 1.0;
  std::vector<int> axes_;
};

/// The same wheels, which also accept timed commands. The last command of either kind applies.
class CommandedMotion final : public DiffDrive {
 public:
  CommandedMotion(const DriveArgs& args, const std::vector<DriveJoint>& left,
                  const std::vector<DriveJoint>& right)
      : DiffDrive(args, left, right), motion_(args) {
    const std::string topic = TopicNames(args, "state_topic", "motion_state").front();
    const Result<int> id = args.graph->Advertise<msgs::std_msgs::String>(topic, {.reliable = true});
    if (id.ok()) {
      state_topic_ = id.value();
    } else {
      args.element.Error("state_topic", id.error().message, topic);
    }
  }

  bool TakeNewCommand() override {
    const bool twist = BaseDrive::TakeNewCommand();
    const bool motion = motion_.input().TakeNew();
    if (twist && !motion) motion_.Drop();
    return twist || motion;
  }

  RefusedMessages refused() const override {
    RefusedMessages all = BaseDrive::refused();
    const RefusedMessages& own = motion_.input().refused();
    all.count += own.count;
    if (!own.last.empty()) all.last = own.last;
    return all;
  }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    const bool runs = motion_.Runs(view.time_ns);
    DiffDrive::Command(runs ? motion_.Over(view.time_ns, view.step) : command, view, inputs);
  }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    DiffDrive::PublishMore(view, graph);
    const char* state = motion_.StateAt(view.time_ns);
    if (state_.data == state) return;
    state_.data = state;
    if (state_topic_ >= 0) graph->Publish(state_topic_, view.time_ns, state_);
  }

  void ArchiveMore(StateArchive* archive) override {
    DiffDrive::ArchiveMore(archive);
    archive->Items(&motion_, &state_.data);
  }

 private:
  MotionCommands motion_;
  int state_topic_ = -1;
  msgs::std_msgs::String state_;
};

template <typename DriveType>
std::unique_ptr<Drive> MakeWheels(const DriveArgs& args) {
  const std::vector<DriveJoint> left = FindDriveJoints(args, "left_joint");
  const std::vector<DriveJoint> right = FindDriveJoints(args, "right_joint");
  if (left.empty() || right.empty()) return nullptr;
  return std::make_unique<DriveType>(args, left, right);
}

}  // namespace

DriveKind DiffDriveKind() {
  DriveKind kind =
      BaseKind("wheels on the left and right, one or several per side", MakeWheels<DiffDrive>);
  kind.controller = "diff_drive_controller/DiffDriveController";
  return kind;
}

DriveKind CommandedMotionKind() {
  DriveKind kind = DiffDriveKind();
  kind.help = "wheels on the left and right, commanded by 'forward 2' (s), with measured errors";
  kind.takes = "std_msgs/msg/String on motion, " + kind.takes;
  kind.gives = "std_msgs/msg/String on motion_state, " + kind.gives;
  kind.make = MakeWheels<CommandedMotion>;
  return kind;
}

}  // namespace surefoot::drives
