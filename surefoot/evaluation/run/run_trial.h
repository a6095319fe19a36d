#pragma once

/// Runs one trial in the process of `surefoot trial`.

#include "surefoot/evaluation/run/trial.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

/// Names of files in a trial's folder.
constexpr const char* kTrialFile = "trial.json";
constexpr const char* kResultFile = "result.json";
constexpr const char* kRecordingFile = "run.mcap";

/// Runs a trial in this process; recording and logs go into its run_folder, which must exist.
/// Failures are reported in the result's error, never as an exception, so that every trial leaves a
/// result. The result lists recording and tables with their hashes.
TrialResult RunTrial(const Parts& parts, const Trial& trial);

}  // namespace surefoot::experiment
