#include "surefoot/physics/state.h"

#include <cmath>

#include "surefoot/physics/kinematics.h"

namespace surefoot::physics {
namespace {

bool AllFinite(const std::vector<double>& values, const world::Range& range) {
  for (int i = range.first; i < range.end(); ++i) {
    if (!std::isfinite(values[static_cast<std::size_t>(i)])) return false;
  }
  return true;
}

}  // namespace

State MakeInitialState(const world::World& world) {
  State state;
  state.X_WL.resize(static_cast<std::size_t>(world.link_count()));
  state.V_WL_W.resize(static_cast<std::size_t>(world.link_count()));
  state.q.resize(static_cast<std::size_t>(world.q_count()));
  state.v.resize(static_cast<std::size_t>(world.v_count()));
  state.effort.resize(static_cast<std::size_t>(world.v_count()));
  for (int model = 0; model < world.model_count(); ++model) SetInitialState(world, model, &state);
  return state;
}

bool IsFinite(const world::World& world, int model, const State& state) {
  const world::ModelLayout& layout = world.layout(model);
  for (int link = layout.links.first; link < layout.links.end(); ++link) {
    const Twist& V = state.V_WL_W[static_cast<std::size_t>(link)];
    if (!state.X_WL[static_cast<std::size_t>(link)].IsFinite()) return false;
    if (!V.w.allFinite() || !V.v.allFinite()) return false;
  }
  return AllFinite(state.q, layout.q) && AllFinite(state.v, layout.v);
}

}  // namespace surefoot::physics
