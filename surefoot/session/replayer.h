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

/// Which recorded messages go into a run.
struct ReplayChoice {
  /// Patterns of topics of the run; empty: those that something in it listens to, and the inputs of
  /// one of our recordings.
  std::vector<std::string> topics;
  /// Recorded topic, topic of the run.
  std::vector<std::pair<std::string, std::string>> remaps;
};

/// What a replay is going to do.
struct ReplayPlan {
  /// Topics of the run and numbers of messages; not those of robots that come later.
  std::vector<std::pair<std::string, std::uint64_t>> topics;
  /// What is left out, and why.
  std::vector<std::string> notes;
  /// Simulated time at which the recording is over.
  SimTimeNs end_ns = 0;
};

/// Gives the commands of a recording to a run, each before the step for whose start it was
/// recorded.
class Replayer {
 public:
  static Result<std::unique_ptr<Replayer>> Open(const std::string& path, const ReplayChoice& choice,
                                                const sim::Simulation& simulation,
                                                ModelLoader load_model);
  ~Replayer();

  const ReplayPlan& plan() const { return plan_; }
  /// Whether the recording is one of a run of ours.
  bool is_run() const;

  /// Before each step. An error tells of the input that was refused.
  Status Update(sim::Simulation* simulation);

 private:
  Replayer(std::unique_ptr<record::Replay> replay, ModelLoader load_model);
  /// Nothing for an input that was refused when it was recorded.
  Result<std::optional<sim::Input>> InputOf(std::size_t topic, const Bytes& cdr) const;

  std::unique_ptr<record::Replay> replay_;
  ModelLoader load_model_;
  ReplayPlan plan_;
  /// By topic of the replay; a topic with another type in the run is left out.
  std::vector<bool> used_;
  /// Topics that nobody listened to at the start: commands of robots that come later, perhaps.
  std::vector<bool> late_;
  SimTimeNs last_ns_ = 0;
};

}  // namespace surefoot
