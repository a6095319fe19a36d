#pragma once

#include <vector>

#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {

/// Errors and confidence of each quantity at a few times.
report::Table ErrorTable(const gap::GapVerdict& verdict);

/// How alike the distributions are, at the same times. Empty without several simulated runs.
report::Table DistributionTable(const gap::GapVerdict& verdict);

report::Table StateChangeTable(const std::vector<gap::StateChangeReport>& changes);

}  // namespace surefoot::experiment
