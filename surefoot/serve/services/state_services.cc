/// Services for the progress of time: states, resets and steps of simulation_interfaces, and
/// lock-step (docs/guides/serve.md). Handlers run on the server thread.

#include <cmath>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using Mode = Run::Mode;

constexpr std::uint8_t kFailed = ResultMessage::RESULT_OPERATION_FAILED;

si::SimulatorFeatures Features(const Run& run) {
  using F = si::SimulatorFeatures;
  si::SimulatorFeatures features;
  features.features = {F::SPAWNING,
                       F::DELETING,
                       F::NAMED_POSES,
                       F::POSE_BOUNDS,
                       F::ENTITY_TAGS,
                       F::ENTITY_BOUNDS,
                       F::ENTITY_BOUNDS_BOX,
                       F::ENTITY_CATEGORIES,
                       F::SPAWNING_RESOURCE_STRING,
                       F::ENTITY_STATE_GETTING,
                       F::ENTITY_STATE_SETTING,
                       F::ENTITY_INFO_GETTING,
                       F::ENTITY_INFO_SETTING,
                       F::SPAWNABLES,
                       F::SIMULATION_RESET,
                       F::SIMULATION_RESET_TIME,
                       F::SIMULATION_RESET_STATE,
                       F::SIMULATION_RESET_SPAWNED,
                       F::SIMULATION_STATE_GETTING,
                       F::SIMULATION_STATE_SETTING,
                       F::SIMULATION_STATE_PAUSE,
                       F::STEP_SIMULATION_SINGLE,
                       F::STEP_SIMULATION_MULTIPLE,
                       F::STEP_SIMULATION_ACTION,
                       F::WORLD_LOADING,
                       F::WORLD_RESOURCE_STRING,
                       F::WORLD_UNLOADING,
                       F::WORLD_INFO_GETTING,
                       F::AVAILABLE_WORLDS,
                       F::SPAWNING_ENTITIES};
  for (const auto& [name, format] : run.parts().formats.entries()) {
    features.spawn_formats.push_back(name);
  }
  features.custom_info =
      "Surefoot; snapshots, recordings, engines and lock-step are services in /surefoot";
  return features;
}

/// Stops the run and resets everything to the start.
Status Stop(Run* run, StepJob* job) {
  job->End(Error{"the simulation was stopped"});
  const Status status = run->Reset(Run::kResetAll);
  if (status.ok()) run->set_mode(Mode::kStopped);
  return status;
}

ResultMessage SetState(WorldControl* world, TimeControl* time, AccessControl* access,
                       const si::SetSimulationState::Request& request, const std::string& client) {
  using S = si::SimulationState;
  using R = si::SetSimulationState::Response;
  const std::uint8_t state = request.state.state;
  Run& run = world->run;
  const Mode now = run.mode();
  if (state == S::STATE_QUITTING) {
    const Status may = access->CheckOwner(client, "to end the server");
    if (!may.ok()) return MakeResult(may);
    time->quit = true;
    return MakeResult(Status());
  }
  if (state > S::STATE_PAUSED) {
    return MakeResult(R::INCORRECT_TRANSITION,
                      "state " + std::to_string(state) +
                          " cannot be set; accepted: 0 stopped, 1 playing, 2 paused, 3 quitting");
  }
  if (world->loading) {
    return MakeResult(R::INCORRECT_TRANSITION, "a world is being loaded; wait for it");
  }
  if (now == Mode::kNoWorld) return MakeResult(R::INCORRECT_TRANSITION, NoWorld().message);
  if (state == static_cast<std::uint8_t>(now)) {
    return MakeResult(R::ALREADY_IN_TARGET_STATE, "the simulation is in that state already");
  }
  if (state == S::STATE_STOPPED) {
    const Status status = Stop(&run, &time->job);
    return status.ok() ? MakeResult(status)
                       : MakeResult(R::STATE_TRANSITION_ERROR, status.error().message);
  }
  if (state == S::STATE_PLAYING && run.session()->simulation().stepper().failed()) {
    return MakeResult(R::STATE_TRANSITION_ERROR, "the run has failed; reset it first");
  }
  if (state == S::STATE_PLAYING) time->job.End(Error{"the simulation was set to playing"});
  time->lockstep.RestartTimeouts();
  run.set_mode(static_cast<Mode>(state));
  return MakeResult(Status());
}

ResultMessage Reset(WorldControl* world, const si::ResetSimulation::Request& request) {
  constexpr int kKnown = Run::kResetTime | Run::kResetState | Run::kResetSpawned;
  const std::uint8_t scope = request.scope;
  if (world->run.mode() == Mode::kNoWorld) return NoWorldResult();
  if (scope != Run::kResetAll && (scope & ~kKnown) != 0) {
    return MakeResult(ResultMessage::RESULT_FEATURE_UNSUPPORTED,
                      "scope " + std::to_string(scope) +
                          " is unknown; accepted: 0 or 255 all, or a sum of 1 time, 2 state, 4 "
                          "spawned");
  }
  const bool all = scope == 0 || scope == Run::kResetAll;
  const Status status = world->run.Reset(all ? Run::kResetAll : scope);
  if (status.ok() && all) world->edits.OnLoaded();
  return MakeResult(status);
}

/// Whether steps can be taken on request, or why not.
ResultMessage CheckSteps(const Run& run, const StepJob& job) {
  switch (run.mode()) {
    case Mode::kNoWorld:
      return NoWorldResult();
    case Mode::kPlaying:
      return MakeResult(kFailed, "the simulation is not paused; pause it before stepping");
    case Mode::kStopped:
    case Mode::kPaused:
      break;
  }
  if (job.runs()) return MakeResult(kFailed, "another client's steps are under way");
  if (run.session()->simulation().stepper().failed()) {
    return MakeResult(kFailed, "the run has failed; reset it first");
  }
  return MakeResult(Status());
}

/// Starts a number of steps for a call or a goal.
template <typename Client>
void Begin(Run* run, TimeControl* time, std::uint64_t steps, std::shared_ptr<Client> client) {
  run->set_mode(Mode::kPaused);
  time->lockstep.RestartTimeouts();
  time->job.Begin(steps, std::move(client));
}

void StartCall(Run* run, TimeControl* time, const si::StepSimulation::Request& request,
               std::shared_ptr<graph::Call> call) {
  si::StepSimulation::Response response;
  response.result = CheckSteps(*run, time->job);
  if (!IsOk(response.result)) return call->Respond(&response);
  Begin(run, time, request.steps, std::move(call));
}

void StartGoal(Run* run, TimeControl* time, const std::shared_ptr<graph::Goal>& goal) {
  si::SimulateSteps::Result result;
  result.result = CheckSteps(*run, time->job);
  if (!IsOk(result.result)) return goal->End(graph::GoalEnd::kAborted, &result);
  Begin(run, time, static_cast<const si::SimulateSteps::Goal*>(goal->goal())->steps, goal);
}

/// Longest period and timeout: one day (s).
constexpr double kMaxPeriod = 86400.0;

/// A number without trailing zeros.
std::string Text(double value) {
  std::string text = std::to_string(value);
  while (text.back() == '0') text.pop_back();
  return text.back() == '.' ? text + "0" : text;
}

/// The entry for a request, given the length of a step (s). Periods must be whole numbers of steps,
/// within 1 ns.
Result<Lockstep::Entry> EntryOf(const sm::RegisterLockstep::Request& request,
                                const std::string& client, double step) {
  Lockstep::Entry entry;
  entry.name = request.name;
  entry.client = client;
  if (!(request.period >= 0.0 && request.period <= kMaxPeriod)) {
    return Error{"the period must lie between 0 (every step) and " + Text(kMaxPeriod) + " s, not " +
                 Text(request.period)};
  }
  const double steps = std::max(1.0, std::round(request.period / step));
  if (request.period > 0.0 && std::abs(steps * step - request.period) > 1e-9) {
    return Error{"the period must be a whole number of steps of " + Text(step) + " s, not " +
                 Text(request.period)};
  }
  entry.period = static_cast<std::int64_t>(steps);
  if (!(request.timeout >= 0.0 && request.timeout <= kMaxPeriod)) {
    return Error{"the timeout must lie between 0 (forever) and " + Text(kMaxPeriod) + " s, not " +
                 Text(request.timeout)};
  }
  entry.timeout = request.timeout;
  const Result<Lockstep::Policy> policy = Lockstep::ParsePolicy(request.policy);
  if (!policy.ok()) return policy.error();
  entry.policy = policy.value();
  return entry;
}

/// The run waits for a client in lock-step, so it controls time: a driver may enter it only while
/// no client drives that is not in lock-step itself.
Status CheckMayHoldTime(const ClientControl& clients, const Lockstep& lockstep,
                        const std::string& client) {
  for (const auto& [robot, driver] : clients.claims.owners()) {
    if (driver == client || lockstep.Has(driver)) continue;
    return clients.access.CheckAlone(client, "lock-step");
  }
  return Status();
}

Status Register(Session* session, Lockstep* lockstep, ClientControl* clients,
                const sm::RegisterLockstep::Request& request, const std::string& client,
                sm::RegisterLockstep::Response* response) {
  const Status may = CheckMayHoldTime(*clients, *lockstep, client);
  if (!may.ok()) return may;
  const sim::Simulation& simulation = session->simulation();
  const Result<Lockstep::Entry> entry = EntryOf(request, client, simulation.step_size());
  if (!entry.ok()) return entry.error();
  response->step = simulation.step_count();
  return lockstep->Register(entry.value(), response->step);
}

Status Unregister(Lockstep* lockstep, const sm::UnregisterLockstep::Request& request,
                  const std::string& client) {
  return lockstep->Unregister(request.name, client);
}

}  // namespace

void OfferStateServices(WorldControl* world, TimeControl* time, ClientControl* clients) {
  Run* run = &world->run;
  AccessControl* access = &clients->access;
  graph::Graph* graph = &run->graph();
  Offer<si::GetSimulatorFeatures>(
      graph, "/get_simulator_features",
      [run](const auto&, auto* response) { response->features = Features(*run); });
  Offer<si::GetSimulationState>(
      graph, "/get_simulation_state", [world](const auto&, auto* response) {
        response->state.state = world->loading ? si::SimulationState::STATE_LOADING_WORLD
                                               : static_cast<std::uint8_t>(world->run.mode());
        return MakeResult(Status());
      });
  Offer<si::SetSimulationState>(graph, "/set_simulation_state", SetState, world, time, access);
  Offer<si::ResetSimulation>(graph, "/reset_simulation", Reset, world);
  Offer<si::StepSimulation>(graph, "/step_simulation", StartCall, run, time);
  OfferInWorld<sm::RegisterLockstep>(run, "/surefoot/lockstep/register", Register, &time->lockstep,
                                     clients);
  Offer<sm::UnregisterLockstep>(graph, "/surefoot/lockstep/unregister", Unregister,
                                &time->lockstep);
  graph::ActionHandler handler;
  handler.start = [=](const std::shared_ptr<graph::Goal>& goal) { StartGoal(run, time, goal); };
  handler.cancel = [=](const std::shared_ptr<graph::Goal>& goal) { time->job.Cancel(goal); };
  const Status status =
      graph->AdvertiseAction("/simulate_steps", si::SimulateSteps::action(), std::move(handler));
  SUREFOOT_CHECK(status.ok(), "action /simulate_steps");
}

}  // namespace surefoot::serve
