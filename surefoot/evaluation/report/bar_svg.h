#pragma once

#include <string>

namespace surefoot::report {

/// The rectangle of a bar in the area's coordinates, between two heights in any order.
std::string BarRect(double x, double width, double y1, double y2);

/// Whether a number above a bar fits into the bar's place.
bool FitsAbove(const std::string& text, double place);

/// A number above a bar; upright where the bar's place is too narrow for it.
std::string BarLabel(double middle, double y, const std::string& text, bool upright);

/// A number at the right of a bar that lies.
std::string SideLabel(double x, double middle, const std::string& text);

}  // namespace surefoot::report
