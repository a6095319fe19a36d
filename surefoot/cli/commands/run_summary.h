#pragma once

#include <string>

#include "surefoot/cli/commands/run_result.h"

namespace surefoot::cli {

/// What is only told when asked for.
struct SummaryChoice {
  bool hash = false;
  bool profile = false;
};

/// The table that a run ends with.
std::string SummaryText(const RunResult& result, const SummaryChoice& choice);

/// "1 ms", "0.5 ms", "20 ms".
std::string StepText(double step);

}  // namespace surefoot::cli
