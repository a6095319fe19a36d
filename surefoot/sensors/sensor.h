#pragma once

/// The interface of all sensors. docs/development/adding_a_sensor.md shows how to add one; a
/// minimal sensor is
///   class Height final : public MessageSensor<msgs::geometry_msgs::PointStamped> {
///    public:
///     explicit Height(const SensorArgs& args)
///         : MessageSensor(args, args.place.TopicFor("height")) {}
///     void Measure(const Truth& truth, std::int64_t, int) override {
///       message_.header.stamp = msgs::ToTime(truth.time_ns);
///       message_.point.z = place_.X_WS(truth.state).p.z();
///     }
///   };

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
#include "surefoot/sensors/shared_parts.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::render {
class Looks;
}

namespace surefoot::sensors {

/// All that a sensor may read: the world after a step. References are valid during the call only.
struct Truth {
  const world::World& world;
  const physics::State& state;
  const physics::StepReport& report;
  const physics::Inputs& inputs;
  /// Time of the state, and the length of the step that led to it (s).
  SimTimeNs time_ns = 0;
  double step = 0.001;
  /// The ray scene with the poses of this step, for sensors whose rays() need it; otherwise
  /// nullptr.
  const raycast::Scene* visuals = nullptr;
  const raycast::Scene* collisions = nullptr;
  /// Materials of the visuals, for sensors with sees_colors(); otherwise nullptr.
  const render::Looks* looks = nullptr;
};

/// Where a sensor is, and its names.
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
  /// Topic in the file, without the namespace; empty: the default topic of the sensor.
  std::string topic;
  /// For the headers of messages: what the file specifies, otherwise "husky/base_link", or
  /// "husky/base_link/imu" when the sensor has its own pose.
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
  /// Topic with its namespace: TopicFor("imu") is "/husky/imu/data" when the file has
  /// <topic>imu/data</topic>, otherwise "/husky/imu".
  std::string TopicFor(const std::string& usual, const std::string& suffix = "") const;
};

/// The topics of one sensor. With a latency, messages wait here before they are published.
class SensorTopics {
 public:
  explicit SensorTopics(graph::Graph* graph) : graph_(graph) {}

  /// Advertises a topic, in the sensor's constructor only; returns the index for the calls below.
  /// An error (another type on that topic) is kept for status().
  template <typename T>
  int Add(const std::string& topic, bool latched = false) {
    return AddTyped(topic, T::type(), latched);
  }
  const Status& status() const { return status_; }

  /// Whether the topic had subscribers when the sample began, for messages that are expensive to
  /// make. Constant during a sample, also on other threads.
  bool IsSubscribed(int index) const { return subscribed_[Index(index)] != 0; }
  /// Whether any topic has subscribers now.
  bool HasSubscribers() const;

  /// To be called from Sensor::Publish only.
  template <typename T>
  void Publish(int index, const T& message) {
    if (latency_ns_ == 0) {
      graph_->Publish(ids_[Index(index)], now_ns_, message);
    } else {
      Bytes& cdr = AddWaiting(index);
      T::type().encode(&message, &cdr);
      ReserveFor(cdr.size());
    }
  }

  const std::vector<int>& ids() const { return ids_; }

  // For SensorSet.
  /// Updates IsSubscribed; must not be called while the sensor measures.
  void UpdateSubscribers();
  void set_latency_ns(SimTimeNs latency_ns) { latency_ns_ = latency_ns; }
  void set_now_ns(SimTimeNs now_ns) { now_ns_ = now_ns; }
  /// Publishes messages whose latency is over.
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
  /// Reserves a power of two for later messages, so that sizes that vary a little (JPEG) do not
  /// cause allocations.
  void ReserveFor(std::size_t size) {
    reserved_bytes_ = std::max(reserved_bytes_, std::bit_ceil(size));
  }

  graph::Graph* graph_;
  std::vector<int> ids_;
  /// 1 for topics with subscribers.
  std::vector<std::uint8_t> subscribed_;
  Status status_;
  SimTimeNs latency_ns_ = 0;
  SimTimeNs now_ns_ = 0;
  /// The first waiting_count_ are in use, oldest first; the rest keep their memory.
  std::vector<Waiting> waiting_;
  std::size_t waiting_count_ = 0;
  /// Bytes to reserve for a message.
  std::size_t reserved_bytes_ = 0;
};

/// A running sensor. It has no clock: SensorSet calls it when a sample is due.
class Sensor {
 public:
  virtual ~Sensor() = default;

  /// The ray scene that it needs when a sample is due.
  enum class Rays { kNone, kVisuals, kCollisions };
  virtual Rays rays() const { return Rays::kNone; }
  /// True: it needs Truth::looks. Allowed only with kVisuals.
  virtual bool sees_colors() const { return false; }

  /// True: Measure is skipped while its topics have no subscribers. The output of such a sensor
  /// must not depend on earlier samples: its noise comes from a stream keyed by the sample's
  /// number. Otherwise a subscriber would change the run.
  virtual bool only_when_subscribed() const { return rays() != Rays::kNone; }

  /// Number of slices of a sample, evenly over the sample's period, the last one at its end: for
  /// sensors that measure during motion, such as a spinning LiDAR or a rolling shutter.
  virtual int slices() const { return 1; }

  /// True: in runs in wall time a sample may be computed on another thread during the next steps,
  /// from a copy of the state. It is then published later or, when the machine is too slow,
  /// dropped. Such a sensor has one slice, is only_when_subscribed, reads only world, state, time,
  /// visuals and looks, and keeps nothing from one sample to the next.
  virtual bool can_wait() const { return false; }
  /// For sensors that can wait: the number of parts of a sample. They are computed one after the
  /// other from the same truth, and other sensors may run in between. All parts together do what
  /// Measure does.
  virtual int parts() const { return 1; }
  virtual void MeasurePart(const Truth& truth, std::int64_t sample, int /*part*/) {
    Measure(truth, sample, 0);
  }

  /// True: Observe is called after every step.
  virtual bool observes() const { return false; }
  virtual void Observe(const Truth& /*truth*/) {}

  /// Called when its model was moved from outside between two steps; `state` is the new state.
  virtual void OnMoved(const physics::State& /*state*/) {}

  /// Measures slice `slice` of sample number `sample` (from 1) and keeps the result. May run in
  /// parallel with other sensors, so it must not modify anything but the sensor itself.
  virtual void Measure(const Truth& truth, std::int64_t sample, int slice) = 0;

  /// Called after the last slice, on the thread that steps: publishes the messages.
  virtual void Publish(SensorTopics* topics) = 0;

  /// Saves or restores everything that later samples depend on: random streams, filters, histories.
  virtual void Archive(StateArchive* /*archive*/) {}
};

class ErrorFields;
struct SensorKind;
using SensorRegistry = Registry<SensorKind>;

/// What a sensor's constructor gets. World and place outlive the sensor; the rest does not.
struct SensorArgs {
  const world::World& world;
  const SensorPlace& place;
  /// The <sensor> element; its getters report wrong values with file and line.
  const world::ElementReader& element;
  SensorTopics* topics;
  /// All kinds, for sensors that depend on others (crosstalk).
  const SensorRegistry& kinds;
  SharedParts* shared;
};

/// A sensor with one message per sample, in its own frame.
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

/// How the web page shows sensors of a kind. The page itself has no list of kinds.
struct SensorCard {
  /// Icon in the tree of the world, by its name in web/src/ui/icon.tsx.
  std::string icon = "activity";
  /// "image" or "scan": the first sensor of this view on the driven robot has an open card at the
  /// start, and scans are also drawn as points around the robot. Empty: neither.
  std::string view = {};
};

/// A registry entry: a kind of sensor, with everything that file formats, editors and the page need
/// to know of it.
struct SensorKind {
  /// Names in files: {"lidar", "ray", "gpu_ray", "gpu_lidar"}.
  std::vector<std::string> types;
  /// Replaced names, accepted with a warning (base/old_name.h).
  std::vector<std::string> old_types = {};
  std::string help;
  /// Message types it publishes, for `surefoot info`: "sensor_msgs/msg/Imu".
  std::vector<std::string> messages;
  /// Rate where the file specifies none (Hz).
  double usual_rate = 10.0;
  /// Rate of the element's preset (Hz), 0 for none; may be empty.
  std::function<double(const world::ElementReader& element)> rate_of;
  /// Creates a sensor. Reports errors through args.element and returns nullptr after one.
  std::function<std::unique_ptr<Sensor>(const SensorArgs& args)> make;
  /// Adds the fields that can be edited while the world runs, besides the rate; may be empty.
  std::function<void(ErrorFields* fields)> fields = nullptr;
  SensorCard card = {};
  /// Its names in plugins of Gazebo and ros2_control.
  plugins::SensorSpellings spellings = {};
  /// Name of the controller of ros2_control that publishes such messages; empty: none.
  std::string controller = {};
};

/// All sensors of the build (register.cc).
SensorRegistry BuiltinSensors();

/// The kind with this type name, which may be an old one; nullptr: unknown.
const SensorKind* FindKind(const SensorRegistry& registry, const std::string& type);

/// Names of these kinds in plugins; the registry must outlive the result.
plugins::AllSpellings SpellingsOf(const SensorRegistry& registry);

/// All sensors of a model, including those that plugins describe (plugins/plugins.h).
std::vector<plugins::PlacedSensor> PlacedIn(const world::Model& model,
                                            const SensorRegistry& registry, Problems* problems);

/// The last part of the sensor's name, for its default topic: "imu" of "husky::base_link::imu".
std::string OwnName(const SensorPlace& place);

/// Call after all elements were read: warns of unknown children whose name is similar to an element
/// that was read, to one of `also`, or to one that every sensor may have.
void WarnMisspelt(const SensorArgs& args, const std::vector<std::string>& also = {});

}  // namespace surefoot::sensors
