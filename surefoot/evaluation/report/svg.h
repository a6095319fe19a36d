#pragma once

/// Common parts of all plots: the frame with title, legend and axes, and SVG helpers.

#include <string>
#include <vector>

#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/scale.h"
#include "surefoot/evaluation/report/thin.h"

namespace surefoot::report {

/// The size of text in plots. On small screens a page enlarges it by up to kTextGrowth; layouts
/// leave the space for that.
inline constexpr double kTextSize = 12.0;
inline constexpr double kTextGrowth = 1.2;
/// Widths of plots: two of them beside each other, or one in a whole row.
inline constexpr double kUsualWidth = 520.0;
inline constexpr double kFullWidth = 1060.0;

/// Rounded to tenths, as short as it goes.
std::string Coordinate(double value);

const char* ToneClass(Tone tone);

/// The beginning of a path of symbols up to its data; those of dashed lines are hollow.
std::string SymbolClass(int dash);

/// A path's data: the tone's symbol, so that colour is not the only sign.
std::string SymbolAt(Tone tone, double x, double y);

/// A path's data through the points, with gaps.
std::string PathThrough(const std::vector<PlotPoint>& points);

struct LegendEntry {
  std::string name;
  Tone tone = Tone::kFirst;
  enum class Look { kLine, kBar, kPoints, kBand } look = Look::kLine;
  /// 0: a solid line; others as of the class d1, d2, ...
  int dash = 0;
  bool symbol = true;
  /// A line with an area about it, or a darker area.
  bool shade = false;
};

struct FrameSpec {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<LegendEntry> legend;
  double width = kUsualWidth;
  double area_height = 216.0;
  /// Width of the labels of the y axis.
  double left = 10.0;
  /// Between the area and the x axis' label.
  double below_area = 20.0;
};

/// Width that these labels of a y axis need.
double LeftMargin(const std::vector<Tick>& ticks);
double LeftMargin(const std::vector<std::string>& labels, double max);
/// Whether the text is one line in a left margin.
bool FitsLeft(const std::string& text, double left);
/// Whether Frame::AddXLabel can show the text in a stretch of this width without breaking words.
bool FitsBelow(const std::string& text, double width);
/// Height that labels in columns of this width need below the area.
double BelowArea(const std::vector<std::string>& labels, double width);
double AreaWidth(const FrameSpec& spec);

/// Builder of one plot. The area's coordinates start at its upper left corner, y downwards.
class Frame {
 public:
  explicit Frame(const FrameSpec& spec);

  /// Horizontal lines and their labels; vertical ones. A line at zero is stronger.
  void AddYTicks(const Scale& scale, const std::vector<Tick>& ticks);
  void AddXTicks(const Scale& scale, const std::vector<Tick>& ticks);
  /// Up to three lines of text under the area, centred on a part of its width; up to two at its
  /// left.
  void AddXLabel(double middle, double width, const std::string& text);
  void AddYLabel(double middle, const std::string& text);
  /// Adds SVG in the area's coordinates: clipped at its border, or not.
  void AddClipped(const std::string& svg, const std::string& attributes = {});
  void AddFree(const std::string& svg);
  std::string ToSvg() const;

 private:
  void AddHead();
  void AddLegend();
  double Row(double size) const { return size * kTextSize; }

  FrameSpec spec_;
  double top_ = 0.0;
  double area_width_ = 0.0;
  std::string svg_;
};

/// A frame with the text that there are no data.
std::string EmptySvg(const std::string& title, const std::string& y_label);

/// The rectangle of a bar in the area's coordinates, between two heights in any order.
std::string BarRect(double x, double width, double y1, double y2);

/// Whether a number above a bar fits into the bar's place.
bool FitsAbove(const std::string& text, double place);

/// A number above a bar; rotated where the bar's place is too narrow for it.
std::string BarLabel(double middle, double y, const std::string& text, bool upright);

/// A number to the right of a horizontal bar.
std::string SideLabel(double x, double middle, const std::string& text);

}  // namespace surefoot::report
