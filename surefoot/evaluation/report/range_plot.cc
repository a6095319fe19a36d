#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/scale.h"
#include "surefoot/evaluation/report/svg.h"
#include "surefoot/evaluation/report/text.h"

// Ranges in groups, as in figures 7 and 8 of Farley, Wang and Marshall (2022): one group per test,
// one bar per simulator, from the lowest to the highest value with a mark at the mean.

namespace surefoot::report {
namespace {

// Space between groups in multiples of a bar's slot.
constexpr double kBetweenGroups = 1.0;
constexpr std::size_t kManyBars = 16;

/// False for bars with values that the axis cannot show.
bool IsShown(const RangeBar& bar, bool logarithmic) {
  return std::isfinite(bar.low) && std::isfinite(bar.high) &&
         (!logarithmic || std::min(bar.low, bar.high) > 0.0);
}

/// Each name once, in the order of appearance.
std::vector<LegendEntry> LegendOf(const RangePlot& plot) {
  std::vector<LegendEntry> legend;
  for (const RangeGroup& group : plot.groups) {
    for (const RangeBar& bar : group.bars) {
      const bool known = std::any_of(legend.begin(), legend.end(), [&](const LegendEntry& entry) {
        return entry.name == bar.name && entry.tone == bar.tone;
      });
      if (!known) legend.push_back({bar.name, bar.tone, LegendEntry::Look::kBar});
    }
  }
  return legend;
}

/// The range as a bar with its mean, or "no data".
std::string BarSvg(const RangeBar& bar, double x, double place, const Scale& y, bool upright) {
  const double middle = x + place / 2.0;
  if (!IsShown(bar, y.logarithmic())) return BarLabel(middle, y.length() - 4.0, "no data", true);
  const double width = std::min(0.74 * place, 44.0);
  const auto at = [&](double value) {
    return y.length() - std::clamp(y.At(value), 0.0, y.length());
  };
  const double top = std::min(at(bar.high), at(bar.low));
  const std::string length = ShortNumber(bar.high - bar.low);
  std::string svg = std::string("<g class=\"") + ToneClass(bar.tone) + "\"><title>" +
                    Escaped(OneLine(bar.name)) + ": " + ShortNumber(bar.low, 4) + " to " +
                    ShortNumber(bar.high, 4) + ", range " + length + ", mean " +
                    ShortNumber(bar.mean, 4) + "</title>";
  svg += BarRect(middle - width / 2.0, width, at(bar.high), at(bar.low));
  const double mean = at(bar.mean);
  if (std::isfinite(mean)) {
    svg += "<path class=\"mean\" d=\"M" + Coordinate(middle - width / 2.0) + " " +
           Coordinate(mean) + "h" + Coordinate(width) + "\"/><path class=\"mark\" d=\"" +
           SymbolAt(bar.tone, middle, mean) + "\"/>";
  }
  return svg + BarLabel(middle, top - 5.0, length, upright) + "</g>\n";
}

/// Whether all numbers above bars fit horizontally; otherwise all are rotated.
bool LengthsFit(const RangePlot& plot, double place) {
  for (const RangeGroup& group : plot.groups) {
    for (const RangeBar& bar : group.bars) {
      if (!FitsAbove(ShortNumber(bar.high - bar.low), place)) return false;
    }
  }
  return true;
}

/// Numbers of bars and of slots, including the space between groups.
struct Counts {
  std::size_t bars = 0;
  double places = 0.0;
};

/// The gap between groups counts as part of a bar.
Counts CountsOf(const RangePlot& plot) {
  Counts counts;
  for (const RangeGroup& group : plot.groups) counts.bars += group.bars.size();
  counts.places =
      static_cast<double>(counts.bars) + kBetweenGroups * static_cast<double>(plot.groups.size());
  return counts;
}

Extent ExtentOf(const RangePlot& plot) {
  Extent extent(plot.y.logarithmic);
  for (const RangeGroup& group : plot.groups) {
    for (const RangeBar& bar : group.bars) {
      if (!IsShown(bar, plot.y.logarithmic)) continue;
      for (const double value : {bar.low, bar.high, bar.mean}) extent.Add(value);
    }
  }
  return extent;
}

}  // namespace

std::string ToSvg(const RangePlot& plot) {
  const Extent extent = ExtentOf(plot);
  if (extent.empty()) return EmptySvg(plot.title, plot.y.label);
  const Counts counts = CountsOf(plot);
  FrameSpec spec{
      .title = plot.title, .x_label = {}, .y_label = plot.y.label, .legend = LegendOf(plot)};
  if (counts.bars > kManyBars) spec.width = kFullWidth;
  spec.area_height = 236.0;
  const Scale y(plot.y, extent, spec.area_height, 0.06, 0.12);
  const std::vector<Tick> ticks = y.Ticks(7);
  spec.left = LeftMargin(ticks);
  const double place = AreaWidth(spec) / counts.places;
  const auto width_of = [&](const RangeGroup& group) {
    return place * (static_cast<double>(group.bars.size()) + kBetweenGroups);
  };
  spec.below_area = 0.0;
  for (const RangeGroup& group : plot.groups) {
    spec.below_area = std::max(spec.below_area, BelowArea({group.label}, width_of(group) - 4.0));
  }
  Frame frame(spec);
  frame.AddYTicks(y, ticks);
  const bool upright = !LengthsFit(plot, place);
  double x = 0.0;
  std::string bars;
  for (const RangeGroup& group : plot.groups) {
    frame.AddXLabel(x + width_of(group) / 2.0, width_of(group) - 4.0, group.label);
    double bar_x = x + place * kBetweenGroups / 2.0;
    for (const RangeBar& bar : group.bars) {
      bars += BarSvg(bar, bar_x, place, y, upright);
      bar_x += place;
    }
    x += width_of(group);
  }
  frame.AddFree(bars);
  return frame.ToSvg();
}

}  // namespace surefoot::report
