/// Dead reckoning from the wheels of the two sides: nav_msgs/Odometry. Its errors are systematic
/// (wrong radii and track), random (slip) and those of the encoders (ticks).

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::sensors {
namespace {

constexpr double kTwoPi = 6.283185307179586;
/// Variance of z, roll and pitch, which planar odometry does not estimate. A large number, as
/// robot_localization and others expect, because 0 would state that they are exact.
constexpr double kUnknown = 1e6;

/// Standard deviations of random errors. Variances grow in proportion to distance and rotation, so
/// that the error of a path does not depend on the sampling rate (the odometry motion model of
/// probabilistic robotics).
struct SlipSpec {
  /// m after 1 m; m after a rotation of 1 rad; m to the side after 1 m.
  double ahead_by_distance = 0.0;
  double ahead_by_turn = 0.0;
  double left_by_distance = 0.0;
  /// rad after a rotation of 1 rad; rad after 1 m.
  double turn_by_turn = 0.0;
  double turn_by_distance = 0.0;

  Vector3d Variances(const PlanarMotion& motion) const {
    const double way = std::abs(motion.ahead);
    const double turn = std::abs(motion.turn);
    return Vector3d(
        ahead_by_distance * ahead_by_distance * way + ahead_by_turn * ahead_by_turn * turn,
        left_by_distance * left_by_distance * way,
        turn_by_turn * turn_by_turn * turn + turn_by_distance * turn_by_distance * way);
  }
};

SlipSpec ReadSlip(const world::ElementReader& element) {
  SlipSpec slip;
  slip.ahead_by_distance = element.Number("distance_noise", 0.0, 0.0, 100.0);
  slip.ahead_by_turn = element.Number("distance_turn_noise", 0.0, 0.0, 100.0);
  slip.left_by_distance = element.Number("sideways_noise", 0.0, 0.0, 100.0);
  slip.turn_by_turn = element.Number("turn_noise", 0.0, 0.0, 100.0);
  slip.turn_by_distance = element.Number("turn_distance_noise", 0.0, 0.0, 100.0);
  return slip;
}

/// Wheels of one side.
struct Side {
  std::vector<std::size_t> q;
  /// The radius that odometry assumes (m).
  double radius = 0.0;
  /// Angle at the last sample (rad).
  double last = 0.0;

  /// Mean angle of the wheels, in whole ticks where there are encoders.
  double Angle(const physics::State& state, double tick) const {
    double sum = 0.0;
    for (std::size_t i : q) {
      sum += tick > 0.0 ? std::floor(state.q[i] / tick) * tick : state.q[i];
    }
    return sum / static_cast<double>(q.size());
  }
};

struct Geometry {
  Side left;
  Side right;
  double track = 0.0;
};

bool ReadSide(const SensorArgs& args, const std::string& name, std::vector<int>* joints,
              Side* side) {
  *joints = NamedJoints(args, name);
  if (joints->empty()) {
    if (!args.element.Has(name)) args.element.Error(name, "name the joint of a wheel here");
    return false;
  }
  for (int& joint : *joints) {
    const std::vector<JointCoordinate> coordinates = CoordinatesOf(args.world, joint);
    if (coordinates.size() != 1 || !coordinates[0].is_angle) {
      args.element.Error(name, "a wheel turns on a revolute or continuous joint",
                         world::JointTypeName(args.world.joint_spec(joint).type));
      return false;
    }
    side->q.push_back(coordinates[0].q);
    joint -= args.world.layout(args.place.model).joints.first;
  }
  return true;
}

bool ReadGeometry(const SensorArgs& args, Geometry* geometry) {
  const world::Model& model = args.world.model(args.place.model);
  std::vector<int> left;
  std::vector<int> right;
  const bool good = ReadSide(args, "left_joint", &left, &geometry->left);
  if (!ReadSide(args, "right_joint", &right, &geometry->right) || !good) return false;
  const double radius = world::WheelRadius(model, left.front()).value_or(0.0);
  const double track = world::TrackOf(model, left, right);
  constexpr double kMin = 1e-4;
  geometry->left.radius = args.element.Number("wheel_radius", radius);
  geometry->track = args.element.Number("wheel_separation", track);
  const auto check = [&](const char* name, double value) {
    if (value >= kMin && value <= 1e4) return true;
    args.element.Error(
        name, "must be between 1e-4 and 1e4 m; it cannot be derived from the model's shapes",
        std::to_string(value), "write <surefoot:" + std::string(name) + ">");
    return false;
  };
  geometry->right.radius = geometry->left.radius;
  return check("wheel_radius", geometry->left.radius) && check("wheel_separation", geometry->track);
}

class WheelOdometry final : public MessageSensor<msgs::nav_msgs::Odometry> {
 public:
  WheelOdometry(const SensorArgs& args, Geometry geometry)
      : MessageSensor(args, args.place.TopicFor("wheel_odometry")),
        geometry_(std::move(geometry)),
        slip_(ReadSlip(args.element)),
        stream_(args.place.seed, args.place.name) {
    const double ticks = args.element.Number("ticks_per_revolution", 0.0, 0.0, 1e9) *
                         args.element.Number("gear_ratio", 1.0, 1e-6, 1e6);
    if (ticks > 0.0) tick_ = kTwoPi / ticks;
    DrawErrors(args.element);
    const std::string frame = args.element.Text("odom_frame", "odom");
    WarnMisspelt(args);
    const bool whole = !frame.empty() && frame[0] == '/';
    const std::string& model = args.world.instance(args.place.model).name;
    message_.header.frame_id = whole ? frame.substr(1) : model + "/" + frame;
    message_.child_frame_id = args.place.frame_id;
    for (std::size_t i : {2u, 3u, 4u}) {
      message_.pose.covariance[7 * i] = kUnknown;
      message_.twist.covariance[7 * i] = kUnknown;
    }
  }

  /// One step is enough: the angles from which the wheels start.
  bool observes() const override { return !started_; }
  void Observe(const Truth& truth) override {
    started_ = true;
    last_ns_ = truth.time_ns - ToNanoseconds(truth.step);
    for (Side* side : {&geometry_.left, &geometry_.right}) {
      side->last = side->Angle(truth.state, tick_);
    }
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    PlanarMotion motion = FromWheels(Travel(truth.state, &geometry_.left),
                                     Travel(truth.state, &geometry_.right), geometry_.track);
    const Vector3d variances = slip_.Variances(motion);
    motion.ahead += std::sqrt(variances[0]) * stream_.Normal();
    motion.left += std::sqrt(variances[1]) * stream_.Normal();
    motion.turn += std::sqrt(variances[2]) * stream_.Normal();
    covariance_ = MovedCovariance(pose_, motion, covariance_, variances.asDiagonal());
    pose_ = Moved(pose_, motion);
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    FillPose();
    FillTwist(motion, variances, ToSeconds(truth.time_ns - last_ns_));
    last_ns_ = truth.time_ns;
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&started_, &last_ns_, &geometry_.left.last, &geometry_.right.last, &pose_,
                   &covariance_, &stream_);
  }

 private:
  /// Systematic errors, drawn once per run. At least 1 % of a radius remains, so that it is
  /// positive.
  void DrawErrors(const world::ElementReader& element) {
    const auto scale = [&](double error, double spread) {
      return std::max(0.01, 1.0 + error + spread * stream_.Normal());
    };
    const double radius = element.Number("radius_error", 0.0, -0.9, 10.0);
    const double radius_spread = element.Number("radius_error_stddev", 0.0, 0.0, 1.0);
    geometry_.left.radius *= scale(radius, radius_spread);
    geometry_.right.radius *= scale(radius, radius_spread);
    geometry_.track *= scale(element.Number("track_error", 0.0, -0.9, 10.0),
                             element.Number("track_error_stddev", 0.0, 0.0, 1.0));
  }

  /// Distance of a side since the last sample (m).
  double Travel(const physics::State& state, Side* side) const {
    const double angle = side->Angle(state, tick_);
    const double travel = (angle - side->last) * side->radius;
    side->last = angle;
    return travel;
  }

  void FillPose() {
    message_.pose.pose = msgs::ToPose(
        RigidTransform(QuaternionFromRpy(0.0, 0.0, pose_.yaw), Vector3d(pose_.x, pose_.y, 0.0)));
    const std::size_t rows[] = {0, 1, 5};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        message_.pose.covariance[6 * rows[i] + rows[j]] = covariance_(i, j);
      }
    }
  }

  void FillTwist(const PlanarMotion& motion, const Vector3d& variances, double dt) {
    message_.twist.twist.linear.x = motion.ahead / dt;
    message_.twist.twist.linear.y = motion.left / dt;
    message_.twist.twist.angular.z = motion.turn / dt;
    // The travel of a side is the difference of two rounded angles, each with the variance
    // tick^2 / 12 of a uniform distribution; averaging over the wheels of the side divides it.
    const double rounded = tick_ * geometry_.left.radius;
    const double of_side = rounded * rounded / 6.0 / static_cast<double>(geometry_.left.q.size());
    const double per_second = 1.0 / (dt * dt);
    message_.twist.covariance[0] = (variances[0] + of_side / 2.0) * per_second;
    message_.twist.covariance[7] = variances[1] * per_second;
    message_.twist.covariance[35] =
        (variances[2] + 2.0 * of_side / (geometry_.track * geometry_.track)) * per_second;
  }

  Geometry geometry_;
  SlipSpec slip_;
  /// Angle of an encoder tick (rad); 0: wheels are read exactly.
  double tick_ = 0.0;
  RandomStream stream_;
  bool started_ = false;
  /// Time of the last sample.
  SimTimeNs last_ns_ = 0;
  PlanarPose pose_;
  Eigen::Matrix3d covariance_ = Eigen::Matrix3d::Zero();
};

}  // namespace

SensorKind WheelOdometryKind() {
  SensorKind kind;
  kind.types = {"wheel_odometry"};
  kind.help = "dead reckoning from the wheels, with slip and wrong radii";
  kind.messages = {"nav_msgs/msg/Odometry"};
  kind.usual_rate = 50.0;
  kind.make = [](const SensorArgs& args) -> std::unique_ptr<Sensor> {
    Geometry geometry;
    if (!ReadGeometry(args, &geometry)) return nullptr;
    return std::make_unique<WheelOdometry>(args, std::move(geometry));
  };
  return kind;
}

}  // namespace surefoot::sensors
