/// Specific force along three axes, and nothing else.

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/inertial/motion_sampler.h"
#include "surefoot/sensors/inertial/step_motion.h"
#include "surefoot/sensors/inertial/triad_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

noise::TriadErrorSpec ReadErrors(const world::ElementReader& element) {
  noise::TriadErrorSpec spec;
  ReadTriad(element, "accelerometer", &spec);
  return spec;
}

MotionSampler::Without ReadAverage(const world::ElementReader& element) {
  const bool average = element.Flag("average", false);
  return average ? MotionSampler::Without::kMean : MotionSampler::Without::kLast;
}

class Accelerometer final : public Sensor {
 public:
  explicit Accelerometer(const SensorArgs& args)
      : place_(args.place),
        spec_(ReadErrors(args.element)),
        stream_(place_.seed, place_.name),
        samples_(spec_.filter, ReadAverage(args.element)),
        errors_(spec_, &stream_) {
    WarnMisspelt(args, {"accelerometer", "average"});
    topic_ = args.topics->Add<msgs::sensor_msgs::Imu>(place_.TopicFor(OwnName(place_)));
    message_.header.frame_id = place_.frame_id;
    FillCovariance(spec_, place_.rate, message_.linear_acceleration_covariance.data());
    // As the message has it for what is not measured.
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

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

  void Archive(StateArchive* archive) override {
    archive->Items(&stream_, &motion_, &samples_, &errors_);
  }

 private:
  const SensorPlace& place_;
  noise::TriadErrorSpec spec_;
  RandomStream stream_;
  StepMotion motion_;
  MotionSampler samples_;
  noise::TriadError errors_;
  int topic_ = -1;
  msgs::sensor_msgs::Imu message_;
};

}  // namespace

SensorKind AccelerometerKind() {
  SensorKind kind;
  kind.types = {"accelerometer"};
  kind.help = "specific force along three axes";
  kind.messages = {"sensor_msgs/msg/Imu"};
  kind.usual_rate = 100.0;
  kind.fields = [](ErrorFields* fields) {
    noise::TriadErrorSpec spec;
    ReadTriad(fields->reader(), "accelerometer", &spec);
    fields->Triad("accelerometer", "Accelerometer", "m/s^2", spec);
  };
  kind.make = [](const SensorArgs& args) { return std::make_unique<Accelerometer>(args); };
  return kind;
}

}  // namespace surefoot::sensors
