#include "surefoot/physics/weightless.h"

namespace surefoot::physics {

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
  if (all) part = body.moved_inertia();
  return Weightless{part.mass, part.p_BBcm};
}

}  // namespace surefoot::physics
