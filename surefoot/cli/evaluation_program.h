#pragma once

/// The commands that compare, fit and report are in a separate program, surefoot-evaluation, which
/// links the evaluation library: `surefoot run` and `surefoot serve` neither link nor load it. For
/// a user both programs are one: main() replaces itself by the other program.

#include <optional>
#include <string>

#include "surefoot/cli/arguments.h"

namespace surefoot::cli {

/// Its line in the list of commands, which the main program prints without starting the other one.
struct EvaluationCommand {
  const char* name;
  const char* help;
};

inline constexpr EvaluationCommand kEvaluationCommands[] = {
    {"experiment", "Run an experiment file and write its report"},
    {"trial", "Run one trial of an experiment"},
    {"gap", "Compare simulated with real drives"},
    {"calibrate", "Fit a ground under a robot's tyres to real drives"},
    {"characterize", "Fit a range sensor to measured readings"},
};

/// The help of one of these commands; "" for another name.
const char* EvaluationHelp(const std::string& name);

/// Replaces this process by the evaluation program if the arguments run, describe (`help gap`) or
/// complete one of its commands. Absent: they do not. Otherwise the program could not be started,
/// and this is the exit status.
std::optional<int> StartEvaluation(int argc, char** argv);

}  // namespace surefoot::cli
