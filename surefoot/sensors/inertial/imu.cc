/// Inertial sensors, both sensor_msgs/Imu: an IMU with gyroscope, accelerometer and an optional
/// orientation, and a single accelerometer, which reports specific force only.

#include <cmath>
#include <vector>

#include "surefoot/math/quaternion_array.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/low_pass.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/inertial/imu_spec.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {
namespace {

/// Angular velocity and specific force at an ideal inertial sensor, from step to step.
class StepMotion {
 public:
  /// Means over one step, in the sensor's frame.
  struct StepMean {
    /// Angular velocity (rad/s) whose integral over the step is the rotation of the step.
    Vector3d w_S = Vector3d::Zero();
    /// Specific force: acceleration minus gravity (m/s^2); at rest it is +g upwards.
    Vector3d f_S = Vector3d::Zero();
  };

  /// Call after each step. The rate comes from the change of the pose, so that an integrator of the
  /// rates recovers the orientation. The force comes from the change of the sensor point's velocity
  /// (which includes centripetal and tangential acceleration), rotated by the attitude at mid-step.
  /// Both have an error of second order in the step.
  StepMean Step(const SensorPlace& place, const Truth& truth);
  /// Call when the state was set from outside: otherwise the jump would read as an acceleration.
  void JumpTo(const SensorPlace& place, const physics::State& state);

  void Archive(StateArchive* archive);

 private:
  /// Pose and velocity at the end of the last step. A model begins at rest.
  bool known_ = false;
  Quaterniond q_WS_ = Quaterniond::Identity();
  Vector3d v_WS_W_ = Vector3d::Zero();
};

/// Reduces the values of all steps of a sampling period to one: their mean, the last one, or, where
/// there is a bandwidth, the output of the low-pass filter.
class MotionSampler {
 public:
  enum class Without { kMean, kLast };

  /// `without`: the output for a spec that has no bandwidth.
  explicit MotionSampler(const noise::LowPassSpec& spec, Without without = Without::kMean)
      : spec_(spec), without_(without), filter_(spec) {}

  void Step(const Vector3d& value, double dt);
  /// The value of the period, which ends; a period without a step repeats the last value.
  Vector3d Take();

  void Archive(StateArchive* archive);

 private:
  noise::LowPassSpec spec_;
  Without without_;
  noise::LowPass filter_;
  Vector3d sum_ = Vector3d::Zero();
  Vector3d out_ = Vector3d::Zero();
  std::int64_t count_ = 0;
};

/// A rotation of nearly pi (rad) in a step is ambiguous in its direction; beyond this limit the
/// angular velocity of the state is used instead of the change of the pose.
constexpr double kMaxTurn = 2.5;

/// Rotation vector (logarithm of the unit quaternion) of a rotation of at most pi. Near 0 its first
/// order, because the quotient loses its digits there.
Vector3d RotationVector(const Quaterniond& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const double sine = q.vec().norm();
  if (sine < 1e-8) return 2.0 * sign * q.vec();
  return sign * q.vec() * (2.0 * std::atan2(sine, std::abs(q.w())) / sine);
}

/// The rotation halfway between two; the normalized sum is slerp at 1/2.
Quaterniond Middle(const Quaterniond& a, const Quaterniond& b) {
  const double sign = a.dot(b) < 0.0 ? -1.0 : 1.0;
  Quaterniond middle;
  middle.coeffs() = a.coeffs() + sign * b.coeffs();
  return middle.normalized();
}

StepMotion::StepMean StepMotion::Step(const SensorPlace& place, const Truth& truth) {
  const Quaterniond q_WS = place.X_WS(truth.state).q;
  const Twist V_WS_W = place.V_WS_W(truth.state);
  const bool by_pose = known_ && V_WS_W.w.norm() * truth.step < kMaxTurn;
  const Quaterniond middle = by_pose ? Middle(q_WS_, q_WS) : q_WS;
  StepMean mean;
  mean.w_S = by_pose ? Vector3d(RotationVector(q_WS_.conjugate() * q_WS) / truth.step)
                     : Vector3d(q_WS.conjugate() * V_WS_W.w);
  const Vector3d a_WS_W = (V_WS_W.v - v_WS_W_) / truth.step;
  mean.f_S = middle.conjugate() * (a_WS_W - truth.inputs.gravity_W);
  known_ = true;
  q_WS_ = q_WS;
  v_WS_W_ = V_WS_W.v;
  return mean;
}

void StepMotion::JumpTo(const SensorPlace& place, const physics::State& state) {
  known_ = true;
  q_WS_ = place.X_WS(state).q;
  v_WS_W_ = place.V_WS_W(state).v;
}

void StepMotion::Archive(StateArchive* archive) {
  archive->Items(&known_, &q_WS_.coeffs(), &v_WS_W_);
}

void MotionSampler::Step(const Vector3d& value, double dt) {
  if (!spec_.IsNone()) {
    filter_.Step(value, dt);
  } else if (without_ == Without::kLast) {
    out_ = value;
  } else {
    sum_ += value;
    ++count_;
  }
}

Vector3d MotionSampler::Take() {
  if (!spec_.IsNone()) return filter_.output();
  if (count_ > 0) out_ = sum_ / static_cast<double>(count_);
  sum_.setZero();
  count_ = 0;
  return out_;
}

void MotionSampler::Archive(StateArchive* archive) {
  archive->Items(&sum_, &out_, &count_, &filter_);
  archive->Require(count_ >= 0);
}

constexpr double kPi = 3.14159265358979323846;

/// R_RW of the frame R with z along `z_W` and x as near to `x_W` as that allows.
Quaterniond GravityFrame(const Vector3d& z_W, const Vector3d& x_W) {
  const Vector3d z = z_W.normalized();
  Vector3d x = x_W - x_W.dot(z) * z;
  if (x.norm() < 1e-6) x = z.unitOrthogonal();
  Matrix3d R_WR;
  R_WR.col(0) = x.normalized();
  R_WR.col(2) = z;
  R_WR.col(1) = z.cross(R_WR.col(0));
  return Quaterniond(Matrix3d(R_WR.transpose()));
}

void WarnOfParent(const world::ElementReader& frame, const std::string& name) {
  const std::string parent = frame.Text(name + "/parent_frame");
  if (parent.empty() || parent == "world") return;
  frame.Warning(name, "only the world can be the parent frame; the world is used", parent,
                "write it without parent_frame, as seen from the world");
}

/// R_EW: rotates vectors from W to east, north, up. The heading is SDF's <heading_deg>.
Quaterniond RotationEnuFromWorld(const world::World& world) {
  const auto& place = world.spec().spherical_coordinates;
  return QuaternionFromRpy(0.0, 0.0, place ? place->heading_deg * kPi / 180.0 : 0.0);
}

/// R_RW for SDF's <orientation_reference_frame>: R is the frame that an IMU's orientation refers
/// to. The default is ENU (REP 103, REP 145).
Quaterniond ReadReferenceFrame(const world::ElementReader& element, const world::World& world) {
  const world::ElementReader frame = element.Child("imu/orientation_reference_frame");
  const std::string kind =
      frame.Choice("localization", {"CUSTOM", "NED", "ENU", "NWU", "GRAV_UP", "GRAV_DOWN"}, "ENU");
  const Quaterniond R_EW = RotationEnuFromWorld(world);
  if (kind == "ENU") return R_EW;
  if (kind == "NED") {
    Matrix3d R_NE;
    R_NE << 0, 1, 0, 1, 0, 0, 0, 0, -1;
    return Quaterniond(R_NE) * R_EW;
  }
  if (kind == "NWU") return QuaternionFromRpy(0.0, 0.0, -kPi / 2.0) * R_EW;
  if (kind == "CUSTOM") {
    WarnOfParent(frame, "custom_rpy");
    const Vector3d rpy = frame.Vector("custom_rpy", Vector3d::Zero());
    return QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()).conjugate();
  }
  WarnOfParent(frame, "grav_dir_x");
  const Vector3d up_W = world.spec().gravity_W.norm() > 0.0 ? Vector3d(-world.spec().gravity_W)
                                                            : Vector3d(Vector3d::UnitZ());
  const Vector3d x_W = frame.Vector("grav_dir_x", Vector3d::UnitX());
  return GravityFrame(kind == "GRAV_UP" ? up_W : Vector3d(-up_W), x_W);
}

/// Error of the orientation about one axis: white noise, or with a correlation time a first-order
/// Gauss-Markov process that starts in its stationary distribution.
noise::ScalarNoiseSpec OrientationNoise(const ImuSpec& spec, int axis) {
  const double stddev = axis == 2 ? spec.yaw_stddev : spec.tilt_stddev;
  noise::ScalarNoiseSpec noise;
  if (spec.orientation_time > 0.0) {
    noise.bias_stddev = stddev;
    noise.dynamic_bias_stddev = stddev;
    noise.dynamic_bias_correlation_time = spec.orientation_time;
  } else {
    noise.stddev = stddev;
  }
  return noise;
}

/// The topic by REP 145: imu/data is for messages with an orientation, imu/data_raw for those
/// without. A file that asks for raw messages has both topics.
std::string ImuTopic(const SensorArgs& args) {
  // The constructor reads the element again, and reports its errors.
  Problems ignored;
  const ImuSpec spec = ReadImuSpec(world::ElementReader(args.element.element(), &ignored));
  return args.place.TopicFor(spec.has_orientation || spec.raw ? "imu/data" : "imu/data_raw");
}

/// Angular velocity and specific force at the sensor's frame, with the errors of a device. The
/// orientation is the true one with an error: a device's attitude filter is not simulated.
class Imu final : public MessageSensor<msgs::sensor_msgs::Imu> {
 public:
  explicit Imu(const SensorArgs& args)
      : MessageSensor(args, ImuTopic(args)),
        spec_(ReadImuSpec(args.element)),
        stream_(place_.seed, place_.name),
        gyro_samples_(spec_.gyro.filter),
        force_samples_(spec_.accelerometer.filter),
        gyro_(spec_.gyro, &stream_),
        accelerometer_(spec_.accelerometer, &stream_),
        R_RW_(ReadReferenceFrame(args.element, args.world)) {
    WarnMisspelt(args);
    for (int i = 0; i < 3; ++i)
      orientation_noise_.emplace_back(OrientationNoise(spec_, i), &stream_);
    const std::string raw_topic = place_.TopicFor("imu/data") + "_raw";
    if (spec_.raw) raw_topic_ = args.topics->Add<msgs::sensor_msgs::Imu>(raw_topic);
    FillCovariance(spec_.gyro, place_.rate, message_.angular_velocity_covariance.data());
    FillCovariance(spec_.accelerometer, place_.rate,
                   message_.linear_acceleration_covariance.data());
    auto& covariance = message_.orientation_covariance;
    covariance[0] = covariance[4] = spec_.tilt_stddev * spec_.tilt_stddev;
    covariance[8] = spec_.yaw_stddev * spec_.yaw_stddev;
    // sensor_msgs/Imu: -1 in the first element says that the quantity is not measured.
    if (!spec_.has_orientation) covariance[0] = -1.0;
    raw_message_ = message_;
    raw_message_.orientation_covariance[0] = -1.0;
  }

  bool observes() const override { return true; }

  void Observe(const Truth& truth) override {
    const StepMotion::StepMean mean = motion_.Step(place_, truth);
    gyro_samples_.Step(mean.w_S, truth.step);
    force_samples_.Step(mean.f_S, truth.step);
  }

  void OnMoved(const physics::State& state) override { motion_.JumpTo(place_, state); }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double dt = 1.0 / place_.rate;
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.angular_velocity = msgs::ToVector3(gyro_.Apply(gyro_samples_.Take(), dt, &stream_));
    message_.linear_acceleration =
        msgs::ToVector3(accelerometer_.Apply(force_samples_.Take(), dt, &stream_));
    if (spec_.has_orientation) MeasureOrientation(truth, dt);
  }

  void Publish(SensorTopics* topics) override {
    MessageSensor::Publish(topics);
    if (raw_topic_ < 0 || !topics->IsSubscribed(raw_topic_)) return;
    raw_message_.header.stamp = message_.header.stamp;
    raw_message_.angular_velocity = message_.angular_velocity;
    raw_message_.linear_acceleration = message_.linear_acceleration;
    topics->Publish(raw_topic_, raw_message_);
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&stream_, &motion_, &gyro_samples_, &force_samples_, &gyro_, &accelerometer_);
    archive->Each(&orientation_noise_);
  }

 private:
  void MeasureOrientation(const Truth& truth, double dt) {
    Vector3d error;
    for (int i = 0; i < 3; ++i) {
      error[i] = orientation_noise_[static_cast<std::size_t>(i)].Apply(0.0, dt, &stream_);
    }
    const Quaterniond q_RS = R_RW_ * place_.X_WS(truth.state).q;
    const double angle = error.norm();
    const Quaterniond turn = angle > 0.0 ? Quaterniond(Eigen::AngleAxisd(angle, error / angle))
                                         : Quaterniond::Identity();
    message_.orientation = msgs::ToQuaternion((turn * q_RS).normalized());
  }

  ImuSpec spec_;
  RandomStream stream_;
  StepMotion motion_;
  MotionSampler gyro_samples_;
  MotionSampler force_samples_;
  noise::TriadError gyro_;
  noise::TriadError accelerometer_;
  std::vector<noise::ScalarNoise> orientation_noise_;
  Quaterniond R_RW_;
  int raw_topic_ = -1;
  msgs::sensor_msgs::Imu raw_message_;
};

noise::TriadErrorSpec ReadErrors(const world::ElementReader& element) {
  noise::TriadErrorSpec spec;
  ReadTriad(element, "accelerometer", &spec);
  return spec;
}

/// <average>: mean over the sampling period instead of the value of the last step.
MotionSampler::Without ReadAverage(const world::ElementReader& element) {
  const bool average = element.Flag("average", false);
  return average ? MotionSampler::Without::kMean : MotionSampler::Without::kLast;
}

class Accelerometer final : public MessageSensor<msgs::sensor_msgs::Imu> {
 public:
  explicit Accelerometer(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor(OwnName(args.place))),
        spec_(ReadErrors(args.element)),
        stream_(place_.seed, place_.name),
        samples_(spec_.filter, ReadAverage(args.element)),
        errors_(spec_, &stream_) {
    WarnMisspelt(args);
    FillCovariance(spec_, place_.rate, message_.linear_acceleration_covariance.data());
    // sensor_msgs/Imu: -1 says that the quantity is not measured.
    message_.orientation_covariance[0] = -1.0;
    message_.angular_velocity_covariance[0] = -1.0;
  }

  bool observes() const override { return true; }
  void Observe(const Truth& truth) override {
    samples_.Step(motion_.Step(place_, truth).f_S, truth.step);
  }
  void OnMoved(const physics::State& state) override { motion_.JumpTo(place_, state); }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.linear_acceleration =
        msgs::ToVector3(errors_.Apply(samples_.Take(), 1.0 / place_.rate, &stream_));
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&stream_, &motion_, &samples_, &errors_);
  }

 private:
  noise::TriadErrorSpec spec_;
  RandomStream stream_;
  StepMotion motion_;
  MotionSampler samples_;
  noise::TriadError errors_;
};

}  // namespace

SensorKind ImuKind() {
  SensorKind kind;
  kind.types = {"imu"};
  kind.help = "turn rates, specific force and orientation";
  kind.messages = {"sensor_msgs/msg/Imu"};
  kind.usual_rate = 100.0;
  kind.card = {"compass"};
  kind.fields = [](ErrorFields* fields) {
    const ImuSpec spec = ReadImuSpec(fields->reader());
    fields->Triad("gyro", "Gyroscope", "rad/s", spec.gyro);
    fields->Triad("accelerometer", "Accelerometer", "m/s^2", spec.accelerometer);
    fields->AxisNoise("angular_velocity.", "Rates", "rad/s", "imu/angular_velocity",
                      spec.gyro.sample_noise);
    fields->AxisNoise("linear_acceleration.", "Accelerations", "m/s^2", "imu/linear_acceleration",
                      spec.accelerometer.sample_noise);
  };
  kind.spellings = ImuSpellings();
  kind.make = [](const SensorArgs& args) { return std::make_unique<Imu>(args); };
  return kind;
}

SensorKind AccelerometerKind() {
  SensorKind kind;
  kind.types = {"accelerometer"};
  kind.help = "specific force along three axes";
  kind.messages = {"sensor_msgs/msg/Imu"};
  kind.usual_rate = 100.0;
  kind.fields = [](ErrorFields* fields) {
    fields->Triad("accelerometer", "Accelerometer", "m/s^2", ReadErrors(fields->reader()));
  };
  kind.make = [](const SensorArgs& args) { return std::make_unique<Accelerometer>(args); };
  return kind;
}

}  // namespace surefoot::sensors
