#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rover/traverse_settings.h"

// The study `rover_traverse`: a drive to a target among random rocks, after Gargiulo, di Stefano
// and Genova, figures 3 and 4, and the paths of other planners among the same rocks.

namespace surefoot::studies {
namespace {

using experiment::Record;
using experiment::StudyOutcome;
using plan::FixedSteering;

constexpr double kPerHour = 3600.0;
constexpr double kDegree = M_PI / 180.0;

/// Paths of the planners among the same rocks.
struct PlannedWays {
  plan::Path grid;
  plan::HazardRules rules;
  double cell = 1.0;
  /// Line, turn, line: the shortest collision-free path of this kind, planned and driven; empty
  /// when none exists, with the reason.
  plan::SteeringSearch search;
  std::vector<Eigen::Vector2d> route;
  std::vector<Eigen::Vector2d> driven;
  double driven_length = 0.0;
  std::string no_route;
};

/// Settings of the planners in addition to those of the drive.
PlannedWays ReadPlanners(const world::ElementReader& reader) {
  PlannedWays ways;
  plan::HazardRules& rules = ways.rules;
  ways.cell = reader.Number("cell", 1.0, 0.1, 20.0);
  rules.min_clearance =
      reader.Number(reader.WithOldName("min_clearance", "least"), 3.0, 0.0, 100.0);
  rules.preferred_clearance =
      reader.Number(reader.WithOldName("preferred_clearance", "wanted"), 6.0, 0.0, 100.0);
  rules.near_cost = reader.Number("near_cost", rules.near_cost, 0.0, 100.0);
  if (!(rules.preferred_clearance > rules.min_clearance))
    reader.Error("preferred_clearance", "must be above min_clearance");
  ways.search.clearance = rules.min_clearance;
  experiment::RefuseUnknown(reader);
  return ways;
}

TraverseSettings ReadSettings(const world::ElementReader& reader) {
  TraverseSettings settings = ReadTraverseSettings(reader);
  ReadPlanners(reader.Child("planner"));
  experiment::RefuseUnknown(reader, {"kind"});
  return settings;
}

/// Path of the grid planner among the same rocks.
Status PlanGrid(const Traverse& traverse, const TraverseSettings& settings, PlannedWays* ways) {
  const Eigen::Vector2d size = (settings.rocks.high - settings.rocks.low) / ways->cell;
  const plan::Grid grid{settings.rocks.low, ways->cell, static_cast<int>(std::ceil(size.x())),
                        static_cast<int>(std::ceil(size.y()))};
  plan::HazardMap map(grid, ways->rules);
  for (const plan::Rock& rock : traverse.rocks) map.AddRock(rock);
  map.Update();
  rover::SlopeVehicleSpec spec;
  spec.gravity = settings.gravity;
  const auto slip = SUREFOOT_TRY(rover::SlipPrediction::Make(spec, traverse.soil.soil, 0.05));
  const plan::CostPerMetre cost = map.Cost(&slip);
  const auto path =
      SUREFOOT_TRY(plan::FindPath(grid, cost, Eigen::Vector2d::Zero(), settings.plan.target));
  ways->grid = plan::Straightened(grid, cost, path);
  return Status();
}

/// A path of the article's kind (line, turn, line) among the same rocks, planned and driven.
void PlanSteering(const Traverse& traverse, const TraverseSettings& settings, PlannedWays* ways) {
  ways->search.radius = traverse.turn_radius;
  const auto route = plan::FindSteeringRoute(ways->search, settings.plan.target, traverse.rocks);
  if (!route.ok()) {
    ways->no_route = route.error().message;
    return;
  }
  ways->route = route->points;
  plan::FixedSteeringPlan plan = settings.plan;
  plan.first_heading = route->first_heading;
  plan.first_length = route->first_length;
  plan.turn_steering = route->side * std::abs(plan.turn_steering);
  const auto points = plan::DriveTraverse(*traverse.drive, plan, settings.run);
  ways->driven = plan::PathOf(points);
  ways->driven_length = points.back().state.way;
}

/// Adds the drive over time: speed, commanded speed, steering.
void AddDrive(const TraverseSettings& settings, const Traverse& traverse, StudyOutcome* outcome) {
  std::vector<double> time, speed, requested, steering;
  double speed_error = 0.0;
  for (const plan::TraversePoint& point : traverse.points) {
    const double share =
        point.phase == FixedSteering::Phase::kApproach
            ? Approach(settings.plan.approach, point.pose(), settings.plan.target).speed
            : 1.0;
    time.push_back(point.state.time / kPerHour);
    speed.push_back(point.state.speed * kPerHour);
    requested.push_back(share * settings.run.speed * kPerHour);
    steering.push_back(point.steering / kDegree);
    if (point.phase == FixedSteering::Phase::kTurn ||
        point.phase == FixedSteering::Phase::kBearing) {
      speed_error = std::max(speed_error, std::abs(point.state.speed - settings.run.speed));
    }
  }
  outcome->facts.Set("speed_error", speed_error * kPerHour, "m/h");
  outcome->Set("drive")
      .Add()
      .Set("time", time, "h")
      .Set("speed", speed, "m/h")
      .Set("wanted", requested, "m/h")
      .Set("steering", steering, "deg");
}

/// Adds the facts of a phase of the drive, from the point before its first to its last.
void AddPhase(FixedSteering::Phase phase, const Traverse& traverse, Record* facts) {
  const plan::TraversePoint* first = nullptr;
  const plan::TraversePoint* last = nullptr;
  for (std::size_t i = 1; i < traverse.points.size(); ++i) {
    if (traverse.points[i].phase != phase) continue;
    if (first == nullptr) first = &traverse.points[i - 1];
    last = &traverse.points[i];
  }
  if (first == nullptr) return;
  const std::string letter = plan::PhaseLetter(phase);
  facts->Set(letter + ".from", first->state.time, "s")
      .Set(letter + ".to", last->state.time, "s")
      .Set(letter + ".way", last->state.way - first->state.way, "m")
      .Set(letter + ".first_speed", first->state.speed * kPerHour, "m/h")
      .Set(letter + ".last_speed", last->state.speed * kPerHour, "m/h");
}

/// Adds a path with its length and clearance to the rocks.
void AddPath(const std::string& name, const std::vector<Eigen::Vector2d>& path,
             const Traverse& traverse, StudyOutcome* outcome) {
  if (path.empty()) return;
  std::vector<double> x, y;
  for (const Eigen::Vector2d& p : path) {
    x.push_back(p.x());
    y.push_back(p.y());
  }
  const plan::Clearance clearance = plan::ClearanceOf(path, traverse.rocks);
  outcome->Set("paths")
      .Add()
      .Set("name", name)
      .Set("x", x, "m")
      .Set("y", y, "m")
      .Set("middle", clearance.middle, "m")
      .Set("border", clearance.border, "m");
}

/// Adds the paths of all planners, for one map.
void AddWays(const TraverseSettings& settings, const Traverse& traverse, const PlannedWays& ways,
             StudyOutcome* outcome) {
  AddPath("driven", traverse.path, traverse, outcome);
  AddPath("grid planner", ways.grid.points, traverse, outcome);
  AddPath("line, turn, line: planned", ways.route, traverse, outcome);
  AddPath("line, turn, line: driven", ways.driven, traverse, outcome);
  AddPath("straight line", {Eigen::Vector2d::Zero(), settings.plan.target}, traverse, outcome);
  std::vector<double> x, y;
  for (const plan::Rock& rock : traverse.rocks) {
    x.push_back(rock.center.x());
    y.push_back(rock.center.y());
  }
  outcome->Set("rocks").Add().Set("x", x, "m").Set("y", y, "m");
  Record& facts = outcome->facts;
  const double straight = settings.plan.target.norm();
  facts.Set("grid.border", plan::ClearanceOf(ways.grid.points, traverse.rocks).border, "m")
      .Set("grid.min_border", ways.rules.min_clearance - 0.71 * ways.cell, "m")
      .Set("grid.way_ratio", ways.grid.length / straight)
      .Set("straight", straight, "m")
      .Set("clearance", ways.search.clearance, "m");
  if (!ways.no_route.empty()) facts.Set("no_route", ways.no_route);
  if (ways.driven.empty()) return;
  facts.Set("route.way", ways.driven_length, "m")
      .Set("route.border", plan::ClearanceOf(ways.driven, traverse.rocks).border, "m")
      .Set("route.min_border", ways.search.clearance - 1.0, "m");
}

/// All records, numbers and facts of the study.
StudyOutcome OutcomeOf(const TraverseSettings& settings, const Traverse& traverse,
                       const PlannedWays& ways) {
  StudyOutcome outcome;
  const rover::LevelState& end = traverse.points.back().state;
  const plan::Clearance clearance = plan::ClearanceOf(traverse.path, traverse.rocks);
  outcome.numbers = {{"end.x", end.x},
                     {"end.y", end.y},
                     {"end.miss", traverse.miss(settings)},
                     {"end.speed", end.speed},
                     {"end.time", end.time},
                     {"way", end.way},
                     {"grid.way", ways.grid.length},
                     {"clearance.middle", clearance.middle},
                     {"clearance.border", clearance.border},
                     {"slip.level", traverse.level_slip}};
  outcome.facts.Set("soil", traverse.soil.title)
      .Set("target.x", settings.plan.target.x(), "m")
      .Set("target.y", settings.plan.target.y(), "m")
      .Set("speed", settings.run.speed * kPerHour, "m/h")
      .Set("approach", settings.plan.approach.distance, "m")
      .Set("reached", settings.plan.goal_tolerance, "m")
      .Set("clear_path", settings.rocks.clear_path, "m")
      .Set("end.speed_1e4", 1e4 * end.speed, "1e-4 m/s");
  for (const FixedSteering::Phase phase :
       {FixedSteering::Phase::kFollow, FixedSteering::Phase::kTurn, FixedSteering::Phase::kBearing,
        FixedSteering::Phase::kApproach}) {
    AddPhase(phase, traverse, &outcome.facts);
  }
  AddDrive(settings, traverse, &outcome);
  AddWays(settings, traverse, ways, &outcome);
  return outcome;
}

Result<StudyOutcome> Make(const StudyContext& context, const TraverseSettings& settings) {
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  PlannedWays ways = ReadPlanners(reader.Child("planner"));
  if (context.progress) context.progress("driving", 0.1);
  const Traverse traverse = SUREFOOT_TRY(DoTraverse(context, reader, settings));
  if (context.progress) context.progress("planning", 0.6);
  SUREFOOT_TRY(PlanGrid(traverse, settings, &ways));
  PlanSteering(traverse, settings, &ways);
  return OutcomeOf(settings, traverse, ways);
}

}  // namespace

experiment::StudyKind RoverTraverse() {
  return experiment::StudyOf<ReadSettings, Make>(
      "a rover's drive across level soil among rocks, to a target", "rover_traverse");
}

}  // namespace surefoot::studies
