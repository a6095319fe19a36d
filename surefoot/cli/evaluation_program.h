#pragma once

/// The commands that compare, fit and report are in a program of their own, which links the
/// evaluation library: `surefoot run` and `surefoot serve` neither link nor load it.

#include <optional>
#include <string>

#include "surefoot/cli/arguments.h"

namespace surefoot::cli {

struct EvaluationCommand {
  const char* name;
  const char* help;
};

inline constexpr EvaluationCommand kEvaluationCommands[] = {
    {"experiment", "Run an experiment file and write its report"},
    {"trial", "Run one trial of an experiment"},
    {"gap", "Tell how far simulated drives are from real ones"},
    {"calibrate", "Fit a ground under a robot's tyres to real drives"},
    {"characterize", "Make a range sensor out of measured readings"},
};

/// The help of one of these commands.
const char* EvaluationHelp(const std::string& name);

/// Replaces this process by the evaluation program if the first argument is a command of its.
/// Absent: it is not. Else the program could not be started, and this is the exit status.
std::optional<int> StartEvaluation(char** argv);

}  // namespace surefoot::cli
