/// Wheels that are steered individually, as those of planetary rovers: arcs, crabbing, turning on
/// the spot.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/joints.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/drives/wheels/speed_control.h"
#include "surefoot/drives/wheels/wheel_kinematics.h"

namespace surefoot::drives {
namespace {

/// The wheels of a vehicle and their pivots, from the file and the model.
struct SteeredVehicle {
  std::vector<SteeredWheel> wheels;
  std::vector<DriveJoint> joints;
  /// Joints of the pivots, and the index of each wheel's pivot; -1: none.
  std::vector<DriveJoint> pivots;
  std::vector<int> pivot_of;
  /// x of the front wheels, and of the point on whose lateral axis the centre of rotation is: the
  /// centre of the wheels that are not steered, otherwise between the first and the last axle (m).
  double front_x = 0.0;
  double center_x = 0.0;
  /// Root mean square distance of the wheels from their centre (m): the lever arm that makes
  /// angular and linear velocities comparable.
  double arm = 1.0;
};

/// The frame of the base: a link, and a frame on it.
struct BaseFrame {
  int link = 0;
  RigidTransform X_LB;
};
constexpr double kMaxLength = 1e6;
/// Least vertical component of a pivot's axis: 25 degrees from the vertical. The suspension of a
/// rover tilts it further while it drives.
constexpr double kMinUpright = 0.9;
/// Wheels that are nearer to each other than this count as at one place (m).
constexpr double kMinArm = 1e-4;

class VehicleReader {
 public:
  VehicleReader(const DriveArgs& args, SteeredVehicle* vehicle)
      : args_(args),
        X_MB_(BasePose(args, args.element.Text("base_frame"))),
        elements_(args.element.Children("wheel")),
        vehicle_(*vehicle) {}

  bool Read() {
    vehicle_.joints = FindDriveJoints(args_, "wheel", 2);
    if (vehicle_.joints.size() != elements_.size() || vehicle_.joints.size() < 2) return false;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (!ReadWheel(elements_[i], vehicle_.joints[i])) return false;
    }
    return Measure();
  }

 private:
  bool ReadWheel(const world::ElementReader& element, const DriveJoint& joint) {
    element.WarnMisspelt({"joint", "name", "steering_joint", "radius"});
    const WheelPlace place = PlaceOf(args_, joint, X_MB_);
    SteeredWheel wheel;
    wheel.pivot = place.p_BJ.head<2>();
    // A wheel that turns about its axis rolls towards axis x up.
    const Vector3d forward_B = place.axis_B.cross(Vector3d::UnitZ());
    wheel.direction = std::atan2(forward_B.y(), forward_B.x());
    wheel.radius = element.Has("radius") ? element.Number("radius", 0.1, 1e-6, kMaxLength)
                                         : WheelRadius(args_, args_.element, "wheel_radius", joint);
    int pivot = -1;
    if (element.Has("steering_joint")) {
      if (!ReadPivot(element, place, &wheel)) return false;
      pivot = static_cast<int>(vehicle_.pivots.size()) - 1;
    }
    vehicle_.wheels.push_back(wheel);
    vehicle_.pivot_of.push_back(pivot);
    return true;
  }

  bool ReadPivot(const world::ElementReader& element, const WheelPlace& place,
                 SteeredWheel* wheel) {
    const std::string name = element.Text("steering_joint");
    const auto pivot = FindDriveJoint(args_, element, "steering_joint", name);
    if (!pivot) return false;
    const auto same = [&](const DriveJoint& other) { return other.v == pivot->v; };
    if (std::any_of(vehicle_.pivots.begin(), vehicle_.pivots.end(), same) ||
        std::any_of(vehicle_.joints.begin(), vehicle_.joints.end(), same)) {
      element.Error("steering_joint", "the joint is named twice", name,
                    "name a separate joint for each wheel");
      return false;
    }
    const WheelPlace at = PlaceOf(args_, *pivot, X_MB_);
    if (std::abs(at.axis_B.z()) < kMinUpright) {
      element.Error("steering_joint", "its axis is not upright", name,
                    "name a joint about the vertical axis, or leave it out");
      return false;
    }
    wheel->steered = true;
    wheel->sign = at.axis_B.z() > 0.0 ? 1.0 : -1.0;
    const world::JointAxis& axis =
        pivot->spec(args_.world, args_.model).axes[pivot->axis == 1 ? 1 : 0];
    wheel->lower = axis.lower;
    wheel->upper = axis.upper;
    wheel->pivot = at.p_BJ.head<2>();
    const Eigen::Vector2d offset = place.p_BJ.head<2>() - wheel->pivot;
    const Eigen::Vector2d forward(std::cos(wheel->direction), std::sin(wheel->direction));
    wheel->ahead = offset.dot(forward);
    wheel->left = offset.dot(Eigen::Vector2d(-forward.y(), forward.x()));
    vehicle_.pivots.push_back(*pivot);
    return true;
  }

  bool Measure() {
    const auto count = static_cast<double>(vehicle_.wheels.size());
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    for (const SteeredWheel& wheel : vehicle_.wheels) middle += wheel.pivot / count;
    double squares = 0.0;
    double front = -world::kInfinity;
    double rear = world::kInfinity;
    double fixed_sum = 0.0;
    int fixed = 0;
    for (const SteeredWheel& wheel : vehicle_.wheels) {
      squares += (wheel.pivot - middle).squaredNorm() / count;
      front = std::max(front, wheel.pivot.x());
      rear = std::min(rear, wheel.pivot.x());
      fixed_sum += wheel.steered ? 0.0 : wheel.pivot.x();
      fixed += wheel.steered ? 0 : 1;
    }
    vehicle_.arm = std::sqrt(squares);
    vehicle_.front_x = front;
    vehicle_.center_x = fixed > 0 ? fixed_sum / fixed : 0.5 * (front + rear);
    if (vehicle_.arm > kMinArm) return true;
    args_.element.Error("wheel", "all wheels are at the same place", "",
                        "name wheels at different places");
    return false;
  }

  const DriveArgs& args_;
  RigidTransform X_MB_;
  std::vector<world::ElementReader> elements_;
  SteeredVehicle& vehicle_;
};

/// Reads the <wheel>s of a drive; false after an error.
bool ReadSteeredVehicle(const DriveArgs& args, SteeredVehicle* vehicle) {
  return VehicleReader(args, vehicle).Read();
}

BaseFrame FindBaseFrame(const DriveArgs& args) {
  const world::Model& model = args.world.model(args.model);
  const int first = args.world.layout(args.model).links.first;
  const std::string name = args.element.Text("base_frame");
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (model.links[i].name == name) return {first + static_cast<int>(i), RigidTransform()};
  }
  for (const world::Frame& frame : model.frames) {
    if (frame.name == name) return {first + frame.link, frame.X_LF};
  }
  return {first, RigidTransform()};
}

/// The true velocity of the base in its own axes, as a substitute for a rover's visual odometry.
/// Only <true_speed_control> uses it; everything else in a drive reads joints only.
PlanarTwist TrueTwist(const physics::State& state, const BaseFrame& base) {
  const auto link = static_cast<std::size_t>(base.link);
  const RigidTransform& X_WL = state.X_WL[link];
  const surefoot::Twist V_WB_W = Shifted(state.V_WL_W[link], X_WL.q * base.X_LB.p);
  const Quaterniond q_BW = (X_WL.q * base.X_LB.q).conjugate();
  const Vector3d v_WB_B = q_BW * V_WB_W.v;
  return {v_WB_B.x(), v_WB_B.y(), (q_BW * V_WB_W.w).z()};
}

using msgs::std_msgs::Float64MultiArray;

/// Largest steering angle (rad): the tangent of a right angle is infinite.
constexpr double kMaxAngle = 1.57;

/// Speed of the wheels while their pivots turn, by the largest error of the pivots (rad): full
/// speed up to `slow`, standstill from `stop` on, linear in between. A wheel that rolls in a wrong
/// direction scrubs.
struct Waiting {
  double slow = 0.05;
  double stop = 0.25;

  double ShareAt(double error) const {
    if (error <= slow) return 1.0;
    return error >= stop ? 0.0 : (stop - error) / (stop - slow);
  }
};

Waiting ReadWaiting(const world::ElementReader& element) {
  Waiting waiting;
  waiting.slow = element.Number("slow_angle", waiting.slow, 0.0, world::kInfinity);
  waiting.stop =
      element.Number("stop_angle", std::max(waiting.stop, waiting.slow), 0.0, world::kInfinity);
  if (waiting.stop < waiting.slow) {
    element.Error("stop_angle", "must not be below slow_angle", element.Text("stop_angle"),
                  "wheels slow down from slow_angle on and stand from stop_angle on");
    waiting.stop = waiting.slow;
  }
  return waiting;
}

class SteeredWheels final : public SteeredBase {
 public:
  SteeredWheels(const DriveArgs& args, SteeredVehicle vehicle)
      : SteeredBase(args, vehicle.joints, vehicle.pivots),
        vehicle_(std::move(vehicle)),
        base_(FindBaseFrame(args)),
        waiting_(ReadWaiting(args.element)),
        control_(ReadSpeedControl(args.element)) {
    for (const DriveJoint& pivot : vehicle_.pivots) angle_.push_back(InitialPosition(args, pivot));
    desired_ = target_ = angle_;
    ReadFixedAngles(args);
    ListenToAckermann(args);
    ListenToAngles(args);
  }

 protected:
  void Command(const PlanarTwist& command, const DriveView& view,
               physics::Inputs* inputs) override {
    ChooseWay(twist().At(view.time_ns));
    const double share = waiting_.ShareAt(Steer(view, inputs));
    const double desired = fixed_ ? command.x : Along(command);
    const double actual = control_.spec().on ? Actual(view) : desired;
    const double tread = share * control_.Tread(desired, actual, share < 1.0, view.step);
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      wheels().Speed(i, TreadOf(i, tread, view) / vehicle_.wheels[i].radius, view, inputs);
    }
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    TwistFit fit;
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      const double rolled = vehicle_.wheels[i].radius * TakeTurned(i, view);
      double middle = 0.0;
      double turned = 0.0;
      if (const int pivot = vehicle_.pivot_of[i]; pivot >= 0) {
        const double now = pivots().Reading(At(pivot), view).q;
        const double before = std::exchange(angle_[At(pivot)], now);
        middle = 0.5 * (now + before);
        turned = now - before;
      }
      fit.Add(vehicle_.wheels[i], middle, rolled, turned);
    }
    const PlanarTwist way = fit.Solve();
    return {way.x, way.y, way.turn};
  }

  PlanarTwist Speed(const DriveView& view) const override {
    TwistFit fit;
    for (std::size_t i = 0; i < wheels().size(); ++i) {
      const JointReading pivot = PivotReading(i, view);
      const double rolling = vehicle_.wheels[i].radius * wheels().Reading(i, view).v;
      fit.Add(vehicle_.wheels[i], pivot.q, rolling, pivot.v);
    }
    return fit.Solve();
  }

  void ArchiveSteering(StateArchive* archive) override {
    archive->Items(&angle_, &desired_, &target_, &way_, &has_way_, &fixed_, &control_);
  }

  /// The angle is that of a virtual wheel in the middle of the front; the centre of rotation has
  /// x = center_x.
  std::string TakeAckermann(double speed, double angle, SimTimeNs time_ns) override {
    const double lever = vehicle_.front_x - vehicle_.center_x;
    if (!(lever > 0.0)) return "no wheel is ahead of the middle; send a Twist";
    const double turn = std::tan(std::clamp(angle, -kMaxAngle, kMaxAngle)) / lever;
    const PlanarTwist way{1.0, -turn * vehicle_.center_x, turn};
    SetWay(way);
    fixed_ = false;
    twist().SetOther({speed, speed * way.y, speed * way.turn}, time_ns);
    return {};
  }

 private:
  static std::size_t At(int index) { return static_cast<std::size_t>(index); }

  void ReadFixedAngles(const DriveArgs& args) {
    fixed_ = args.element.Has("fixed_angles");
    if (!fixed_) return;
    SetAngles(args.element.Numbers("fixed_angles", static_cast<int>(pivots().size()), desired_));
  }

  void ListenToAngles(const DriveArgs& args) {
    for (const std::string& topic : TopicNames(args, "steering_topic", "steering_cmd")) {
      twist().input().Listen<Float64MultiArray>(
          args, "steering_topic", topic,
          [this](const Float64MultiArray& message, SimTimeNs) { return Take(message); });
    }
  }

  /// Sets the angles of the pivots; an empty message returns steering to Twists.
  std::string Take(const Float64MultiArray& message) {
    if (!message.data.empty() && message.data.size() != pivots().size()) {
      return std::to_string(message.data.size()) + " angles for " +
             std::to_string(pivots().size()) + " steering joints";
    }
    const auto finite = [](double angle) { return std::isfinite(angle); };
    if (!std::all_of(message.data.begin(), message.data.end(), finite)) {
      return "an angle is not finite";
    }
    fixed_ = !message.data.empty();
    if (fixed_) SetAngles(message.data);
    return {};
  }

  void SetAngles(const std::vector<double>& angles) {
    for (std::size_t i = 0; i < vehicle_.wheels.size(); ++i) {
      const int pivot = vehicle_.pivot_of[i];
      if (pivot < 0) continue;
      const SteeredWheel& wheel = vehicle_.wheels[i];
      desired_[At(pivot)] = std::clamp(angles[At(pivot)], wheel.lower, wheel.upper);
    }
  }

  /// From the command before speed limits, which must not change the path. A vehicle that stops
  /// keeps its steering angles.
  void ChooseWay(const PlanarTwist& command) {
    if (!twist().is_other()) SetWay(command);
    if (fixed_ || !has_way_) return;
    for (std::size_t i = 0; i < vehicle_.wheels.size(); ++i) {
      const int pivot = vehicle_.pivot_of[i];
      if (pivot < 0) continue;
      desired_[At(pivot)] = ChooseAngle(vehicle_.wheels[i], way_, desired_[At(pivot)]);
    }
  }

  void SetWay(const PlanarTwist& twist) {
    const double size = std::sqrt(Dot(twist, twist));
    if (!(size > 0.0)) return;
    has_way_ = true;
    way_ = {twist.x / size, twist.y / size, twist.turn / size};
  }

  double Dot(const PlanarTwist& a, const PlanarTwist& b) const {
    return a.x * b.x + a.y * b.y + vehicle_.arm * vehicle_.arm * a.turn * b.turn;
  }
  double Along(const PlanarTwist& twist) const { return has_way_ ? Dot(twist, way_) : 0.0; }

  double Actual(const DriveView& view) const {
    const PlanarTwist actual = TrueTwist(view.state, base_);
    return fixed_ ? actual.x : Along(actual);
  }

  /// Commands the pivots; returns the largest remaining error (rad).
  double Steer(const DriveView& view, physics::Inputs* inputs) {
    const double step = max_steering_step(view);
    double farthest = 0.0;
    for (std::size_t i = 0; i < pivots().size(); ++i) {
      target_[i] += std::clamp(desired_[i] - target_[i], -step, step);
      farthest = std::max(farthest, std::abs(desired_[i] - pivots().Reading(i, view).q));
      pivots().Position(i, target_[i], view, inputs);
    }
    return farthest;
  }

  /// Ground speed of one wheel (m/s) at the current angle of its pivot.
  double TreadOf(std::size_t i, double tread, const DriveView& view) const {
    const SteeredWheel& wheel = vehicle_.wheels[i];
    const JointReading pivot = PivotReading(i, view);
    if (fixed_) return std::cos(wheel.DirectionAt(pivot.q)) < 0.0 ? -tread : tread;
    const PlanarTwist twist{tread * way_.x, tread * way_.y, tread * way_.turn};
    return GroundSpeed(wheel, twist, pivot.q, pivot.v);
  }

  JointReading PivotReading(std::size_t wheel, const DriveView& view) const {
    const int pivot = vehicle_.pivot_of[wheel];
    return pivot < 0 ? JointReading() : pivots().Reading(At(pivot), view);
  }

  SteeredVehicle vehicle_;
  BaseFrame base_;
  Waiting waiting_;
  SpeedControl control_;
  /// Angles of the pivots at the last odometry (rad).
  std::vector<double> angle_;
  /// Desired angles of the pivots, and commanded angles after max_steering_rate (rad).
  std::vector<double> desired_;
  std::vector<double> target_;
  /// Direction of motion: a twist of size 1, with rotation weighted by arm.
  PlanarTwist way_;
  bool has_way_ = false;
  /// Whether the angles were set individually; then all wheels turn at the same speed.
  bool fixed_ = false;
};

std::unique_ptr<Drive> MakeSteeredWheels(const DriveArgs& args) {
  SteeredVehicle vehicle;
  if (!ReadSteeredVehicle(args, &vehicle)) return nullptr;
  args.element.Allow({"wheel_radius", "true_speed_control"});
  return std::make_unique<SteeredWheels>(args, std::move(vehicle));
}

}  // namespace

DriveKind SteeredWheelsKind() {
  return SteeredBase::Kind(
      "wheels that are steered individually: arcs, crab, turning on the spot; <true_speed_control> "
      "uses the true speed",
      MakeSteeredWheels, ", std_msgs/msg/Float64MultiArray on steering_cmd");
}

}  // namespace surefoot::drives
