#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/scale.h"
#include "surefoot/evaluation/report/svg.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/report/thin.h"

// Layout happens before drawing: extents of the data, legend, lengths of the axes (which depend on
// the width of their own labels), then bands, lines and symbols from back to front. Everything
// that a reader has to distinguish differs in tone, dash pattern and symbol, so that plots can be
// read in print and with colour blindness.

namespace surefoot::report {
namespace {

constexpr int kMaxXTicks = 8;
constexpr double kColumn = 0.8;
constexpr std::size_t kMaxPoints = 12000;
constexpr std::size_t kMaxBandPoints = 4000;
constexpr std::size_t kSymbolsPerLine = 6;
// Lines with at most this many points have a symbol at each.
constexpr std::size_t kFewPoints = 25;

/// Both sides of a band.
struct Sides {
  std::vector<PlotPoint> low;
  std::vector<PlotPoint> high;
};

/// The closed outline of a segment without gaps.
std::string Around(const Sides& sides) {
  std::vector<PlotPoint> points = Thinned(sides.high, kColumn, kMaxBandPoints);
  std::vector<PlotPoint> back = Thinned(sides.low, kColumn, kMaxBandPoints);
  points.insert(points.end(), back.rbegin(), back.rend());
  return PathThrough(points) + "z";
}

std::size_t SizeOf(const Band& band) {
  return std::min({band.x.size(), band.low.size(), band.high.size()});
}

/// Extends the axes by a band.
void AddExtent(const Band& band, Extent* x, Extent* y) {
  for (std::size_t i = 0; i < SizeOf(band); ++i) {
    if (!std::isfinite(band.x[i]) || !std::isfinite(band.low[i]) || !std::isfinite(band.high[i])) {
      continue;
    }
    x->Add(band.x[i]);
    y->Add(band.low[i]);
    y->Add(band.high[i]);
  }
}

/// Path data of the area, in segments between gaps. Where a logarithmic axis cannot show the lower
/// side (0 or less), the area ends at the axis.
std::string BandPath(const Band& band, const Scale& x, const Scale& y) {
  std::string path;
  Sides sides;
  const auto finish = [&] {
    if (sides.low.size() > 1) path += Around(sides);
    sides = {};
  };
  for (std::size_t i = 0; i < SizeOf(band); ++i) {
    const double min = y.logarithmic() ? y.low() : -HUGE_VAL;
    const double at = x.At(band.x[i]);
    const double high = y.length() - y.At(band.high[i]);
    const double low = y.length() - y.At(std::max(band.low[i], min));
    if (!std::isfinite(at) || !std::isfinite(high) || !std::isfinite(low) ||
        std::isnan(band.low[i])) {
      finish();
      continue;
    }
    sides.low.push_back({at, low});
    sides.high.push_back({at, high});
  }
  finish();
  return path;
}

std::size_t SizeOf(const Line& line) { return std::min(line.x.size(), line.y.size()); }

/// Points whose x and y the axes can show.
struct Extents {
  Extent x;
  Extent y;
};

/// Ranges of all points that the axes can show.
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
  for (const Band& band : plot.bands) AddExtent(band, &extents.x, &extents.y);
  return extents;
}

/// Dash pattern as the caller asked for, or the next one when an earlier line has the same tone.
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

/// Faint lines have no symbols.
bool HasSymbols(const LinePlot& plot, std::size_t index) {
  const Line& line = plot.lines[index];
  if (line.symbols != Line::Symbols::kSome) return line.symbols == Line::Symbols::kOnly;
  return plot.lines.size() > 1 && line.tone != Tone::kFaint;
}

/// Parts that share one legend entry: lines without a name belong to the line before, bands to the
/// line of their tone.
struct Keys {
  std::vector<LegendEntry> legend;
  /// Index into the legend; -1: none.
  std::vector<int> of_line;
  std::vector<int> of_band;
};

/// Assigns a legend entry to a line.
void AddLineKey(const LinePlot& plot, std::size_t index, int dash, Keys* keys) {
  const Line& line = plot.lines[index];
  if (!line.name.empty()) {
    const bool only = line.symbols == Line::Symbols::kOnly;
    keys->legend.push_back({line.name, line.tone,
                            only ? LegendEntry::Look::kPoints : LegendEntry::Look::kLine, dash,
                            HasSymbols(plot, index)});
  }
  keys->of_line.push_back(static_cast<int>(keys->legend.size()) - 1);
}

/// Assigns a legend entry to a band.
void AddBandKey(const LinePlot& plot, const Band& band, Keys* keys) {
  if (!band.name.empty()) {
    keys->legend.push_back({band.name, band.tone, LegendEntry::Look::kBand, 0, false, band.strong});
    keys->of_band.push_back(static_cast<int>(keys->legend.size()) - 1);
    return;
  }
  int key = -1;
  for (std::size_t i = 0; key < 0 && i < plot.lines.size(); ++i) {
    if (plot.lines[i].tone == band.tone) key = keys->of_line[i];
  }
  if (key >= 0) keys->legend[static_cast<std::size_t>(key)].shade = true;
  keys->of_band.push_back(key);
}

/// Entries of the legend and their assignment to lines and bands.
Keys KeysOf(const LinePlot& plot, const std::vector<int>& dashes) {
  Keys keys;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) AddLineKey(plot, i, dashes[i], &keys);
  for (const Band& band : plot.bands) AddBandKey(plot, band, &keys);
  // A single line with the title's name needs no legend.
  const bool redundant = plot.lines.size() == 1 && plot.lines[0].name == plot.title;
  if (redundant && keys.legend.size() == 1) {
    keys = {{}, {-1}, std::vector<int>(plot.bands.size(), -1)};
  }
  return keys;
}

/// Points in plot coordinates.
std::vector<PlotPoint> OnPaper(const Line& line, const Scale& x, const Scale& y) {
  std::vector<PlotPoint> points(SizeOf(line));
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {x.At(line.x[i]), y.length() - y.At(line.y[i])};
  }
  if (line.symbols == Line::Symbols::kOnly && points.size() <= kMaxPoints) return points;
  return Thinned(points, kColumn, kMaxPoints);
}

/// Symbols at a few points, offset per line so that symbols of different lines do not coincide.
std::string SymbolsOn(const std::vector<PlotPoint>& points, Tone tone, double shift, bool all) {
  std::string path;
  all = all || points.size() <= kFewPoints;
  const double every = all ? 1.0 : static_cast<double>(points.size()) / double{kSymbolsPerLine};
  for (double at = all ? 0.0 : shift * every; at < static_cast<double>(points.size());
       at += every) {
    const PlotPoint& p = points[static_cast<std::size_t>(at)];
    if (std::isfinite(p.x) && std::isfinite(p.y)) path += SymbolAt(tone, p.x, p.y);
  }
  return path;
}

/// The page's script highlights the series by its key.
std::string SeriesBegin(Tone tone, const std::string& name, int key) {
  return std::string("<g class=\"series ") + ToneClass(tone) + "\" data-name=\"" +
         Escaped(OneLine(name)) + "\"" +
         (key >= 0 ? " data-key=\"" + std::to_string(key) + "\"" : "") + ">";
}

/// One line with its symbols.
std::string SeriesSvg(const LinePlot& plot, std::size_t index, int dash, int key, const Scale& x,
                      const Scale& y) {
  const Line& line = plot.lines[index];
  const bool only = line.symbols == Line::Symbols::kOnly;
  const std::vector<PlotPoint> points = OnPaper(line, x, y);
  std::string svg = SeriesBegin(line.tone, line.name, key);
  if (!only) {
    svg += "<path class=\"line d" + std::to_string(dash) + "\" d=\"" + PathThrough(points) + "\"/>";
  }
  const double shift = (static_cast<double>(index) + 0.5) / static_cast<double>(plot.lines.size());
  const bool single =
      plot.lines.size() == 1 && points.size() <= kFewPoints && line.symbols == Line::Symbols::kSome;
  if (HasSymbols(plot, index) || single) {
    svg += SymbolClass(dash) + SymbolsOn(points, line.tone, shift, only) + "\"/>";
  }
  return svg + "</g>\n";
}

std::string BandSvg(const Band& band, int key, const Scale& x, const Scale& y) {
  return SeriesBegin(band.tone, band.name, key) + "<path class=\"band" +
         (band.strong ? " strong" : "") + "\" d=\"" + BandPath(band, x, y) + "\"/></g>\n";
}

/// Data for the script's read-out: maps area coordinates back to values.
std::string ScaleData(const char* name, const Scale& scale) {
  return std::string(" data-") + name + "=\"" + ScientificNumber(scale.low(), 12) + " " +
         ScientificNumber(scale.high(), 12) + (scale.logarithmic() ? " log\"" : "\"");
}

std::vector<Tick> YTicks(const Scale& y) { return y.Ticks(static_cast<int>(y.length() / 32.0)); }

/// Extends the axes until both have the same scale. The length of y is chosen, that of x is kept.
void MakeEqual(Scale& x, Scale& y) {
  const double x_span = x.high() - x.low();
  const double y_span = y.high() - y.low();
  const double height = std::clamp(x.length() * (y_span / x_span), 170.0, 400.0);
  const double unit = std::max(x_span / x.length(), y_span / height);
  x.Widen(unit * x.length());
  y.Widen(unit * height);
  y.set_length(height);
}

/// Sets the lengths of the axes. The labels of y depend on its length and take width from x, so
/// this iterates.
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
  const Keys keys = KeysOf(plot, dashes);
  FrameSpec spec{
      .title = plot.title, .x_label = plot.x.label, .y_label = plot.y.label, .legend = keys.legend};
  const bool equal = plot.equal_scales && !plot.x.logarithmic && !plot.y.logarithmic;
  Scale y(plot.y, extents.y, spec.area_height, 0.05, 0.05);
  const double margin = equal ? 0.05 : 0.0;
  Scale x(plot.x, extents.x, 1.0, margin, margin);
  if (!plot.x.range) x.SnapToTicks(kMaxXTicks);
  Arrange(equal, spec, x, y);
  Frame frame(spec);
  frame.AddYTicks(y, YTicks(y));
  frame.AddXTicks(x, x.Ticks(kMaxXTicks));
  std::string series;
  for (std::size_t i = 0; i < plot.bands.size(); ++i) {
    series += BandSvg(plot.bands[i], keys.of_band[i], x, y);
  }
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    series += SeriesSvg(plot, i, dashes[i], keys.of_line[i], x, y);
  }
  frame.AddClipped(series, ScaleData("x", x) + ScaleData("y", y) + (equal ? " data-map=\"\"" : ""));
  return frame.ToSvg();
}

namespace {

/// Enough digits for a reader of a figure; empty for a gap.
Cell Value(double value) {
  if (!std::isfinite(value)) return Cell();
  const std::string text = NumberText(value, 9);
  return Cell(text);
}

/// Name of a band in the CSV file: its own, or that of the line of its tone.
std::string NameOf(const Band& band, const LinePlot& plot) {
  if (!band.name.empty()) return band.name;
  for (const Line& line : plot.lines) {
    if (line.tone == band.tone && !line.name.empty()) return line.name;
  }
  return "band";
}

}  // namespace

// One row per point, for spreadsheets.
std::string ToCsv(const LinePlot& plot) {
  Table table;
  table.header = {"series", "x", "y", "low", "high"};
  std::string name;
  for (const Line& line : plot.lines) {
    if (!line.name.empty()) name = line.name;
    const std::size_t count = std::min(line.x.size(), line.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      table.rows.push_back({name, Value(line.x[i]), Value(line.y[i]), Cell(), Cell()});
    }
  }
  for (const Band& band : plot.bands) {
    const std::size_t count = std::min({band.x.size(), band.low.size(), band.high.size()});
    const std::string of = NameOf(band, plot) + (band.strong ? ", inner" : ", outer");
    for (std::size_t i = 0; i < count; ++i) {
      table.rows.push_back({of, Value(band.x[i]), Cell(), Value(band.low[i]), Value(band.high[i])});
    }
  }
  return ToCsv(table);
}

}  // namespace surefoot::report
