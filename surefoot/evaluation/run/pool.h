#pragma once

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
  /// Trials at once.
  int jobs = 1;
  /// Asked again and again; true: trials that run are killed, no more are begun.
  std::function<bool()> cancelled;
  /// Called (from one thread at a time) when a trial begins and when its result is there.
  std::function<void(const Trial& trial)> begun;
  std::function<void(const Trial& trial, const TrialResult& result)> finished;
};

/// A folder with the unit file of each trial, in which results and recordings appear.
class TrialFolder {
 public:
  /// OUT/trials/ID for each trial.
  explicit TrialFolder(std::string out) : out_(std::move(out)) {}

  std::string Of(const std::string& id) const { return out_ + "/trials/" + id; }
  /// The result of a trial that was run to its end with the same key. `damage`: why a result that
  /// is there cannot be used; stays as it is when there is none, or one of another key.
  std::optional<TrialResult> Finished(const Trial& trial, std::string* damage) const;
  /// Makes an empty folder with the unit file.
  Status Prepare(const Trial& trial) const;

 private:
  std::string out_;
};

/// Runs trials, each in a process of its own: first those without timing, several at once, then
/// the timed ones, alone. Returns the results in the order of the trials; a trial that was not run
/// because of `cancelled` has an empty id.
std::vector<TrialResult> RunPool(const std::vector<Trial>& trials, const TrialFolder& folder,
                                 const PoolOptions& options);

/// Writes a whole file: a new one beside it takes its place, so that there is never half of one.
Status WriteFileAtOnce(const std::string& path, const std::string& text);

/// All of a file; empty when it cannot be read.
std::string ReadWholeFile(const std::string& path);

}  // namespace surefoot::experiment
