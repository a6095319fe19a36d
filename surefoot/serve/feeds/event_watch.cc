#include "surefoot/serve/feeds/event_watch.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/world/base_link.h"

// Looks for what people should know and no single step reports: robots that have fallen over or
// left the world, and a run that is slower than wall time.

namespace surefoot::serve {
namespace {

/// A robot has left the world this far below the lowest static geometry, or this far from the
/// origin (m).
constexpr double kFallen = 5.0;
constexpr double kFarAway = 1e5;
/// A robot counts as upside down after 0.5 s, so that a somersault is not reported.
constexpr SimTimeNs kOverForNs = 500'000'000;

std::string Seconds(double time) { return StrFormat("%.3f s", time); }

/// Lowest point of the static geometry (m); infinite if there is none.
double LowestGround(const world::World& world, const physics::State& state) {
  double lowest = std::numeric_limits<double>::infinity();
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) continue;
    const RigidTransform& X_WL = state.X_WL[static_cast<std::size_t>(link)];
    for (const world::Collision& collision : world.link(link).collisions) {
      lowest = std::min(lowest, world::LowestZ(collision.geometry, X_WL * collision.X_LG));
    }
  }
  return lowest;
}

/// What LowestGround depends on: models with parts that cannot move, and where they are.
std::vector<EventWatch::Fixed> FixedModels(const world::World& world) {
  std::vector<EventWatch::Fixed> fixed;
  for (int model = 0; model < world.model_count(); ++model) {
    const std::vector<world::Body>& bodies = world.tree(model).bodies;
    const bool any = std::any_of(bodies.begin(), bodies.end(),
                                 [](const world::Body& body) { return body.is_static; });
    if (any) fixed.push_back({world.instance(model).model, world.instance(model).X_WM});
  }
  return fixed;
}

bool IsRobot(const world::Model& model) {
  Problems ignored;
  return !plugins::DrivesOf(model, &ignored).empty();
}

/// The mode, capitalized: "Playing".
std::string ModeText(Run::Mode mode) {
  std::string text = ModeName(mode);
  text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

using Models = std::map<std::string, std::shared_ptr<const world::Model>>;

Models ModelsOf(const world::World* world) {
  Models models;
  if (world == nullptr) return models;
  for (const world::ModelInstance& instance : world->spec().models) {
    models[instance.name] = instance.model;
  }
  return models;
}

}  // namespace

void EventWatch::Look(const Run& run) {
  const Session* session = run.session();
  const bool loaded = std::exchange(is_new_, false) && session != nullptr;
  if (std::exchange(had_world_, session != nullptr) && session == nullptr) {
    log_->Info("", "The world was unloaded");
  }
  if (session == nullptr) {
    seen_ = Seen();
    conditions_.clear();
    return;
  }
  const sim::Simulation& simulation = session->simulation();
  log_->set_time(simulation.time_ns());
  if (loaded) {
    seen_ = Seen();
    seen_.mode = Run::Mode::kStopped;
    seen_.engine = simulation.machine().engine().name;
    seen_.gravity_W = simulation.machine().inputs().gravity_W;
    conditions_.clear();
    log_->Info("", "Loaded " + session->world().spec().name);
  }
  if (simulation.shared_world() != seen_.world) CheckWorld(*session, loaded);
  CheckMode(run);
  CheckFailure(simulation);
  for (; seen_.warnings < session->warnings().size(); ++seen_.warnings) {
    log_->Add(EventLog::kWarning, "", session->warnings()[seen_.warnings]);
  }
  CheckRobots(simulation);
}

void EventWatch::CheckWorld(const Session& session, bool loaded) {
  const Models before = ModelsOf(seen_.world.get());
  seen_.world = session.simulation().shared_world();
  std::vector<Fixed> fixed = FixedModels(*seen_.world);
  // Large terrains have millions of points.
  if (fixed != fixed_) lowest_ = LowestGround(*seen_.world, session.simulation().state());
  fixed_ = std::move(fixed);
  const Models now = ModelsOf(seen_.world.get());
  std::map<const world::Model*, bool> robots;
  for (const auto& [name, model] : now) {
    const auto [known, is_new] = robots.try_emplace(model.get(), false);
    if (is_new) known->second = !model->is_static && IsRobot(*model);
    const auto old = before.find(name);
    if (known->second) conditions_.try_emplace(name);
    if (loaded) continue;
    if (old == before.end()) {
      log_->Info(name, name + " was added");
    } else if (old->second != model) {
      log_->Info(name, name + " was edited");
    }
  }
  for (const auto& [name, model] : before) {
    if (now.count(name) != 0) continue;
    conditions_.erase(name);
    log_->Info(name, name + " was removed");
  }
}

void EventWatch::CheckMode(const Run& run) {
  const sim::Simulation& simulation = run.session()->simulation();
  // Time went backwards: a reset, or a snapshot was restored.
  if (simulation.step_count() < seen_.step) {
    const bool start = simulation.step_count() == 0;
    log_->Info("",
               start ? "Back to the start" : "Back to " + Seconds(ToSeconds(simulation.time_ns())));
    for (auto& [name, condition] : conditions_) condition = RobotCondition();
  }
  seen_.step = simulation.step_count();
  if (run.mode() != seen_.mode) log_->Info("", ModeText(run.mode()));
  seen_.mode = run.mode();
  if (simulation.machine().engine().name != seen_.engine) {
    seen_.engine = simulation.machine().engine().name;
    log_->Info("", "The engine is " + seen_.engine + " now");
  }
  const Vector3d& gravity_W = simulation.machine().inputs().gravity_W;
  if (gravity_W != seen_.gravity_W) {
    const std::string text = StrFormat("Gravity is %.3g %.3g %.3g m/s2 now", gravity_W.x(),
                                       gravity_W.y(), gravity_W.z());
    log_->Info("", text);
    seen_.gravity_W = gravity_W;
  }
  const std::string recording = run.recording();
  if (recording == seen_.recording) return;
  if (!seen_.recording.empty()) log_->Info("", "Recorded " + seen_.recording);
  if (!recording.empty()) log_->Info("", "Recording into " + recording);
  seen_.recording = recording;
}

void EventWatch::CheckFailure(const sim::Simulation& simulation) {
  if (simulation.stepper().failed() == seen_.failed) return;
  seen_.failed = simulation.stepper().failed();
  if (!seen_.failed) return;
  const int bad = simulation.report().bad_model;
  const bool known = bad >= 0 && bad < simulation.world().model_count();
  const std::string name = known ? simulation.world().instance(bad).name : "";
  log_->Add(EventLog::kError, name,
            (known ? "The simulation of " + name + " diverged at " : "The run failed at ") +
                Seconds(ToSeconds(simulation.time_ns())) +
                "; reset, or restore a snapshot, to go on");
}

void EventWatch::CheckRobots(const sim::Simulation& simulation) {
  const world::World& world = simulation.world();
  for (auto& [name, condition] : conditions_) {
    const int model = world.FindModel(name);
    if (model >= 0) CheckRobot(simulation, model, &condition);
  }
}

void EventWatch::CheckRobot(const sim::Simulation& simulation, int model,
                            RobotCondition* condition) {
  const world::World& world = simulation.world();
  const int base = world::BaseLink(world, model);
  if (base < 0) return;
  const RigidTransform& X_WB = simulation.state().X_WL[static_cast<std::size_t>(base)];
  const std::string& name = world.instance(model).name;
  // "Up" is the z axis of the model frame, not of the link.
  const Vector3d up_W = X_WB.q * (world.link(base).X_ML.q.conjugate() * Vector3d::UnitZ());
  // More than about 100 degrees from upright; a robot on its side is not reported.
  const bool is_over = up_W.z() < -0.2;
  if (!is_over) *condition = {false, condition->is_out, -1};
  if (is_over && condition->over_since_ns < 0) condition->over_since_ns = simulation.time_ns();
  if (is_over && !condition->is_over &&
      simulation.time_ns() - condition->over_since_ns >= kOverForNs) {
    condition->is_over = true;
    log_->Add(EventLog::kWarning, name, name + " is upside down");
  }
  const bool is_out = X_WB.p.z() < lowest_ - kFallen || !(X_WB.p.norm() < kFarAway);
  if (is_out && !condition->is_out && std::isfinite(lowest_)) {
    const std::string where =
        StrFormat("x %.1f, y %.1f, z %.1f m", X_WB.p.x(), X_WB.p.y(), X_WB.p.z());
    log_->Add(EventLog::kError, name,
              name + " left the world at " + Seconds(ToSeconds(simulation.time_ns())) + " (" +
                  where + ")");
  }
  condition->is_out = is_out;
}

}  // namespace surefoot::serve
