#include <numeric>

#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

/// Links by the body that fixed joints make of them: bodies[i] is the first link of link i's body,
/// or world::kWorldLink.
std::vector<int> FindBodies(const world::Model& model) {
  std::vector<int> bodies(model.links.size());
  std::iota(bodies.begin(), bodies.end(), 0);
  // The world is the smallest number, so that it wins.
  bool changed = true;
  while (changed) {
    changed = false;
    for (const world::Joint& joint : model.joints) {
      if (joint.type != world::JointType::kFixed) continue;
      int& child = bodies[static_cast<std::size_t>(joint.child)];
      int world = world::kWorldLink;
      int& parent = joint.parent == world::kWorldLink
                        ? world
                        : bodies[static_cast<std::size_t>(joint.parent)];
      const int smaller = std::min(child, parent);
      changed = changed || child != smaller || (parent != smaller && &parent != &world);
      child = smaller;
      parent = smaller;
    }
  }
  return bodies;
}

}  // namespace

void FillMassless(world::Model* model, Problems* problems) {
  if (model->is_static) return;
  const std::vector<int> bodies = FindBodies(*model);
  std::vector<double> masses(model->links.size(), 0.0);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] < 0) continue;
    masses[static_cast<std::size_t>(bodies[i])] += model->links[i].inertia.mass;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    world::Link& link = model->links[i];
    if (bodies[i] != static_cast<int>(i) || masses[i] != 0.0) continue;
    // A mass that the file gives as zero is a mistake to report, not to repair.
    if (!link.inertia.I_BBcm_B.isZero(0.0)) continue;
    link.inertia.mass = 1.0;
    link.inertia.I_BBcm_B = Matrix3d::Identity();
    link.inertia_computed = true;
    problems->Warning(link.source, "neither <inertial> nor a shape; SDF's default is taken",
                      "1 kg, 1 kg m2", "give an <inertial>, or make the model static");
  }
}

}  // namespace surefoot::formats
