#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/results.h"

namespace surefoot::experiment {

/// Writes OUT/report.html with the tables and figures that the experiment names, and each of them
/// as CSV in OUT/tables and OUT/figures. `highlights` receives the tables to show in a terminal.
Status WriteReport(const Results& results, const Manifest& manifest, const std::string& out,
                   std::vector<report::Table>* highlights);

/// Checks the entries of `tables` and `figures` of an experiment.
void CheckReportParts(const Experiment& experiment, Problems* problems);

}  // namespace surefoot::experiment
