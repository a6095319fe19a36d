#include "surefoot/geometry/mesh_files/mesh_builder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "surefoot/geometry/mesh_files/mesh_readers.h"

// Joins equal vertices by a hash table, triangulates polygons by cutting ears, and drops triangles
// without area.

namespace surefoot {
namespace {

/// The bits of a value, equal for 0 and -0.
std::uint64_t BitsOf(double value) {
  const double positive_zero = value + 0.0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &positive_zero, sizeof bits);
  return bits;
}

/// Two independent chains of multiplications, which the processor executes in parallel.
std::uint64_t HashOf(const MeshCorner& corner) {
  constexpr std::uint64_t kFactor = 0x9fb21c651e98df25ULL;
  std::uint64_t a = BitsOf(corner.position[0]) * kFactor;
  std::uint64_t b = BitsOf(corner.position[1]) * kFactor;
  a = (a ^ (a >> 32) ^ BitsOf(corner.position[2])) * kFactor;
  b = (b ^ (b >> 32) ^ BitsOf(corner.normal[0])) * kFactor;
  a = (a ^ (a >> 32) ^ BitsOf(corner.normal[1])) * kFactor;
  b = (b ^ (b >> 32) ^ BitsOf(corner.normal[2])) * kFactor;
  std::uint32_t color = 0;
  std::memcpy(&color, corner.color.data(), sizeof color);
  a = (a ^ (a >> 32) ^ BitsOf(corner.texture_coordinate[0]) ^ color) * kFactor;
  b = (b ^ (b >> 32) ^ BitsOf(corner.texture_coordinate[1])) * kFactor;
  const std::uint64_t hash = (a ^ (b >> 31) ^ (b << 33)) * kFactor;
  return hash ^ (hash >> 32);
}

/// Triangles thinner than this share of their longest side are rounding noise of single precision.
constexpr double kSliver = 1e-7;

using Eigen::Vector2d;

/// Ear clipping takes quadratic time; polygons with more corners are split into a fan.
constexpr std::size_t kMaxEarClippingCorners = 256;

double Cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The corners in the polygon's plane, counter-clockwise. Newell's method gives the normal, because
/// it also suits polygons that are not exactly planar (Sutherland, Sproull and Schumacker 1974).
std::vector<Vector2d> Flattened(const std::vector<MeshCorner>& corners) {
  Vector3d normal = Vector3d::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3d a = corners[i].position - corners[0].position;
    const Vector3d b = corners[(i + 1) % corners.size()].position - corners[0].position;
    normal += a.cross(b);
  }
  const Vector3d u = normal.unitOrthogonal();
  const Vector3d v = normal.normalized().cross(u);
  std::vector<Vector2d> points;
  for (const MeshCorner& corner : corners) {
    const Vector3d offset = corner.position - corners[0].position;
    points.emplace_back(offset.dot(u), offset.dot(v));
  }
  return points;
}

/// Whether p is in the counter-clockwise triangle a b c, border included.
bool IsInside(const Vector2d& p, const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return Cross(b - a, p - a) >= 0.0 && Cross(c - b, p - b) >= 0.0 && Cross(a - c, p - c) >= 0.0;
}

/// Whether corner `at` of the remaining polygon is convex and contains no other corner (an "ear",
/// Meisters 1975).
bool IsEar(const std::vector<Vector2d>& points, const std::vector<std::size_t>& ring,
           std::size_t at) {
  const std::size_t count = ring.size();
  const std::size_t before = ring[(at + count - 1) % count];
  const std::size_t after = ring[(at + 1) % count];
  const Vector2d& a = points[before];
  const Vector2d& b = points[ring[at]];
  const Vector2d& c = points[after];
  if (Cross(b - a, c - b) <= 0.0) return false;
  for (const std::size_t index : ring) {
    if (index == before || index == ring[at] || index == after) continue;
    const Vector2d& p = points[index];
    if (p != a && p != b && p != c && IsInside(p, a, b, c)) return false;
  }
  return true;
}

bool IsConvex(const std::vector<Vector2d>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d& b = points[(i + 1) % points.size()];
    const Vector2d& c = points[(i + 2) % points.size()];
    if (Cross(b - points[i], c - b) < 0.0) return false;
  }
  return true;
}

}  // namespace

MeshBuilder::MeshBuilder(std::string submesh) : submesh_(std::move(submesh)), table_(1024, 0) {}

std::uint32_t MeshBuilder::AddMaterial(MeshMaterial material) {
  mesh_.materials.push_back(std::move(material));
  return static_cast<std::uint32_t>(mesh_.materials.size() - 1);
}

bool MeshBuilder::BeginPart(const std::vector<std::string>& names, const Eigen::Affine3d& X_FP) {
  X_FP_ = X_FP;
  const Matrix3d linear = X_FP.linear();
  mirrored_ = linear.determinant() < 0.0;
  // Cofactors instead of the inverse transpose, because they exist for singular transforms, too.
  for (int i = 0; i < 3; ++i) {
    normal_matrix_.col(i) = linear.col((i + 1) % 3).cross(linear.col((i + 2) % 3));
  }
  if (mirrored_) normal_matrix_ = -normal_matrix_;

  requested_ = submesh_.empty();
  for (const std::string& name : names) {
    if (name.empty()) continue;
    if (name == submesh_) requested_ = true;
    // Only for an error message, so the number is limited.
    if (names_seen_.size() < 100 &&
        std::find(names_seen_.begin(), names_seen_.end(), name) == names_seen_.end()) {
      names_seen_.push_back(name);
    }
  }
  return requested_;
}

bool MeshBuilder::AddTriangle(const std::array<MeshCorner, 3>& corners, std::uint32_t material) {
  if (!requested_) return true;
  if (++added_ > kMaxTriangles) return false;
  std::array<std::uint32_t, 3> triangle = {Join(corners[0]), Join(corners[1]), Join(corners[2])};
  if (mirrored_) std::swap(triangle[1], triangle[2]);
  if (IsDegenerate(triangle)) return true;
  mesh_.triangles.push_back(triangle);
  mesh_.triangle_materials.push_back(material);
  return true;
}

bool MeshBuilder::AddPolygon(const std::vector<MeshCorner>& corners, std::uint32_t material) {
  if (corners.size() == 3) return AddTriangle({corners[0], corners[1], corners[2]}, material);
  for (const auto& [a, b, c] : TriangulatePolygon(corners)) {
    if (!AddTriangle({corners[a], corners[b], corners[c]}, material)) return false;
  }
  return true;
}

Vector3d MeshBuilder::MovedNormal(const Vector3d& normal) const {
  const Vector3d moved = normal_matrix_ * normal;
  const double length = moved.norm();
  if (!(length > 0.0) || !std::isfinite(length)) return Vector3d::Zero();
  return moved / length;
}

/// The index of the vertex with this corner's values; equal corners are merged. Expected constant
/// time.
std::uint32_t MeshBuilder::Join(const MeshCorner& corner) {
  if (!has_normals_ && !corner.normal.isZero(0.0)) StartNormals();
  if (!corner.position.allFinite() || !corner.texture_coordinate.allFinite()) is_finite_ = false;

  const std::size_t mask = table_.size() - 1;
  std::size_t slot = HashOf(corner) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    if (IsVertex(table_[slot] - 1, corner)) return table_[slot] - 1;
  }
  mesh_.vertices.push_back(corner.position);
  if (has_normals_) mesh_.normals.push_back(corner.normal);
  if (has_texture_coordinates_) mesh_.texture_coordinates.push_back(corner.texture_coordinate);
  if (has_colors_) mesh_.colors.push_back(corner.color);
  table_[slot] = static_cast<std::uint32_t>(mesh_.vertices.size());
  if (2 * mesh_.vertices.size() > table_.size()) GrowTable();
  return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
}

bool MeshBuilder::IsVertex(std::uint32_t index, const MeshCorner& corner) const {
  return mesh_.vertices[index] == corner.position &&
         (!has_normals_ || mesh_.normals[index] == corner.normal) &&
         (!has_texture_coordinates_ ||
          mesh_.texture_coordinates[index] == corner.texture_coordinate) &&
         (!has_colors_ || mesh_.colors[index] == corner.color);
}

/// Previous vertices get zeros, which is what their corners were compared with.
void MeshBuilder::StartNormals() {
  has_normals_ = true;
  mesh_.normals.assign(mesh_.vertices.size(), Vector3d::Zero());
}

void MeshBuilder::StartTextureCoordinates() {
  if (has_texture_coordinates_) return;
  has_texture_coordinates_ = true;
  mesh_.texture_coordinates.assign(mesh_.vertices.size(), Eigen::Vector2d::Zero());
}

void MeshBuilder::StartColors() {
  if (has_colors_) return;
  has_colors_ = true;
  mesh_.colors.assign(mesh_.vertices.size(), MeshCorner().color);
}

void MeshBuilder::ExpectTriangles(std::size_t count) {
  const std::size_t total = std::min(mesh_.triangles.size() + count, kMaxTriangles);
  if (total <= mesh_.triangles.capacity()) return;
  const std::size_t room = std::max(total, 2 * mesh_.triangles.capacity());
  mesh_.triangles.reserve(room);
  mesh_.triangle_materials.reserve(room);
}

/// Rehashes all vertices into a table four times as large. It is then an eighth full, so that probe
/// sequences stay short; the cost is amortised.
void MeshBuilder::GrowTable() {
  table_.assign(4 * table_.size(), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < mesh_.vertices.size(); ++i) {
    MeshCorner corner;
    corner.position = mesh_.vertices[i];
    if (has_normals_) corner.normal = mesh_.normals[i];
    if (has_texture_coordinates_) corner.texture_coordinate = mesh_.texture_coordinates[i];
    if (has_colors_) corner.color = mesh_.colors[i];
    std::size_t slot = HashOf(corner) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

bool MeshBuilder::IsDegenerate(const std::array<std::uint32_t, 3>& triangle) const {
  if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) {
    return true;
  }
  const Vector3d ab = mesh_.vertices[triangle[1]] - mesh_.vertices[triangle[0]];
  const Vector3d ac = mesh_.vertices[triangle[2]] - mesh_.vertices[triangle[0]];
  const double longest2 = std::max({ab.squaredNorm(), ac.squaredNorm(), (ac - ab).squaredNorm()});
  return ab.cross(ac).norm() <= kSliver * longest2;
}

/// In a mesh with normals, corners without one get the mean of their triangles, weighted by area.
void MeshBuilder::FillMissingNormals() {
  std::vector<bool> missing(mesh_.normals.size());
  for (std::size_t i = 0; i < missing.size(); ++i) missing[i] = mesh_.normals[i].isZero(0.0);
  for (const auto& triangle : mesh_.triangles) {
    const Vector3d& a = mesh_.vertices[triangle[0]];
    const Vector3d area_normal =
        (mesh_.vertices[triangle[1]] - a).cross(mesh_.vertices[triangle[2]] - a);
    for (const std::uint32_t index : triangle) {
      if (missing[index]) mesh_.normals[index] += area_normal;
    }
  }
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (missing[i]) mesh_.normals[i].normalize();
  }
}

/// Vertices used by dropped triangles only would enlarge bounds and hulls.
void MeshBuilder::RemoveUnusedVertices() {
  std::vector<bool> used(mesh_.vertices.size(), false);
  for (const auto& triangle : mesh_.triangles) {
    for (const std::uint32_t index : triangle) used[index] = true;
  }
  std::vector<std::uint32_t> moved_to(used.size());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    moved_to[i] = count;
    mesh_.vertices[count] = mesh_.vertices[i];
    if (has_normals_) mesh_.normals[count] = mesh_.normals[i];
    if (has_texture_coordinates_) {
      mesh_.texture_coordinates[count] = mesh_.texture_coordinates[i];
    }
    if (has_colors_) mesh_.colors[count] = mesh_.colors[i];
    ++count;
  }
  mesh_.vertices.resize(count);
  if (has_normals_) mesh_.normals.resize(count);
  if (has_texture_coordinates_) mesh_.texture_coordinates.resize(count);
  if (has_colors_) mesh_.colors.resize(count);
  for (auto& triangle : mesh_.triangles) {
    for (std::uint32_t& index : triangle) index = moved_to[index];
  }
}

std::string MeshBuilder::NamesSeen() const {
  std::string text;
  for (std::size_t i = 0; i < names_seen_.size() && i < 10; ++i) {
    text += (i == 0 ? "" : ", ") + names_seen_[i];
  }
  if (names_seen_.size() > 10) text += ", ...";
  return text.empty() ? "none" : text;
}

Result<TriMesh> MeshBuilder::Finish() {
  if (!submesh_.empty() &&
      std::find(names_seen_.begin(), names_seen_.end(), submesh_) == names_seen_.end()) {
    return Error{"no part is named \"" + submesh_ + "\"; parts are: " + NamesSeen()};
  }
  if (!is_finite_) {
    return Error{"a coordinate is not a finite number; repair or export the mesh again"};
  }
  if (mesh_.triangles.empty()) {
    return Error{
        "there are no triangles (points, lines and triangles without area do not count); "
        "export the mesh with faces"};
  }
  if (mesh_.triangles.size() < added_) RemoveUnusedVertices();
  if (has_normals_) FillMissingNormals();
  if (mesh_.materials.empty()) mesh_.triangle_materials.clear();
  return std::move(mesh_);
}

std::vector<std::array<std::size_t, 3>> TriangulatePolygon(const std::vector<MeshCorner>& corners) {
  std::vector<std::array<std::size_t, 3>> triangles;
  if (corners.size() < 3) return triangles;
  std::vector<std::size_t> ring(corners.size());
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = i;

  if (corners.size() <= kMaxEarClippingCorners) {
    const std::vector<Vector2d> points = Flattened(corners);
    if (!IsConvex(points)) {
      for (bool found = true; found && ring.size() > 3;) {
        found = false;
        for (std::size_t at = 0; at < ring.size() && ring.size() > 3; ++at) {
          if (!IsEar(points, ring, at)) continue;
          const std::size_t count = ring.size();
          triangles.push_back({ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]});
          ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(at));
          found = true;
        }
      }
    }
  }
  // The rest is convex, or so twisted that no triangulation is right.
  for (std::size_t i = 2; i < ring.size(); ++i) {
    triangles.push_back({ring[0], ring[i - 1], ring[i]});
  }
  return triangles;
}

}  // namespace surefoot
