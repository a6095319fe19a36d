#include "surefoot/cli/commands/model_tracker.h"

#include "surefoot/world/base_link.h"

namespace surefoot::cli {
namespace {

constexpr SimTimeNs kInterval_ns = 100'000'000;

}  // namespace

ModelTracker::ModelTracker(const sim::Simulation& simulation)
    : due_ns_(simulation.time_ns() + kInterval_ns) {
  for (int model = 0; model < simulation.world().model_count(); ++model) {
    const int link = world::BaseLink(simulation.world(), model);
    if (link < 0) continue;
    const Vector3d p_WL = simulation.state().X_WL[static_cast<std::size_t>(link)].p;
    tracks_.push_back(Track{model, link, p_WL, 0.0});
  }
}

void ModelTracker::Update(const sim::Simulation& simulation) {
  if (simulation.time_ns() < due_ns_) return;
  due_ns_ += kInterval_ns;
  Measure(simulation.state());
}

void ModelTracker::Measure(const physics::State& state) {
  for (Track& track : tracks_) {
    const Vector3d& p_WL = state.X_WL[static_cast<std::size_t>(track.link)].p;
    track.distance += (p_WL - track.p_WL).norm();
    track.p_WL = p_WL;
  }
}

std::vector<ModelMotion> ModelTracker::Finish(const sim::Simulation& simulation) {
  Measure(simulation.state());
  std::vector<ModelMotion> motions;
  for (const Track& track : tracks_) {
    ModelMotion motion;
    motion.name = simulation.world().instance(track.model).name;
    motion.link = simulation.world().link(track.link).name;
    motion.X_WL = simulation.state().X_WL[static_cast<std::size_t>(track.link)];
    motion.V_WL_W = simulation.state().V_WL_W[static_cast<std::size_t>(track.link)];
    motion.distance = track.distance;
    motions.push_back(motion);
  }
  return motions;
}

}  // namespace surefoot::cli
