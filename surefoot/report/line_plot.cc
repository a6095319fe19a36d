#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "surefoot/report/plot.h"
#include "surefoot/report/scale.h"
#include "surefoot/report/svg.h"
#include "surefoot/report/text.h"
#include "surefoot/report/thin.h"

namespace surefoot::report {
namespace {

constexpr int kMostXTicks = 8;
constexpr double kColumn = 0.8;
constexpr std::size_t kMostPoints = 12000;
constexpr std::size_t kSymbolsPerLine = 6;
// A line of so few points has a symbol at each.
constexpr std::size_t kFewPoints = 25;

std::size_t SizeOf(const Line& line) { return std::min(line.x.size(), line.y.size()); }

/// Where x and y can both be shown.
struct Extents {
  Extent x;
  Extent y;
};

Extents ExtentsOf(const LinePlot& plot) {
  Extents extents{Extent(plot.x.logarithmic), Extent(plot.y.logarithmic)};
  for (const Line& line : plot.lines) {
    for (std::size_t i = 0; i < SizeOf(line); ++i) {
      const bool shown = std::isfinite(line.x[i]) && std::isfinite(line.y[i]) &&
                         (line.x[i] > 0.0 || !plot.x.logarithmic) &&
                         (line.y[i] > 0.0 || !plot.y.logarithmic);
      if (!shown) continue;
      extents.x.Add(line.x[i]);
      extents.y.Add(line.y[i]);
    }
  }
  return extents;
}

/// Dashes by the caller's wish, or because an earlier line has the same tone.
std::vector<int> DashesOf(const std::vector<Line>& lines) {
  std::array<int, 8> used{};
  std::vector<int> dashes;
  for (const Line& line : lines) {
    if (line.name.empty() && !line.dashed && !dashes.empty()) {
      dashes.push_back(dashes.back());
      continue;
    }
    int& next = used[static_cast<std::size_t>(line.tone)];
    if (line.dashed) next = std::max(next, 1);
    dashes.push_back(std::min(next, 4));
    ++next;
  }
  return dashes;
}

/// Faint lines are known by being bare.
bool HasSymbols(const LinePlot& plot, std::size_t index) {
  return plot.lines.size() > 1 && plot.lines[index].tone != Tone::kFaint;
}

/// Lines without a name are not in it: they go with the one before.
std::vector<LegendEntry> LegendOf(const LinePlot& plot, const std::vector<int>& dashes) {
  std::vector<LegendEntry> legend;
  if (plot.lines.size() == 1 && plot.lines[0].name == plot.title) return legend;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    if (plot.lines[i].name.empty()) continue;
    legend.push_back({plot.lines[i].name, plot.lines[i].tone, LegendEntry::Look::kLine, dashes[i],
                      HasSymbols(plot, i)});
  }
  return legend;
}

std::vector<PlotPoint> OnPaper(const Line& line, const Scale& x, const Scale& y) {
  std::vector<PlotPoint> points(SizeOf(line));
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {x.At(line.x[i]), y.length() - y.At(line.y[i])};
  }
  return Thinned(points, kColumn, kMostPoints);
}

/// Symbols at a few points, where those of other lines are not.
std::string SymbolsOn(const std::vector<PlotPoint>& points, Tone tone, double shift) {
  std::string path;
  const double every = points.size() <= kFewPoints
                           ? 1.0
                           : static_cast<double>(points.size()) / double{kSymbolsPerLine};
  for (double at = points.size() <= kFewPoints ? 0.0 : shift * every;
       at < static_cast<double>(points.size()); at += every) {
    const PlotPoint& p = points[static_cast<std::size_t>(at)];
    if (std::isfinite(p.x) && std::isfinite(p.y)) path += SymbolAt(tone, p.x, p.y);
  }
  return path;
}

std::string SeriesSvg(const LinePlot& plot, std::size_t index, int dash, const Scale& x,
                      const Scale& y) {
  const Line& line = plot.lines[index];
  const std::vector<PlotPoint> points = OnPaper(line, x, y);
  std::string svg = std::string("<g class=\"series ") + ToneClass(line.tone) + "\" data-name=\"" +
                    Escaped(OneLine(line.name)) + "\"><path class=\"line d" + std::to_string(dash) +
                    "\" d=\"" + PathThrough(points) + "\"/>";
  const double shift = (static_cast<double>(index) + 0.5) / static_cast<double>(plot.lines.size());
  if (HasSymbols(plot, index) || (plot.lines.size() == 1 && points.size() <= kFewPoints)) {
    svg += SymbolClass(dash) + SymbolsOn(points, line.tone, shift) + "\"/>";
  }
  return svg + "</g>\n";
}

/// For the read-out: from the area's coordinates back to values.
std::string ScaleData(const char* name, const Scale& scale) {
  return std::string(" data-") + name + "=\"" + ScientificNumber(scale.low(), 12) + " " +
         ScientificNumber(scale.high(), 12) + (scale.logarithmic() ? " log\"" : "\"");
}

std::vector<Tick> YTicks(const Scale& y) { return y.Ticks(static_cast<int>(y.length() / 32.0)); }

/// Widens the axes until a unit is as long on one as on the other. The length of y is chosen, that
/// of x is kept.
void MakeEqual(Scale& x, Scale& y) {
  const double x_span = x.high() - x.low();
  const double y_span = y.high() - y.low();
  const double height = std::clamp(x.length() * (y_span / x_span), 170.0, 400.0);
  const double unit = std::max(x_span / x.length(), y_span / height);
  x.Widen(unit * x.length());
  y.Widen(unit * height);
  y.set_length(height);
}

/// Gives the axes their lengths beside the labels of y, which depend on them.
void Arrange(bool equal, FrameSpec& spec, Scale& x, Scale& y) {
  spec.left = LeftMargin(YTicks(y));
  for (int pass = 0; pass < 4; ++pass) {
    Scale new_x = x;
    Scale new_y = y;
    new_x.set_length(AreaWidth(spec));
    if (equal) MakeEqual(new_x, new_y);
    const double left = LeftMargin(YTicks(new_y));
    if (left <= spec.left || pass == 3) {
      x = new_x;
      y = new_y;
      break;
    }
    spec.left = left;
  }
  spec.area_height = y.length();
}

}  // namespace

std::string ToSvg(const LinePlot& plot) {
  const Extents extents = ExtentsOf(plot);
  if (extents.x.empty()) return EmptySvg(plot.title, plot.y.label);
  const std::vector<int> dashes = DashesOf(plot.lines);
  FrameSpec spec{.title = plot.title,
                 .x_label = plot.x.label,
                 .y_label = plot.y.label,
                 .legend = LegendOf(plot, dashes)};
  const bool equal = plot.equal_scales && !plot.x.logarithmic && !plot.y.logarithmic;
  Scale y(plot.y, extents.y, spec.area_height, 0.05, 0.05);
  const double margin = equal ? 0.05 : 0.0;
  Scale x(plot.x, extents.x, 1.0, margin, margin);
  if (!plot.x.range) x.SnapToTicks(kMostXTicks);
  Arrange(equal, spec, x, y);
  Frame frame(spec);
  frame.AddYTicks(y, YTicks(y));
  frame.AddXTicks(x, x.Ticks(kMostXTicks));
  std::string series;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    series += SeriesSvg(plot, i, dashes[i], x, y);
  }
  frame.AddClipped(series, ScaleData("x", x) + ScaleData("y", y) + (equal ? " data-map=\"\"" : ""));
  return frame.ToSvg();
}

}  // namespace surefoot::report
