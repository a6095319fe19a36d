#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/report/bar_svg.h"
#include "surefoot/report/plot.h"
#include "surefoot/report/scale.h"
#include "surefoot/report/svg.h"
#include "surefoot/report/text.h"

namespace surefoot::report {
namespace {

constexpr std::size_t kManyBars = 12;
// More bars than this have no numbers above them.
constexpr std::size_t kTooManyForNumbers = 60;

Extent ExtentOf(const BarPlot& plot) {
  Extent extent(plot.y.logarithmic);
  for (const Bar& bar : plot.bars) {
    extent.Add(bar.value);
    if (!bar.interval) continue;
    extent.Add(bar.interval->first);
    extent.Add(bar.interval->second);
  }
  if (!extent.empty() && !plot.y.logarithmic) extent.Add(0.0);
  return extent;
}

std::string WhiskerSvg(double middle, double low, double high) {
  const std::string end = Coordinate(middle - 5.0);
  return "<path class=\"whisker\" d=\"M" + Coordinate(middle) + " " + Coordinate(low) + "V" +
         Coordinate(high) + "M" + end + " " + Coordinate(high) + "h10M" + end + " " +
         Coordinate(low) + "h10\"/>";
}

std::string BarSvg(const Bar& bar, double x, double place, const Scale& y, bool numbers) {
  const double middle = x + place / 2.0;
  if (!std::isfinite(y.At(bar.value))) return BarLabel(middle, y.length() - 4.0, "no data", true);
  const double width = std::min(0.7 * place, 56.0);
  const double foot = y.length() - (y.logarithmic() ? 0.0 : std::clamp(y.At(0.0), 0.0, y.length()));
  double top = y.length() - y.At(bar.value);
  std::string svg = std::string("<g class=\"") + ToneClass(bar.tone) + "\"><title>" +
                    Escaped(OneLine(bar.label)) + ": " + ShortNumber(bar.value, 4);
  if (bar.interval) {
    svg += " (" + ShortNumber(bar.interval->first, 4) + " to " +
           ShortNumber(bar.interval->second, 4) + ")";
  }
  svg += "</title>" + BarRect(middle - width / 2.0, width, foot, top);
  if (bar.interval) {
    const double low = y.length() - y.At(bar.interval->first);
    const double high = y.length() - y.At(bar.interval->second);
    if (std::isfinite(low) && std::isfinite(high)) {
      svg += WhiskerSvg(middle, low, high);
      top = std::min({top, low, high});
    }
  }
  if (numbers)
    svg += BarLabel(middle, std::min(top, foot) - 5.0, ShortNumber(bar.value), place < 31.0);
  return svg + "</g>\n";
}

}  // namespace

std::string ToSvg(const BarPlot& plot) {
  const Extent extent = ExtentOf(plot);
  FrameSpec spec{.title = plot.title, .x_label = {}, .y_label = plot.y.label, .legend = {}};
  if (plot.bars.size() > kManyBars) spec.width = kFullWidth;
  spec.below_area = 3.8 * kTextSize * kTextGrowth;
  const double below = extent.low() < 0.0 || plot.y.logarithmic ? 0.1 : 0.0;
  const Scale y(plot.y, extent, spec.area_height, below, 0.1);
  const std::vector<Tick> ticks = y.Ticks(6);
  spec.left = LeftMargin(ticks);
  Frame frame(spec);
  if (extent.empty()) {
    frame.AddNoData();
    return frame.ToSvg();
  }
  frame.AddYTicks(y, ticks);
  const double place = AreaWidth(spec) / static_cast<double>(plot.bars.size());
  std::string bars;
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const double x = place * static_cast<double>(i);
    bars += BarSvg(plot.bars[i], x, place, y, plot.bars.size() <= kTooManyForNumbers);
    frame.AddXLabel(x + place / 2.0, place - 4.0, plot.bars[i].label, 3);
  }
  frame.AddFree(bars);
  return frame.ToSvg();
}

}  // namespace surefoot::report
