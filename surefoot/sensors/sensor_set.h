#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/workers.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

class PictureThreads;

/// A sensor in lists of the command line, the services and the page.
struct SensorStatus {
  std::string name;
  std::string type;
  double rate = 0.0;
  std::int64_t samples = 0;
  /// Samples with subscribers that were skipped because the machine was too slow.
  std::int64_t dropped = 0;
  /// Whether samples can be dropped at all: Sensor::can_wait.
  bool can_wait = false;
  std::vector<std::string> topics;
  /// Name of the model, and of the controller of ros2_control that publishes such messages; the
  /// latter is empty for most sensors.
  std::string model = {};
  std::string controller = {};
};

/// Sums over all sensors that can wait (Sensor::can_wait), which are cameras.
struct PictureCounts {
  std::int64_t taken = 0;
  std::int64_t dropped = 0;
};

/// When sensors that can wait measure.
enum class ImagePolicy {
  /// Within their step: the run is reproducible, but waits for every image.
  kWithinStep,
  /// On other threads during the next steps. A sample is dropped if the sensor's last one is not
  /// finished when it is due.
  kParallel,
  /// As kParallel, for a run that is late: a sample is also dropped if the last one is less than
  /// 0.2 s old.
  kDropLate,
};

/// All sensors of a world, in a fixed order. Sample k of a sensor is taken after the first step
/// that ends at or after k / rate, so rates are exact in simulated time.
///   SensorSet sensors(world, BuiltinSensors(), seed, 0, &graph, &problems);
///   after each step:
///     sensors.Measure(truth, &workers);
///     sensors.Publish(time_ns);
class SensorSet {
 public:
  /// Reports to `problems`; the set must not be used after an error. The world and the graph must
  /// outlive it. `start_ns` is the current time: sensors begin with their next sample after it,
  /// also those of a model that is spawned later. `shared` is used by the constructor only; with
  /// nullptr, sensors share nothing with those of another set.
  SensorSet(const world::World& world, const SensorRegistry& registry, std::uint64_t seed,
            SimTimeNs start_ns, graph::Graph* graph, Problems* problems,
            SharedParts* shared = nullptr);
  ~SensorSet();

  /// Call after each step. Ray scenes are made when first needed, and updated at most once per
  /// step. With workers, sensors run in parallel.
  Status Measure(Truth truth, Workers* workers = nullptr,
                 ImagePolicy pictures = ImagePolicy::kWithinStep);
  /// Call when a model or one of its joints was moved from outside between two steps.
  void OnMoved(int model, const physics::State& state);
  /// Whether the sensor with this controller publishes; true at the start.
  void SetPublishing(const std::string& model, const std::string& controller, bool publishes);
  /// Publishes the messages of this step in the order of the sensors.
  void Publish(SimTimeNs time_ns);

  bool empty() const { return running_.empty(); }
  std::vector<SensorStatus> Statuses() const;
  PictureCounts picture_counts() const;

  /// Takes over the state of sensors of an earlier world, by name, for the models in `same_models`.
  /// Sensors named in the last argument start again, because their description changed.
  void CarryOver(const SensorSet& from, const std::vector<std::string>& same_models,
                 const std::vector<std::string>& restarted = {});
  void Archive(StateArchive* archive);

 private:
  struct Running;

  /// What the sensors of all models are made with.
  struct Making;
  /// The sensors that a model describes. It keeps the model, by whose address it is found again.
  struct Placed {
    std::shared_ptr<const world::Model> model;
    std::vector<plugins::PlacedSensor> sensors;
  };
  /// The same, and whether they were added for an instance of it.
  struct OfModel {
    std::shared_ptr<const Placed> placed;
    bool is_first = true;
  };

  /// Made once per model, also for the sets of worlds that an edit makes of this one.
  static std::shared_ptr<const Placed> PlacedOf(const std::shared_ptr<const world::Model>& model,
                                                const Making& making);

  void AddModel(int model, const Making& making, OfModel* sensors);
  /// The place without rate and seed.
  SensorPlace PlaceOf(int model, const plugins::PlacedSensor& placed,
                      const world::ElementReader& element) const;
  /// Whether an existing sensor has one of these topics.
  bool IsTopicUsed(const SensorTopics& topics) const;
  /// The controller of a sensor that is of a kind with controllers; the names in a model differ.
  std::string ControllerOf(const plugins::PlacedSensor& placed, const SensorKind& kind,
                           const std::string& model) const;
  /// Adds a sensor, unless there is an error.
  void AddSensor(SensorPlace place, const SensorKind& kind, const world::Sensor& spec,
                 const world::ElementReader& element, const Making& making);
  bool IsDue(const Running& running, SimTimeNs time_ns) const;
  void MeasureDue(const Truth& truth, Running* running);
  /// Queues due samples of sensors that can wait for other threads, and schedules their next ones.
  Status MeasureBeside(const Truth& truth, Workers* workers, bool sparing);
  void TakeFromBeside();
  /// Ends the other threads; unfinished samples count as dropped.
  void EndBeside();
  Status PrepareRays(Truth* truth);

  const world::World& world_;
  /// In use, so that the next set finds them in SharedParts.
  std::vector<std::shared_ptr<const Placed>> placed_;
  graph::Graph* graph_;
  std::vector<std::unique_ptr<Running>> running_;
  /// Sensors that measure or observe in this step.
  std::vector<Running*> busy_;
  std::unique_ptr<raycast::Scene> visuals_;
  /// Materials of visuals_, made when first needed.
  std::unique_ptr<render::Looks> looks_;
  std::unique_ptr<raycast::Scene> collisions_;
  /// nullptr: all sensors measure within the step. Declared last, so that its threads end before
  /// the sensors that they use are destroyed.
  std::unique_ptr<PictureThreads> pictures_;
  std::vector<int> done_;
};

}  // namespace surefoot::sensors
