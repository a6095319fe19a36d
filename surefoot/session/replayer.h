#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/session/input_message.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {

namespace record {
class Replay;
}  // namespace record

/// Selects recorded messages for a run.
struct ReplayChoice {
  /// Patterns for topics of the run; empty: those that the run subscribes to, and the inputs of a
  /// recording by Surefoot.
  std::vector<std::string> topics;
  /// Pairs of recorded topic and topic of the run.
  std::vector<std::pair<std::string, std::string>> remaps;
};

/// What a replay will do.
struct ReplayPlan {
  /// Topics of the run with the number of messages; without those of robots spawned later.
  std::vector<std::pair<std::string, std::uint64_t>> topics;
  /// What is left out, and why.
  std::vector<std::string> notes;
  /// Where the file is damaged: only what comes before is replayed. Empty if it is not.
  std::string damage;
  /// Simulated time of the end of the recording.
  SimTimeNs end_ns = 0;
};

/// Applies the commands of a recording to a run, each before the step at whose start it was
/// recorded.
class Replayer {
 public:
  static Result<std::unique_ptr<Replayer>> Open(const std::string& path, const ReplayChoice& choice,
                                                const sim::Simulation& simulation,
                                                ModelLoader load_model);
  ~Replayer();

  const ReplayPlan& plan() const { return plan_; }
  /// Whether the recording is one of a Surefoot run.
  bool is_run() const;

  /// Call before each step. The error states the input that was rejected.
  Status Update(sim::Simulation* simulation);

 private:
  Replayer(std::unique_ptr<record::Replay> replay, ModelLoader load_model);
  /// Empty for an input that was rejected when it was recorded.
  Result<std::optional<sim::Input>> InputOf(std::size_t topic, const Bytes& cdr) const;

  std::unique_ptr<record::Replay> replay_;
  ModelLoader load_model_;
  ReplayPlan plan_;
  /// By topic of the replay; a topic with another type in the run is left out.
  std::vector<bool> used_;
  /// Topics without subscribers at the start; possibly commands to robots spawned later.
  std::vector<bool> late_;
  SimTimeNs last_ns_ = 0;
};

}  // namespace surefoot
