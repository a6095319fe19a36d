#include "surefoot/drives/wheels/ackermann.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/motor_bank.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/drives/wheels/wheel_kinematics.h"
#include "surefoot/msgs/ackermann_msgs.h"

namespace surefoot::drives {
namespace {

using msgs::ackermann_msgs::AckermannDriveStamped;

constexpr double kLeastLength = 1e-6;
constexpr double kMostLength = 1e6;
/// Beyond this the tangent of an angle means nothing.
constexpr double kMostAngle = 1.5;

/// A pivot, or a driven wheel.
struct PlacedJoint {
  DriveJoint joint;
  /// Left of the middle.
  double y = 0.0;
  /// On the steered axle.
  bool steered = false;
};

struct Vehicle {
  std::vector<PlacedJoint> pivots;
  std::vector<PlacedJoint> wheels;
  double wheel_base = 1.0;
  double radius = 0.1;
  double max_angle = kMostAngle;
};

std::vector<DriveJoint> JointsOf(const std::vector<PlacedJoint>& placed) {
  std::vector<DriveJoint> joints;
  for (const PlacedJoint& one : placed) joints.push_back(one.joint);
  return joints;
}

/// Reads the joints and the geometry between them.
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

  /// Whether the wheel hangs on the link that a pivot turns.
  bool IsSteered(const Vehicle& vehicle, const DriveJoint& wheel) const {
    const int parent = wheel.spec(args_.world, args_.model).parent;
    return std::any_of(vehicle.pivots.begin(), vehicle.pivots.end(), [&](const PlacedJoint& pivot) {
      return pivot.joint.spec(args_.world, args_.model).child == parent;
    });
  }

  /// Rear axle to pivots. The rear axle is where wheels are that are not steered: driven ones, or
  /// else the hindmost wheel of the model that hangs on the same link as the pivots.
  void ReadWheelBase(Vehicle* vehicle) {
    const world::ElementReader& element = args_.element;
    if (element.Has("wheel_base")) {
      vehicle->wheel_base = element.Number("wheel_base", 1.0, kLeastLength, kMostLength);
      return;
    }
    const double front = Place(vehicle->pivots[0].joint).p_BJ.x();
    for (const PlacedJoint& wheel : vehicle->wheels) {
      if (!wheel.steered) vehicle->wheel_base = front - Place(wheel.joint).p_BJ.x();
    }
    const bool all_steered = std::all_of(vehicle->wheels.begin(), vehicle->wheels.end(),
                                         [](const PlacedJoint& wheel) { return wheel.steered; });
    if (!all_steered && vehicle->wheel_base > kLeastLength) return;
    element.Error("wheel_base",
                  all_steered ? "is not given, and all driven wheels are steered"
                              : "is not given, and in the model the pivots are not ahead of the "
                                "driven wheels",
                  "", "write <wheel_base>metres</wheel_base>");
    vehicle->wheel_base = 1.0;
  }

  void ReadWidths(Vehicle* vehicle) {
    const world::ElementReader& element = args_.element;
    const auto set = [&](const char* name, std::vector<PlacedJoint>* joints, bool steered) {
      if (!element.Has(name)) return;
      const double half = 0.5 * element.Number(name, 1.0, kLeastLength, kMostLength);
      for (PlacedJoint& joint : *joints) {
        if (joint.steered == steered) joint.y = joint.y < 0.0 ? -half : half;
      }
    };
    if (vehicle->pivots.size() == 2) set("kingpin_width", &vehicle->pivots, true);
    set("wheel_separation", &vehicle->wheels, false);
  }

  void ReadMaxAngle(Vehicle* vehicle) {
    double most = kMostAngle;
    for (const PlacedJoint& pivot : vehicle->pivots) {
      const world::JointAxis& axis =
          pivot.joint.spec(args_.world, args_.model).axes[pivot.joint.axis == 1 ? 1 : 0];
      // The inner wheel turns further than the one in the middle.
      const double room = std::min({-axis.lower, axis.upper, kMostAngle});
      const double inner = MiddleAngle(std::max(room, 0.0), vehicle->wheel_base, std::abs(pivot.y));
      most = std::min(most, inner);
    }
    vehicle->max_angle = args_.element.Number("max_steering_angle", most, 0.0, kMostAngle);
  }

  WheelPlace Place(const DriveJoint& joint) const { return PlaceOf(args_, joint, X_MB_); }

  const DriveArgs& args_;
  RigidTransform X_MB_;
};

class Ackermann final : public BaseDrive {
 public:
  Ackermann(const DriveArgs& args, Vehicle vehicle)
      : BaseDrive(args),
        vehicle_(std::move(vehicle)),
        max_rate_(
            args.element.Number("max_steering_rate", world::kInfinity, 0.0, world::kInfinity)),
        wheels_(args, JointsOf(vehicle_.wheels), "motor"),
        pivots_(args, JointsOf(vehicle_.pivots), "steering_motor"),
        axes_(AxesOf(wheels_.joints())) {
    for (int axis : AxesOf(pivots_.joints())) axes_.push_back(axis);
    for (const PlacedJoint& wheel : vehicle_.wheels)
      q_.push_back(InitialPosition(args, wheel.joint));
    for (const std::string& topic : TopicNames(args, "ackermann_topic", "ackermann_cmd")) {
      twist().input().Listen<AckermannDriveStamped>(
          args, "ackermann_topic", topic,
          [this](const AckermannDriveStamped& message, SimTimeNs time_ns) {
            return Take(message, time_ns);
          });
    }
  }

  const std::vector<int>& axes() const override { return axes_; }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    const double step = view.step * max_rate_;
    angle_ += std::clamp(WantedAngle(view) - angle_, -step, step);
    for (std::size_t i = 0; i < pivots_.size(); ++i) {
      const double y = vehicle_.pivots[i].y;
      pivots_.Position(i, SteeringAngleAt(angle_, vehicle_.wheel_base, y), view, inputs);
    }
    const double now = MeasuredAngle(view);
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      wheels_.Speed(i, GroundSpeed(i, command.x, now) / vehicle_.radius, view, inputs);
    }
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    const double angle = MeasuredAngle(view);
    double ahead = 0.0;
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      const double q = wheels_.Reading(i, view).q;
      ahead += Ahead(i, vehicle_.radius * (q - std::exchange(q_[i], q)), angle);
    }
    ahead /= static_cast<double>(wheels_.size());
    return {ahead, 0.0, ahead * std::tan(angle) / vehicle_.wheel_base};
  }

  PlanarTwist Speed(const DriveView& view) const override {
    const double angle = MeasuredAngle(view);
    double ahead = 0.0;
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      ahead += Ahead(i, vehicle_.radius * wheels_.Reading(i, view).v, angle);
    }
    ahead /= static_cast<double>(wheels_.size());
    return {ahead, 0.0, ahead * std::tan(angle) / vehicle_.wheel_base};
  }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    wheels_.PublishCurrents(view, graph);
    pivots_.PublishCurrents(view, graph);
  }

  void SaveMore(ByteWriter* writer) const override {
    wheels_.Save(writer);
    pivots_.Save(writer);
    writer->PutDoubles(q_.data(), q_.size());
    writer->Put(angle_);
    writer->Put(direct_angle_);
  }

  void RestoreMore(ByteReader* reader) override {
    wheels_.Restore(reader);
    pivots_.Restore(reader);
    reader->GetDoubles(q_.data(), q_.size());
    angle_ = reader->Get<double>();
    direct_angle_ = reader->Get<double>();
  }

 private:
  std::string Take(const AckermannDriveStamped& message, SimTimeNs time_ns) {
    const double speed = static_cast<double>(message.drive.speed);
    const double angle = static_cast<double>(message.drive.steering_angle);
    if (!std::isfinite(speed) || !std::isfinite(angle)) return "a number is not finite";
    direct_angle_ = std::clamp(angle, -vehicle_.max_angle, vehicle_.max_angle);
    twist().SetOther({speed, 0.0, speed * std::tan(direct_angle_) / vehicle_.wheel_base}, time_ns);
    return {};
  }

  /// Of the command as it came: limits of the speed do not change the curve.
  double WantedAngle(const DriveView& view) const {
    if (twist().is_other()) return direct_angle_;
    const PlanarTwist wanted = twist().At(view.time_ns);
    if (wanted.x == 0.0) return angle_;
    const double angle = std::atan(vehicle_.wheel_base * wanted.turn / wanted.x);
    return std::clamp(angle, -vehicle_.max_angle, vehicle_.max_angle);
  }

  /// Middle of what the pivots stand at.
  double MeasuredAngle(const DriveView& view) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < pivots_.size(); ++i) {
      const double q = std::clamp(pivots_.Reading(i, view).q, -kMostAngle, kMostAngle);
      sum += MiddleAngle(q, vehicle_.wheel_base, vehicle_.pivots[i].y);
    }
    return std::clamp(sum / static_cast<double>(pivots_.size()), -kMostAngle, kMostAngle);
  }

  double GroundSpeed(std::size_t i, double speed, double angle) const {
    const PlacedJoint& wheel = vehicle_.wheels[i];
    return wheel.steered ? SteeredWheelSpeed(speed, angle, vehicle_.wheel_base, wheel.y)
                         : RearWheelSpeed(speed, angle, vehicle_.wheel_base, wheel.y);
  }

  /// Of the rear axle's middle, from the way of a wheel.
  double Ahead(std::size_t i, double way, double angle) const {
    const double share = GroundSpeed(i, 1.0, angle);
    return std::abs(share) > 1e-9 ? way / share : 0.0;
  }

  Vehicle vehicle_;
  double max_rate_;
  MotorBank wheels_;
  MotorBank pivots_;
  std::vector<int> axes_;
  /// Positions of the wheels at the last odometry.
  std::vector<double> q_;
  /// Of the middle: commanded within the rate, and as an AckermannDrive said.
  double angle_ = 0.0;
  double direct_angle_ = 0.0;
};

std::unique_ptr<Drive> MakeAckermann(const DriveArgs& args) {
  Vehicle vehicle;
  if (!VehicleReader(args).Read(&vehicle)) return nullptr;
  args.element.WarnMisspelt(BaseParameters(
      {"left_steering_joint", "right_steering_joint", "steering_joint", "left_joint", "right_joint",
       "wheel_base", "kingpin_width", "wheel_separation", "wheel_radius", "max_steering_angle",
       "max_steering_rate", "ackermann_topic", "steering_motor"}));
  return std::make_unique<Ackermann>(args, std::move(vehicle));
}

}  // namespace

DriveKind AckermannKind() {
  DriveKind kind;
  kind.help = "steered wheels in front, like a car";
  kind.takes =
      "geometry_msgs/msg/Twist on cmd_vel, ackermann_msgs/msg/AckermannDriveStamped on "
      "ackermann_cmd";
  kind.gives = "nav_msgs/msg/Odometry on odom, tf2_msgs/msg/TFMessage on /tf";
  kind.make = MakeAckermann;
  return kind;
}

}  // namespace surefoot::drives
