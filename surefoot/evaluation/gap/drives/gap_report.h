#pragma once

/// The report of `surefoot gap` on public recordings: results as JSON, and the described page
/// (experiments/reports/gap.yaml) with the records that it draws.

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::experiment {

/// Provenance of a result: engines, program and input files by hash. `recordings`: the files read.
Manifest GapManifest(const Parts& parts, const GapWorld& world,
                     const std::vector<std::string>& recordings, const GapResult& result);

/// All results as one JSON object, including every window and run.
std::string GapJson(const GapResult& result);

/// Page, text and tables by experiments/reports/gap.yaml in one of the data folders.
Result<DescribedPage> GapReport(const std::vector<std::string>& data, const GapResult& result,
                                const Manifest& manifest = {});

}  // namespace surefoot::experiment
