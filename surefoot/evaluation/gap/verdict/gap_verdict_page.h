#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_json.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::experiment {

/// The report of a verdict for people: one HTML file. `comparisons`: what was judged, for figures
/// of the runs; those of restarts are left out. `command`: the words of the command line.
std::string VerdictPage(const gap::GapVerdict& verdict, const VerdictContext& context,
                        const std::vector<gap::Comparison>& comparisons,
                        const std::vector<std::string>& command);

/// Writes gap.html and gap.json into a folder.
Status WriteVerdictReport(const std::string& folder, const gap::GapVerdict& verdict,
                          const VerdictContext& context,
                          const std::vector<gap::Comparison>& comparisons,
                          const std::vector<std::string>& command);

}  // namespace surefoot::experiment
