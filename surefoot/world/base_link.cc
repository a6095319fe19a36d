#include "surefoot/world/base_link.h"

// The link that represents a model: the root of its first body that can move.

namespace surefoot::world {

int BaseLink(const World& world, int model) {
  int first_movable = -1;
  for (const Body& body : world.tree(model).bodies) {
    if (body.is_static) continue;
    const int link = world.layout(model).links.first + body.root_link;
    if (body.parent < 0 && body.joint < 0) return link;
    if (first_movable < 0) first_movable = link;
  }
  return first_movable;
}

bool IsAnchored(const World& world, int model) {
  for (const Body& body : world.tree(model).bodies) {
    if (body.is_static || (body.parent < 0 && body.joint >= 0)) return true;
  }
  for (const Joint& joint : world.model(model).joints) {
    if (joint.parent < 0 || joint.child < 0) return true;
  }
  return false;
}

}  // namespace surefoot::world
