/// Rules for a link: its inertia, shapes, surfaces, sensors and lights.

#include <algorithm>

#include "surefoot/math/decompose.h"
#include "surefoot/world/validate/validate_rules.h"

namespace surefoot::world {
namespace {

void CheckMesh(const Mesh& shape, const Source& source, Rules* rules) {
  if (shape.mesh == nullptr) {
    rules->Error(source, "the mesh was not loaded", shape.uri,
                 "check that the file exists and is a mesh");
    return;
  }
  const TriMesh& mesh = *shape.mesh;
  const bool first_look = rules->FirstVisit(&mesh);
  if (first_look || shape.scale != Vector3d::Ones()) {
    for (const Vector3d& vertex : mesh.vertices) {
      const Vector3d scaled = vertex.cwiseProduct(shape.scale);
      if (!rules->Near(source, "a vertex of the mesh", scaled)) break;
    }
  }
  if (!first_look) return;
  if (mesh.triangles.empty()) {
    rules->Error(source, "the mesh has no triangles", shape.uri);
    return;
  }
  const bool finite = std::all_of(mesh.vertices.begin(), mesh.vertices.end(),
                                  [](const Vector3d& vertex) { return vertex.allFinite(); });
  if (!finite) rules->Error(source, "the mesh has a vertex that is not finite", shape.uri);
  const auto in_range = [&mesh](const std::array<std::uint32_t, 3>& triangle) {
    return *std::max_element(triangle.begin(), triangle.end()) < mesh.vertices.size();
  };
  if (!std::all_of(mesh.triangles.begin(), mesh.triangles.end(), in_range)) {
    rules->Error(source, "the mesh has a triangle with a vertex that does not exist", shape.uri);
  }
}

void CheckHeightMap(const HeightMap& map, const Source& source, Rules* rules) {
  if (map.field == nullptr) {
    rules->Error(source, "the height map was not loaded", map.uri,
                 "check that the file exists and is a PNG image");
    return;
  }
  const HeightField& field = *map.field;
  if (!rules->FirstVisit(&field)) return;
  rules->Size(source, "the height map's size along x", field.size_x);
  rules->Size(source, "the height map's size along y", field.size_y);
  const bool enough = field.rows >= 2 && field.cols >= 2;
  if (!enough || field.heights.size() !=
                     static_cast<std::size_t>(field.rows) * static_cast<std::size_t>(field.cols)) {
    rules->Error(source, "the height map needs rows times columns samples, at least 2 by 2",
                 std::to_string(field.rows) + " x " + std::to_string(field.cols) + ", " +
                     std::to_string(field.heights.size()) + " samples");
  }
  for (const float height : field.heights) {
    if (!rules->Finite(source, "a height of the height map", static_cast<double>(height))) break;
  }
}

struct CheckShape {
  const Source& source;
  Rules* rules;

  void operator()(const Plane& plane) const {
    rules->Positive(source, "the plane's size along x", plane.size.x());
    rules->Positive(source, "the plane's size along y", plane.size.y());
  }
  void operator()(const Box& box) const {
    for (int i = 0; i < 3; ++i) rules->Size(source, "the box's size", box.size[i]);
  }
  void operator()(const Sphere& sphere) const {
    rules->Size(source, "the sphere's radius", sphere.radius);
  }
  void operator()(const Cylinder& cylinder) const {
    rules->Size(source, "the cylinder's radius", cylinder.radius);
    rules->Size(source, "the cylinder's length", cylinder.length);
  }
  void operator()(const Capsule& capsule) const {
    rules->Size(source, "the capsule's radius", capsule.radius);
    if (capsule.length != 0.0) rules->Size(source, "the capsule's length", capsule.length);
  }
  void operator()(const Ellipsoid& ellipsoid) const {
    for (int i = 0; i < 3; ++i) {
      rules->Size(source, "the ellipsoid's radius", ellipsoid.radii[i]);
    }
  }
  void operator()(const Mesh& mesh) const { CheckMesh(mesh, source, rules); }
  void operator()(const HeightMap& map) const { CheckHeightMap(map, source, rules); }
};

/// Engines collide convex shapes; the convex decomposition of a large mesh takes seconds, once.
void NoteLargeMesh(const Collision& collision, Rules* rules) {
  constexpr std::size_t kManyTriangles = 60'000;
  const auto* mesh = std::get_if<Mesh>(&collision.geometry);
  if (mesh == nullptr || mesh->mesh == nullptr) return;
  if (mesh->mesh->triangles.size() <= kManyTriangles) return;
  rules->Note(collision.source,
              "the collision mesh has " + std::to_string(mesh->mesh->triangles.size()) +
                  " triangles; engines use a simplified copy, which takes some seconds to compute "
                  "and is cached",
              mesh->uri);
}

void CheckSurface(const Surface& surface, const Source& source, Rules* rules) {
  // Files use infinite friction for contacts that never slip.
  rules->NotNegative(source, "friction mu", surface.mu);
  rules->NotNegative(source, "friction mu2", surface.mu2);
  rules->Finite(source, "the friction direction", surface.friction_direction);
  rules->NotNegativeFinite(source, "torsional friction", surface.torsional_friction);
  rules->NotNegativeFinite(source, "rolling friction", surface.rolling_friction);
  if (rules->NotNegativeFinite(source, "restitution", surface.restitution) &&
      surface.restitution > 1.0) {
    rules->Error(source, "restitution must be from 0 to 1", NumberText(surface.restitution));
  }
  rules->NotNegative(source, "the restitution threshold", surface.restitution_threshold);
  rules->NotNegativeFinite(source, "contact stiffness", surface.stiffness);
  rules->NotNegativeFinite(source, "contact damping", surface.damping);
  if (surface.collide_mask == 0) {
    rules->Note(source, "the collision shape collides with nothing: its collide mask is zero");
  }
}

/// Moments that are not positive are checked for the body: the link may be fixed to a larger one.
void CheckMoments(const Link& link, Rules* rules) {
  const Matrix3d& I = link.inertia.I_BBcm_B;
  const Vector3d moments = PrincipalValuesOf(I);  // ascending
  const std::string what = "link \"" + link.name + "\"";
  if ((I - I.transpose()).cwiseAbs().maxCoeff() > 1e-9 * I.cwiseAbs().maxCoeff()) {
    rules->Error(link.source, "the inertia matrix of " + what + " is not symmetric");
  } else if (moments[0] > 0.0 && !IsPhysical(link.inertia)) {
    rules->Warning(
        link.source,
        "the inertia of " + what +
            " is not physically possible: a principal moment is larger than the sum of the others",
        NumberText(moments),
        "engines may reject it or become unstable; remove the inertia to have it computed");
  }
}

void CheckInertia(const Link& link, Rules* rules) {
  const Inertia& inertia = link.inertia;
  const std::string what = "link \"" + link.name + "\"";
  if (!rules->Finite(link.source, "the mass of " + what, inertia.mass) ||
      !rules->Finite(link.source, "the centre of mass of " + what, inertia.p_BBcm)) {
    return;
  }
  if (!inertia.I_BBcm_B.allFinite()) {
    rules->Error(link.source, "the inertia of " + what + " is not finite");
    return;
  }
  // Products of larger numbers overflow in the engines.
  constexpr double kMaxMass = 1e20;
  constexpr double kMaxMoment = 1e30;
  if (inertia.mass > kMaxMass || inertia.I_BBcm_B.cwiseAbs().maxCoeff() > kMaxMoment) {
    rules->Error(link.source, "the mass or inertia of " + what + " is out of range",
                 NumberText(inertia.mass), "at most 1e20 kg and 1e30 kg m2 are accepted");
    return;
  }
  rules->Near(link.source, "the centre of mass of " + what, inertia.p_BBcm);
  if (inertia.mass < 0.0) {
    rules->Error(link.source, "the mass of " + what + " is negative", NumberText(inertia.mass),
                 "write a positive mass in kg");
  } else if (inertia.mass > 0.0) {
    CheckMoments(link, rules);
  } else if (!inertia.I_BBcm_B.isZero(0.0)) {
    rules->Error(link.source, what + " has an inertia but no mass", "0",
                 "write a positive mass in kg, or remove the inertia");
  }
}

void CheckVisual(const Visual& visual, Rules* rules) {
  rules->Pose(visual.source, "the visual's pose", visual.X_LG);
  std::visit(CheckShape{visual.source, rules}, visual.geometry);
  if (!(visual.transparency >= 0.0 && visual.transparency <= 1.0)) {
    rules->Error(visual.source, "transparency must be from 0 to 1",
                 NumberText(visual.transparency));
  }
  if (!visual.material) return;
  const Material& material = *visual.material;
  const bool finite = material.ambient.allFinite() && material.diffuse.allFinite() &&
                      material.specular.allFinite() && material.emissive.allFinite();
  if (!finite) rules->Error(visual.source, "a colour is not finite", material.name);
}

}  // namespace

void ValidateSensors(const std::vector<Sensor>& sensors, const std::string& scope, Rules* rules) {
  Names names("sensor", scope);
  for (const Sensor& sensor : sensors) {
    names.Add(sensor.name, sensor.source, rules);
    rules->Pose(sensor.source, "the sensor's pose", sensor.X_LS);
    rules->NotNegativeFinite(sensor.source, "the sensor's update rate", sensor.update_rate);
  }
}

void ValidateLink(const Link& link, Rules* rules) {
  const std::string what = "link \"" + link.name + "\"";
  rules->Pose(link.source, "the pose of " + what, link.X_ML);
  CheckInertia(link, rules);
  Names collision_names("collision", what);
  for (const Collision& collision : link.collisions) {
    collision_names.Add(collision.name, collision.source, rules);
    rules->Pose(collision.source, "the collision's pose", collision.X_LG);
    std::visit(CheckShape{collision.source, rules}, collision.geometry);
    CheckSurface(collision.surface, collision.source, rules);
    NoteLargeMesh(collision, rules);
  }
  for (const Visual& visual : link.visuals) CheckVisual(visual, rules);
  ValidateSensors(link.sensors, what, rules);
  for (const Light& light : link.lights) rules->Pose(light.source, "the light's pose", light.X_PL);
}

}  // namespace surefoot::world
