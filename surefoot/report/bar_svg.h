#pragma once

#include <string>

#include "surefoot/report/plot.h"

namespace surefoot::report {

/// The rectangle of a bar in the area's coordinates, between two heights in any order.
std::string BarRect(double x, double width, double y1, double y2);

/// A number above a bar; upright where the bar's place is too narrow for it.
std::string BarLabel(double middle, double y, const std::string& text, bool upright);

}  // namespace surefoot::report
