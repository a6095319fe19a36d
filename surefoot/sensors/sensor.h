#pragma once

/// What every sensor is to the step loop. docs/development/adding_a_sensor.md says how one is
/// added.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/registry.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/graph.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/physics/step_report.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/raycast/scene.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::render {
class Looks;
}

namespace surefoot::sensors {

/// All that a sensor may look at: the world after a step.
struct Truth {
  const world::World& world;
  const physics::State& state;
  const physics::StepReport& report;
  const physics::Inputs& inputs;
  /// Of the state, and the length of the step that led to it.
  SimTimeNs time_ns = 0;
  double step = 0.001;
  /// The scene with the poses of this step, for sensors that asked for it; else nullptr.
  const raycast::Scene* visuals = nullptr;
  const raycast::Scene* collisions = nullptr;
  /// Colours of the visuals, for sensors that see them; else nullptr.
  const render::Looks* looks = nullptr;
};

/// Where a sensor is and what it is called.
struct SensorPlace {
  /// World ids; joint is -1 for a link's sensor.
  int model = 0;
  int link = 0;
  int joint = -1;
  RigidTransform X_LS;
  /// "husky::base_link::imu": the key of its random stream.
  std::string name;
  /// Namespace of its topics, "/husky".
  std::string scope;
  /// Topic as the file says, without the namespace; empty: the sensor's usual one.
  std::string topic;
  /// For the messages' headers: "husky/base_link", or "husky/base_link/imu" when the sensor has a
  /// pose of its own, or what the file says.
  std::string frame_id;
  /// Samples per second; never 0.
  double rate = 0.0;
  std::uint64_t seed = 0;

  RigidTransform X_WS(const physics::State& state) const {
    return state.X_WL[static_cast<std::size_t>(link)] * X_LS;
  }
  /// Velocity of the sensor's frame, expressed in W.
  Twist V_WS_W(const physics::State& state) const {
    return Shifted(state.V_WL_W[static_cast<std::size_t>(link)],
                   state.X_WL[static_cast<std::size_t>(link)].q * X_LS.p);
  }
  /// Topic by its name in the namespace: TopicFor("imu") is "/husky/imu/data" when the file has
  /// <topic>imu/data</topic>, else "/husky/imu".
  std::string TopicFor(const std::string& usual, const std::string& suffix = "") const;
};

/// The topics of one sensor. With a latency, messages wait here before they go out.
class SensorTopics {
 public:
  explicit SensorTopics(graph::Graph* graph) : graph_(graph) {}

  /// While the sensor is made; gives the index for the calls below. An error (another type on that
  /// topic) is remembered for status().
  template <typename T>
  int Add(const std::string& topic, bool latched = false) {
    return AddTyped(topic, T::type(), latched);
  }
  const Status& status() const { return status_; }

  /// Whether anybody listened when the sample was begun, for messages that cost something to make.
  bool Wanted(int index) const { return wanted_[Index(index)] != 0; }
  /// Whether anybody listens now.
  bool AnyWanted() const;

  /// From Sensor::Publish only.
  template <typename T>
  void Publish(int index, const T& message) {
    if (latency_ns_ == 0) {
      graph_->Publish(ids_[Index(index)], now_ns_, message);
    } else {
      Bytes& cdr = AddWaiting(index);
      T::type().encode(&message, &cdr);
      KeepRoom(cdr.size());
    }
  }

  const std::vector<int>& ids() const { return ids_; }

  // For SensorSet.
  /// Looks who listens, for Wanted: not while the sensor is measured.
  void NoteWanted();
  void set_latency_ns(SimTimeNs latency_ns) { latency_ns_ = latency_ns; }
  void set_now_ns(SimTimeNs now_ns) { now_ns_ = now_ns; }
  /// Sends what has waited long enough.
  void SendDue();
  void Archive(StateArchive* archive);

 private:
  struct Waiting {
    SimTimeNs due_ns = 0;
    std::int32_t index = 0;
    Bytes cdr;
  };
  static std::size_t Index(int index) { return static_cast<std::size_t>(index); }
  int AddTyped(const std::string& topic, const msgs::TypeInfo& type, bool latched);
  Bytes& AddWaiting(int index);
  /// Messages of about this size are to come: those of JPEGs differ a little.
  void KeepRoom(std::size_t size) { room_ = std::max(room_, std::bit_ceil(size)); }

  graph::Graph* graph_;
  std::vector<int> ids_;
  /// 1 for those that somebody listens to.
  std::vector<std::uint8_t> wanted_;
  Status status_;
  SimTimeNs latency_ns_ = 0;
  SimTimeNs now_ns_ = 0;
  /// The first waiting_count_ are in use, oldest first; the others keep their memory.
  std::vector<Waiting> waiting_;
  std::size_t waiting_count_ = 0;
  /// Bytes that each of them has room for.
  std::size_t room_ = 0;
};

/// A running sensor. It has no clock: the set asks it when it is due.
class Sensor {
 public:
  virtual ~Sensor() = default;

  /// Which ray scene it looks at, when it is due.
  enum class Rays { kNone, kVisuals, kCollisions };
  virtual Rays rays() const { return Rays::kNone; }
  /// True: it needs Truth::looks. Only with kVisuals.
  virtual bool sees_colors() const { return false; }

  /// True: Measure is left out while nobody listens to its topics. What such a sensor reports must
  /// not depend on the samples before: its noise comes from a stream keyed by the sample's number.
  virtual bool only_when_wanted() const { return rays() != Rays::kNone; }

  /// In how many slices a sample is taken, evenly over the sample's period, the last one at its
  /// end: the lines of a spinning LiDAR or a rolling shutter.
  virtual int slices() const { return 1; }

  /// True: in runs that keep to wall time a sample may be taken beside the next steps, from a copy
  /// of the state, and come later or, when the machine has no time for it, not at all. Such a
  /// sensor has one slice, only_when_wanted, looks at nothing but world, state, time, visuals and
  /// looks, and keeps nothing from one sample to the next.
  virtual bool can_wait() const { return false; }
  /// For those that can wait: in how many parts a sample can be taken, one after the other, from
  /// the same truth, so that other sensors get their turn between two of them. All parts together
  /// do what Measure does.
  virtual int parts() const { return 1; }
  virtual void MeasurePart(const Truth& truth, std::int64_t sample, int /*part*/) {
    Measure(truth, sample, 0);
  }

  /// True: Observe is called after every step.
  virtual bool observes() const { return false; }
  virtual void Observe(const Truth& /*truth*/) {}

  /// Its model was put elsewhere between two steps, and is now as `state` says.
  virtual void OnMoved(const physics::State& /*state*/) {}

  /// Takes slice `slice` of the sample number `sample` (from 1) and keeps it. May run beside other
  /// sensors in another thread, so it touches nothing but the sensor itself.
  virtual void Measure(const Truth& truth, std::int64_t sample, int slice) = 0;

  /// After the last slice: gives the messages away.
  virtual void Publish(SensorTopics* topics) = 0;

  /// Saves or restores all that its future depends on: random streams, filters.
  virtual void Archive(StateArchive* /*archive*/) {}
};

class ErrorFields;
struct SensorKind;
using SensorRegistry = Registry<SensorKind>;

struct SensorArgs {
  const world::World& world;
  const SensorPlace& place;
  /// The <sensor> element; getters report wrong values with their lines.
  const world::ElementReader& element;
  SensorTopics* topics;
  /// All kinds, for sensors that have to know of others.
  const SensorRegistry& kinds;
};

/// A sensor that tells each sample by one message, in its own frame.
template <typename Message>
class MessageSensor : public Sensor {
 public:
  MessageSensor(const SensorArgs& args, const std::string& topic)
      : place_(args.place), topic_(args.topics->Add<Message>(topic)) {
    message_.header.frame_id = place_.frame_id;
  }

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

 protected:
  const SensorPlace& place_;
  Message message_;

 private:
  int topic_;
};

/// How the page shows sensors of a kind. It has no list of kinds of its own.
struct SensorCard {
  /// In the tree of the world, by its name in web/src/ui/icon.tsx.
  std::string icon = "activity";
  /// "image" or "scan": the driven robot's first sensor of this view has a card from the start.
  /// Those of "scan" are also drawn as points around the robot. Empty: neither.
  std::string view = {};
};

/// A registry entry: a kind of sensor, with everything that files, editors and the page have to
/// know of it.
struct SensorKind {
  /// Names in files: {"lidar", "ray", "gpu_ray", "gpu_lidar"}.
  std::vector<std::string> types;
  std::string help;
  /// Message types it publishes, for `surefoot info`: "sensor_msgs/msg/Imu".
  std::vector<std::string> messages;
  /// Hz, where the file gives no rate.
  double usual_rate = 10.0;
  /// The rate that this element's preset brings, 0 for none; may be empty.
  std::function<double(const world::ElementReader& element)> rate_of;
  /// Reports what is wrong through args.element; nullptr after an error.
  std::function<std::unique_ptr<Sensor>(const SensorArgs& args)> make;
  /// Adds what can be edited while the world runs, beside the rate; may be empty.
  std::function<void(ErrorFields* fields)> fields = nullptr;
  SensorCard card = {};
  /// What other people's files call it.
  plugins::SensorSpellings spellings = {};
};

/// All sensors of the build (register.cc).
SensorRegistry BuiltinSensors();

/// The kind that a file's type names; nullptr when there is none.
const SensorKind* FindKind(const SensorRegistry& registry, const std::string& type);

/// What plugins call these kinds; the registry must outlive it.
plugins::AllSpellings SpellingsOf(const SensorRegistry& registry);

/// All sensors of a model, those that plugins ask for included (plugins/plugins.h).
std::vector<plugins::PlacedSensor> PlacedIn(const world::Model& model,
                                            const SensorRegistry& registry, Problems* problems);

// What all <sensor> elements have in common.

/// The last part of the sensor's name, for its usual topic: "imu" of "husky::base_link::imu".
std::string OwnName(const SensorPlace& place);

/// When all is read: warns of children that are nearly one that was asked for, one of `also`, or
/// one of those that every sensor may have.
void WarnMisspelt(const SensorArgs& args, const std::vector<std::string>& also = {});

}  // namespace surefoot::sensors
