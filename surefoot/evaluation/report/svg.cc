#include "surefoot/evaluation/report/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/evaluation/report/text.h"

// SVG is written by hand with coordinates rounded to tenths: reports with many plots stay small,
// and equal inputs give equal bytes on every machine.

namespace surefoot::report {
namespace {

constexpr double kRight = 14.0;
constexpr double kKeyWidth = 24.0;
constexpr double kDashedKeyWidth = 38.0;
// Labels of bars and groups are a little smaller than other text.
constexpr double kBelowTextSize = 0.92 * kTextSize * kTextGrowth;
constexpr double kBelowLine = 1.25;
constexpr std::size_t kLinesBelow = 3;

/// Appends a coordinate given in tenths. `separate`: with a space before it unless a minus sign
/// separates.
void AddTenths(std::int64_t tenths, bool separate, std::string& out) {
  if (tenths < 0) {
    out += '-';
  } else if (separate) {
    out += ' ';
  }
  const std::int64_t size = std::abs(tenths);
  if (size >= 10 || size == 0) out += std::to_string(size / 10);
  if (size % 10 != 0) {
    out += '.';
    out += static_cast<char>('0' + size % 10);
  }
}

std::int64_t Tenths(double value) { return std::llround(value * 10.0); }

std::string Attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + Coordinate(value) + "\"";
}

std::string Text(const char* type, double x, double y, const std::string& text) {
  return std::string("<text class=\"") + type + "\"" + Attribute("x", x) + Attribute("y", y) + ">" +
         Escaped(text) + "</text>";
}

double LeftTextWidth(double left) { return (left - 8.0) / (kTextSize * kTextGrowth); }

std::string GridLine(const Tick& tick) {
  return std::string("<path class=\"") + (tick.value == 0.0 ? "zero" : "grid") + "\" d=\"M";
}

double KeyWidth(const LegendEntry& entry) { return entry.dash == 0 ? kKeyWidth : kDashedKeyWidth; }

/// The symbol of a legend entry.
std::string KeyOf(const LegendEntry& entry, double x, double y) {
  std::string svg = std::string("<g class=\"key ") + ToneClass(entry.tone) + "\">";
  const double width = KeyWidth(entry);
  const double middle = y - 0.34 * kTextSize;
  if (entry.shade || entry.look == LegendEntry::Look::kBand) {
    const char* type =
        entry.shade && entry.look == LegendEntry::Look::kBand ? "band strong" : "band";
    svg += std::string("<rect class=\"") + type + "\"" + Attribute("x", x + 1.0) +
           Attribute("y", middle - 5.5) + Attribute("width", width - 2.0) + " height=\"11\"/>";
  }
  if (entry.look == LegendEntry::Look::kBar) {
    svg += "<rect class=\"bar\"" + Attribute("x", x + 4.0) + Attribute("y", middle - 5.5) +
           " width=\"16\" height=\"11\"/>";
  } else if (entry.look == LegendEntry::Look::kLine) {
    svg += "<path class=\"line d" + std::to_string(entry.dash) + "\" d=\"M" + Coordinate(x) + " " +
           Coordinate(middle) + "h" + Coordinate(width) + "\"/>";
  }
  if (entry.symbol) {
    svg += SymbolClass(entry.dash) + SymbolAt(entry.tone, x + width / 2.0, middle) + "\"/>";
  }
  return svg + Text("name", x + width + 5.0, y, entry.name) + "</g>\n";
}

}  // namespace

// In tenths, which keeps files small.
std::string Coordinate(double value) {
  std::string text;
  AddTenths(Tenths(value), false, text);
  return text;
}

const char* ToneClass(Tone tone) {
  constexpr const char* kClasses[] = {"t1", "t2", "t3", "t4", "t5", "t6", "treal", "tfaint"};
  return kClasses[static_cast<std::size_t>(tone)];
}

std::string SymbolClass(int dash) {
  return dash == 0 ? "<path class=\"mark\" d=\"" : "<path class=\"mark hollow\" d=\"";
}

// A shape per tone, so that colours are not the only difference.
std::string SymbolAt(Tone tone, double x, double y) {
  // By tone: disc, square, triangle up, diamond, triangle down, cross, saltire, bar.
  constexpr const char* kShapes[] = {
      "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0",
      "m-2.9-2.9h5.8v5.8h-5.8z",
      "m0-3.8l3.7 6.4h-7.4z",
      "m0-4.2l4.2 4.2-4.2 4.2-4.2-4.2z",
      "m0 3.8l3.7-6.4h-7.4z",
      "m-1.2-3.8h2.4v2.6h2.6v2.4h-2.6v2.6h-2.4v-2.6h-2.6v-2.4h2.6z",
      "m0-1.6l2.2-2.2 1.6 1.6-2.2 2.2 2.2 2.2-1.6 1.6-2.2-2.2-2.2 2.2-1.6-1.6 2.2-2.2-2.2-2.2 "
      "1.6-1.6z",
      "m-4.2-1.3h8.4v2.6h-8.4z"};
  return "M" + Coordinate(x) + " " + Coordinate(y) + kShapes[static_cast<std::size_t>(tone)];
}

// Relative coordinates in tenths; sums are of rounded values, so errors do not add up.
std::string PathThrough(const std::vector<PlotPoint>& points) {
  std::string path;
  path.reserve(8 * points.size());
  bool pen_down = false;
  bool alone = false;
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (const PlotPoint& point : points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
      if (alone) path += "h0";
      pen_down = alone = false;
      continue;
    }
    const std::int64_t new_x = Tenths(point.x);
    const std::int64_t new_y = Tenths(point.y);
    if (pen_down && new_x == x && new_y == y) continue;
    path += pen_down ? 'l' : 'M';
    AddTenths(pen_down ? new_x - x : new_x, false, path);
    AddTenths(pen_down ? new_y - y : new_y, true, path);
    alone = !pen_down;
    pen_down = true;
    x = new_x;
    y = new_y;
  }
  // A single point is a line of length 0, visible as a dot because of its round caps.
  if (alone) path += "h0";
  return path;
}

double LeftMargin(const std::vector<std::string>& labels, double max) {
  double widest = 0.0;
  for (const std::string& label : labels) widest = std::max(widest, WidthOf(label));
  return std::min(std::ceil(widest * kTextSize * kTextGrowth) + 10.0, max);
}

double LeftMargin(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks) labels.push_back(tick.label);
  return LeftMargin(labels, 120.0);
}

bool FitsLeft(const std::string& text, double left) { return WidthOf(text) <= LeftTextWidth(left); }

// Whether the wrapped text is complete.
bool FitsBelow(const std::string& text, double width) {
  const std::vector<std::string> lines = Wrapped(text, width / kBelowTextSize, kLinesBelow + 1);
  std::string joined;
  for (const std::string& line : lines) joined += (joined.empty() ? "" : " ") + line;
  return lines.size() <= kLinesBelow && joined == OneLine(text);
}

double BelowArea(const std::vector<std::string>& labels, double width) {
  std::size_t lines = 1;
  for (const std::string& label : labels) {
    lines = std::max(lines, Wrapped(label, width / kBelowTextSize, kLinesBelow).size());
  }
  return kTextSize * (0.7 + kBelowLine * static_cast<double>(lines));
}

double AreaWidth(const FrameSpec& spec) { return spec.width - spec.left - kRight; }

Frame::Frame(const FrameSpec& spec) : spec_(spec), area_width_(AreaWidth(spec)) { AddHead(); }

// Title, then legend; both move the area down.
void Frame::AddHead() {
  top_ = 4.0;
  const double bold = 1.12 * 1.1 * kTextGrowth * kTextSize;
  for (const std::string& line : Wrapped(spec_.title, (spec_.width - 8.0) / bold, 2)) {
    top_ += Row(1.45);
    svg_ += Text("title", 2.0, top_, line) + "\n";
  }
  AddLegend();
  if (!spec_.y_label.empty()) {
    top_ += Row(1.75);
    const double width = (spec_.width - 8.0) / (kTextGrowth * kTextSize);
    svg_ += Text("unit", 2.0, top_, Shortened(spec_.y_label, width)) + "\n";
  }
  top_ = std::ceil(top_ + Row(0.9));
}

// Entries from left to right, wrapped at the width.
void Frame::AddLegend() {
  if (spec_.legend.empty()) return;
  const double size = kTextSize * kTextGrowth;
  double x = 2.0;
  top_ += Row(1.8);
  svg_ += "<g class=\"legend\">\n";
  for (LegendEntry entry : spec_.legend) {
    entry.name = Shortened(entry.name, (spec_.width - KeyWidth(entry) - 12.0) / size);
    const double width = KeyWidth(entry) + 5.0 + WidthOf(entry.name) * size + 12.0;
    if (x > 2.0 && x + width > spec_.width) {
      x = 2.0;
      top_ += Row(1.6);
    }
    svg_ += KeyOf(entry, x, top_);
    x += width;
  }
  svg_ += "</g>\n";
}

void Frame::AddYTicks(const Scale& scale, const std::vector<Tick>& ticks) {
  for (const Tick& tick : ticks) {
    const double y = top_ + spec_.area_height - scale.At(tick.value);
    svg_ += GridLine(tick) + Coordinate(spec_.left) + " " + Coordinate(y) + "h" +
            Coordinate(area_width_) + "\"/>";
    svg_ += Text("ty", spec_.left - 6.0, y + 0.34 * kTextSize, tick.label) + "\n";
  }
}

void Frame::AddXTicks(const Scale& scale, const std::vector<Tick>& ticks) {
  for (const Tick& tick : ticks) {
    const double x = spec_.left + scale.At(tick.value);
    svg_ += GridLine(tick) + Coordinate(x) + " " + Coordinate(top_) + "v" +
            Coordinate(spec_.area_height + 4.0) + "\"/>";
    svg_ += Text("tx", x, top_ + spec_.area_height + Row(1.4), tick.label) + "\n";
  }
}

void Frame::AddXLabel(double middle, double width, const std::string& text) {
  double y = top_ + spec_.area_height + Row(0.2);
  for (const std::string& line : Wrapped(text, width / kBelowTextSize, kLinesBelow)) {
    y += Row(kBelowLine);
    svg_ += Text("bx", spec_.left + middle, y, line) + "\n";
  }
}

void Frame::AddYLabel(double middle, const std::string& text) {
  const std::vector<std::string> lines = Wrapped(text, LeftTextWidth(spec_.left), 2);
  double y = top_ + middle + 0.34 * kTextSize - Row(0.58) * static_cast<double>(lines.size() - 1);
  for (const std::string& line : lines) {
    svg_ += Text("ty", spec_.left - 6.0, y, line) + "\n";
    y += Row(1.16);
  }
}

void Frame::AddClipped(const std::string& svg, const std::string& attributes) {
  svg_ += "<svg class=\"area\"" + Attribute("x", spec_.left) + Attribute("y", top_) +
          Attribute("width", area_width_) + Attribute("height", spec_.area_height) + attributes +
          ">\n" + svg + "</svg>\n";
}

void Frame::AddFree(const std::string& svg) {
  svg_ += "<g transform=\"translate(" + Coordinate(spec_.left) + " " + Coordinate(top_) + ")\">\n" +
          svg + "</g>\n";
}

std::string Frame::ToSvg() const {
  double height = top_ + spec_.area_height + spec_.below_area;
  std::string x_label;
  if (!spec_.x_label.empty()) {
    height += Row(1.3);
    const double width = (spec_.width - spec_.left) / (kTextGrowth * kTextSize);
    x_label = Text("unit end", spec_.width - kRight, height - 2.0, Shortened(spec_.x_label, width));
  }
  height = std::ceil(height + 4.0);
  const std::string title = spec_.title.empty() ? spec_.y_label : spec_.title;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot" +
         std::string(spec_.width > kUsualWidth ? " full" : "") + "\" viewBox=\"0 0 " +
         Coordinate(spec_.width) + " " + Coordinate(height) + "\" role=\"img\">\n<title>" +
         Escaped(OneLine(title.empty() ? "Plot" : title)) + "</title>\n" + svg_ + x_label +
         "</svg>\n";
}

// A frame that says "no data", so that a missing plot is noticed.
std::string EmptySvg(const std::string& title, const std::string& y_label) {
  const FrameSpec spec{.title = title, .x_label = {}, .y_label = y_label, .legend = {}};
  Frame frame(spec);
  const double width = AreaWidth(spec);
  frame.AddFree("<rect class=\"empty\" x=\"0\" y=\"0\"" + Attribute("width", width) +
                Attribute("height", spec.area_height) + "/>" +
                Text("tx", width / 2.0, spec.area_height / 2.0, "no data") + "\n");
  return frame.ToSvg();
}

std::string BarRect(double x, double width, double y1, double y2) {
  return "<rect class=\"bar\" x=\"" + Coordinate(x) + "\" y=\"" + Coordinate(std::min(y1, y2)) +
         "\" width=\"" + Coordinate(width) + "\" height=\"" +
         Coordinate(std::max(std::abs(y1 - y2), 0.5)) + "\"/>";
}

bool FitsAbove(const std::string& text, double place) {
  return 0.9 * kTextSize * WidthOf(text) < place;
}

// Upright text in narrow bars.
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
