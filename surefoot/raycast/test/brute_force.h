#pragma once

/// Random worlds, and ray hits found by testing every triangle and every surface in double
/// precision, without any of the code under test.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::raycast::test {

inline Vector3d AnyVector(std::mt19937* random) {
  std::normal_distribution<double> normal;
  const double x = normal(*random);
  const double y = normal(*random);
  return Vector3d(x, y, normal(*random));
}

inline RigidTransform AnyPose(double spread, std::mt19937* random) {
  const Vector3d turn = AnyVector(random);
  return RigidTransform(QuaternionFromRpy(turn.x(), turn.y(), turn.z()),
                        spread * AnyVector(random));
}

inline TriMesh AnyTriangles(int count, std::mt19937* random) {
  TriMesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vector3d middle = AnyVector(random);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(middle + 0.3 * AnyVector(random));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

inline world::Geometry AnyGeometry(std::mt19937* random) {
  std::uniform_real_distribution<double> size(0.3, 2.0);
  const double a = size(*random);
  const double b = size(*random);
  switch ((*random)() % 5) {
    case 0:
      return world::Box{Vector3d(a, b, size(*random))};
    case 1:
      return world::Sphere{a};
    case 2:
      return world::Cylinder{a, b};
    case 3: {
      auto field = std::make_shared<HeightField>();
      field->rows = 7;
      field->cols = 9;
      field->size_x = 3.0 * a;
      field->size_y = 3.0 * b;
      for (int i = 0; i < 63; ++i) field->heights.push_back(static_cast<float>(size(*random)));
      world::HeightMap map;
      map.field = field;
      return map;
    }
    default: {
      world::Mesh mesh;
      mesh.mesh = std::make_shared<TriMesh>(AnyTriangles(40, random));
      return mesh;
    }
  }
}

/// A floor and `models` free models of two links with two shapes each, about `middle_W`. Visuals
/// and collisions are the same.
inline world::WorldSpec AnyWorld(int models, const Vector3d& middle_W, std::mt19937* random) {
  const auto add = [](world::Link* link, const world::Geometry& geometry, const RigidTransform& X) {
    world::Visual visual;
    visual.name = "shape" + std::to_string(link->visuals.size());
    visual.geometry = geometry;
    visual.X_LG = X;
    link->visuals.push_back(visual);
    link->collisions.emplace_back().name = visual.name;
    link->collisions.back().geometry = geometry;
    link->collisions.back().X_LG = X;
  };
  world::WorldSpec spec;
  spec.gravity_W = Vector3d::Zero();
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  floor->links.emplace_back().name = "link";
  add(&floor->links[0], world::Plane{}, RigidTransform());
  spec.models.push_back(
      world::ModelInstance{"floor", RigidTransform(middle_W - 3.0 * Vector3d::UnitZ()), floor});
  for (int i = 0; i < models; ++i) {
    auto model = std::make_shared<world::Model>();
    model->name = "model" + std::to_string(i);
    model->is_static = true;
    for (const char* name : {"a", "b"}) {
      world::Link& link = model->links.emplace_back();
      link.name = name;
      link.X_ML = AnyPose(0.5, random);
      for (int k = 0; k < 2; ++k) add(&link, AnyGeometry(random), AnyPose(0.5, random));
    }
    RigidTransform X_WM = AnyPose(6.0, random);
    X_WM.p += middle_W;
    spec.models.push_back(world::ModelInstance{model->name, X_WM, model});
  }
  return spec;
}

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  int link = -1;
  /// The surface's unit normal.
  Vector3d normal_W = Vector3d::UnitZ();
  /// How much closer to the edge the ray may pass without missing; roughly in metres or barycentric
  /// shares.
  double margin = 1.0;
};

namespace detail {

struct Line {
  Vector3d p;
  Vector3d d;
  double near;
};

/// `inside` is the distance of the point from the edge of its surface.
inline void Take(const Line& line, double t, double inside, const Vector3d& normal, Nearest* best) {
  if (!(t > line.near) || inside < 0.0 || t >= best->distance) return;
  best->distance = t;
  best->margin = inside;
  best->normal_W = normal;
}

inline void TryMesh(const TriMesh& mesh, const Line& line, Nearest* best) {
  for (const auto& corners : mesh.triangles) {
    const Vector3d& a = mesh.vertices[corners[0]];
    Matrix3d columns;
    columns << mesh.vertices[corners[1]] - a, mesh.vertices[corners[2]] - a, -line.d;
    if (std::abs(columns.determinant()) < 1e-14) continue;
    // Cramer's rule by the inverse: a + u ab + v ac = p + t d.
    const Vector3d uvt = columns.inverse() * (line.p - a);
    const double inside = std::min({uvt[0], uvt[1], 1.0 - uvt[0] - uvt[1]});
    Take(line, uvt[2], inside, columns.col(0).cross(columns.col(1)).normalized(), best);
  }
}

inline void TryRound(double radius, double half, bool ball, const Line& line, Nearest* best) {
  Vector3d p = line.p;
  Vector3d d = line.d;
  if (!ball) p.z() = d.z() = 0.0;
  const double a = d.squaredNorm();
  const double b = p.dot(d);
  const double root = b * b - a * (p.squaredNorm() - radius * radius);
  if (root < 0.0 || a == 0.0) return;
  for (const double sign : {-1.0, 1.0}) {
    const double t = (-b + sign * std::sqrt(root)) / a;
    const Vector3d at = line.p + t * line.d;
    const double inside = ball ? root : std::min(root, half - std::abs(at.z()));
    Take(line, t, inside, (p + t * d).normalized(), best);
  }
}

inline void TryFlat(int axis, double at, const Vector3d& half, bool disc, const Line& line,
                    Nearest* best) {
  if (line.d[axis] == 0.0) return;
  const double t = (at - line.p[axis]) / line.d[axis];
  const Vector3d q = line.p + t * line.d;
  double inside = half.x() - std::hypot(q.x(), q.y());
  if (!disc) {
    inside = 1e9;
    for (int i = 0; i < 3; ++i) {
      if (i != axis) inside = std::min(inside, half[i] - std::abs(q[i]));
    }
  }
  Take(line, t, inside, Vector3d::Unit(axis), best);
}

inline void Try(const world::Geometry& geometry, const Line& line, Nearest* best) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    TryMesh(*mesh->mesh, line, best);
  } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    TryMesh(ToMesh(*map->field), line, best);
  } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    TryRound(sphere->radius, 0.0, true, line, best);
  } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    TryRound(cylinder->radius, 0.5 * cylinder->length, false, line, best);
    for (const double end : {-0.5, 0.5}) {
      TryFlat(2, end * cylinder->length, Vector3d::Constant(cylinder->radius), true, line, best);
    }
  } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-0.5, 0.5}) {
        TryFlat(axis, side * box->size[axis], 0.5 * box->size, false, line, best);
      }
    }
  } else {
    TryFlat(2, 0.0, Vector3d::Constant(1e9), false, line, best);
  }
}

}  // namespace detail

/// Visuals only; every plane is infinite.
inline Nearest FindNearest(const world::World& world, const std::vector<RigidTransform>& X_WL,
                           const Vector3d& p_WO, const Vector3d& d_W, double near) {
  Nearest best;
  for (int id = 0; id < world.link_count(); ++id) {
    for (const world::Visual& visual : world.link(id).visuals) {
      const RigidTransform X_WG = X_WL[static_cast<std::size_t>(id)] * visual.X_LG;
      const RigidTransform X_GW = X_WG.Inverse();
      Nearest here;
      here.distance = best.distance;
      detail::Try(visual.geometry, {X_GW * p_WO, X_GW.q * d_W, near}, &here);
      if (here.distance >= best.distance) continue;
      best = here;
      best.normal_W = X_WG.q * here.normal_W;
      best.link = id;
    }
  }
  return best;
}

}  // namespace surefoot::raycast::test
