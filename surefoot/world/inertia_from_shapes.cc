#include "surefoot/world/inertia_from_shapes.h"

#include <algorithm>
#include <map>

#include "surefoot/base/text.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot::world {
namespace {

/// A solid shape and what it represents ("box", "mesh", "convex hull of mesh"). Mass 0: the shape
/// has no volume.
struct Solid {
  Inertia inertia;
  std::string what;
};

Solid MeshSolid(double density, const TriMesh& mesh) {
  if (const Result<Inertia> exact = MeshInertia(density, mesh); exact.ok()) {
    return {*exact, "mesh"};
  }
  if (const Result<TriMesh> hull = ConvexHull(mesh.vertices); hull.ok()) {
    const Result<Inertia> inertia = MeshInertia(density, *hull);
    if (inertia.ok()) return {*inertia, "convex hull of mesh"};
  }
  if (mesh.vertices.empty()) return {};
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  if (!(bounds.sizes().minCoeff() > 0.0)) return {};
  const Inertia box = BoxInertia(density, bounds.sizes());
  return {ExpressedIn(RigidTransform(Vector3d(bounds.center())), box), "bounding box of mesh"};
}

struct MakeSolid {
  double density;

  Solid operator()(const Plane&) const { return {}; }
  Solid operator()(const HeightMap&) const { return {}; }
  Solid operator()(const Box& box) const { return {BoxInertia(density, box.size), "box"}; }
  Solid operator()(const Sphere& sphere) const {
    return {SphereInertia(density, sphere.radius), "sphere"};
  }
  Solid operator()(const Cylinder& cylinder) const {
    return {CylinderInertia(density, cylinder.radius, cylinder.length), "cylinder"};
  }
  Solid operator()(const Capsule& capsule) const {
    return {CapsuleInertia(density, capsule.radius, capsule.length), "capsule"};
  }
  Solid operator()(const Ellipsoid& ellipsoid) const {
    return {EllipsoidInertia(density, ellipsoid.radii), "ellipsoid"};
  }
  Solid operator()(const Mesh& mesh) const {
    return mesh.mesh == nullptr ? Solid{} : MeshSolid(density, *mesh.mesh);
  }
};

template <typename Shape>
Inertia SumOfShapes(const std::vector<Shape>& shapes, double density,
                    std::map<std::string, int>* counts) {
  Inertia sum;
  for (const Shape& shape : shapes) {
    const Solid solid = std::visit(MakeSolid{density}, shape.geometry);
    // Shapes with invalid sizes are reported by Validate().
    if (!IsPhysical(solid.inertia)) continue;
    sum = Combine(sum, ExpressedIn(shape.X_LG, solid.inertia));
    ++(*counts)[solid.what];
  }
  return sum;
}

/// "2 box, 1 mesh".
std::string CountText(const std::map<std::string, int>& counts) {
  return Joined(counts,
                [](const auto& entry) { return std::to_string(entry.second) + " " + entry.first; });
}

}  // namespace

Inertia ShapeInertia(double density, const Geometry& shape) {
  return std::visit(MakeSolid{density}, shape).inertia;
}

bool FillMissingInertia(Link* link, double density, Problems* problems) {
  const bool from_collisions = !link->collisions.empty();
  std::map<std::string, int> counts;
  link->inertia = from_collisions ? SumOfShapes(link->collisions, density, &counts)
                                  : SumOfShapes(link->visuals, density, &counts);
  link->inertia_computed = !counts.empty();
  const std::string name = "link \"" + link->name + "\"";
  if (link->inertia_computed) {
    const std::string mass = StrFormat("%.6g kg", link->inertia.mass);
    problems->Note(link->source,
                   name + " has no inertia; computed from its " +
                       (from_collisions ? "collisions" : "visuals") + " (" + CountText(counts) +
                       ")",
                   mass, "write <inertial> to set another mass");
  } else if (from_collisions || !link->visuals.empty()) {
    problems->Note(link->source, name + " has no inertia, and none of its shapes has a volume", "",
                   "it remains massless");
  }
  return link->inertia_computed;
}

std::vector<int> BodiesWithoutMass(const Tree& tree) {
  std::vector<bool> has_mass_below(tree.bodies.size(), false);
  std::vector<int> found;
  for (std::size_t i = tree.bodies.size(); i-- > 0;) {
    const Body& body = tree.bodies[i];
    const bool hangs = body.joint >= 0 && has_mass_below[i];
    if (!body.is_static && body.inertia.mass == 0.0 && !hangs) found.push_back(static_cast<int>(i));
    // A body that is found will get mass, so the bodies above it need none.
    if (body.parent >= 0) has_mass_below[static_cast<std::size_t>(body.parent)] = true;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void FillMasslessBodies(Model* model, double density, Problems* problems) {
  const Result<Tree> tree = MakeTree(*model);
  // A model whose joints form no tree is reported by Validate().
  if (!tree.ok()) return;
  const auto link = [&](int index) -> Link& {
    return model->links[static_cast<std::size_t>(index)];
  };
  std::vector<bool> requested(tree->bodies.size(), false);
  for (const int body : BodiesWithoutMass(*tree)) requested[static_cast<std::size_t>(body)] = true;
  for (std::size_t i = 0; i < tree->bodies.size(); ++i) {
    const Body& body = tree->bodies[i];
    if (body.is_static || body.inertia.mass != 0.0) continue;
    const bool touches = std::any_of(body.links.begin(), body.links.end(),
                                     [&](int index) { return !link(index).collisions.empty(); });
    if (!touches && !requested[i]) continue;
    for (const int index : body.links) FillMissingInertia(&link(index), density, problems);
  }
}

}  // namespace surefoot::world
