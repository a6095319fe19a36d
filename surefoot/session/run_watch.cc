#include "surefoot/session/run_watch.h"

#include <algorithm>
#include <memory>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/msgs/json.h"

namespace surefoot {
namespace {

/// A single hard landing causes fewer.
constexpr std::int64_t kManySoftSteps = 100;

/// The service's request in CDR.
Result<Bytes> RequestOf(const graph::Graph& graph, const sim::ServiceRequest& call) {
  const auto services = graph.Services();
  const auto found = std::find_if(services.begin(), services.end(),
                                  [&](const auto& entry) { return entry.first == call.service; });
  if (found == services.end()) return Error{"there is no such service in this run"};
  const msgs::TypeInfo& type = *found->second->request;
  const std::shared_ptr<void> request = type.make();
  const Status status = msgs::FromJson(type, call.request, request.get());
  if (!status.ok()) return status.error();
  Bytes cdr;
  type.encode(request.get(), &cdr);
  return cdr;
}

}  // namespace

// Services that events call, after the step.
void RunWatch::CallServices(sim::Simulation* simulation) {
  const graph::Graph& graph = simulation->graph();
  for (const sim::ServiceRequest& call : simulation->editor().TakeServiceRequests()) {
    const Status permitted = permit_ ? permit_(call.service, call.by) : Status();
    const Result<Bytes> request =
        permitted.ok() ? RequestOf(graph, call) : Result<Bytes>(permitted.error());
    if (!request.ok()) {
      Warn("event '" + call.by + "' calls " + call.service + ": " + request.error().message);
      continue;
    }
    graph.CallCdr(
        call.service, *request, [](const auto&) {}, "event " + call.by);
  }
}

void RunWatch::Look(sim::Simulation* simulation) {
  LookAtTyres(*simulation);
  const std::vector<std::string>& problems = simulation->editor().event_problems();
  for (; event_problems_ < problems.size(); ++event_problems_) Warn(problems[event_problems_]);
}

/// Checks again when there are twice as many such steps as last time, so the cost vanishes.
void RunWatch::LookAtTyres(const sim::Simulation& simulation) {
  const ground::GroundSet& ground = simulation.machine().ground();
  const std::int64_t all = ground.softened_steps();
  if (all < kManySoftSteps || all < next_look_) return;
  next_look_ = 2 * all;
  const world::World& world = simulation.world();
  for (const ground::GroundSet::Softened& soft : ground.SoftenedWheels()) {
    const std::string link = world.LinkName(world.wheels()[At(soft.wheel)].link);
    if (soft.steps < kManySoftSteps || !soft_wheels_.insert(link).second) continue;
    warnings_.push_back(
        "the tyre of wheel '" + link + "' is too stiff for steps of " +
        NumberText(1e3 * simulation.step_size(), 6) +
        " ms: it is softened to stay stable, so it deflects and creeps more "
        "than its file specifies; use a smaller step, or lower stiffness, damping or "
        "shear_stiffness in <surefoot:tyre>");
  }
}

// Each text once.
void RunWatch::Warn(const std::string& text) {
  if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) {
    warnings_.push_back(text);
  }
}

}  // namespace surefoot
