/// An incremental encoder on a joint: std_msgs/Int64 ticks, and sensor_msgs/JointState with the
/// position and the velocity that the ticks tell.

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/joint/tick_counter.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

constexpr double kTwoPi = 6.283185307179586;

TickCounterSpec ReadTicks(const world::ElementReader& element, bool is_angle) {
  TickCounterSpec spec;
  const double per_turn = element.Number("ticks_per_revolution", 1024.0, 1.0, 1e9);
  const double per_metre = element.Number("ticks_per_metre", 10000.0, 1e-3, 1e12);
  const double gear = element.Number("gear_ratio", 1.0, 1e-6, 1e6);
  spec.ticks_per_unit = (is_angle ? per_turn / kTwoPi : per_metre) * gear;
  if (element.Flag("inverted", false)) spec.ticks_per_unit = -spec.ticks_per_unit;
  spec.missed = element.Number("missed_ticks", 0.0, 0.0, 1.0);
  spec.extra = element.Number("extra_ticks", 0.0, 0.0, 1.0);
  return spec;
}

class Encoder final : public Sensor {
 public:
  Encoder(const SensorArgs& args, const JointCoordinate& coordinate)
      : q_(coordinate.q),
        counter_(ReadTicks(args.element, coordinate.is_angle)),
        stream_(args.place.seed, args.place.name) {
    const std::string usual = OwnName(args.place);
    ticks_topic_ = args.topics->Add<msgs::std_msgs::Int64>(args.place.TopicFor(usual, "ticks"));
    state_topic_ =
        args.topics->Add<msgs::sensor_msgs::JointState>(args.place.TopicFor(usual, "joint_state"));
    const long long window = args.element.Integer("velocity_window", 1, 1, 10000);
    earlier_.resize(static_cast<std::size_t>(window));
    WarnMisspelt(args, {"joint", "axis", "ticks_per_revolution", "ticks_per_metre", "gear_ratio",
                        "inverted", "missed_ticks", "extra_ticks", "velocity_window"});
    state_.header.frame_id = args.place.frame_id;
    state_.name.push_back(coordinate.name);
    state_.position.resize(1);
    state_.velocity.resize(1);
  }

  bool observes() const override { return true; }
  void Observe(const Truth& truth) override {
    if (!counter_.started()) {
      for (Reading& reading : earlier_) reading.time_ns = truth.time_ns - ToNanoseconds(truth.step);
    }
    counter_.Update(truth.state.q[q_], &stream_);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double position = counter_.position();
    Reading& oldest = earlier_[next_];
    ticks_.data = counter_.ticks();
    state_.header.stamp = msgs::ToTime(truth.time_ns);
    state_.position[0] = position;
    state_.velocity[0] = (position - oldest.position) / ToSeconds(truth.time_ns - oldest.time_ns);
    oldest = Reading{position, truth.time_ns};
    next_ = (next_ + 1) % earlier_.size();
  }

  void Publish(SensorTopics* topics) override {
    topics->Publish(ticks_topic_, ticks_);
    topics->Publish(state_topic_, state_);
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&counter_, &stream_, &next_);
    archive->Each(&earlier_);
    archive->Require(next_ < earlier_.size());
  }

 private:
  struct Reading {
    double position = 0.0;
    SimTimeNs time_ns = 0;
  };

  std::size_t q_;
  TickCounter counter_;
  RandomStream stream_;
  int ticks_topic_ = 0;
  int state_topic_ = 0;
  /// The last samples, a ring; the oldest is at next_.
  std::vector<Reading> earlier_;
  std::size_t next_ = 0;
  msgs::std_msgs::Int64 ticks_;
  msgs::sensor_msgs::JointState state_;
};

}  // namespace

SensorKind EncoderKind() {
  SensorKind kind;
  kind.types = {"encoder", "wheel_encoder"};
  kind.help = "ticks of an incremental encoder on a joint";
  kind.messages = {"std_msgs/msg/Int64", "sensor_msgs/msg/JointState"};
  kind.usual_rate = 50.0;
  kind.make = [](const SensorArgs& args) -> std::unique_ptr<Sensor> {
    JointCoordinate coordinate;
    if (!ChosenCoordinate(args, &coordinate)) return nullptr;
    return std::make_unique<Encoder>(args, coordinate);
  };
  return kind;
}

}  // namespace surefoot::sensors
