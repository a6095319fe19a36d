#include <cmath>

#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/rover/rover_studies.h"
#include "surefoot/evaluation/studies/rover/traverse_report.h"

namespace surefoot::studies {
namespace {

/// Settings of the planners beside those of the drive.
PlannedWays ReadPlanners(const world::ElementReader& reader) {
  experiment::RefuseUnknown(reader, {"cell", "least", "wanted", "near_cost"});
  PlannedWays ways;
  plan::HazardRules& rules = ways.rules;
  ways.cell = reader.Number("cell", 1.0, 0.1, 20.0);
  rules.least = reader.Number("least", 3.0, 0.0, 100.0);
  rules.wanted = reader.Number("wanted", 6.0, 0.0, 100.0);
  rules.near_cost = reader.Number("near_cost", rules.near_cost, 0.0, 100.0);
  if (!(rules.wanted > rules.least)) reader.Error("wanted", "'wanted' is more than 'least'");
  ways.search.clearance = rules.least;
  return ways;
}

void Check(const world::ElementReader& reader) {
  std::vector<std::string> keys = TraverseKeys();
  keys.insert(keys.end(), {"kind", "planner"});
  experiment::RefuseUnknown(reader, keys);
  ReadTraverseSettings(reader);
  ReadPlanners(reader.Child("planner"));
}

/// The way of the grid planner among the same rocks.
Status PlanGrid(const Traverse& traverse, const TraverseSettings& settings, PlannedWays* ways) {
  const Eigen::Vector2d size = (settings.rocks.high - settings.rocks.low) / ways->cell;
  const plan::Grid grid{settings.rocks.low, ways->cell, static_cast<int>(std::ceil(size.x())),
                        static_cast<int>(std::ceil(size.y()))};
  plan::HazardMap map(grid, ways->rules);
  for (const plan::Rock& rock : traverse.rocks) map.AddRock(rock);
  map.Update();
  rover::SlopeVehicleSpec spec;
  spec.gravity = settings.gravity;
  const auto slip = rover::SlipPrediction::Make(spec, traverse.soil.soil, 0.05);
  if (!slip.ok()) return slip.error();
  const plan::CostPerMetre cost = map.Cost(&slip.value());
  const auto path = plan::FindPath(grid, cost, Eigen::Vector2d::Zero(), settings.plan.target);
  if (!path.ok()) return path.error();
  ways->grid = plan::Straightened(grid, cost, path.value());
  return Status();
}

/// The article's kind of way, looked for among the same rocks and driven.
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

Result<experiment::StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  const TraverseSettings settings = ReadTraverseSettings(reader);
  PlannedWays ways = ReadPlanners(reader.Child("planner"));
  if (context.progress) context.progress("driving", 0.1);
  const Result<Traverse> traverse = DoTraverse(context, reader, settings);
  if (!traverse.ok()) return traverse.error();
  if (context.progress) context.progress("planning", 0.6);
  const Status planned = PlanGrid(*traverse, settings, &ways);
  if (!planned.ok()) return planned.error();
  PlanSteering(*traverse, settings, &ways);
  experiment::StudyOutcome outcome;
  outcome.sections = {TraverseSection(settings, *traverse, ways)};
  outcome.checks = TraverseChecks(settings, *traverse, ways);
  outcome.numbers = TraverseNumbers(settings, *traverse, ways);
  return outcome;
}

}  // namespace

experiment::StudyKind RoverTraverse() {
  return {"a rover's drive across level soil among rocks, to a target", Check, Make};
}

}  // namespace surefoot::studies
