#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/legged_load/load_run.h"

// The study `legged_load`: how many walking robots with cameras a machine simulates in real time.
// Its numbers are timings and therefore not reproducible.

namespace surefoot::studies {
namespace {

using experiment::Record;
using experiment::StudyOutcome;

/// Mean rate of frames with, or without, contacts between robots; NaN when there are none.
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

/// Expected displacement of a robot that follows its commanded velocities exactly: the chord of an
/// arc, m.
double CommandedDistance(const LoadSettings& settings, double seconds) {
  const double half_angle = 0.5 * settings.turn * seconds;
  const double straight = std::abs(settings.speed) * seconds;
  return std::abs(half_angle) < 1e-9 ? straight
                                     : straight * std::abs(std::sin(half_angle) / half_angle);
}

/// Adds the rate of frames over time, for a figure.
void AddFrames(const LoadResult& result, Record* record) {
  std::vector<double> time, rate, touches;
  for (const LoadFrame& frame : result.frames) {
    time.push_back(frame.time);
    rate.push_back(1.0 / frame.wall);
    touches.push_back(frame.touches);
  }
  const auto touching =
      std::count_if(touches.begin(), touches.end(), [](double count) { return count > 0.0; });
  record->Set("first_time", time.empty() ? 0.0 : time.front(), "s")
      .Set("last_time", time.empty() ? 0.0 : time.back(), "s")
      .Set("frame_time", time, "s")
      .Set("rates", rate, "1/s")
      .Set("touches", touches)
      .Set("touching_frames", static_cast<double>(touching))
      .Set("touching_rate", MeanRate(result, true), "1/s")
      .Set("free_rate", MeanRate(result, false), "1/s");
}

/// Adds the record of a run.
void AddRun(const LoadSettings& settings, const LoadResult& result, StudyOutcome* outcome) {
  const LoadCase& one = result.done;
  const auto engine = std::find(settings.engines.begin(), settings.engines.end(), one.engine);
  const int bar = one.cameras ? settings.bar_robots : settings.bar_without_cameras;
  const bool held = one.engine == settings.engines.front() &&
                    (one.colliding ? settings.bar_colliding : one.robots == bar);
  Record& record = outcome->Set("runs").Add();
  record.Set("engine", one.engine)
      .Set("engine_index", static_cast<double>(engine - settings.engines.begin()))
      .Set("robots", static_cast<double>(one.robots))
      .Set("cameras", one.cameras ? "yes" : "no")
      .Set("colliding", one.colliding ? "yes" : "no")
      .Set("who", std::to_string(one.robots) + (one.colliding ? " colliding" : " walking") +
                      (one.cameras ? " with cameras" : " without cameras") + ", " + one.engine)
      .Set("held", held ? 1.0 : 0.0)
      .Set("cut_short", result.cut_short ? "yes" : "no")
      .Set("remark", std::string(one.colliding ? "into each other" : "") +
                         (result.cut_short ? " cut short" : ""))
      .Set("frame_rate", result.FrameRate(), "1/s")
      .Set("real_time_factor", result.RealTimeFactor())
      .Set("cpu", result.cpu / result.simulated)
      .Set("pictures", static_cast<double>(result.pictures))
      .Set("missing_pictures", static_cast<double>(result.pictures_due - result.pictures))
      .Set("went", result.walked, "m")
      .Set("min_distance", 0.5 * CommandedDistance(settings, result.simulated), "m")
      .Set("fallen", static_cast<double>(result.fallen));
  AddFrames(result, &record);
  const std::string name = std::string(one.colliding ? "colliding" : "walking") +
                           (one.cameras ? "" : "_without_cameras") + "." + one.engine + "_" +
                           std::to_string(one.robots);
  outcome->numbers.emplace_back("frame_rate." + name, result.FrameRate());
  outcome->numbers.emplace_back("real_time_factor." + name, result.RealTimeFactor());
  outcome->numbers.emplace_back("cpu." + name, result.cpu / result.simulated);
}

/// All runs of the settings: engines times numbers of robots.
std::vector<LoadCase> CasesOf(const LoadSettings& settings) {
  std::vector<LoadCase> cases;
  for (const std::string& engine : settings.engines) {
    for (const int robots : settings.robots) cases.push_back({engine, robots, true, false});
    for (const int robots : settings.without_cameras)
      cases.push_back({engine, robots, false, false});
    if (settings.colliding > 0) cases.push_back({engine, settings.colliding, true, true});
  }
  return cases;
}

/// Runs are measured and so never run in parallel, whatever the number of jobs.
Result<StudyOutcome> Make(const experiment::StudyContext& context, const LoadSettings& settings) {
  const std::vector<LoadCase> cases = CasesOf(settings);
  std::vector<LoadResult> results;
  for (const LoadCase& one : cases) {
    if (context.progress) {
      context.progress(one.engine + ", " + std::to_string(one.robots) + " robots",
                       static_cast<double>(results.size()) / static_cast<double>(cases.size()));
    }
    results.push_back(SUREFOOT_TRY(RunLoad(context, settings, one)));
  }
  return LoadOutcome(settings, results);
}

}  // namespace

StudyOutcome LoadOutcome(const LoadSettings& settings, const std::vector<LoadResult>& results) {
  StudyOutcome outcome;
  outcome.facts.Set("seconds", settings.seconds, "s")
      .Set("rate", settings.rate, "1/s")
      .Set("frame_ms", 1e3 / settings.rate, "ms")
      .Set("colliding", static_cast<double>(std::count_if(
                            results.begin(), results.end(),
                            [](const LoadResult& result) { return result.done.colliding; })));
  if (!settings.robots.empty()) outcome.facts.Set("max_robots", 1.0 * settings.robots.back());
  if (!settings.without_cameras.empty())
    outcome.facts.Set("max_without_cameras", 1.0 * settings.without_cameras.back());
  for (const LoadResult& result : results) AddRun(settings, result, &outcome);
  return outcome;
}

experiment::StudyKind LeggedLoad() {
  return experiment::StudyOf<ReadLoadSettings, Make>(
      "number of walking robots with cameras that a machine can simulate", "legged_load");
}

}  // namespace surefoot::studies
