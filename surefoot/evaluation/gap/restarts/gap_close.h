#pragma once

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/restarts/gap_restarts.h"

namespace surefoot::experiment {

/// How far restarts are off: of each, the root mean square over time of position and heading errors
/// in units of their tolerances; the mean over restarts.
double ErrorOf(const std::vector<gap::Comparison>& comparisons);

/// What would close the gap: each parameter is fitted alone to every second restart, and the share
/// of the error that it takes away is that of the others. The largest share first. `progress` is
/// told tried values done and wanted; false: stop. `only`: these parameters; empty: all. An error
/// when there are less than four restarts.
Result<std::vector<VerdictContext::Close>> WhatCloses(
    const RestartStudy& study, const std::function<bool(double, double)>& progress,
    const std::vector<std::string>& only = {});

}  // namespace surefoot::experiment
