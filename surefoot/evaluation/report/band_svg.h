#pragma once

#include <string>

#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/scale.h"

namespace surefoot::report {

/// What the extents of a plot's axes must hold of a band.
void AddExtent(const Band& band, Extent* x, Extent* y);

/// A path's data: the area, in pieces where there are gaps. What a logarithmic axis cannot show of
/// its lower side ends at the axis.
std::string BandPath(const Band& band, const Scale& x, const Scale& y);

}  // namespace surefoot::report
