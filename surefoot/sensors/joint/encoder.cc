/// An incremental encoder on a joint: std_msgs/Int64 ticks, and sensor_msgs/JointState with
/// position and velocity computed from the ticks.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

struct TickCounterSpec {
  /// Ticks per rad (or m) of the joint; negative when it counts backwards.
  double ticks_per_unit = 1.0;
  /// Probability that a tick is missed, and that it is counted twice.
  double missed = 0.0;
  double extra = 0.0;
};

/// A sample of the binomial distribution. Above 100 events it is approximated by the normal
/// distribution, so that a fast encoder costs no more random numbers than a slow one.
std::int64_t DrawCount(std::int64_t count, double probability, RandomStream* stream) {
  if (probability <= 0.0 || count <= 0) return 0;
  constexpr std::int64_t kFewEnoughToDrawEach = 100;
  if (count <= kFewEnoughToDrawEach) {
    std::int64_t happened = 0;
    for (std::int64_t i = 0; i < count; ++i) happened += stream->Uniform() < probability ? 1 : 0;
    return happened;
  }
  const double n = static_cast<double>(count);
  const double spread = std::sqrt(n * probability * (1.0 - probability));
  const double drawn = std::round(n * probability + spread * stream->Normal());
  return static_cast<std::int64_t>(std::clamp(drawn, 0.0, n));
}

/// Number of the edge at or below a coordinate. Limited to what a double counts exactly.
std::int64_t EdgeBelow(double q, double ticks_per_unit) {
  constexpr double kMax = 1e15;
  return static_cast<std::int64_t>(std::clamp(std::floor(q * ticks_per_unit), -kMax, kMax));
}

/// Counts edges of a joint's coordinate, from zero at its first reading. Edges are fixed on the
/// joint, so moving forth and back returns to the same count.
class TickCounter {
 public:
  explicit TickCounter(const TickCounterSpec& spec) : spec_(spec) {}

  bool started() const { return started_; }

  void Update(double q, RandomStream* stream) {
    const std::int64_t edge = EdgeBelow(q, spec_.ticks_per_unit);
    if (!started_) edge_ = edge;
    started_ = true;
    const std::int64_t passed = std::abs(edge - edge_);
    const std::int64_t seen =
        passed - DrawCount(passed, spec_.missed, stream) + DrawCount(passed, spec_.extra, stream);
    ticks_ += edge < edge_ ? -seen : seen;
    edge_ = edge;
  }

  std::int64_t ticks() const { return ticks_; }
  /// The coordinate's change since the start according to the ticks (rad or m).
  double position() const { return static_cast<double>(ticks_) / spec_.ticks_per_unit; }

  void Archive(StateArchive* archive) { archive->Items(&started_, &edge_, &ticks_); }

 private:
  TickCounterSpec spec_;
  bool started_ = false;
  /// Edge at or below the last reading.
  std::int64_t edge_ = 0;
  std::int64_t ticks_ = 0;
};

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
    WarnMisspelt(args);
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
  /// Ring of the last samples, for the velocity over a window; the oldest is at next_.
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
