#include "surefoot/physics/backend_common.h"

#include <algorithm>

#include "surefoot/base/check.h"

namespace surefoot::physics {

Error SavedStateDoesNotFit(const world::World& world, int model) {
  return Error{"the saved state of model '" + world.instance(model).name +
               "' does not fit: it was saved from another description or engine"};
}

/// Copies by ranges: a model's entries in a State are contiguous (ModelLayout).
void BackendCommon::CopyModels(const State& from, State* to) const {
  const auto copy = [](const auto& source, const world::Range& range, auto* out) {
    std::copy(source.begin() + range.first, source.begin() + range.end(),
              out->begin() + range.first);
  };
  for (const int model : models_) {
    const world::ModelLayout& layout = world_->layout(model);
    copy(from.X_WL, layout.links, &to->X_WL);
    copy(from.V_WL_W, layout.links, &to->V_WL_W);
    copy(from.q, layout.q, &to->q);
    copy(from.v, layout.v, &to->v);
    copy(from.effort, layout.v, &to->effort);
  }
}

void FailUnknownModel(int model) {
  base::CheckFailed("the model is in this instance", __FILE__, __LINE__,
                    "model " + std::to_string(model) + " is not in this instance");
}

/// Pose and velocity of a link that is fixed to the root link of its body.
void ReadLumpedLink(const LumpedLink& map, State* state) {
  const auto link = static_cast<std::size_t>(map.link);
  const auto root = static_cast<std::size_t>(map.root_link);
  state->X_WL[link] = state->X_WL[root] * map.X_BL;
  state->V_WL_W[link] = Shifted(state->V_WL_W[root], state->X_WL[link].p - state->X_WL[root].p);
}

void ReadLumpedLinks(const std::vector<LumpedLink>& links, State* state) {
  for (const LumpedLink& link : links) ReadLumpedLink(link, state);
}

/// Combines the inertias of the links without gravity, each expressed in the body frame B.
Weightless WeightlessPart(const world::Model& model, const world::Tree& tree,
                          const world::Body& body) {
  Inertia part;
  bool all = true;
  for (const int link : body.links) {
    const auto index = static_cast<std::size_t>(link);
    if (model.links[index].gravity) {
      all = false;
    } else {
      part = Combine(part, ExpressedIn(tree.X_BL[index], model.links[index].inertia));
    }
  }
  // All of the body: then also what lumping added to it, which no link accounts for.
  if (all) part = body.moved_inertia();
  return Weightless{part.mass, part.p_BBcm};
}

}  // namespace surefoot::physics
