#pragma once

#include <string>

#include "surefoot/cli/run_result.h"

namespace surefoot::cli {

/// The table that a run ends with; the hash only when asked for.
std::string SummaryText(const RunResult& result, bool with_hash);

/// "1 ms", "0.5 ms", "20 ms".
std::string StepText(double step);

}  // namespace surefoot::cli
