#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/scale.h"
#include "surefoot/evaluation/report/svg.h"
#include "surefoot/evaluation/report/text.h"

// Bars from zero. Vertical bars are compact, but their labels overlap when there are many; then
// the plot is turned by 90 degrees and grows in height with the number of bars.

namespace surefoot::report {
namespace {

// With more bars than this, bars are horizontal, one below the other, so that labels stay readable.
constexpr std::size_t kManyBars = 10;
// Height per horizontal bar, for labels of one and of two lines.
constexpr double kLyingPlace = 24.0;
constexpr double kHighLyingPlace = 36.0;

/// Range of all bars and whiskers, including zero.
Extent ExtentOf(const BarPlot& plot) {
  Extent extent(plot.y.logarithmic);
  for (const Bar& bar : plot.bars) {
    extent.Add(bar.value);
    if (!bar.interval || !std::isfinite(bar.value)) continue;
    extent.Add(bar.interval->first);
    extent.Add(bar.interval->second);
  }
  if (!extent.empty() && !plot.y.logarithmic) extent.Add(0.0);
  return extent;
}

Scale ScaleOf(const BarPlot& plot, const Extent& extent, double length) {
  const double below = extent.low() < 0.0 || plot.y.logarithmic ? 0.1 : 0.0;
  return Scale(plot.y, extent, length, below, 0.13);
}

/// Text of a bar for the pointer and for screen readers.
std::string Summary(const Bar& bar) {
  std::string text = OneLine(bar.label) + ": " + ShortNumber(bar.value, 4);
  if (bar.interval) {
    text += " (" + ShortNumber(bar.interval->first, 4) + " to " +
            ShortNumber(bar.interval->second, 4) + ")";
  }
  return text;
}

/// Path of a whisker with caps at both ends.
std::string WhiskerPath(double middle, double low, double high, bool lying) {
  const auto point = [&](double across, double along) {
    return "M" + Coordinate(lying ? along : across) + " " + Coordinate(lying ? across : along);
  };
  const char* cap = lying ? "v10" : "h10";
  return "<path class=\"whisker\" d=\"" + point(middle, low) + (lying ? "H" : "V") +
         Coordinate(high) + point(middle - 5.0, low) + cap + point(middle - 5.0, high) + cap +
         "\"/>";
}

/// One bar in the area's coordinates, in a slot of that width around `middle`. `value` is the axis
/// of values, upwards or, for horizontal bars, to the right.
std::string BarSvg(const Bar& bar, double middle, double place, const Scale& value, bool lying) {
  const auto at = [&](double v) {
    const double along = std::clamp(value.At(v), 0.0, value.length());
    return lying ? along : value.length() - along;
  };
  if (!std::isfinite(value.At(bar.value))) {
    return lying ? SideLabel(4.0, middle, "no data")
                 : BarLabel(middle, value.length() - 4.0, "no data", true);
  }
  const double foot = value.logarithmic() ? at(value.low()) : at(0.0);
  const double width = std::min(0.7 * place, 56.0);
  const double begin = middle - width / 2.0;
  const double end = at(bar.value);
  double outermost = lying ? std::max(foot, end) : std::min(foot, end);
  std::string svg = std::string("<g class=\"") + ToneClass(bar.tone) + "\"><title>" +
                    Escaped(Summary(bar)) + "</title>";
  svg += lying ? BarRect(std::min(foot, end), std::abs(end - foot), begin, begin + width)
               : BarRect(begin, width, foot, end);
  if (bar.interval && std::isfinite(value.At(bar.interval->first)) &&
      std::isfinite(value.At(bar.interval->second))) {
    const double low = at(bar.interval->first);
    const double high = at(bar.interval->second);
    svg += WhiskerPath(middle, low, high, lying);
    outermost = lying ? std::max({outermost, low, high}) : std::min({outermost, low, high});
  }
  const std::string number = ShortNumber(bar.value);
  svg += lying ? SideLabel(outermost + 5.0, middle, number)
               : BarLabel(middle, outermost - 5.0, number, !FitsAbove(number, place));
  return svg + "</g>\n";
}

/// Vertical bars.
std::string UprightSvg(const BarPlot& plot, const Extent& extent) {
  FrameSpec spec{.title = plot.title, .x_label = {}, .y_label = plot.y.label, .legend = {}};
  const Scale y = ScaleOf(plot, extent, spec.area_height);
  const std::vector<Tick> ticks = y.Ticks(6);
  spec.left = LeftMargin(ticks);
  const double place = AreaWidth(spec) / static_cast<double>(plot.bars.size());
  auto labels = Mapped<std::string>(plot.bars, &Bar::label);
  spec.below_area = BelowArea(labels, place - 4.0);
  Frame frame(spec);
  frame.AddYTicks(y, ticks);
  std::string bars;
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const double middle = place * (static_cast<double>(i) + 0.5);
    bars += BarSvg(plot.bars[i], middle, place, y, false);
    frame.AddXLabel(middle, place - 4.0, plot.bars[i].label);
  }
  frame.AddFree(bars);
  return frame.ToSvg();
}

/// Horizontal bars.
std::string LyingSvg(const BarPlot& plot, const Extent& extent) {
  FrameSpec spec{.title = plot.title, .x_label = plot.y.label, .y_label = {}, .legend = {}};
  auto labels = Mapped<std::string>(plot.bars, [&](const Bar& bar) { return OneLine(bar.label); });
  spec.left = LeftMargin(labels, 0.42 * spec.width);
  const bool low = std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
    return FitsLeft(label, spec.left);
  });
  const double place = low ? kLyingPlace : kHighLyingPlace;
  spec.area_height = place * static_cast<double>(labels.size());
  Frame frame(spec);
  const Scale x = ScaleOf(plot, extent, AreaWidth(spec));
  frame.AddXTicks(x, x.Ticks(6));
  std::string bars;
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const double middle = place * (static_cast<double>(i) + 0.5);
    bars += BarSvg(plot.bars[i], middle, kLyingPlace, x, true);
    frame.AddYLabel(middle, labels[i]);
  }
  frame.AddFree(bars);
  return frame.ToSvg();
}

}  // namespace

// Bars stand upright if there are few and their labels fit below; otherwise they lie.
std::string ToSvg(const BarPlot& plot) {
  const Extent extent = ExtentOf(plot);
  if (extent.empty()) return EmptySvg(plot.title, plot.y.label);
  const double place = 0.88 * kUsualWidth / static_cast<double>(plot.bars.size());
  const bool upright = plot.bars.size() <= kManyBars &&
                       std::all_of(plot.bars.begin(), plot.bars.end(), [&](const Bar& bar) {
                         return FitsBelow(bar.label, place - 4.0);
                       });
  return upright ? UprightSvg(plot, extent) : LyingSvg(plot, extent);
}

}  // namespace surefoot::report
