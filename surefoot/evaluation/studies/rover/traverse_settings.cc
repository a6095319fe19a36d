#include "surefoot/evaluation/studies/rover/traverse_settings.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"

// The path is driven before rocks are placed, because the article states the drive and not the
// positions of its rocks.

namespace surefoot::studies {
namespace {

constexpr double kDegree = M_PI / 180.0;
constexpr double kMetresPerHour = 1.0 / 3600.0;

void ReadRocks(const world::ElementReader& reader, TraverseSettings* settings) {
  plan::RockFieldRule& rule = settings->rocks;
  rule.target = settings->plan.target;
  rule.count = static_cast<int>(reader.Integer("count", rule.count, 0, 2000));
  const auto radius = reader.Numbers("radius", 2, {rule.min_radius, rule.max_radius});
  if (!(radius.front() > 0.0 && radius.back() >= radius.front() && radius.back() < 10.0)) {
    reader.Error("radius", "must be the minimum and maximum radius, above 0 and below 10 m");
  }
  rule.min_radius = radius.front();
  rule.max_radius = radius.back();
  const auto low = reader.Numbers("low", 2, {rule.low.x(), rule.low.y()});
  const auto high = reader.Numbers("high", 2, {rule.high.x(), rule.high.y()});
  if (!(low[0] < high[0] && low[1] < high[1])) {
    reader.Error("high", "the corner 'high' of the area must be beyond 'low' in x and y");
  }
  rule.low = Eigen::Vector2d(low[0], low[1]);
  rule.high = Eigen::Vector2d(high[0], high[1]);
  rule.clear_path = reader.Number("clear", rule.clear_path, 0.0, 100.0);
  rule.clear_ends = reader.Number("clear_ends", rule.clear_ends, 0.0, 100.0);
  rule.on_line = ReadNumbers(reader, "on_line", rule.on_line, 0.0, 1.0);
  settings->map_seed = static_cast<std::uint64_t>(
      reader.Integer("seed", static_cast<long long>(settings->map_seed), 0, 1LL << 62));
  experiment::RefuseUnknown(reader);
}

}  // namespace

TraverseSettings ReadTraverseSettings(const world::ElementReader& reader) {
  TraverseSettings settings;
  plan::FixedSteeringPlan& plan = settings.plan;
  const auto target = reader.Numbers("target", 2, {100.0, 350.0});
  plan.target = Eigen::Vector2d(target.front(), target.back());
  plan.first_heading = reader.Number("heading", 95.0, -360.0, 360.0) * kDegree;
  plan.first_length = reader.Number("length", 150.0, 0.0, 100000.0);
  plan.turn_steering = reader.Number("steering", -4.0, -30.0, 30.0) * kDegree;
  if (plan.turn_steering == 0.0) reader.Error("steering", "with 0 deg it never turns");
  plan.heading.gain = reader.Number("gain", 1.0, 0.01, 100.0);
  plan.heading.max_steering =
      reader.Number(reader.WithOldName("max_steering", "most_steering"), 10.0, 0.5, 40.0) * kDegree;
  plan.approach.heading = plan.heading;
  plan.approach.distance = reader.Number("approach", 20.0, 0.1, 10000.0);
  plan.goal_tolerance =
      reader.Number(reader.WithOldName("goal_tolerance", "reached"), 0.2274, 1e-3, 100.0);
  plan::TraverseRun& run = settings.run;
  run.speed = reader.Number("speed", 40.0, 1.0, 10000.0) * kMetresPerHour;
  run.first_speed = reader.Number("first_speed", 38.0, 0.0, 10000.0) * kMetresPerHour;
  run.delay = reader.Number("delay", 60.0, 0.0, 3600.0);
  run.max_time =
      reader.Number(reader.WithOldName("max_time", "most_time"), run.max_time, 60.0, 1e7);
  settings.gravity = reader.Number("gravity", settings.gravity, 0.1, 30.0);
  CheckSoils(reader, "soil");
  ReadRocks(reader.Child("rocks"), &settings);
  return settings;
}

Result<Traverse> DoTraverse(const StudyContext& context, const world::ElementReader& reader,
                            const TraverseSettings& settings) {
  Traverse traverse;
  const auto soils = SUREFOOT_TRY(ReadSoils(context.parts, reader, "soil", {"cloddy"}));
  traverse.soil = soils.front();
  rover::SlopeVehicleSpec spec;
  spec.gravity = settings.gravity;
  const double max_steering =
      std::max(settings.plan.heading.max_steering, std::abs(settings.plan.turn_steering));
  const auto drive = SUREFOOT_TRY(rover::LevelDrive::Make(spec, traverse.soil.soil, max_steering));
  traverse.drive = drive;
  traverse.level_slip = drive.At(0.0).slip;
  traverse.turn_radius = 1.0 / std::abs(drive.At(settings.plan.turn_steering).curvature);
  traverse.points = plan::DriveTraverse(drive, settings.plan, settings.run);
  traverse.path = plan::PathOf(traverse.points);
  RandomStream random(settings.map_seed, "rocks");
  traverse.rocks = SUREFOOT_TRY(plan::MakeRockField(settings.rocks, traverse.path, &random));
  return traverse;
}

}  // namespace surefoot::studies
