// sample_page FOLDER: pages, plots and tables for tests/integration/report_page.sh, and for looking
// at them.
//   sample.html    the content of a typical report
//   hostile.html   the same shapes with names that contain markup, and extreme values
//   large.html     100 plots of 100000 points
//   plot_N.svg, table_N.csv: the parts of the first two
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// The same numbers between -1 and 1 on every machine.
class Noise {
 public:
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1.0;
  }

 private:
  unsigned long long state_ = 1;
};

Line Signal(const std::string& name, Tone tone, double size, std::size_t count) {
  Noise noise;
  Line line{name, tone, {}, {}};
  double slow = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = 20.0 * static_cast<double>(i) / static_cast<double>(count);
    slow = 0.9 * slow + 0.3 * noise();
    line.x.push_back(t);
    line.y.push_back(size * (slow + 0.4 * std::sin(2.0 * t) * (t > 6.0)));
  }
  return line;
}

Line Circle(const std::string& name, Tone tone, double radius, double drift) {
  Line line{name, tone, {}, {}};
  for (int i = 0; i <= 400; ++i) {
    const double angle = 4.0 * std::numbers::pi * i / 400.0;
    line.x.push_back(radius * std::sin(angle) + drift * angle);
    line.y.push_back(radius * (1.0 - std::cos(angle)));
  }
  return line;
}

std::vector<std::string> Signals() {
  std::vector<std::string> svgs;
  for (const char* axis : {"X", "Y", "Z"}) {
    for (const char* kind : {"Angular velocity", "Linear acceleration"}) {
      const bool angular = kind[0] == 'A';
      LinePlot plot;
      plot.title = std::string(kind) + " " + axis;
      plot.x.label = "time (s)";
      plot.y.label = angular ? "rad/s" : "m/s²";
      plot.lines = {Signal("Surefoot, MuJoCo", Tone::kFirst, angular ? 0.3 : 2.0, 1200),
                    Signal("real Husky", Tone::kReal, angular ? 0.2 : 3.1, 1000)};
      for (double& y : plot.lines[1].y) y += angular ? 0.05 : 0.3;
      if (axis[0] == 'Z') {
        const double high = angular ? 0.3 : 4.0;
        plot.lines.push_back({"range of the real one", Tone::kReal, {0, 20}, {high, high}, true});
        plot.lines.push_back({"", Tone::kReal, {0, 20}, {-high, -high}});
      }
      svgs.push_back(ToSvg(plot));
    }
  }
  return svgs;
}

RangePlot Ranges(const std::vector<std::string>& names,
                 const std::vector<std::string>& groups = {"X", "Y", "Z"}) {
  RangePlot plot;
  plot.title = "Angular velocity, gravel, straight";
  plot.y.label = "rad/s";
  Noise noise;
  for (const std::string& axis : groups) {
    RangeGroup group{axis, {}};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double middle = 0.1 * noise();
      const double half = 0.5 + 0.4 * noise();
      const Tone tone = i + 1 == names.size() ? Tone::kReal : static_cast<Tone>(i % 6);
      group.bars.push_back({names[i], tone, middle - half, middle + half, middle + 0.05 * noise()});
    }
    plot.groups.push_back(group);
  }
  return plot;
}

BarPlot Bars() {
  BarPlot plot;
  plot.title = "Real-time factor, one Husky";
  plot.y.label = "simulated seconds per second";
  plot.bars = {{"MuJoCo", Tone::kFirst, 41.2, std::pair{38.0, 44.1}},
               {"Bullet", Tone::kSecond, 33.7, std::pair{33.0, 34.2}},
               {"ODE", Tone::kThird, 12.9, std::pair{11.0, 15.9}},
               {"Simbody", Tone::kFourth, 6.4, {}},
               {"DART", Tone::kFifth, 18.1, std::pair{17.0, 19.5}},
               {"Gazebo", Tone::kFaint, 1.4, {}}};
  return plot;
}

std::vector<std::string> OtherPlots() {
  LinePlot paths;
  paths.title = "Circle over gravel";
  paths.x.label = "x (m)";
  paths.y.label = "y (m)";
  paths.equal_scales = true;
  paths.lines = {
      Circle("commanded", Tone::kFaint, 1.0, 0.0), Circle("MuJoCo", Tone::kFirst, 0.93, 0.01),
      Circle("Bullet", Tone::kSecond, 0.88, 0.03), Circle("real Husky", Tone::kReal, 1.1, 0.06)};
  paths.lines[0].dashed = true;

  // Widening to equal scales changes the labels here.
  LinePlot part;
  part.title = "Part of a circle";
  part.x.label = "x (m)";
  part.y.label = "y (m)";
  part.equal_scales = true;
  part.lines = {Circle("", Tone::kFirst, 1.85, 0.0)};
  for (double& x : part.lines[0].x) x += 6.1;
  for (double& y : part.lines[0].y) y += 4.5;

  LinePlot spectrum;
  spectrum.title = "Spectrum of the vertical acceleration";
  spectrum.x = {"frequency (Hz)", {}, true};
  spectrum.y = {"power (m²/s³)", {}, true};
  spectrum.lines = {{"MuJoCo", Tone::kFirst, {}, {}},
                    {"real Husky", Tone::kReal, {}, {}},
                    {"ODE", Tone::kThird, {}, {}}};
  for (int i = 1; i <= 100; ++i) {
    for (std::size_t line = 0; line < 3; ++line) {
      const double f = 0.5 * i;
      spectrum.lines[line].x.push_back(f);
      spectrum.lines[line].y.push_back((2.0 + static_cast<double>(line)) / (1.0 + f * f * f) +
                                       1e-4 * static_cast<double>(line));
    }
  }
  LinePlot interval;
  interval.title = "Slip against slope";
  interval.x.label = "slope (deg)";
  interval.y.label = "slip; bands: 50 and 90 %";
  interval.lines = {{"drift", Tone::kFirst, {}, {}}, {"cloddy", Tone::kSecond, {}, {}}};
  for (const Tone tone : {Tone::kFirst, Tone::kSecond}) {
    for (const bool strong : {false, true})
      interval.bands.push_back({"", tone, {}, {}, {}, strong});
  }
  for (int i = 0; i <= 40; ++i) {
    for (std::size_t line = 0; line < 2; ++line) {
      const double slip = 0.001 * (2.0 - static_cast<double>(line)) * i * i * 0.25;
      interval.lines[line].x.push_back(0.5 * i);
      interval.lines[line].y.push_back(slip);
      for (std::size_t k = 0; k < 2; ++k) {
        Band& band = interval.bands[2 * line + k];
        const double half = (k == 0 ? 0.4 : 0.16) * slip + 0.01;
        band.x.push_back(0.5 * i);
        band.low.push_back(slip - half);
        band.high.push_back(slip + half);
      }
    }
  }
  interval.lines.push_back(
      {"measured", Tone::kReal, {5, 10, 15}, {0.02, 0.1, 0.2}, false, Line::Symbols::kOnly});
  LinePlot gaps;
  gaps.title = "Slip of the left wheels, with a gap where the recording stopped";
  gaps.x.label = "time (s)";
  gaps.y.label = "slip";
  gaps.lines = {Signal("", Tone::kThird, 0.1, 600)};
  for (std::size_t i = 200; i < 300; ++i) gaps.lines[0].y[i] = kNan;
  BarPlot errors;
  errors.title = "Heading error after 2 s";
  errors.y.label = "median (degrees)";
  for (const char* name :
       {"ideal differential drive", "MuJoCo", "Bullet", "ODE", "DART", "Simbody"}) {
    errors.bars.push_back({std::string(name) + ", fresh snow on a slope", Tone::kFirst,
                           1.0 + static_cast<double>(errors.bars.size()), std::pair{0.8, 9.0}});
  }
  errors.bars[2].value = kNan;
  LinePlot distance;
  distance.title = "Distance driven";
  distance.x.label = "time (s)";
  distance.y.label = "m";
  distance.lines = {{"half a metre per second", Tone::kFirst, {}, {}}};
  for (int i = 0; i <= 1000; ++i) {
    distance.lines[0].x.push_back(0.02 * i);
    distance.lines[0].y.push_back(0.01 * i);
  }
  return {ToSvg(paths),  ToSvg(spectrum), ToSvg(gaps),    ToSvg(Bars()),
          ToSvg(errors), ToSvg(distance), ToSvg(interval)};
}

Table Scores() {
  Table table;
  table.id = "table_10";
  table.caption = "Table 10: IMU errors summed over the six tests";
  table.header = {"Simulator", "X mean", "X range", "Y mean",
                  "Y range",   "Z mean", "Z range", "Total"};
  Noise noise;
  for (const char* name :
       {"CoppeliaSim", "Gazebo", "MORSE", "Webots", "Surefoot, MuJoCo", "Surefoot, Bullet",
        "Surefoot, ODE", "Surefoot, Simbody", "Surefoot, DART"}) {
    std::vector<Cell> row = {name};
    const bool published = row[0].text.find("Surefoot") == std::string::npos;
    double total = 0.0;
    for (int i = 0; i < 6; ++i) {
      const double value = 4.0 + 3.9 * noise();
      total += value;
      row.push_back(Cell::Number(value, 2));
      row.back().faint = published;
    }
    row.push_back(Cell::Number(total, 2));
    row.back().strong = !published;
    table.rows.push_back(row);
  }
  table.rows[1][1].note = "Printed as 1.86; equation (7) gives this value.";
  table.rows[3][4].note = "Printed as 1.86; equation (7) gives this value.";
  table.rows[4][2].note = "Mean of five trials.";
  table.rows[7][3] = Cell::Number(kNan, 2);
  Cell total("Best");
  total.strong = true;
  table.rows.push_back({total});
  for (int i = 0; i < 7; ++i) table.rows.back().push_back(Cell::Number(0.5 * i, 2));
  table.notes = {"Published figures are grey. Smaller is better."};
  return table;
}

Table Qualities() {
  Table table;
  table.id = "table_4";
  table.caption = "Table 4: features";
  table.header = {"Feature", "CoppeliaSim", "Surefoot"};
  table.rows = {{"Engines", "Bullet, ODE, Vortex, Newton", "MuJoCo, Bullet, ODE, Simbody, DART"},
                {"File formats", "URDF, SDF, OBJ, STL", "SDF, URDF, xacro, MJCF"},
                {"Headless", "yes", "yes"}};
  return table;
}

Table Trials() {
  Table table;
  table.id = "trials";
  table.caption = "Every trial";
  table.header = {"Trial", "Result", "Wall (s)", "State hash"};
  for (int i = 0; i < 60; ++i) {
    table.rows.push_back({"gravel_straight_paced-mujoco-" + std::to_string(100 + i),
                          i % 7 == 3 ? "failed" : "passed", Cell::Number(0.1 * i * i, 2),
                          "2a634ff169dbaafa"});
  }
  return table;
}

Page::Decision Tree() {
  using D = Page::Decision;
  return D{
      "Do you need photorealistic pictures?",
      {{"yes", D{"Is a game engine acceptable?",
                 {{"yes", D{"Isaac Sim or CARLA", {}}}, {"no", D{"Webots", {}}}}}},
       {"no",
        D{"Must runs repeat bit for bit?",
          {{"yes", D{"Surefoot", {}}},
           {"no", D{"Is ROS the only interface you will ever need, also in five years?",
                    {{"yes", D{"Gazebo", {}}}, {"no", D{"Surefoot or CoppeliaSim", {}}}}}}}}}}};
}

struct Output {
  std::string folder;
  bool good = true;
  void Write(const std::string& name, const std::string& text) {
    std::ofstream file(folder + "/" + name, std::ios::binary);
    file << text;
    good = good && file.good();
  }
};

void WriteSample(Output& out) {
  Page page("Husky in the laboratory");
  page.set_subtitle("Six tests on five engines beside four published simulators");
  page.AddHeadline(
      {"41.2×", "real-time factor of MuJoCo, one Husky", Page::Headline::Mood::kPlain});
  page.AddHeadline({"0.84", "weighted score, the best of nine", Page::Headline::Mood::kGood});
  page.AddHeadline({"97 %", "of the trials passed", Page::Headline::Mood::kGood});
  page.AddHeadline({"2", "trials ran out of time", Page::Headline::Mood::kBad});
  page.AddSection("Summary");
  page.AddText(
      "A Husky drove straight at 0.5 m/s and in a circle at 0.5 rad/s over grass, bumps and "
      "gravel, "
      "20 s each. What its IMU measured is compared with the real robot by the equations of the "
      "study.");
  page.AddList({"MuJoCo is the fastest.", "Bullet is nearest to the real robot on gravel.",
                "No engine gets the vertical vibration on grass right."});
  page.AddNotice(
      "The machine was busy with something else during 3 of 60 timed trials: do not compare "
      "their speed.");
  page.AddSection("Scores");
  page.AddTable(Scores());
  page.AddTable(Qualities());
  page.AddSection("Signals");
  page.AddFigure("figure_6", Signals(),
                 "Figure 6: the IMU on gravel, straight. Simulated and real, not aligned in time.");
  page.AddSection("Ranges");
  page.AddFigure(
      "figure_7",
      {ToSvg(Ranges({"Sim data", "Real data"})), ToSvg(Ranges({"Sim data", "Real data"}))},
      "Figure 7: mean and range per axis; the range stands above each bar.");
  page.AddFigure(
      "figure_8",
      {ToSvg(Ranges({"MuJoCo", "Bullet", "ODE", "Simbody", "DART", "published", "real Husky"}))},
      "Figure 8: all simulators.");
  const std::vector<std::string> tests = {"Straight over grass",  "Circle over grass",
                                          "Straight over bumps",  "Circle over bumps",
                                          "Straight over gravel", "Circle over gravel"};
  RangePlot small = Ranges({"Surefoot", "real"}, tests);
  small.groups[0].bars[0] = {"Surefoot", Tone::kFirst, 0.0, 0.0888, 0.04};
  page.AddFigure("tests", {ToSvg(Ranges({"Surefoot", "real"}, tests)), ToSvg(small)}, "All tests.");
  page.AddSection("Paths, spectra and speed");
  page.AddFigure("more", OtherPlots(), "Equal scales, logarithmic axes, a gap, whiskers.");
  page.AddSection("Which simulator for which task");
  page.AddDecision(Tree(), "The decision tree of the study, with our engines.");
  page.AddSection("How this was made");
  page.AddText("`surefoot experiment --repeat manifest.json` runs it again.");
  page.AddTable(Trials());
  page.AddDetails("Manifest", "{\n  \"version\": \"0.6\",\n  \"seed\": 1\n}\n");
  out.Write("sample.html", page.ToHtml());
  out.Write("table_1.csv", ToCsv(Scores()));
  out.Write("table_1.txt", ToText(Scores()));
}

const std::vector<std::string>& HostileNames() {
  static const std::vector<std::string> names = {
      "<script>window.broken = 1</script>",
      "</title></style></script><img src=x onerror='window.broken = 2'>",
      "\" onmouseover=\"window.broken = 3\" x=\"",
      "' autofocus onfocus='window.broken = 4",
      "]]> --> <!-- &lt; &amp; &#60; %3C",
      "javascript:window.broken=5",
      std::string("zero\0 bell\a escape\x1b[31m delete\x7f", 31),
      "bad UTF-8 \xff\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 cut \xe2\x82",
      "Ünïcödé 日本語 العربية 🤖 e\xCC\x81",
      "\xE2\x80\xAE right to left",
      std::string(400, 'W'),
      "two\nlines\tand a tab\r\n",
      "http://example.com/x.png",
      ""};
  return names;
}

Table HostileTable() {
  Table table;
  const std::vector<std::string>& names = HostileNames();
  table.id = names[2];
  table.caption = names[0];
  for (const std::string& name : names) {
    Cell cell(name);
    cell.note = names[1] + name;
    table.header.push_back(cell);
    table.rows.push_back({cell, name, Cell::Number(-0.0, 1)});
  }
  table.notes = names;
  return table;
}

std::vector<std::string> HostilePlots() {
  std::vector<std::string> svgs;
  for (const std::string& name : HostileNames()) {
    LinePlot line;
    line.title = line.x.label = line.y.label = name;
    line.lines = {{name, Tone::kFirst, {0, 1, 2, 3}, {1, kNan, kInf, 2}},
                  {name, Tone::kFirst, {0, 1e308, -1e308}, {-1e308, 1e308, 0.0}},
                  {name, Tone::kSecond, {1.0}, {}}};
    line.bands = {{name, Tone::kFirst, {0, 1, 2}, {-1e308, kNan, kInf}, {1e308, 1, kInf}, true}};
    svgs.push_back(ToSvg(line));
    RangePlot range{
        name, {name, std::pair{kNan, 2.0}, true}, {{name, {{name, Tone::kReal, kNan, 1, 2}}}}};
    svgs.push_back(ToSvg(range));
    range.groups[0].bars.push_back({name, Tone::kFirst, -1e-300, 1e300, -kInf});
    range.y.logarithmic = false;
    svgs.push_back(ToSvg(range));
    BarPlot bar{name,
                {name, std::pair{2.0, 2.0}, false},
                {{name, Tone::kFaint, -3.0, std::pair{kNan, kInf}}}};
    for (const std::string& other : HostileNames())
      bar.bars.push_back({other, Tone::kSixth, 1.0, {}});
    svgs.push_back(ToSvg(bar));
  }
  svgs.push_back(ToSvg(LinePlot()));
  svgs.push_back(ToSvg(RangePlot()));
  svgs.push_back(ToSvg(BarPlot()));
  return svgs;
}

void WriteHostile(Output& out) {
  Page page(HostileNames()[1]);
  page.set_subtitle(HostileNames()[10]);
  const std::vector<std::string> svgs = HostilePlots();
  Page::Decision tree{"end", {}};
  page.AddTable(HostileTable());
  page.AddTable(HostileTable());
  page.AddFigure("all", svgs, "");
  std::size_t next = 0;
  for (const std::string& name : HostileNames()) {
    page.AddHeadline({name, name, Page::Headline::Mood::kBad});
    page.AddSection(name);
    page.AddText(name);
    page.AddNotice(name);
    page.AddDetails(name, name);
    page.AddFigure(name, {svgs[next++ % svgs.size()]}, name);
    tree = Page::Decision{name, {{name, tree}, {name, {name, {}}}}};
  }
  page.AddList(HostileNames());
  page.AddDecision(tree, HostileNames()[3]);
  out.Write("hostile.html", page.ToHtml());
  for (std::size_t i = 0; i < svgs.size(); ++i) {
    out.Write("plot_" + std::to_string(i) + ".svg", svgs[i]);
  }
  out.Write("table_2.csv", ToCsv(HostileTable()));
  out.Write("table_2.txt", ToText(HostileTable()));
}

void WriteLarge(Output& out) {
  Page page("Large");
  const Line line = Signal("signal", Tone::kFirst, 1.0, 100000);
  for (int i = 0; i < 100; ++i) {
    LinePlot plot;
    plot.title = "Plot " + std::to_string(i);
    plot.lines = {line};
    page.AddFigure("plot", {ToSvg(plot)}, "");
  }
  out.Write("large.html", page.ToHtml());
}

int Run(const std::string& folder) {
  Output out{folder};
  WriteSample(out);
  WriteHostile(out);
  WriteLarge(out);
  if (out.good) return 0;
  std::cerr << "error: cannot write to " << folder << "\n";
  return 1;
}

}  // namespace
}  // namespace surefoot::report

int main(int argc, char** argv) {
  if (argc == 2) return surefoot::report::Run(argv[1]);
  std::cerr << "sample_page FOLDER\n";
  return 2;
}
