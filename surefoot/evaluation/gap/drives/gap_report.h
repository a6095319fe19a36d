#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::experiment {

/// What a measured gap was made from. `recordings`: the files that were read.
Manifest GapManifest(const Parts& parts, const GapWorld& world,
                     const std::vector<std::string>& recordings, const GapResult& result);

/// All results as one JSON object, windows and runs included.
std::string GapJson(const GapResult& result);

/// Page, text and tables (experiments/reports/gap.yaml in a data folder).
Result<DescribedPage> GapReport(const std::vector<std::string>& data, const GapResult& result,
                                const Manifest& manifest = {});

}  // namespace surefoot::experiment
