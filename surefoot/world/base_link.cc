#include "surefoot/world/base_link.h"

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

}  // namespace surefoot::world
