/// Whether a model would be inside another one somewhere else.

#include <algorithm>

#include "surefoot/sim/editor.h"
#include "surefoot/world/overlap.h"

namespace surefoot::sim {
namespace {

/// What touches, or lies on the ground, is not inside.
constexpr double kTouch = 0.002;

using world::PlacedShape;

/// Shapes of a model, moved by X_move.
std::vector<PlacedShape> ShapesOf(const world::World& world, const physics::State& state, int model,
                                  const RigidTransform& X_move) {
  std::vector<PlacedShape> shapes;
  const world::Range& links = world.layout(model).links;
  for (int link = links.first; link < links.end(); ++link) {
    const RigidTransform X_WL = X_move * state.X_WL[static_cast<std::size_t>(link)];
    for (const world::Collision& collision : world.link(link).collisions) {
      shapes.push_back(PlacedShape{&collision.geometry, X_WL * collision.X_LG});
    }
  }
  return shapes;
}

}  // namespace

Status Editor::CheckFree(int model, const RigidTransform& X_WM) const {
  const RigidTransform X_move = X_WM * rig_.ModelPose(model).Inverse();
  const std::vector<PlacedShape> mine = ShapesOf(*rig_.world, rig_.run.physics, model, X_move);
  for (int other = 0; other < rig_.world->model_count(); ++other) {
    if (other == model) continue;
    for (const PlacedShape& theirs :
         ShapesOf(*rig_.world, rig_.run.physics, other, RigidTransform())) {
      const bool hits = std::any_of(mine.begin(), mine.end(), [&](const PlacedShape& shape) {
        return !std::holds_alternative<world::Plane>(*shape.geometry) &&
               world::Overlap(shape, theirs, kTouch);
      });
      if (!hits) continue;
      return Error{"'" + rig_.world->instance(model).name + "' would be inside '" +
                   rig_.world->instance(other).name + "' there"};
    }
  }
  return Status();
}

}  // namespace surefoot::sim
