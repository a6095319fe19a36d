#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/evaluation/run/manifest.h"

namespace surefoot::experiment {

/// What a measured gap was made from. `recordings`: the files that were read.
Manifest GapManifest(const Parts& parts, const GapWorld& world,
                     const std::vector<std::string>& recordings, const GapResult& result);

/// The report as one HTML file.
std::string GapPage(const GapResult& result, const Manifest& manifest);

/// Writes the report, all tables, results and the manifest into a folder, which is made.
Status WriteGapReport(const std::string& folder, const GapResult& result, const Manifest& manifest);

}  // namespace surefoot::experiment
