#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot experiment.
struct ExperimentOptions {
  /// A file, or the name of one of ours; empty with `repeat`.
  std::string name;
  std::vector<std::string> engines;
  std::vector<std::string> cases;
  std::string out;
  std::optional<int> trials;
  std::optional<std::uint64_t> seed;
  /// 0: one per core.
  int jobs = 0;
  std::string real;
  std::string repeat;
  bool fresh = false;
  bool list = false;
  bool json = false;
  bool quiet = false;
  std::string version;
  /// The words of the command line, for the manifest.
  std::vector<std::string> command;
};
void AddArguments(CommandArguments command, ExperimentOptions* options);

/// Runs an experiment and writes its report. Returns the exit status: failed when a trial failed,
/// or when a repeated one gave other numbers.
int ExperimentCommand(const Parts& parts, const ExperimentOptions& options);

}  // namespace surefoot::cli
