#include "tests/integration/mujoco_reference.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>

#include "surefoot/physics/state.h"

namespace surefoot::test {
namespace {

using Bounds = Eigen::AlignedBox3d;

struct Reference {
  std::unique_ptr<mjModel, void (*)(mjModel*)> model{nullptr, &mj_deleteModel};
  std::unique_ptr<mjData, void (*)(mjData*)> data{nullptr, &mj_deleteData};
};

RigidTransform PoseOf(const mjtNum* p, const mjtNum* q) {
  return RigidTransform(Quaterniond(q[0], q[1], q[2], q[3]).normalized(),
                        Vector3d(p[0], p[1], p[2]));
}

/// Bounds in W of the points of a shape at X_WG.
Bounds PointBounds(const RigidTransform& X_WG, const std::vector<Vector3d>& points) {
  Bounds bounds;
  for (const Vector3d& point : points) bounds.extend(X_WG * point);
  return bounds;
}

/// The corners of the box around a primitive in its own frame.
std::vector<Vector3d> Corners(const Vector3d& half) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1 ? 1 : -1) * half.x(), (i & 2 ? 1 : -1) * half.y(),
                         (i & 4 ? 1 : -1) * half.z());
  }
  return corners;
}

Bounds ReferenceBounds(const Reference& reference, int geom) {
  const mjModel& m = *reference.model;
  mjtNum q[4];
  mju_mat2Quat(q, reference.data->geom_xmat + 9 * geom);
  const RigidTransform X_WG = PoseOf(reference.data->geom_xpos + 3 * geom, q);
  const mjtNum* s = m.geom_size + 3 * geom;
  switch (m.geom_type[geom]) {
    case mjGEOM_SPHERE:
      return PointBounds(X_WG, Corners(Vector3d::Constant(s[0])));
    case mjGEOM_CAPSULE:
      return PointBounds(X_WG, Corners(Vector3d(s[0], s[0], s[0] + s[1])));
    case mjGEOM_CYLINDER:
      return PointBounds(X_WG, Corners(Vector3d(s[0], s[0], s[1])));
    case mjGEOM_BOX:
    case mjGEOM_ELLIPSOID:
      return PointBounds(X_WG, Corners(Vector3d(s[0], s[1], s[2])));
    case mjGEOM_MESH: {
      std::vector<Vector3d> points;
      const int mesh = m.geom_dataid[geom];
      for (int i = 0; i < m.mesh_vertnum[mesh]; ++i) {
        const float* v = m.mesh_vert + 3 * (m.mesh_vertadr[mesh] + i);
        points.emplace_back(v[0], v[1], v[2]);
      }
      return PointBounds(X_WG, points);
    }
    default:
      return Bounds(X_WG.p, X_WG.p);
  }
}

struct ShapeBounds {
  RigidTransform X_WG;
  Bounds operator()(const world::Box& box) const {
    return PointBounds(X_WG, Corners(0.5 * box.size));
  }
  Bounds operator()(const world::Sphere& sphere) const {
    return PointBounds(X_WG, Corners(Vector3d::Constant(sphere.radius)));
  }
  Bounds operator()(const world::Cylinder& c) const {
    return PointBounds(X_WG, Corners(Vector3d(c.radius, c.radius, 0.5 * c.length)));
  }
  Bounds operator()(const world::Capsule& c) const {
    return PointBounds(X_WG, Corners(Vector3d(c.radius, c.radius, c.radius + 0.5 * c.length)));
  }
  Bounds operator()(const world::Ellipsoid& ellipsoid) const {
    return PointBounds(X_WG, Corners(ellipsoid.radii));
  }
  Bounds operator()(const world::Mesh& mesh) const {
    return PointBounds(X_WG, mesh.mesh->vertices);
  }
  Bounds operator()(const world::Plane&) const { return Bounds(X_WG.p, X_WG.p); }
  Bounds operator()(const world::HeightMap&) const { return Bounds(X_WG.p, X_WG.p); }
};

/// The visual or collision shape with this name on the link.
std::optional<Bounds> OurBounds(const world::Link& link, const RigidTransform& X_WL,
                                const std::string& name) {
  for (const world::Visual& visual : link.visuals) {
    if (visual.name == name) return std::visit(ShapeBounds{X_WL * visual.X_LG}, visual.geometry);
  }
  for (const world::Collision& c : link.collisions) {
    if (c.name == name) return std::visit(ShapeBounds{X_WL * c.X_LG}, c.geometry);
  }
  return std::nullopt;
}

std::string NameOf(const mjModel& m, int type, int id, const std::string& fallback) {
  const char* name = mj_id2name(&m, type, id);
  return name != nullptr && name[0] != '\0' ? name : fallback;
}

void Raise(double value, const std::string& what, double* largest, std::string* worst) {
  if (!(value > *largest)) return;
  *largest = value;
  *worst = what;
}

class Comparison {
 public:
  Comparison(const Reference& reference, const world::World& world)
      : reference_(reference),
        m_(*reference.model),
        world_(world),
        state_(physics::MakeInitialState(world)) {}

  ReferenceDifference Run() {
    difference_.bodies = m_.nbody - 1;
    difference_.geoms = m_.ngeom;
    for (int body = 0; body < m_.nbody; ++body) {
      const std::string name = NameOf(m_, mjOBJ_BODY, body, "body_" + std::to_string(body));
      const int link = world_.FindLink(body == 0 ? "worldbody" : name);
      if (body > 0 && link >= 0) CompareBody(body, link, name);
      if (body > 0 && link < 0) ++difference_.missing_bodies;
      for (int i = 0; i < m_.body_geomnum[body]; ++i) CompareGeom(body, i, link);
    }
    return difference_;
  }

 private:
  void CompareBody(int body, int link, const std::string& name) {
    const RigidTransform X =
        PoseOf(reference_.data->xpos + 3 * body, reference_.data->xquat + 4 * body);
    const RigidTransform& ours = state_.X_WL[static_cast<std::size_t>(link)];
    Raise((X.p - ours.p).norm(), "position of " + name, &difference_.position, &difference_.worst);
    Raise(X.q.angularDistance(ours.q), "angle of " + name, &difference_.angle, &difference_.worst);
    const Inertia& inertia = world_.link(link).inertia;
    const double mass = m_.body_mass[body];
    const double scale = std::max(mass, 1e-12);
    Raise(std::abs(mass - inertia.mass) / scale, "mass of " + name, &difference_.mass,
          &difference_.worst);
    const RigidTransform X_BI = PoseOf(m_.body_ipos + 3 * body, m_.body_iquat + 4 * body);
    const Vector3d moments(m_.body_inertia[3 * body], m_.body_inertia[3 * body + 1],
                           m_.body_inertia[3 * body + 2]);
    const Matrix3d I = X_BI.R() * moments.asDiagonal() * X_BI.R().transpose();
    if (mass <= 0.0) return;
    Raise((I - inertia.I_BBcm_B).cwiseAbs().maxCoeff() / std::max(moments.maxCoeff(), 1e-12),
          "inertia of " + name, &difference_.inertia, &difference_.worst);
    Raise((X_BI.p - inertia.p_BBcm).norm(), "centre of " + name, &difference_.position,
          &difference_.worst);
  }

  void CompareGeom(int body, int index, int link) {
    const int geom = m_.body_geomadr[body] + index;
    const std::string name = NameOf(m_, mjOBJ_GEOM, geom, "geom_" + std::to_string(index));
    std::optional<Bounds> ours;
    if (link >= 0) {
      ours = OurBounds(world_.link(link), state_.X_WL[static_cast<std::size_t>(link)], name);
    }
    if (!ours) {
      ++difference_.missing_geoms;
      return;
    }
    const Bounds theirs = ReferenceBounds(reference_, geom);
    Raise(std::max((ours->min() - theirs.min()).cwiseAbs().maxCoeff(),
                   (ours->max() - theirs.max()).cwiseAbs().maxCoeff()),
          "bounds of " + name, &difference_.bounds, &difference_.worst);
  }

  const Reference& reference_;
  const mjModel& m_;
  const world::World& world_;
  physics::State state_;
  ReferenceDifference difference_;
};

}  // namespace

ReferenceDifference CompareWithMujoco(const std::string& path, const world::World& world) {
  char error[1000] = "";
  Reference reference;
  reference.model.reset(mj_loadXML(path.c_str(), nullptr, error, sizeof error));
  if (reference.model == nullptr) {
    ReferenceDifference difference;
    difference.error = error;
    return difference;
  }
  reference.data.reset(mj_makeData(reference.model.get()));
  mj_kinematics(reference.model.get(), reference.data.get());
  return Comparison(reference, world).Run();
}

}  // namespace surefoot::test
