#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_json.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::experiment {

/// Page and text of a verdict (experiments/reports/verdict.yaml in a data folder). `comparisons`:
/// runs over the common clock, whose paths and bands are drawn; empty: none.
Result<DescribedPage> VerdictReport(const std::vector<std::string>& data,
                                    const gap::GapVerdict& verdict, const VerdictContext& context,
                                    const std::vector<gap::Comparison>& comparisons = {},
                                    const std::vector<std::string>& command = {});

}  // namespace surefoot::experiment
