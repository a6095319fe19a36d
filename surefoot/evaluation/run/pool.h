#pragma once

/// Runs trials as child processes, several at once, and keeps their results in folders. Results
/// are keyed by a hash, so an interrupted experiment continues where it stopped.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/trial.h"

namespace surefoot::experiment {

struct PoolOptions {
  /// The program that runs a unit file: PROGRAM trial FILE.
  std::string program;
  /// Trials in parallel.
  int jobs = 1;
  /// Polled; when it returns true, running trials are killed and no more are started.
  std::function<bool()> cancelled;
  /// Called when a trial starts and when its result is available, from one thread at a time.
  std::function<void(const Trial& trial)> begun;
  std::function<void(const Trial& trial, const TrialResult& result)> finished;
};

/// The folder of each trial: its unit file, and later its result and recordings.
class TrialFolder {
 public:
  /// OUT/trials/ID for each trial.
  explicit TrialFolder(std::string out) : out_(std::move(out)) {}

  std::string Of(const std::string& id) const { return out_ + "/trials/" + id; }
  /// The result of a finished trial with the same key. `damage` receives the reason when a result
  /// exists but is damaged; it stays unchanged when there is none, or one with another key.
  std::optional<TrialResult> Finished(const Trial& trial, std::string* damage) const;
  /// Creates the folder with only the unit file in it.
  Status Prepare(const Trial& trial) const;

 private:
  std::string out_;
};

/// Runs trials, each in its own process, so that a crash of an engine loses one trial and not the
/// experiment: first the trials without timing in parallel, then the timed ones one at a time.
/// Returns results in the order of the trials; a trial that was not run because of `cancelled` has
/// an empty id.
std::vector<TrialResult> RunPool(const std::vector<Trial>& trials, const TrialFolder& folder,
                                 const PoolOptions& options);

/// Writes a file atomically: a temporary file next to it is synced and renamed, so that readers and
/// crashes never see half of it.
Status WriteFileAtOnce(const std::string& path, const std::string& text);

/// Content of a file; empty when it cannot be read.
std::string ReadWholeFile(const std::string& path);

}  // namespace surefoot::experiment
