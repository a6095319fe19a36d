#pragma once

/// Plots as SVG text. Colours are CSS classes and variables that a Page defines for light and dark,
/// so one SVG serves both; saved alone, an SVG has no colours.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::report {

/// Colours by meaning: the same thing has the same colour in every plot of a report.
enum class Tone { kFirst, kSecond, kThird, kFourth, kFifth, kSixth, kReal, kFaint };

struct Axis {
  std::string label;
  /// Empty: from the data.
  std::optional<std::pair<double, double>> range;
  bool logarithmic = false;
};

struct Line {
  /// Empty: not in the legend; it looks like the line before and is hidden with it.
  std::string name;
  Tone tone = Tone::kFirst;
  std::vector<double> x;
  std::vector<double> y;
  bool dashed = false;
  /// Symbols at some points of the line, at none, or at all points and no line between them.
  enum class Symbols { kSome, kNone, kOnly } symbols = Symbols::kSome;
};

/// The area between `low` and `high`, drawn under the lines: a quantile band.
struct Band {
  /// Empty: not in the legend; it is shown with the line of its tone and hidden with it.
  std::string name;
  Tone tone = Tone::kFirst;
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  /// True for the narrower of two bands, which is darker.
  bool strong = false;
};

/// A plot of curves; NaN is a gap. Long curves are thinned to what is visible, keeping extremes.
struct LinePlot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Line> lines;
  /// Equal scales of x and y, for paths on the ground.
  bool equal_scales = false;
  /// Drawn in this order, so wide bands come first.
  std::vector<Band> bands;
};

/// Groups of bars from `low` to `high` with a mark at `mean`, and the range's length above each, as
/// figures 7 and 8 of the comparison of simulators by Farley, Wang and Marshall show them.
struct RangeBar {
  std::string name;
  Tone tone = Tone::kFirst;
  double low = 0.0;
  double high = 0.0;
  double mean = 0.0;
};
struct RangeGroup {
  std::string label;
  std::vector<RangeBar> bars;
};
struct RangePlot {
  std::string title;
  Axis y;
  std::vector<RangeGroup> groups;
};

/// Bars from zero, with whiskers where `low` and `high` are given.
struct Bar {
  std::string label;
  Tone tone = Tone::kFirst;
  double value = 0.0;
  std::optional<std::pair<double, double>> interval;
};
struct BarPlot {
  std::string title;
  Axis y;
  std::vector<Bar> bars;
};

std::string ToSvg(const LinePlot& plot);
/// Every point that was given, not thinned: columns series, x, y, low, high. Lines without a name
/// have that of the line before, bands without one that of the line of their tone.
std::string ToCsv(const LinePlot& plot);
std::string ToSvg(const RangePlot& plot);
std::string ToSvg(const BarPlot& plot);

}  // namespace surefoot::report
