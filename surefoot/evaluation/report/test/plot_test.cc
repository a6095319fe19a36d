#include "surefoot/evaluation/report/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

double Attribute(const std::string& element, const std::string& name) {
  std::smatch match;
  EXPECT_TRUE(std::regex_search(element, match, std::regex(" " + name + "=\"(-?[0-9.]+)\"")))
      << element;
  return match.empty() ? 0.0 : std::stod(match[1]);
}

/// All elements that match the expression.
std::vector<std::string> Elements(const std::string& svg, const std::string& expression) {
  const std::regex regex(expression);
  std::vector<std::string> found;
  for (std::sregex_iterator at(svg.begin(), svg.end(), regex), end; at != end; ++at) {
    found.push_back(at->str());
  }
  return found;
}

/// The points of the first line: pieces between gaps.
std::vector<std::vector<std::pair<double, double>>> PiecesOf(const std::string& svg) {
  const std::string path = Elements(svg, "class=\"line d[0-9]\" d=\"M[^\"]*\"").back();
  const std::regex step("([Mlh])(-?[0-9.]+)(?:[ ]?(-?[0-9.]+))?");
  std::vector<std::vector<std::pair<double, double>>> pieces;
  double x = 0.0;
  double y = 0.0;
  const std::size_t begin = path.find("\"M");
  for (std::sregex_iterator at(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end(), step),
       end;
       at != end; ++at) {
    if ((*at)[1] == "h") continue;
    const bool fresh = (*at)[1] == "M";
    if (fresh) pieces.emplace_back();
    x = (fresh ? 0.0 : x) + std::stod((*at)[2]);
    y = (fresh ? 0.0 : y) + std::stod((*at)[3]);
    pieces.back().emplace_back(x, y);
  }
  return pieces;
}

LinePlot WithLine(std::vector<double> x, std::vector<double> y) {
  LinePlot plot;
  plot.title = "Title";
  plot.lines = {{"line", Tone::kFirst, std::move(x), std::move(y)}};
  return plot;
}

TEST(LinePlot, PutsPointsWhereTheyBelong) {
  LinePlot plot = WithLine({0.0, 5.0, 10.0}, {0.0, 20.0, 40.0});
  plot.x.range = {0.0, 10.0};
  plot.y.range = {0.0, 40.0};
  const std::string svg = ToSvg(plot);
  const std::string area = Elements(svg, "<svg class=\"area\"[^>]*>").at(0);
  const double width = Attribute(area, "width");
  const double height = Attribute(area, "height");
  const auto pieces = PiecesOf(svg);
  ASSERT_EQ(pieces.size(), 1u);
  ASSERT_EQ(pieces[0].size(), 3u);
  EXPECT_NEAR(pieces[0][0].first, 0.0, 0.1);
  EXPECT_NEAR(pieces[0][0].second, height, 0.1);
  EXPECT_NEAR(pieces[0][1].first, width / 2.0, 0.1);
  EXPECT_NEAR(pieces[0][1].second, height / 2.0, 0.1);
  EXPECT_NEAR(pieces[0][2].first, width, 0.2);
  EXPECT_NEAR(pieces[0][2].second, 0.0, 0.2);
  EXPECT_THAT(svg, HasSubstr(" data-x=\"0 1.000000000000e1\""));
}

TEST(LinePlot, BreaksAtGaps) {
  const auto pieces = PiecesOf(ToSvg(WithLine({0, 1, 2, 3, 4, 5}, {1, 2, kNan, 3, kNan, 5})));
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].size(), 2u);
  EXPECT_EQ(pieces[1].size(), 1u);
  // A logarithmic axis cannot show values that are not positive.
  LinePlot plot = WithLine({1, 2, 3}, {1, 0, 10});
  plot.y.logarithmic = true;
  EXPECT_EQ(PiecesOf(ToSvg(plot)).size(), 2u);
}

TEST(LinePlot, ThinsLongLinesButNotPeaks) {
  std::vector<double> x(1000000);
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>(i);
    y[i] = std::sin(0.01 * x[i]);
  }
  y[333333] = 50.0;
  y[777777] = -50.0;
  LinePlot plot = WithLine(x, y);
  plot.y.range = {-50.0, 50.0};
  const std::string svg = ToSvg(plot);
  EXPECT_LT(svg.size(), 60000u);
  const auto pieces = PiecesOf(svg);
  ASSERT_EQ(pieces.size(), 1u);
  const auto by_y = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [top, bottom] = std::minmax_element(pieces[0].begin(), pieces[0].end(), by_y);
  const double width = Attribute(Elements(svg, "<svg class=\"area\"[^>]*>").at(0), "width");
  EXPECT_NEAR(top->second, 0.0, 2.0);
  EXPECT_NEAR(top->first, width / 3.0, 2.0);
  EXPECT_NEAR(bottom->first, width * 7.0 / 9.0, 2.0);
}

TEST(LinePlot, EqualScalesAreEqual) {
  for (const double aspect : {0.01, 0.3, 1.0, 3.0, 100.0}) {
    LinePlot plot = WithLine({-1.0, 1.0}, {-aspect, aspect});
    plot.equal_scales = true;
    const std::string svg = ToSvg(plot);
    const auto piece = PiecesOf(svg).at(0);
    const double across = piece[1].first - piece[0].first;
    const double up = piece[0].second - piece[1].second;
    EXPECT_NEAR(up / across, aspect, 0.02 * aspect + 0.1 / across) << aspect;
    const std::string area = Elements(svg, "<svg class=\"area\"[^>]*>").at(0);
    EXPECT_LE(up, Attribute(area, "height"));
    EXPECT_LE(across, Attribute(area, "width"));
  }
}

TEST(LinePlot, LabelsOfTheAxisHaveRoom) {
  RandomStream random(4, "labels");
  const std::regex label("<text class=\"ty\" x=\"([0-9.]+)\"[^>]*>([^<]*)<");
  for (int trial = 0; trial < 300; ++trial) {
    const double size = std::pow(10.0, random.Uniform(-5.0, 8.0));
    LinePlot plot = WithLine({size * random.Uniform(-2, 2), size * random.Uniform(-2, 2)},
                             {size * random.Uniform(-2, 2), size * random.Uniform(-2, 2)});
    plot.equal_scales = trial % 3 != 0;
    const std::string svg = ToSvg(plot);
    std::sregex_iterator at(svg.begin(), svg.end(), label);
    EXPECT_NE(at, std::sregex_iterator());
    for (; at != std::sregex_iterator(); ++at) {
      EXPECT_LE(12.0 * 1.2 * WidthOf((*at)[2].str()), std::stod((*at)[1]) + 1.0) << at->str();
    }
  }
}

TEST(LinePlot, DistinguishesLinesWithoutColour) {
  LinePlot plot;
  for (const Tone tone :
       {Tone::kFirst, Tone::kSecond, Tone::kFirst, Tone::kReal, Tone::kFaint, Tone::kSecond}) {
    plot.lines.push_back({"name", tone, {0, 1}, {0, 1}});
  }
  plot.lines[5].dashed = true;
  const std::string svg = ToSvg(plot);
  const std::vector<std::string> keys = Elements(svg, "<g class=\"key [^\n]*");
  ASSERT_EQ(keys.size(), 6u);
  EXPECT_THAT(keys[0], HasSubstr("line d0"));
  EXPECT_THAT(keys[2], HasSubstr("line d1"));  // the same tone as the first
  EXPECT_THAT(keys[5], HasSubstr("line d1"));
  // Each tone has its own symbol, hollow where the line is dashed; the faint one has none.
  std::vector<std::string> symbols;
  const std::regex symbol("class=\"(mark|mark hollow)\" d=\"M[0-9. ]+([^\"]*)");
  for (const std::string& key : keys) {
    std::smatch match;
    const bool has = std::regex_search(key, match, symbol);
    symbols.push_back(has ? match[1].str() + match[2].str() : "none");
  }
  EXPECT_EQ(symbols[4], "none");
  EXPECT_EQ(std::set<std::string>(symbols.begin(), symbols.end()).size(), 6u);
}

TEST(LinePlot, LinesWithoutNameGoWithTheOneBefore) {
  LinePlot plot;
  plot.lines = {{"sim", Tone::kFirst, {0, 1}, {0, 1}},
                {"range", Tone::kReal, {0, 1}, {2, 2}, true},
                {"", Tone::kReal, {0, 1}, {3, 3}}};
  const std::string svg = ToSvg(plot);
  EXPECT_EQ(CountOf(svg, "<g class=\"key "), 2u);
  const std::vector<std::string> series = Elements(svg, "<g class=\"series [^\n]*");
  ASSERT_EQ(series.size(), 3u);
  EXPECT_THAT(series[1], HasSubstr("line d1"));
  EXPECT_THAT(series[2], HasSubstr("line d1"));
}

/// The corners of the first band.
std::vector<std::pair<double, double>> CornersOf(const std::string& svg) {
  const std::string path = Elements(svg, "<path class=\"band[^>]*>").at(0);
  const std::regex step("([Ml])(-?[0-9.]+)[ ]?(-?[0-9.]+)");
  std::vector<std::pair<double, double>> corners;
  double x = 0.0;
  double y = 0.0;
  for (std::sregex_iterator at(path.begin(), path.end(), step), end; at != end; ++at) {
    const bool fresh = (*at)[1] == "M";
    x = (fresh ? 0.0 : x) + std::stod((*at)[2]);
    y = (fresh ? 0.0 : y) + std::stod((*at)[3]);
    corners.emplace_back(x, y);
  }
  return corners;
}

LinePlot WithBands() {
  LinePlot plot = WithLine({0.0, 5.0, 10.0}, {10.0, 20.0, 30.0});
  plot.x.range = {0.0, 10.0};
  plot.y.range = {0.0, 40.0};
  plot.bands = {{"", Tone::kFirst, {0, 5, 10}, {0, 10, 20}, {20, 30, 40}, false},
                {"", Tone::kFirst, {0, 5, 10}, {5, 15, 25}, {15, 25, 35}, true}};
  return plot;
}

TEST(LinePlot, BandsGoFromLowToHigh) {
  const std::string svg = ToSvg(WithBands());
  const double height = Attribute(Elements(svg, "<svg class=\"area\"[^>]*>").at(0), "height");
  const auto corners = CornersOf(svg);
  ASSERT_EQ(corners.size(), 6u);
  EXPECT_NEAR(corners[0].second, height / 2.0, 0.2);
  EXPECT_NEAR(corners[2].second, 0.0, 0.2);
  EXPECT_NEAR(corners[3].second, height / 2.0, 0.2);
  EXPECT_NEAR(corners[5].first, 0.0, 0.2);
  EXPECT_NEAR(corners[5].second, height, 0.2);
  // Bands are below the line; the darker one is above the other.
  EXPECT_LT(svg.find("\"band\""), svg.find("\"band strong\""));
  EXPECT_LT(svg.find("\"band strong\" d"), svg.rfind("\"line d0\""));
}

TEST(LinePlot, BandsAreShownWithTheirLine) {
  LinePlot plot = WithBands();
  plot.lines.push_back({"other", Tone::kSecond, {0, 10}, {1, 2}});
  plot.bands.push_back({"most of all", Tone::kSecond, {0, 10}, {0, 0}, {3, 3}, false});
  const std::string svg = ToSvg(plot);
  const std::vector<std::string> keys = Elements(svg, "<g class=\"key [^\n]*");
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_THAT(keys[0], HasSubstr("class=\"band\""));
  EXPECT_THAT(keys[1], Not(HasSubstr("class=\"band")));
  EXPECT_THAT(keys[2], HasSubstr(">most of all<"));
  EXPECT_THAT(keys[2], Not(HasSubstr("class=\"line")));
  const std::vector<std::string> series = Elements(svg, "<g class=\"series [^>]*");
  ASSERT_EQ(series.size(), 5u);
  EXPECT_THAT(series[0], HasSubstr("data-key=\"0\""));
  EXPECT_THAT(series[1], HasSubstr("data-key=\"0\""));
  EXPECT_THAT(series[2], HasSubstr("data-key=\"2\""));
  EXPECT_THAT(series[3], HasSubstr("data-key=\"0\""));
  EXPECT_THAT(series[4], HasSubstr("data-key=\"1\""));
}

TEST(LinePlot, BandsBreakAtGapsAndEndAtTheAxis) {
  LinePlot plot;
  plot.bands = {
      {"band", Tone::kFirst, {0, 1, 2, 3, 4}, {1, 1, kNan, 1, 1}, {2, 2, 2, 2, 2}, false}};
  std::string path = Elements(ToSvg(plot), "class=\"band\" d=\"[^\"]*").at(0);
  EXPECT_EQ(CountOf(path, "M"), 2u);
  EXPECT_EQ(CountOf(path, "z"), 2u);
  plot.bands = {{"band", Tone::kFirst, {0, 1, 2}, {1, 0, 1}, {10, 10, 10}, false}};
  plot.y.logarithmic = true;
  path = Elements(ToSvg(plot), "class=\"band\" d=\"[^\"]*").at(0);
  EXPECT_EQ(CountOf(path, "M"), 1u);
}

TEST(LinePlot, PointsWithoutALineAreAllThere) {
  LinePlot plot;
  Line points{"rocks", Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
  for (int i = 0; i < 60; ++i) {
    points.x.push_back(0.01 * i);
    points.y.push_back(std::sin(i));
  }
  plot.lines = {points};
  const std::string svg = ToSvg(plot);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"line")));
  const std::string marks = Elements(svg, "class=\"mark\" d=\"[^\"]*").back();
  EXPECT_EQ(CountOf(marks, "M"), 60u);
  // One line without bands among others.
  plot.lines = {{"a", Tone::kFirst, {0, 1}, {0, 1}, false, Line::Symbols::kNone},
                {"b", Tone::kSecond, {0, 1}, {0, 1}}};
  EXPECT_EQ(CountOf(ToSvg(plot), "class=\"mark"), 2u);
}

TEST(LinePlot, CsvHasEveryPoint) {
  LinePlot plot = WithBands();
  plot.lines.push_back({"", Tone::kFirst, {1.5}, {kNan}});
  const std::string csv = ToCsv(plot);
  EXPECT_THAT(csv, HasSubstr("series,x,y,low,high\r\nline,0,10,,\r\n"));
  EXPECT_THAT(csv, HasSubstr("line,1.5,,,\r\n"));
  EXPECT_THAT(csv, HasSubstr("\"line, outer\",5,,10,30\r\n"));
  EXPECT_THAT(csv, HasSubstr("\"line, inner\",10,,25,35\r\n"));
}

TEST(LinePlot, SaysWhenThereIsNothing) {
  EXPECT_THAT(ToSvg(LinePlot()), HasSubstr(">no data<"));
  EXPECT_THAT(ToSvg(WithLine({}, {})), HasSubstr(">no data<"));
  EXPECT_THAT(ToSvg(WithLine({1.0, kNan}, {kNan, 1.0})), HasSubstr(">no data<"));
  LinePlot plot = WithLine({-1.0, -2.0}, {1.0, 2.0});
  plot.x.logarithmic = true;
  EXPECT_THAT(ToSvg(plot), HasSubstr(">no data<"));
  EXPECT_THAT(ToSvg(WithLine({1.0}, {1.0})), Not(HasSubstr(">no data<")));
}

RangePlot TwoGroups() {
  RangePlot plot;
  plot.title = "Ranges";
  plot.groups = {
      {"X", {{"sim", Tone::kFirst, -1.0, 3.0, 0.0}, {"real", Tone::kReal, -2.0, 2.0, 1.0}}},
      {"Y", {{"sim", Tone::kFirst, 0.0, 0.5, 0.25}, {"real", Tone::kReal, kNan, 2.0, 1.0}}}};
  return plot;
}

TEST(RangePlot, BarsGoFromLowToHigh) {
  const std::string svg = ToSvg(TwoGroups());
  const std::vector<std::string> bars = Elements(svg, "</title><rect class=\"bar\"[^>]*>");
  ASSERT_EQ(bars.size(), 3u);
  const double unit = Attribute(bars[0], "height") / 4.0;
  EXPECT_NEAR(Attribute(bars[1], "height"), 4.0 * unit, 0.3);
  EXPECT_NEAR(Attribute(bars[2], "height"), 0.5 * unit, 0.3);
  EXPECT_NEAR(Attribute(bars[1], "y") - Attribute(bars[0], "y"), unit, 0.3);
  // The value is above each bar.
  const std::vector<std::string> values = Elements(svg, "<text class=\"value\"[^/]*");
  ASSERT_EQ(values.size(), 3u);
  EXPECT_THAT(values[0], HasSubstr(">4.00<"));
  EXPECT_THAT(values[2], HasSubstr(">0.500<"));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(Attribute(values[i], "y"), Attribute(bars[i], "y"));
  EXPECT_THAT(svg, HasSubstr("real: -2.000 to 2.000, range 4.00, mean 1.000"));
  EXPECT_EQ(CountOf(svg, ">no data<"), 1u);
  EXPECT_EQ(CountOf(svg, "<g class=\"key "), 2u);
}

TEST(RangePlot, ManyBarsTakeAWholeRow) {
  RangePlot plot = TwoGroups();
  EXPECT_THAT(ToSvg(plot), Not(HasSubstr("class=\"plot full\"")));
  for (int i = 0; i < 5; ++i) plot.groups.insert(plot.groups.end(), 2, plot.groups[0]);
  EXPECT_THAT(ToSvg(plot), HasSubstr("class=\"plot full\""));
}

TEST(BarPlot, BarsStandOnZero) {
  BarPlot plot;
  plot.bars = {{"up", Tone::kFirst, 2.0, std::pair{1.0, 3.0}}, {"down", Tone::kSecond, -1.0, {}}};
  const std::string svg = ToSvg(plot);
  const std::vector<std::string> bars = Elements(svg, "<rect class=\"bar\"[^>]*>");
  ASSERT_EQ(bars.size(), 2u);
  const double zero = Attribute(bars[0], "y") + Attribute(bars[0], "height");
  EXPECT_NEAR(Attribute(bars[1], "y"), zero, 0.15);
  EXPECT_NEAR(Attribute(bars[0], "height"), 2.0 * Attribute(bars[1], "height"), 0.3);
  EXPECT_EQ(CountOf(svg, "class=\"whisker\""), 1u);
  EXPECT_THAT(svg, HasSubstr("up: 2.000 (1.000 to 3.000)"));
}

TEST(BarPlot, BarsWithLongNamesLie) {
  BarPlot plot;
  for (int i = 0; i < 5; ++i) {
    plot.bars.push_back(
        {"a name that no bar is wide enough for, " + std::to_string(i), Tone::kFirst, 1.0 + i, {}});
  }
  const std::vector<std::string> bars = Elements(ToSvg(plot), "<rect class=\"bar\"[^>]*>");
  ASSERT_EQ(bars.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(Attribute(bars[i], "width"),
                (1.0 + static_cast<double>(i)) * Attribute(bars[0], "width"), 0.6);
    EXPECT_EQ(Attribute(bars[i], "x"), Attribute(bars[0], "x"));
    EXPECT_NEAR(Attribute(bars[i], "y"), Attribute(bars[0], "y") + static_cast<double>(i) * 36.0,
                0.1);
  }
}

TEST(Plots, NamesAreEscapedAndCut) {
  const std::string evil = "<script>alert(\"1\")</script>&'" + std::string(1000, 'w');
  LinePlot line = WithLine({0, 1}, {0, 1});
  line.title = line.x.label = line.y.label = line.lines[0].name = evil;
  line.lines.push_back(line.lines[0]);
  line.bands = {{evil, Tone::kFirst, {0, 1}, {0, 1}, {1, 2}, false}};
  RangePlot range{evil, {evil, {}, false}, {{evil, {{evil, Tone::kFirst, 0, 1, 0.5}}}}};
  BarPlot bar{evil, {evil, {}, false}, {{evil, Tone::kFirst, 1.0, {}}}};
  for (const std::string& svg : {ToSvg(line), ToSvg(range), ToSvg(bar)}) {
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, HasSubstr("&lt;script&gt;alert(&quot;1&quot;)"));
    for (const std::string& text : Elements(svg, "<text[^>]*>[^<]*")) EXPECT_LT(text.size(), 300u);
  }
}

TEST(Plots, AreTheSameEveryTime) {
  EXPECT_EQ(ToSvg(TwoGroups()), ToSvg(TwoGroups()));
  EXPECT_THAT(ToSvg(TwoGroups()), Not(HasSubstr(" id=")));
}

}  // namespace
}  // namespace surefoot::report
