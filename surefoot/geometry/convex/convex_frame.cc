#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/geometry/convex/convex_part.h"

// Axes for the decomposition: directions in which a part has much flat surface, so that cuts along
// them give boxes.

namespace surefoot::convex {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Number of candidate directions for the axes: the normals of the largest triangles.
constexpr std::size_t kDirections = 48;

/// A mesh of the given triangles with only the vertices that they use.
TriMesh Extract(const TriMesh& mesh, const std::vector<Triangle>& triangles) {
  std::map<std::uint32_t, std::uint32_t> place;
  TriMesh extracted;
  for (const Triangle& triangle : triangles) {
    Triangle placed{};
    for (int i = 0; i < 3; ++i) {
      const auto next = static_cast<std::uint32_t>(extracted.vertices.size());
      const auto [entry, is_new] = place.emplace(triangle[i], next);
      if (is_new) extracted.vertices.push_back(mesh.vertices[triangle[i]]);
      placed[i] = entry->second;
    }
    extracted.triangles.push_back(placed);
  }
  return extracted;
}

/// Whether every edge is used equally often in both directions.
bool IsClosed(const std::vector<Triangle>& triangles) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i];
      const std::uint32_t b = t[(i + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  return std::all_of(balance.begin(), balance.end(), [](const auto& e) { return e.second == 0; });
}

/// Area vectors (normal times area) of the triangles, largest first.
std::vector<Vector3d> AreaVectors(const TriMesh& mesh) {
  std::vector<Vector3d> vectors;
  for (const Triangle& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    vectors.push_back(0.5 * (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a));
  }
  std::stable_sort(vectors.begin(), vectors.end(), [](const Vector3d& a, const Vector3d& b) {
    return a.squaredNorm() > b.squaredNorm();
  });
  return vectors;
}

/// The normal direction shared by the largest area, perpendicular to `axis` unless that is zero.
/// Zero if the area is less than `share` of the whole.
Vector3d MainDirection(const std::vector<Vector3d>& areas, const Vector3d& axis, double share) {
  std::vector<Vector3d> directions = {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
  double whole = 0.0;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const double area = areas[i].norm();
    whole += area;
    if (i < kDirections && area > 0.0) directions.push_back(areas[i] / area);
  }
  Vector3d best = Vector3d::Zero();
  double best_area = share * whole;
  for (const Vector3d& direction : directions) {
    if (std::abs(direction.dot(axis)) > 0.02) continue;
    double area = 0.0;
    for (const Vector3d& vector : areas) {
      const double length = vector.norm();
      if (std::abs(vector.dot(direction)) > 0.9995 * length) area += length;
    }
    // The coordinate axes come first and win against directions that differ by rounding only.
    if (area > best_area * (1.0 + 1e-6)) {
      best_area = area;
      best = direction;
    }
  }
  return best;
}

bool IsAnAxis(const Vector3d& direction) { return direction.cwiseAbs().maxCoeff() > 1.0 - 1e-9; }

}  // namespace

/// Sorts by position, so equal vertices are neighbours; -0 and 0 compare equal.
TriMesh Welded(const TriMesh& mesh) {
  std::vector<std::uint32_t> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const Vector3d& p = mesh.vertices[a];
    const Vector3d& q = mesh.vertices[b];
    return std::lexicographical_compare(p.data(), p.data() + 3, q.data(), q.data() + 3);
  };
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<std::uint32_t> first(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && mesh.vertices[order[i]] == mesh.vertices[order[i - 1]];
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  std::vector<Triangle> triangles;
  for (const Triangle& t : mesh.triangles) {
    const Triangle welded = {first[t[0]], first[t[1]], first[t[2]]};
    if (welded[0] == welded[1] || welded[1] == welded[2] || welded[2] == welded[0]) continue;
    triangles.push_back(welded);
  }
  return Extract(mesh, triangles);
}

Matrix3d FaceAxes(const TriMesh& mesh) {
  const std::vector<Vector3d> areas = AreaVectors(mesh);
  const Vector3d main = MainDirection(areas, Vector3d::Zero(), 0.1);
  if (main.isZero()) return Matrix3d::Identity();
  Vector3d second = MainDirection(areas, main, 0.02);
  if (second.isZero()) {
    // Any axis perpendicular to the main one, as close as possible to a coordinate axis.
    int min = 0;
    main.cwiseAbs().minCoeff(&min);
    second = Vector3d::Unit(min);
  }
  if (IsAnAxis(main) && IsAnAxis(second)) return Matrix3d::Identity();
  second = (second - second.dot(main) * main).normalized();
  Matrix3d R_FM;
  R_FM.row(0) = main;
  R_FM.row(1) = second;
  R_FM.row(2) = main.cross(second);
  return R_FM;
}

/// Connected components of the vertices by union-find.
std::vector<TriMesh> Components(const TriMesh& mesh, std::size_t limit) {
  DisjointSets vertices;
  vertices.Reset(static_cast<int>(mesh.vertices.size()));
  for (const Triangle& t : mesh.triangles) {
    const int middle = static_cast<int>(t[1]);
    vertices.Join(static_cast<int>(t[0]), middle);
    vertices.Join(middle, static_cast<int>(t[2]));
  }
  std::map<int, std::vector<Triangle>> groups;
  for (const Triangle& t : mesh.triangles) {
    groups[vertices.Find(static_cast<int>(t[0]))].push_back(t);
  }
  if (groups.size() > limit) return {mesh};
  std::vector<TriMesh> components;
  std::vector<Triangle> rest;
  for (const auto& [root, triangles] : groups) {
    if (IsClosed(triangles)) {
      components.push_back(Extract(mesh, triangles));
    } else {
      rest.insert(rest.end(), triangles.begin(), triangles.end());
    }
  }
  if (!rest.empty()) components.push_back(Extract(mesh, rest));
  return components;
}

}  // namespace surefoot::convex
