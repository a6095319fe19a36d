#pragma once

/// The plan of an experiment: all trials with seeds and keys, and the hashes of everything that
/// they are made from. Planning reads worlds and files but simulates nothing.
///
///   Problems problems;
///   const std::optional<Plan> plan = MakePlan(parts, experiment, options, &problems);
///   if (!plan) Print(problems.ErrorText());

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/run/experiment_file.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

/// Changes of an experiment by the command line.
struct PlanOptions {
  /// Names, or "all"; empty: as the file says.
  std::vector<std::string> engines;
  std::optional<int> trials;
  std::optional<std::uint64_t> seed;
  /// Only these cases; empty: all.
  std::vector<std::string> cases;
  /// Folder of real data (published recordings and terrain); empty: none.
  std::string real_data;
};

/// All trials of an experiment with the hashes of their inputs.
struct Plan {
  std::vector<Trial> trials;
  std::vector<std::string> engines;
  std::vector<InputFile> inputs;
  /// SHA-256 over the program and its libraries, without engines: these are hashed per trial, so
  /// that an update of one engine does not invalidate the results of the others.
  std::string program;
  /// Notes for the user, such as which world was substituted for another.
  std::vector<std::string> notes;
};

/// Reports unknown engines, cases and worlds, and worlds that cannot be read.
std::optional<Plan> MakePlan(const Parts& parts, const Experiment& experiment,
                             const PlanOptions& options, Problems* problems);

/// The folder of real data: the environment's SUREFOOT_REAL_DATA, else ../shared/data from the
/// folder above that of the experiment. Empty when there is none.
std::string FindRealData(const Experiment& experiment);

}  // namespace surefoot::experiment
