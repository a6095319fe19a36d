#include "surefoot/evaluation/studies/rover/traverse_report.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/report/text.h"

namespace surefoot::studies {
namespace {

using experiment::StudySection;
using plan::FixedSteering;
using report::Cell;
using report::Line;
using report::LinePlot;
using report::Table;
using report::Tone;

constexpr double kPerHour = 3600.0;

Line PathLine(const std::string& name, Tone tone, const std::vector<Eigen::Vector2d>& path) {
  Line line{name, tone, {}, {}, false, Line::Symbols::kNone};
  for (const Eigen::Vector2d& p : path) {
    line.x.push_back(p.x());
    line.y.push_back(p.y());
  }
  return line;
}

LinePlot MapPlot(const TraverseSettings& settings, const Traverse& traverse,
                 const PlannedWays& ways) {
  LinePlot plot;
  plot.title = "Path among rocks";
  plot.x.label = "east (m)";
  plot.y.label = "north (m)";
  plot.equal_scales = true;
  plot.lines = {
      PathLine("driven", Tone::kFirst, traverse.path),
      PathLine("grid planner", Tone::kThird, ways.grid.points),
      PathLine("straight line", Tone::kFourth, {Eigen::Vector2d::Zero(), settings.plan.target})};
  plot.lines[2].dashed = true;
  if (!ways.driven.empty()) {
    plot.lines.push_back(PathLine("line, turn, line: driven", Tone::kFifth, ways.driven));
  }
  for (Line& line : MapLines(settings, traverse.rocks)) plot.lines.push_back(std::move(line));
  return plot;
}

LinePlot SpeedPlot(const TraverseSettings& settings, const Traverse& traverse) {
  LinePlot plot;
  plot.title = "Speed";
  plot.x.label = "time (h)";
  plot.y.label = "m/h";
  Line speed{"driven", Tone::kFirst, {}, {}, false, Line::Symbols::kNone};
  Line wanted{"wanted", Tone::kFaint, {}, {}, true, Line::Symbols::kNone};
  for (const plan::TraversePoint& point : traverse.points) {
    const double share =
        point.phase == FixedSteering::Phase::kApproach
            ? Approach(settings.plan.approach, point.pose(), settings.plan.target).speed
            : 1.0;
    wanted.x.push_back(point.state.time / kPerHour);
    wanted.y.push_back(share * settings.run.speed * kPerHour);
    speed.x.push_back(point.state.time / kPerHour);
    speed.y.push_back(point.state.speed * kPerHour);
  }
  plot.lines = {std::move(wanted), std::move(speed)};
  return plot;
}

LinePlot SteeringPlot(const Traverse& traverse) {
  LinePlot plot;
  plot.title = "Steering of the front axle";
  plot.x.label = "time (h)";
  plot.y.label = "deg";
  Line line{"steering", Tone::kSecond, {}, {}};
  for (const plan::TraversePoint& point : traverse.points) {
    line.x.push_back(point.state.time / kPerHour);
    line.y.push_back(point.steering * 180.0 / M_PI);
  }
  plot.lines = {std::move(line)};
  return plot;
}

struct PhaseRow {
  FixedSteering::Phase phase;
  const char* what;
};
constexpr PhaseRow kPhases[] = {
    {FixedSteering::Phase::kFollow, "a fixed direction"},
    {FixedSteering::Phase::kTurn, "constant steering until the target is ahead"},
    {FixedSteering::Phase::kBearing, "the direction in which the target then was"},
    {FixedSteering::Phase::kApproach, "approach: steering and speed in proportion"}};

Table PhaseTable(const Traverse& traverse) {
  Table table;
  table.id = "phases";
  table.caption = "Phases of the drive";
  table.header = {"Phase", "What", "From (s)", "To (s)", "Way (m)", "Speed (m/h)"};
  for (const PhaseRow& row : kPhases) {
    const plan::TraversePoint* first = nullptr;
    const plan::TraversePoint* last = nullptr;
    for (std::size_t i = 1; i < traverse.points.size(); ++i) {
      if (traverse.points[i].phase != row.phase) continue;
      if (first == nullptr) first = &traverse.points[i - 1];
      last = &traverse.points[i];
    }
    if (first == nullptr) continue;
    table.rows.push_back(
        {plan::PhaseLetter(row.phase), row.what, Cell::Number(first->state.time, 0),
         Cell::Number(last->state.time, 0), Cell::Number(last->state.way - first->state.way, 1),
         RangeText(first->state.speed * kPerHour, last->state.speed * kPerHour, 2)});
  }
  return table;
}

Table EndTable(const TraverseSettings& settings, const Traverse& traverse,
               const PlannedWays& ways) {
  Table table;
  table.id = "end";
  table.caption = "The end of the drive";
  Cell article("Article");
  article.faint = true;
  table.header = {"", "Surefoot", article};
  const auto row = [&](const char* what, const Cell& ours, Cell printed) {
    printed.faint = true;
    table.rows.push_back({what, ours, printed});
  };
  const plan::TraversePoint& end = traverse.points.back();
  row("x (m)", Cell::Number(end.state.x, 3), Cell::Number(100.152, 3));
  row("y (m)", Cell::Number(end.state.y, 3), Cell::Number(349.831, 3));
  row("distance from the target (m)", Cell::Number(traverse.miss(settings), 3),
      Cell::Number(0.227, 3));
  row("speed (1e-4 m/s)", Cell::Number(1e4 * end.state.speed, 3), Cell::Number(1.340, 3));
  row("time (s)", Cell::Number(end.state.time, 0), "-");
  row("way (m)", Cell::Number(end.state.way, 2), "-");
  row("way of the grid planner (m)", Cell::Number(ways.grid.length, 2), "-");
  if (!ways.driven.empty()) {
    row("way of line, turn and line, driven (m)", Cell::Number(ways.driven_length, 2), "-");
  }
  row("straight line (m)", Cell::Number(settings.plan.target.norm(), 2), "-");
  row("slip going straight", Cell::Number(traverse.level_slip, 4), "-");
  table.notes = {
      "The distance at which the drive ends is taken from the article, so that neither it nor the "
      "speed there is an independent result."};
  return table;
}

Table ClearanceTable(const TraverseSettings& settings, const Traverse& traverse,
                     const PlannedWays& ways) {
  Table table;
  table.id = "clearances";
  table.caption = "The nearest rock (m)";
  table.header = {"Path", "to its middle", "to its border"};
  const std::vector<Eigen::Vector2d> line = {Eigen::Vector2d::Zero(), settings.plan.target};
  const std::pair<const char*, const std::vector<Eigen::Vector2d>*> paths[] = {
      {"driven", &traverse.path},
      {"grid planner", &ways.grid.points},
      {"line, turn, line: planned", &ways.route},
      {"line, turn, line: driven", &ways.driven},
      {"straight line", &line}};
  for (const auto& [name, path] : paths) {
    if (path->empty()) continue;
    const plan::Clearance clearance = plan::ClearanceOf(*path, traverse.rocks);
    table.rows.push_back(
        {name, Cell::Number(clearance.middle, 2), Cell::Number(clearance.border, 2)});
  }
  return table;
}

}  // namespace

std::vector<Line> MapLines(const TraverseSettings& settings, const std::vector<plan::Rock>& rocks) {
  Line dots{"rocks", Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
  for (const plan::Rock& rock : rocks) {
    dots.x.push_back(rock.center.x());
    dots.y.push_back(rock.center.y());
  }
  return {std::move(dots),
          {"start", Tone::kSecond, {0.0}, {0.0}, false, Line::Symbols::kOnly},
          {"target",
           Tone::kSixth,
           {settings.plan.target.x()},
           {settings.plan.target.y()},
           false,
           Line::Symbols::kOnly}};
}

StudySection TraverseSection(const TraverseSettings& settings, const Traverse& traverse,
                             const PlannedWays& ways) {
  StudySection section;
  section.title = "The drive to the target";
  section.text =
      "The article's vehicle on level " + traverse.soil.title +
      " soil: forces of all wheels balance at every moment. It goes in a fixed direction, then "
      "with "
      "constant steering until the target is ahead, then straight towards it; in the last " +
      PlainNumber(settings.plan.approach.distance) +
      " m steering follows the error of the bearing and speed the distance. Which directions and "
      "lengths the article took is not in its text. Rocks are laid beside the path at random, and "
      "some on the straight line.";
  section.figures.emplace_back("Figure 3 of the article: the path among the rocks.",
                               FigureOf({MapPlot(settings, traverse, ways)}));
  section.figures.emplace_back(
      "Figure 4 of the article: speed over time; and what the front axle did.",
      FigureOf({SpeedPlot(settings, traverse), SteeringPlot(traverse)}));
  section.tables = {EndTable(settings, traverse, ways), PhaseTable(traverse),
                    ClearanceTable(settings, traverse, ways)};
  section.remarks = {
      "Grid planner: the cheapest way from cell to cell with a cost near rocks. Line, turn and "
      "line: the shortest of the article's kind that keeps " +
      PlainNumber(ways.search.clearance) +
      " m clear of these rocks, found by trying directions and lengths, then driven."};
  if (!ways.no_route.empty()) section.remarks.push_back(ways.no_route);
  return section;
}

}  // namespace surefoot::studies
