#include "surefoot/evaluation/studies/legged_load/load_report.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

using experiment::StudyOutcome;
using experiment::StudySection;
using report::Cell;
using report::Line;
using report::LinePlot;
using report::Tone;

/// What the article says in words; its figures 8 and 9 are pictures without numbers. "Still
/// greater than 25 fps" with five walking AIBOs, on an Athlon XP 3000+ with a GeForce FX 5900XT;
/// full rate is 30.
constexpr double kPublishedRobots = 5.0;
constexpr double kPublishedRate = 25.0;
constexpr double kFullRate = 30.0;

bool IsWalk(const LoadResult& result, const std::string& engine, bool cameras) {
  return !result.done.colliding && result.done.engine == engine && result.done.cameras == cameras;
}

LinePlot RatePlot(const LoadSettings& settings, const std::vector<LoadResult>& results,
                  bool cameras) {
  LinePlot plot;
  plot.title = cameras ? "Walking, with cameras" : "Walking, without cameras";
  plot.x.label = "robots";
  plot.y.label = "frames per second";
  plot.y.logarithmic = true;
  double most = 1.0;
  for (std::size_t e = 0; e < settings.engines.size(); ++e) {
    Line line{settings.engines[e], ToneOf(e), {}, {}, false, Line::Symbols::kSome};
    for (const LoadResult& result : results) {
      if (!IsWalk(result, settings.engines[e], cameras)) continue;
      line.x.push_back(result.done.robots);
      line.y.push_back(result.FrameRate());
      most = std::max(most, line.x.back());
    }
    if (!line.x.empty()) plot.lines.push_back(std::move(line));
  }
  plot.lines.push_back({"real time: " + PlainNumber(settings.rate) + " per second",
                        Tone::kFaint,
                        {1.0, most},
                        {settings.rate, settings.rate},
                        true,
                        Line::Symbols::kNone});
  if (cameras) {
    plot.lines.push_back({"published: more than this with five",
                          Tone::kReal,
                          {kPublishedRobots},
                          {kPublishedRate},
                          false,
                          Line::Symbols::kOnly});
  }
  return plot;
}

report::Table WalkTable(const LoadSettings& settings, const std::vector<LoadResult>& results) {
  report::Table table;
  table.id = "load";
  table.caption = "Robots that walk for " + PlainNumber(settings.seconds) + " simulated seconds";
  table.header = {"Engine",
                  "Robots",
                  "Cameras",
                  "Frames per second",
                  "Real-time factor",
                  "CPU s per simulated s",
                  "Pictures",
                  "Pictures missing",
                  "Went (m)",
                  "Fallen",
                  ""};
  for (const LoadResult& result : results) {
    const LoadCase& one = result.done;
    table.rows.push_back(
        {one.engine, Cell::Number(one.robots, 0), one.cameras ? "yes" : "no",
         Cell::Number(result.FrameRate(), 1), Cell::Number(result.RealTimeFactor(), 2),
         Cell::Number(result.cpu / result.simulated, 2),
         Cell::Number(static_cast<double>(result.pictures), 0),
         Cell::Number(static_cast<double>(result.pictures_due - result.pictures), 0),
         Cell::Number(result.walked, 3), Cell::Number(result.fallen, 0),
         std::string(one.colliding ? "into each other" : "") +
             (result.cut_short ? " cut short" : "")});
  }
  table.notes = {
      "A frame is the simulated time between two pictures, " + PlainNumber(1e3 / settings.rate) +
          " ms, with all that belongs to it; the run is not kept to wall time.",
      "Wall time counts whatever else the machine did meanwhile; CPU time counts this program's "
      "threads only."};
  return table;
}

LinePlot CollisionPlot(const LoadSettings& settings, const LoadResult& result, Tone tone) {
  LinePlot plot;
  plot.title = result.done.engine;
  plot.x.label = "simulated time (s)";
  plot.y.label = "frames per second";
  Line rate{"frames per second", tone, {}, {}, false, Line::Symbols::kNone};
  Line touches{"contacts between robots", Tone::kFaint, {}, {}, false, Line::Symbols::kNone};
  for (const LoadFrame& frame : result.frames) {
    rate.x.push_back(frame.time);
    rate.y.push_back(1.0 / frame.wall);
    touches.x.push_back(frame.time);
    touches.y.push_back(frame.touches);
  }
  const std::vector<double> ends = {rate.x.front(), rate.x.back()};
  plot.lines = {rate, touches,
                Line{"real time",
                     Tone::kReal,
                     ends,
                     {settings.rate, settings.rate},
                     true,
                     Line::Symbols::kNone}};
  return plot;
}

/// The mean rate of frames with contacts between robots, or without; NaN when there is none.
double MeanRate(const LoadResult& result, bool touching) {
  double wall = 0.0;
  double frames = 0.0;
  for (const LoadFrame& frame : result.frames) {
    if ((frame.touches > 0) != touching) continue;
    wall += frame.wall;
    frames += 1.0;
  }
  return wall > 0.0 ? frames / wall : std::nan("");
}

report::Table CollisionTable(const std::vector<const LoadResult*>& results) {
  report::Table table;
  table.id = "collision";
  table.caption = "Robots that run into each other, with cameras";
  table.header = {"Engine",
                  "Frames per second",
                  "while they touch",
                  "while they do not",
                  "Frames with contact",
                  "Real-time factor"};
  for (const LoadResult* result : results) {
    const auto touching = std::count_if(result->frames.begin(), result->frames.end(),
                                        [](const LoadFrame& frame) { return frame.touches > 0; });
    table.rows.push_back({result->done.engine, Cell::Number(result->FrameRate(), 1),
                          Cell::Number(MeanRate(*result, true), 1),
                          Cell::Number(MeanRate(*result, false), 1),
                          Cell::Number(static_cast<double>(touching), 0),
                          Cell::Number(result->RealTimeFactor(), 2)});
  }
  return table;
}

/// How far a robot is from where it was when it goes at the speed and turns as it is told (m).
double ToldDistance(const LoadSettings& settings, double seconds) {
  const double half_angle = 0.5 * settings.turn * seconds;
  const double straight = std::abs(settings.speed) * seconds;
  return std::abs(half_angle) < 1e-9 ? straight
                                     : straight * std::abs(std::sin(half_angle) / half_angle);
}

/// A machine that carries robots which lie on the ground carries nothing.
void AddWalkChecks(const LoadSettings& settings, const LoadResult& result, const std::string& who,
                   StudyOutcome* outcome) {
  outcome->checks.push_back({"fallen, " + who, static_cast<double>(result.fallen), 0.0, 0.0,
                             "nobody lies on its side or back at the end"});
  if (result.done.colliding) return;
  outcome->checks.push_back({"went (m), " + who, result.walked,
                             0.5 * ToldDistance(settings, result.simulated), 1e9,
                             "at least half of what they were told"});
}

void AddBars(const LoadSettings& settings, const std::vector<LoadResult>& results,
             StudyOutcome* outcome) {
  for (const LoadResult& result : results) {
    const LoadCase& one = result.done;
    const std::string who =
        std::to_string(one.robots) + (one.colliding ? " colliding" : " walking") +
        (one.cameras ? " with cameras" : " without cameras") + ", " + one.engine;
    const int bar = one.cameras ? settings.bar_robots : settings.bar_blind;
    const bool held = one.engine == settings.engines.front() &&
                      (one.colliding ? settings.bar_colliding : one.robots == bar);
    if (held) {
      outcome->checks.push_back({"real-time factor of " + who, result.RealTimeFactor(), 1.0, 1e9,
                                 "the bar; the article: five with a graphics card"});
    }
    if (one.cameras && !result.cut_short) {
      outcome->checks.push_back({"pictures missing, " + who,
                                 static_cast<double>(result.pictures_due - result.pictures), 0.0,
                                 0.0, "rates are exact in simulated time"});
    }
    AddWalkChecks(settings, result, who, outcome);
    const std::string name = std::string(one.colliding ? "colliding" : "walking") +
                             (one.cameras ? "" : "_blind") + "." + one.engine + "_" +
                             std::to_string(one.robots);
    outcome->numbers.emplace_back("frame_rate." + name, result.FrameRate());
    outcome->numbers.emplace_back("real_time_factor." + name, result.RealTimeFactor());
    outcome->numbers.emplace_back("cpu." + name, result.cpu / result.simulated);
  }
}

}  // namespace

StudyOutcome LoadOutcome(const LoadSettings& settings, const std::vector<LoadResult>& results) {
  StudyOutcome outcome;
  StudySection walking;
  walking.title = "Walking robots";
  walking.text =
      "As figure 8 of the article: more and more robots walk, and somebody looks through every "
      "camera. There a frame was one of the game engine, with one step of physics; here it is all "
      "the steps and pictures of a thirtieth of a simulated second.";
  walking.figures.emplace_back(
      "Frames per second of wall time. The article gives its curve as a picture; in words, more "
      "than 25 with five robots, and full rate is " +
          PlainNumber(kFullRate) + ".",
      FigureOf(settings.blind.empty() ? std::vector<LinePlot>{RatePlot(settings, results, true)}
                                      : std::vector<LinePlot>{RatePlot(settings, results, true),
                                                              RatePlot(settings, results, false)}));
  walking.tables.push_back(WalkTable(settings, results));
  outcome.sections.push_back(std::move(walking));
  std::vector<const LoadResult*> collisions;
  for (const LoadResult& result : results) {
    if (result.done.colliding) collisions.push_back(&result);
  }
  if (!collisions.empty()) {
    StudySection section;
    section.title = "Robots that run into each other";
    section.text =
        "As figure 9 of the article, whose curve is jagged: each drop is a contact between robots.";
    std::vector<LinePlot> plots;
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      plots.push_back(CollisionPlot(settings, *collisions[i], ToneOf(i)));
    }
    section.figures.emplace_back(
        "The rate of each frame, and how many contacts between robots "
        "there were at its end.",
        FigureOf(plots));
    section.tables.push_back(CollisionTable(collisions));
    outcome.sections.push_back(std::move(section));
  }
  AddBars(settings, results, &outcome);
  return outcome;
}

}  // namespace surefoot::studies
