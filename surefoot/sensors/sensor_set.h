#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/workers.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

class PictureThreads;

/// What is told of a sensor in lists.
struct SensorStatus {
  std::string name;
  std::string type;
  double rate = 0.0;
  std::int64_t samples = 0;
  /// Samples that somebody wanted and the machine had no time for.
  std::int64_t dropped = 0;
  /// Whether it may lose samples at all: Sensor::can_wait.
  bool can_wait = false;
  std::vector<std::string> topics;
};

/// Samples of all sensors that can wait (Sensor::can_wait): pictures of cameras.
struct PictureCounts {
  std::int64_t taken = 0;
  std::int64_t dropped = 0;
};

/// When samples of sensors that can wait are taken.
enum class Pictures {
  /// Within their step.
  kWithin,
  /// Beside the next steps. One that is due while the sensor's last one is not done is dropped.
  kBeside,
  /// The same for a run that is late: also dropped if the sensor's last one is less than 0.2 s old.
  kSparing,
};

/// All sensors of a world, in a fixed order. Sample k of a sensor is taken after the first step
/// that ends at or after k / rate, so rates are exact in simulated time.
class SensorSet {
 public:
  /// Findings go to `problems`; any error among them makes the set useless. The world and the graph
  /// must outlive it.
  /// `start_ns` is now: sensors that a spawned model brings begin with the next sample of the grid.
  SensorSet(const world::World& world, const SensorRegistry& registry, std::uint64_t seed,
            SimTimeNs start_ns, graph::Graph* graph, Problems* problems);
  ~SensorSet();

  /// After each step. Ray scenes are made when first needed and moved once per step at most.
  /// With workers, sensors are shared among them.
  Status Measure(Truth truth, Workers* workers = nullptr, Pictures pictures = Pictures::kWithin);
  /// A model was put elsewhere, or one of its joints, between two steps.
  void OnMoved(int model, const physics::State& state);
  /// Sends the messages of this step, sensors in their order.
  void Publish(SimTimeNs time_ns);

  bool empty() const { return running_.empty(); }
  std::vector<SensorStatus> Statuses() const;
  PictureCounts picture_counts() const;

  /// Takes over sensors of an earlier world, by name, for those models that are the same. Those in
  /// `anew` begin anew: they are described otherwise.
  void CarryOver(const SensorSet& from, const std::vector<std::string>& same_models,
                 const std::vector<std::string>& anew = {});
  void Archive(StateArchive* archive);

 private:
  struct Running;

  /// `is_first`: no other instance of this description came before.
  void AddModel(int model, const SensorRegistry& registry, std::uint64_t seed, SimTimeNs start_ns,
                bool is_first, Problems* problems);
  /// Without rate and seed.
  SensorPlace PlaceOf(int model, const plugins::PlacedSensor& placed,
                      const world::ElementReader& element) const;
  /// Whether a sensor that is there has one of these topics.
  bool IsTopicUsed(const SensorTopics& topics) const;
  /// Left out when there is an error.
  void AddSensor(SensorPlace place, const SensorKind& kind, const world::Sensor& spec,
                 const world::ElementReader& element, const SensorRegistry& registry,
                 SimTimeNs start_ns);
  bool IsDue(const Running& running, SimTimeNs time_ns) const;
  void MeasureDue(const Truth& truth, Running* running);
  /// Those that can wait are handed over, and are due no more.
  Status MeasureBeside(const Truth& truth, Workers* workers, bool sparing);
  void TakeFromBeside();
  /// What is being taken there is lost.
  void EndBeside();
  Status PrepareRays(Truth* truth);

  const world::World& world_;
  graph::Graph* graph_;
  std::vector<std::unique_ptr<Running>> running_;
  /// Those with something to do in this step.
  std::vector<Running*> busy_;
  std::unique_ptr<raycast::Scene> visuals_;
  /// Of visuals_, made when first needed.
  std::unique_ptr<render::Looks> looks_;
  std::unique_ptr<raycast::Scene> collisions_;
  /// nullptr: all are measured within the step. Ends before what it looks at.
  std::unique_ptr<PictureThreads> pictures_;
  std::vector<int> done_;
};

}  // namespace surefoot::sensors
