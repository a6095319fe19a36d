/// Gyro, accelerometer and, where it has one, orientation: sensor_msgs/Imu.

#include <vector>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/inertial/imu_spec.h"
#include "surefoot/sensors/inertial/motion_sampler.h"
#include "surefoot/sensors/inertial/reference_frame.h"
#include "surefoot/sensors/inertial/step_motion.h"
#include "surefoot/sensors/inertial/triad_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

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

class Imu final : public Sensor {
 public:
  explicit Imu(const SensorArgs& args)
      : place_(args.place),
        spec_(ReadImuSpec(args.element)),
        stream_(place_.seed, place_.name),
        gyro_samples_(spec_.gyro.filter),
        force_samples_(spec_.accelerometer.filter),
        gyro_(spec_.gyro, &stream_),
        accelerometer_(spec_.accelerometer, &stream_),
        R_RW_(ReadReferenceFrame(args.element, args.world)) {
    WarnMisspelt(args, {"preset", "gyro", "accelerometer", "orientation_error", "raw", "imu"});
    for (int i = 0; i < 3; ++i)
      orientation_noise_.emplace_back(OrientationNoise(spec_, i), &stream_);
    const std::string topic = place_.TopicFor("imu/data");
    topic_ = args.topics->Add<msgs::sensor_msgs::Imu>(topic);
    if (spec_.raw) raw_topic_ = args.topics->Add<msgs::sensor_msgs::Imu>(topic + "_raw");
    message_.header.frame_id = place_.frame_id;
    FillCovariance(spec_.gyro, place_.rate, message_.angular_velocity_covariance.data());
    FillCovariance(spec_.accelerometer, place_.rate,
                   message_.linear_acceleration_covariance.data());
    auto& covariance = message_.orientation_covariance;
    covariance[0] = covariance[4] = spec_.tilt_stddev * spec_.tilt_stddev;
    covariance[8] = spec_.yaw_stddev * spec_.yaw_stddev;
    if (!spec_.has_orientation) covariance[0] = -1.0;
    raw_message_ = message_;
    raw_message_.orientation_covariance[0] = -1.0;
  }

  bool observes() const override { return true; }

  void Observe(const Truth& truth) override {
    const StepMotion::Felt felt = motion_.Step(place_, truth);
    gyro_samples_.Step(felt.w_S, truth.step);
    force_samples_.Step(felt.f_S, truth.step);
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
    topics->Publish(topic_, message_);
    if (raw_topic_ < 0 || !topics->Wanted(raw_topic_)) return;
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

  const SensorPlace& place_;
  ImuSpec spec_;
  RandomStream stream_;
  StepMotion motion_;
  MotionSampler gyro_samples_;
  MotionSampler force_samples_;
  noise::TriadError gyro_;
  noise::TriadError accelerometer_;
  std::vector<noise::ScalarNoise> orientation_noise_;
  Quaterniond R_RW_;
  int topic_ = -1;
  int raw_topic_ = -1;
  msgs::sensor_msgs::Imu message_;
  msgs::sensor_msgs::Imu raw_message_;
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

}  // namespace surefoot::sensors
