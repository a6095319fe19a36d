#include "surefoot/evaluation/report/bar_svg.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/report/svg.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::report {

std::string BarRect(double x, double width, double y1, double y2) {
  return "<rect class=\"bar\" x=\"" + Coordinate(x) + "\" y=\"" + Coordinate(std::min(y1, y2)) +
         "\" width=\"" + Coordinate(width) + "\" height=\"" +
         Coordinate(std::max(std::abs(y1 - y2), 0.5)) + "\"/>";
}

bool FitsAbove(const std::string& text, double place) {
  return 0.9 * kTextSize * WidthOf(text) < place;
}

std::string BarLabel(double middle, double y, const std::string& text, bool upright) {
  const std::string at = Coordinate(middle) + " " + Coordinate(y);
  return upright ? "<text class=\"value up\" transform=\"translate(" + at +
                       ") rotate(-90)\" x=\"0\" y=\"3.5\">" + Escaped(text) + "</text>"
                 : "<text class=\"value\" x=\"" + Coordinate(middle) + "\" y=\"" + Coordinate(y) +
                       "\">" + Escaped(text) + "</text>";
}

std::string SideLabel(double x, double middle, const std::string& text) {
  return "<text class=\"value side\" x=\"" + Coordinate(x) + "\" y=\"" + Coordinate(middle + 3.5) +
         "\">" + Escaped(text) + "</text>";
}

}  // namespace surefoot::report
