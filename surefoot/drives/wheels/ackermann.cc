/// Steered front wheels, like a car (Ackermann steering): all wheels roll about one centre on the
/// line of the rear axle. The steering angle is that of a virtual wheel in the middle of the front
/// axle.

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/drives/wheels/wheel_kinematics.h"

namespace surefoot::drives {
namespace {

constexpr double kMinLength = 1e-6;
constexpr double kMaxLength = 1e6;
/// Largest steering angle (rad): the tangent of a right angle is infinite.
constexpr double kMaxAngle = 1.5;

/// A pivot, or a driven wheel.
struct PlacedJoint {
  DriveJoint joint;
  /// Distance to the left of the middle (m).
  double y = 0.0;
  /// Whether it is on the steered axle.
  bool steered = false;
};

struct Vehicle {
  std::vector<PlacedJoint> pivots;
  std::vector<PlacedJoint> wheels;
  double wheel_base = 1.0;
  double radius = 0.1;
  double max_angle = kMaxAngle;
};

std::vector<DriveJoint> JointsOf(const std::vector<PlacedJoint>& placed) {
  return Mapped<DriveJoint>(placed, &PlacedJoint::joint);
}

/// Reads the joints and derives the geometry from the model where the file does not specify it.
class VehicleReader {
 public:
  explicit VehicleReader(const DriveArgs& args)
      : args_(args), X_MB_(BasePose(args, args.element.Text("base_frame"))) {}

  bool Read(Vehicle* vehicle) {
    if (!ReadPivots(vehicle) || !ReadWheels(vehicle)) return false;
    ReadWheelBase(vehicle);
    ReadWidths(vehicle);
    vehicle->radius = WheelRadius(args_, args_.element, "wheel_radius", vehicle->wheels[0].joint);
    ReadMaxAngle(vehicle);
    return true;
  }

 private:
  bool ReadPivots(Vehicle* vehicle) {
    const bool single = args_.element.Has("steering_joint");
    for (const char* child : {"steering_joint", "left_steering_joint", "right_steering_joint"}) {
      if (single != (std::string(child) == "steering_joint")) continue;
      for (const DriveJoint& joint : FindDriveJoints(args_, child)) {
        vehicle->pivots.push_back({joint, single ? 0.0 : Place(joint).p_BJ.y(), true});
      }
    }
    return vehicle->pivots.size() == (single ? 1u : 2u);
  }

  bool ReadWheels(Vehicle* vehicle) {
    for (const char* child : {"left_joint", "right_joint"}) {
      for (const DriveJoint& joint : FindDriveJoints(args_, child)) {
        vehicle->wheels.push_back({joint, Place(joint).p_BJ.y(), IsSteered(*vehicle, joint)});
      }
    }
    return !vehicle->wheels.empty();
  }

  /// Whether the wheel is a child of a link that a pivot turns.
  bool IsSteered(const Vehicle& vehicle, const DriveJoint& wheel) const {
    const int parent = wheel.spec(args_.world, args_.model).parent;
    return std::any_of(vehicle.pivots.begin(), vehicle.pivots.end(), [&](const PlacedJoint& pivot) {
      return pivot.joint.spec(args_.world, args_.model).child == parent;
    });
  }

  /// Distance from the rear axle to the pivots. The rear axle is that of driven wheels that are not
  /// steered; if all driven wheels are steered, the file must specify the wheel base.
  void ReadWheelBase(Vehicle* vehicle) {
    const world::ElementReader& element = args_.element;
    if (element.Has("wheel_base")) {
      vehicle->wheel_base = element.Number("wheel_base", 1.0, kMinLength, kMaxLength);
      return;
    }
    const double front = Place(vehicle->pivots[0].joint).p_BJ.x();
    for (const PlacedJoint& wheel : vehicle->wheels) {
      if (!wheel.steered) vehicle->wheel_base = front - Place(wheel.joint).p_BJ.x();
    }
    const bool all_steered = std::all_of(vehicle->wheels.begin(), vehicle->wheels.end(),
                                         [](const PlacedJoint& wheel) { return wheel.steered; });
    if (!all_steered && vehicle->wheel_base > kMinLength) return;
    element.Error("wheel_base",
                  all_steered ? "is missing, and all driven wheels are steered"
                              : "is missing, and in the model the pivots are not ahead of the "
                                "driven wheels",
                  "", "write <wheel_base>metres</wheel_base>");
    vehicle->wheel_base = 1.0;
  }

  void ReadWidths(Vehicle* vehicle) {
    const world::ElementReader& element = args_.element;
    const auto set = [&](const char* name, std::vector<PlacedJoint>* joints, bool steered) {
      if (!element.Has(name)) return;
      const double half = 0.5 * element.Number(name, 1.0, kMinLength, kMaxLength);
      for (PlacedJoint& joint : *joints) {
        if (joint.steered == steered) joint.y = joint.y < 0.0 ? -half : half;
      }
    };
    if (vehicle->pivots.size() == 2) set("kingpin_width", &vehicle->pivots, true);
    set("wheel_separation", &vehicle->wheels, false);
  }

  void ReadMaxAngle(Vehicle* vehicle) {
    double max = kMaxAngle;
    for (const PlacedJoint& pivot : vehicle->pivots) {
      const world::JointAxis& axis =
          pivot.joint.spec(args_.world, args_.model).axes[pivot.joint.axis == 1 ? 1 : 0];
      // The inner wheel turns farther than the virtual wheel in the middle, so it limits the angle.
      const double room = std::min({-axis.lower, axis.upper, kMaxAngle});
      const double inner = MiddleAngle(std::max(room, 0.0), vehicle->wheel_base, std::abs(pivot.y));
      max = std::min(max, inner);
    }
    vehicle->max_angle = args_.element.Number("max_steering_angle", max, 0.0, kMaxAngle);
  }

  WheelPlace Place(const DriveJoint& joint) const { return PlaceOf(args_, joint, X_MB_); }

  const DriveArgs& args_;
  RigidTransform X_MB_;
};

class Ackermann final : public SteeredBase {
 public:
  Ackermann(const DriveArgs& args, Vehicle vehicle)
      : SteeredBase(args, JointsOf(vehicle.wheels), JointsOf(vehicle.pivots)),
        vehicle_(std::move(vehicle)) {
    ListenToAckermann(args);
  }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    const double step = max_steering_step(view);
    angle_ += std::clamp(CommandedAngle(view) - angle_, -step, step);
    for (std::size_t i = 0; i < pivots().size(); ++i) {
      const double y = vehicle_.pivots[i].y;
      pivots().Position(i, SteeringAngleAt(angle_, vehicle_.wheel_base, y), view, inputs);
    }
    const double now = MeasuredAngle(view);
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      wheels().Speed(i, GroundSpeed(i, command.x, now) / vehicle_.radius, view, inputs);
    }
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    const double angle = MeasuredAngle(view);
    double ahead = 0.0;
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      ahead += Ahead(i, vehicle_.radius * TakeTurned(i, view), angle);
    }
    ahead /= static_cast<double>(wheels().size());
    return {ahead, 0.0, ahead * std::tan(angle) / vehicle_.wheel_base};
  }

  PlanarTwist Speed(const DriveView& view) const override {
    const double angle = MeasuredAngle(view);
    double ahead = 0.0;
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      ahead += Ahead(i, vehicle_.radius * wheels().Reading(i, view).v, angle);
    }
    ahead /= static_cast<double>(wheels().size());
    return {ahead, 0.0, ahead * std::tan(angle) / vehicle_.wheel_base};
  }

  void ArchiveSteering(StateArchive* archive) override { archive->Items(&angle_, &direct_angle_); }

  std::string TakeAckermann(double speed, double angle, SimTimeNs time_ns) override {
    direct_angle_ = std::clamp(angle, -vehicle_.max_angle, vehicle_.max_angle);
    twist().SetOther({speed, 0.0, speed * std::tan(direct_angle_) / vehicle_.wheel_base}, time_ns);
    return {};
  }

 private:
  /// From the command before speed limits, which must not change the curvature of the path.
  double CommandedAngle(const DriveView& view) const {
    if (twist().is_other()) return direct_angle_;
    const PlanarTwist desired = twist().At(view.time_ns);
    if (desired.x == 0.0) return angle_;
    const double angle = std::atan(vehicle_.wheel_base * desired.turn / desired.x);
    return std::clamp(angle, -vehicle_.max_angle, vehicle_.max_angle);
  }

  /// Steering angle from the measured angles of the pivots, as their mean.
  double MeasuredAngle(const DriveView& view) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < pivots().size(); ++i) {
      const double q = std::clamp(pivots().Reading(i, view).q, -kMaxAngle, kMaxAngle);
      sum += MiddleAngle(q, vehicle_.wheel_base, vehicle_.pivots[i].y);
    }
    return std::clamp(sum / static_cast<double>(pivots().size()), -kMaxAngle, kMaxAngle);
  }

  double GroundSpeed(std::size_t i, double speed, double angle) const {
    const PlacedJoint& wheel = vehicle_.wheels[i];
    return wheel.steered ? SteeredWheelSpeed(speed, angle, vehicle_.wheel_base, wheel.y)
                         : RearWheelSpeed(speed, angle, vehicle_.wheel_base, wheel.y);
  }

  /// Distance or speed of the middle of the rear axle, from that of a wheel.
  double Ahead(std::size_t i, double way, double angle) const {
    const double share = GroundSpeed(i, 1.0, angle);
    return std::abs(share) > 1e-9 ? way / share : 0.0;
  }

  Vehicle vehicle_;
  /// Steering angle: commanded after the rate limit, and from the last AckermannDriveStamped (rad).
  double angle_ = 0.0;
  double direct_angle_ = 0.0;
};

std::unique_ptr<Drive> MakeAckermann(const DriveArgs& args) {
  Vehicle vehicle;
  if (!VehicleReader(args).Read(&vehicle)) return nullptr;
  args.element.Allow({"left_steering_joint", "right_steering_joint", "kingpin_width"});
  return std::make_unique<Ackermann>(args, std::move(vehicle));
}

}  // namespace

DriveKind AckermannKind() {
  DriveKind kind = SteeredBase::Kind("steered wheels in front, like a car", MakeAckermann);
  kind.controller = "ackermann_steering_controller/AckermannSteeringController";
  return kind;
}

}  // namespace surefoot::drives
