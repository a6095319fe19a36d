#include "surefoot/sim/state_hash.h"

#include <algorithm>

#include "surefoot/base/hash.h"

namespace surefoot::sim {
namespace {

/// As 13 contiguous numbers, so that no padding enters the hash.
std::uint64_t HashBody(const RigidTransform& X_WB, const Twist& V_WB_W) {
  double values[13];
  std::copy(X_WB.q.coeffs().data(), X_WB.q.coeffs().data() + 4, values);
  std::copy(X_WB.p.data(), X_WB.p.data() + 3, values + 4);
  std::copy(V_WB_W.w.data(), V_WB_W.w.data() + 3, values + 7);
  std::copy(V_WB_W.v.data(), V_WB_W.v.data() + 3, values + 10);
  return HashBytes(values, sizeof values);
}

}  // namespace

StateHash::StateHash(const world::World& world) {
  for (int model = 0; model < world.model_count(); ++model) {
    for (const world::Body& body : world.tree(model).bodies) {
      if (!body.is_static) body_links_.push_back(world.layout(model).links.first + body.root_link);
    }
  }
  body_hashes_.resize(body_links_.size());
}

std::uint64_t StateHash::Extend(std::uint64_t previous, std::int64_t step,
                                const physics::State& state) {
  for (std::size_t i = 0; i < body_links_.size(); ++i) {
    const auto link = static_cast<std::size_t>(body_links_[i]);
    body_hashes_[i] = HashBody(state.X_WL[link], state.V_WL_W[link]);
  }
  std::uint64_t hash = HashBytes(&step, sizeof step, previous);
  hash = HashBytes(body_hashes_.data(), body_hashes_.size() * sizeof(std::uint64_t), hash);
  hash = HashBytes(state.q.data(), state.q.size() * sizeof(double), hash);
  return HashBytes(state.v.data(), state.v.size() * sizeof(double), hash);
}

}  // namespace surefoot::sim
