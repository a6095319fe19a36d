/// Wheels with rollers: any number of omni wheels, or the four mecanum wheels of a base.

#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/motor_bank.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/drives/wheels/wheel_kinematics.h"

namespace surefoot::drives {
namespace {

constexpr double kMaxLength = 1e6;
constexpr double kQuarter = 0.78539816339744830962;
/// Largest roller angle (rad): at a right angle the wheel would transmit no force.
constexpr double kMaxRollerAngle = 1.5;

struct OmniBase {
  std::vector<DriveJoint> joints;
  std::vector<OmniWheel> wheels;
};

class OmniDrive final : public BaseDrive {
 public:
  OmniDrive(const DriveArgs& args, const OmniBase& base, const OmniKinematics& kinematics)
      : BaseDrive(args),
        kinematics_(kinematics),
        motors_(args, base.joints, "motor"),
        axes_(AxesOf(base.joints)) {
    for (const DriveJoint& joint : base.joints) q_.push_back(InitialPosition(args, joint));
  }

  const std::vector<int>& axes() const override { return axes_; }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    for (std::size_t i = 0; i < motors_.size(); ++i) {
      motors_.Speed(i, kinematics_.WheelSpeed(i, command), view, inputs);
    }
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    const PlanarTwist way = kinematics_.Twist([&](std::size_t i) {
      const double q = motors_.Reading(i, view).q;
      return q - std::exchange(q_[i], q);
    });
    return {way.x, way.y, way.turn};
  }

  PlanarTwist Speed(const DriveView& view) const override {
    return kinematics_.Twist([&](std::size_t i) { return motors_.Reading(i, view).v; });
  }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    motors_.PublishCurrents(view, graph);
  }

  void ArchiveMore(StateArchive* archive) override { archive->Items(&motors_, &q_); }

 private:
  OmniKinematics kinematics_;
  MotorBank motors_;
  std::vector<int> axes_;
  /// Positions at the last odometry.
  std::vector<double> q_;
};

/// Position and direction of a wheel from the model.
OmniWheel WheelIn(const DriveArgs& args, const DriveJoint& joint, const RigidTransform& X_MB) {
  const WheelPlace place = PlaceOf(args, joint, X_MB);
  OmniWheel wheel;
  wheel.position = place.p_BJ.head<2>();
  // A wheel that turns about its axis rolls towards axis x up.
  const Vector3d ahead = place.axis_B.cross(Vector3d::UnitZ());
  wheel.direction = std::atan2(ahead.y(), ahead.x());
  return wheel;
}

std::unique_ptr<Drive> Finish(const DriveArgs& args, const OmniBase& base) {
  const OmniKinematics kinematics(base.wheels);
  if (!kinematics.complete()) {
    args.element.Error("type", "these wheels cannot move the base in x, y and rotation",
                       args.element.Text("type"),
                       "use at least three wheels with different directions and positions");
    return nullptr;
  }
  return std::make_unique<OmniDrive>(args, base, kinematics);
}

std::unique_ptr<Drive> MakeOmni(const DriveArgs& args) {
  const RigidTransform X_MB = BasePose(args, args.element.Text("base_frame"));
  const std::vector<world::ElementReader> elements = args.element.Children("wheel");
  OmniBase base;
  base.joints = FindDriveJoints(args, "wheel", 3);
  if (base.joints.size() != elements.size() || base.joints.size() < 3) return nullptr;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const world::ElementReader& element = elements[i];
    OmniWheel wheel = WheelIn(args, base.joints[i], X_MB);
    wheel.roller_angle = element.Number("roller_angle", 0.0, -kMaxRollerAngle, kMaxRollerAngle);
    wheel.radius = element.Has("radius")
                       ? element.Number("radius", 0.1, 1e-6, kMaxLength)
                       : WheelRadius(args, args.element, "wheel_radius", base.joints[i]);
    const std::vector<double> p =
        element.Numbers("position", 2, {wheel.position.x(), wheel.position.y()});
    wheel.position = Eigen::Vector2d(p[0], p[1]);
    wheel.direction = element.Number("direction", wheel.direction, -100.0, 100.0);
    element.WarnMisspelt({"joint", "name"});
    base.wheels.push_back(wheel);
  }
  args.element.Allow({"wheel_radius"});
  return Finish(args, base);
}

std::unique_ptr<Drive> MakeMecanum(const DriveArgs& args) {
  struct Corner {
    const char* child;
    double x;
    double y;
    double roller_angle;
  };
  constexpr Corner kCorners[] = {{"front_left_joint", 1.0, 1.0, -kQuarter},
                                 {"front_right_joint", 1.0, -1.0, kQuarter},
                                 {"rear_left_joint", -1.0, 1.0, kQuarter},
                                 {"rear_right_joint", -1.0, -1.0, -kQuarter}};
  const RigidTransform X_MB = BasePose(args, args.element.Text("base_frame"));
  OmniBase base;
  for (const Corner& corner : kCorners) {
    const std::vector<DriveJoint> joint = FindDriveJoints(args, corner.child);
    if (joint.empty()) return nullptr;
    OmniWheel wheel = WheelIn(args, joint[0], X_MB);
    if (args.element.Has("wheel_base")) {
      wheel.position.x() =
          0.5 * corner.x * args.element.Number("wheel_base", 1.0, 1e-6, kMaxLength);
    }
    if (args.element.Has("wheel_separation")) {
      wheel.position.y() =
          0.5 * corner.y * args.element.Number("wheel_separation", 1.0, 1e-6, kMaxLength);
    }
    wheel.radius = WheelRadius(args, args.element, "wheel_radius", joint[0]);
    wheel.roller_angle = corner.roller_angle;
    base.joints.push_back(joint[0]);
    base.wheels.push_back(wheel);
  }
  return Finish(args, base);
}

}  // namespace

DriveKind OmniKind() {
  DriveKind kind = BaseKind("three or more wheels with rollers", MakeOmni);
  kind.controller = "omni_wheel_drive_controller/OmniWheelDriveController";
  return kind;
}

DriveKind MecanumKind() {
  DriveKind kind = BaseKind("four wheels with rollers at 45 degrees", MakeMecanum);
  kind.controller = "mecanum_drive_controller/MecanumDriveController";
  return kind;
}

}  // namespace surefoot::drives
