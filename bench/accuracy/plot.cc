// The picture, written directly as SVG with its own background, so that it is readable on light and
// dark pages.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/accuracy/report.h"
#include "surefoot/base/text.h"

namespace surefoot::accuracy {
namespace {

constexpr int kColumns = 3;
constexpr double kPanelWidth = 340.0;
constexpr double kPanelHeight = 270.0;
constexpr double kLeft = 52.0;
constexpr double kRight = 14.0;
constexpr double kTop = 42.0;
constexpr double kBottom = 42.0;
/// Smaller errors are rounding, and are drawn at this value.
constexpr double kSmallestError = 1e-12;

/// Colours that most people can distinguish, on white and on black.
constexpr const char* kColours[] = {"#3b8fd9", "#e2662c", "#1fa37a", "#c668b0",
                                    "#d9a411", "#7d7dea", "#8a8a8a"};

/// Decades from `low` to `high`.
struct LogAxis {
  int low = 0;
  int high = 1;

  void Show(double value) {
    const int decade = static_cast<int>(std::floor(std::log10(value)));
    low = set ? std::min(low, decade) : decade;
    high = set ? std::max(high, decade + 1) : decade + 1;
    set = true;
  }
  /// 0 at the low end, 1 at the high end.
  double Place(double value) const { return (std::log10(value) - low) / (high - low); }
  /// Decades between grid lines, so that at most about six lines are drawn.
  int Stride() const { return (high - low + 5) / 6; }

  bool set = false;
};

std::string Text(double x, double y, const char* classes, const std::string& text) {
  return StrFormat("<text x=\"%.1f\" y=\"%.1f\" class=\"", x, y) + classes + "\">" + text +
         "</text>\n";
}

std::string Decade(int exponent) {
  if (exponent >= 0 && exponent <= 4) return StrFormat("%.0f", std::pow(10.0, exponent));
  return "10<tspan dy=\"-4\" font-size=\"8\">" + std::to_string(exponent) + "</tspan>";
}

/// A mark per engine: hollow when the run was cut off.
std::string Mark(std::size_t engine, double x, double y, bool hollow) {
  const char* colour = kColours[engine % std::size(kColours)];
  const std::string paint = std::string("stroke=\"") + colour + "\" class=\"" +
                            (hollow ? "hollow" : "solid") + "\" fill=\"" + colour + "\"/>\n";
  switch (engine % 5) {
    case 0:
      return StrFormat("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" ", x, y) + paint;
    case 1:
      return StrFormat("<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\" ", x - 3.5, y - 3.5) +
             paint;
    case 2:
      return StrFormat("<path d=\"M%.1f %.1fl4.6 8h-9.2z\" ", x, y - 5.2) + paint;
    case 3:
      return StrFormat("<path d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\" ", x, y - 5.0) + paint;
    default:
      return StrFormat("<path d=\"M%.1f %.1fl4.6 -8h-9.2z\" ", x, y + 5.2) + paint;
  }
}

class Panel {
 public:
  Panel(const Task& task, const std::vector<Outcome>& outcomes, double x, double y)
      : task_(task), x_(x + kLeft), y_(y + kTop) {
    for (const Outcome& o : outcomes) {
      if (o.task != task.name || !o.measured() || o.speed() <= 0.0) continue;
      points_.push_back(o);
      speeds_.Show(o.speed());
      errors_.Show(std::max(o.error, kSmallestError));
    }
  }

  std::string Draw(const std::vector<std::string>& engines) const {
    std::string svg = Frame();
    for (std::size_t i = 0; i < engines.size(); ++i) svg += Curve(i, engines[i]);
    return svg;
  }

 private:
  static constexpr double kWidth = kPanelWidth - kLeft - kRight;
  static constexpr double kHeight = kPanelHeight - kTop - kBottom;

  double X(double speed) const { return x_ + kWidth * speeds_.Place(speed); }
  double Y(double error) const {
    return y_ + kHeight * (1.0 - errors_.Place(std::max(error, kSmallestError)));
  }

  std::string Frame() const {
    std::string svg = Text(x_, y_ - 22.0, "title", task_.title);
    svg += Text(x_, y_ - 8.0, "small", "mean " + task_.measure + ", " + task_.unit);
    for (int e = speeds_.low; e <= speeds_.high; e += speeds_.Stride()) {
      const double x = X(std::pow(10.0, e));
      svg += StrFormat("<path class=\"grid\" d=\"M%.1f %.1fv%.1f\"/>\n", x, y_, kHeight);
      svg += Text(x, y_ + kHeight + 14.0, "small middle", Decade(e));
    }
    for (int e = errors_.low; e <= errors_.high; e += errors_.Stride()) {
      const double y = Y(std::pow(10.0, e));
      svg += StrFormat("<path class=\"grid\" d=\"M%.1f %.1fh%.1f\"/>\n", x_, y, kWidth);
      svg += Text(x_ - 6.0, y + 4.0, "small end", Decade(e));
    }
    return svg + Text(x_ + 0.5 * kWidth, y_ + kHeight + 29.0, "small middle",
                      "simulated seconds per CPU second");
  }

  std::string Curve(std::size_t engine, const std::string& name) const {
    std::vector<Outcome> points;
    std::copy_if(points_.begin(), points_.end(), std::back_inserter(points),
                 [&](const Outcome& o) { return o.engine == name; });
    std::sort(points.begin(), points.end(),
              [](const Outcome& a, const Outcome& b) { return a.step < b.step; });
    if (points.empty()) return "";
    std::string line;
    std::string marks;
    for (const Outcome& o : points) {
      const double x = X(o.speed());
      const double y = Y(o.error);
      line += StrFormat(line.empty() ? "M%.1f %.1f" : "L%.1f %.1f", x, y);
      marks += Mark(engine, x, y, o.ending == Ending::kCut);
    }
    return "<path class=\"curve\" stroke=\"" + std::string(kColours[engine % std::size(kColours)]) +
           "\" d=\"" + line + "\"/>\n" + marks;
  }

  const Task& task_;
  double x_;
  double y_;
  std::vector<Outcome> points_;
  LogAxis speeds_;
  LogAxis errors_;
};

std::string Legend(const std::vector<std::string>& engines, double x, double y) {
  std::string svg = Text(x, y, "title", "Engines");
  for (std::size_t i = 0; i < engines.size(); ++i) {
    y += 20.0;
    svg += "<path class=\"curve\" stroke=\"";
    svg += kColours[i % std::size(kColours)];
    svg += StrFormat("\" d=\"M%.1f %.1fh24\"/>\n", x, y - 4.0);
    svg += Mark(i, x + 12.0, y - 4.0, false) + Text(x + 34.0, y, "label", engines[i]);
  }
  svg += Text(x, y + 28.0, "small", "Lower and further right is better.");
  svg += Text(x, y + 43.0, "small", "The points of a curve are its time steps.");
  svg += Text(x, y + 58.0, "small", "Hollow: cut off by the time limit, only a");
  return svg + Text(x, y + 73.0, "small", "part was simulated.");
}

}  // namespace

std::string ToSvg(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes) {
  const std::vector<std::string> engines = EnginesOf(outcomes);
  std::vector<const Task*> shown;
  for (const Task& task : tasks) {
    if (std::any_of(outcomes.begin(), outcomes.end(),
                    [&](const Outcome& o) { return o.task == task.name && o.measured(); })) {
      shown.push_back(&task);
    }
  }
  const auto cells = static_cast<int>(shown.size()) + 1;
  const double width = kPanelWidth * kColumns + 8.0;
  const double height = kPanelHeight * ((cells + kColumns - 1) / kColumns) + 8.0;
  std::string svg = StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
      "viewBox=\"0 0 %.0f %.0f\"",
      width, height, width, height);
  svg += R"( font-family="system-ui, sans-serif">
<title>Error against speed of every engine in each task</title>
<style>
.back { fill: #ffffff }
text { fill: #24292f; font-size: 12px }
.title { font-size: 14px; font-weight: 600 }
.small { font-size: 11px; fill: #57606a }
.middle { text-anchor: middle }
.end { text-anchor: end }
.grid { stroke: #d8dee4; fill: none }
.curve { fill: none; stroke-width: 2 }
.hollow { fill: #ffffff; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  .back, .hollow { fill: #0d1117 }
  text { fill: #e6edf3 }
  .small { fill: #9aa4af }
  .grid { stroke: #30363d }
}
</style>
<rect class="back" width="100%" height="100%" rx="6"/>
)";
  for (int i = 0; i < cells; ++i) {
    const double x = kPanelWidth * (i % kColumns);
    const double y = kPanelHeight * (i / kColumns);
    if (i + 1 == cells) {
      svg += Legend(engines, x + kLeft, y + kTop);
    } else {
      svg += Panel(*shown[static_cast<std::size_t>(i)], outcomes, x, y).Draw(engines);
    }
  }
  return svg + "</svg>\n";
}

}  // namespace surefoot::accuracy
