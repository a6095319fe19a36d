#include "surefoot/formats/sdf/convert.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats {

void FillMassless(world::Model* model, Problems* problems) {
  const Result<world::Tree> tree = world::MakeTree(*model);
  // A model without a tree is reported when it is checked.
  if (!tree.ok()) return;
  for (const int index : world::BodiesWithoutMass(*tree)) {
    const world::Body& body = tree->bodies[static_cast<std::size_t>(index)];
    world::Link& link = model->links[static_cast<std::size_t>(body.root_link)];
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
