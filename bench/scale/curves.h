#pragma once

#include <string>
#include <vector>

#include "bench/scale/measurement.h"
#include "surefoot/base/result.h"

namespace surefoot::scale {

/// Writes the curves into the tables of a page of docs/: rows of other curves stay.
Status WriteTables(const std::string& page, const std::vector<Curve>& curves,
                   const std::vector<int>& robots);

/// A page with a plot for each kind of robot: one curve per engine and mode.
std::string ToReport(const std::vector<Curve>& curves);

}  // namespace surefoot::scale
