#include <libqhull_r/libqhull_r.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/geometry/convex/convex.h"

// Hulls by Qhull (reentrant version). Its triangles are checked afterwards, because rounding may
// leave gaps in difficult cases.

namespace surefoot {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Solids thinner than this share of their extent count as flat: contact normals would be
/// undefined.
constexpr double kFlat = 1e-9;

/// Discards Qhull's messages in memory: a library must not print.
class Sink {
 public:
  Sink() : file_(open_memstream(&text_, &size_)) {}
  ~Sink() {
    if (file_ != nullptr) std::fclose(file_);
    std::free(text_);
  }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  std::FILE* file() const { return file_; }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// One run of Qhull. Its errors long-jump within qh_new_qhull only, across C frames without
/// destructors, and become an exit code. The results are plain lists.
class QhullRun {
 public:
  /// `coordinates` must outlive the run.
  QhullRun(std::vector<double>* coordinates, std::FILE* sink) : qh_(std::make_unique<qhT>()) {
    qh_zero(qh_.get(), sink);
    char command[] = "qhull Qt Pp";  // Qt: triangulated, Pp: no warnings about precision
    const int count = static_cast<int>(coordinates->size() / 3);
    exit_code_ =
        qh_new_qhull(qh_.get(), 3, count, coordinates->data(), False, command, nullptr, sink);
  }
  ~QhullRun() {
    qh_freeqhull(qh_.get(), !qh_ALL);
    int long_blocks = 0;
    int long_bytes = 0;
    qh_memfreeshort(qh_.get(), &long_blocks, &long_bytes);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool ok() const { return exit_code_ == 0; }

  /// Outward triangles whose corners are indices of the input points; empty if a facet is not a
  /// triangle.
  std::vector<Triangle> Triangles() const {
    std::vector<Triangle> triangles;
    for (facetT* facet = qh_->facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next) {
      Triangle triangle{};
      int corners = 0;
      for (void** item = &facet->vertices->e[0].p; *item != nullptr; ++item, ++corners) {
        if (corners == 3) return {};
        const coordT* point = static_cast<const vertexT*>(*item)->point;
        triangle[corners] = static_cast<std::uint32_t>((point - qh_->first_point) / 3);
      }
      if (corners != 3) return {};
      // Qhull lists the vertices of a facet by creation; toporient states their orientation.
      if (facet->toporient) std::swap(triangle[1], triangle[2]);
      triangles.push_back(triangle);
    }
    return triangles;
  }

 private:
  std::unique_ptr<qhT> qh_;
  int exit_code_ = 0;
};

/// Six times the signed volume.
double SixVolumes(const std::vector<Vector3d>& points, const std::vector<Triangle>& triangles) {
  double sum = 0.0;
  for (const Triangle& t : triangles) sum += points[t[0]].dot(points[t[1]].cross(points[t[2]]));
  return sum;
}

/// Whether every edge has one triangle on each side, with opposite orientation.
bool IsClosed(const std::vector<Triangle>& triangles) {
  std::vector<std::uint64_t> edges;  // Lower vertex, upper vertex, orientation.
  edges.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t a = t[i];
      const std::uint64_t b = t[(i + 1) % 3];
      edges.push_back(a < b ? a << 33 | b << 1 : b << 33 | a << 1 | 1);
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if ((edges[i] & 1) != i % 2 || edges[i] >> 1 != edges[i - i % 2] >> 1) return false;
    if (i >= 2 && i % 2 == 0 && edges[i] == edges[i - 2]) return false;
  }
  return !edges.empty() && edges.size() % 2 == 0;
}

/// Indices of the points that differ from all previous ones after rounding to multiples of `grid`
/// (no rounding if 0).
std::vector<std::uint32_t> Distinct(const std::vector<Vector3d>& points, double grid) {
  const auto key = [&](std::uint32_t i) {
    const Vector3d& p = points[i];
    if (grid == 0.0) return std::array<double, 3>{p.x(), p.y(), p.z()};
    return std::array<double, 3>{std::round(p.x() / grid), std::round(p.y() / grid),
                                 std::round(p.z() / grid)};
  };
  std::vector<std::pair<std::array<double, 3>, std::uint32_t>> sorted;
  sorted.reserve(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) sorted.emplace_back(key(i), i);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i].first != sorted[i - 1].first) kept.push_back(sorted[i].second);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// Thickness of the points: their largest distance from a plane through three distant ones.
double Thickness(const std::vector<Vector3d>& points) {
  const auto farthest = [&](const auto& distance) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (distance(points[i]) > distance(points[best])) best = i;
    }
    return points[best];
  };
  const Vector3d a = farthest([&](const Vector3d& p) { return (p - points[0]).norm(); });
  const Vector3d b = farthest([&](const Vector3d& p) { return (p - a).norm(); });
  const Vector3d along = (b - a).normalized();
  const auto off_line = [&](const Vector3d& p) { return along.cross(p - a).norm(); };
  const Vector3d c = farthest(off_line);
  if (off_line(c) <= kFlat) return 0.0;
  const Vector3d normal = along.cross(c - a).normalized();
  const auto off_plane = [&](const Vector3d& p) { return std::abs(normal.dot(p - a)); };
  return off_plane(farthest(off_plane));
}

/// The hull of the points `kept`, as triangles over all points; empty if Qhull failed.
std::vector<Triangle> HullOf(const std::vector<Vector3d>& points,
                             const std::vector<std::uint32_t>& kept) {
  Sink sink;
  if (sink.file() == nullptr || kept.size() < 4) return {};
  std::vector<double> coordinates;
  coordinates.reserve(3 * kept.size());
  for (const std::uint32_t i : kept) {
    coordinates.insert(coordinates.end(), points[i].data(), points[i].data() + 3);
  }
  const QhullRun run(&coordinates, sink.file());
  if (!run.ok()) return {};
  std::vector<Triangle> triangles = run.Triangles();
  for (Triangle& triangle : triangles) {
    for (std::uint32_t& corner : triangle) corner = kept[corner];
  }
  return triangles;
}

/// A mesh of the triangles with only the points that they use, in the order of the points.
TriMesh Compact(const std::vector<Vector3d>& points, const std::vector<Triangle>& triangles) {
  std::vector<std::uint32_t> used;
  for (const Triangle& t : triangles) used.insert(used.end(), t.begin(), t.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  TriMesh mesh;
  for (const std::uint32_t point : used) mesh.vertices.push_back(points[point]);
  mesh.triangles = triangles;
  for (Triangle& t : mesh.triangles) {
    for (std::uint32_t& corner : t) {
      const auto place = std::lower_bound(used.begin(), used.end(), corner);
      corner = static_cast<std::uint32_t>(place - used.begin());
    }
  }
  return mesh;
}

/// Why no hull can exist; empty if it may.
std::string WhyNoHull(const std::vector<Vector3d>& points, double extent) {
  if (points.size() > 0x3fffffff) return "too many points for a convex hull";
  if (points.size() < 4) {
    return "a convex hull needs at least 4 points, got " + std::to_string(points.size());
  }
  if (!std::isfinite(extent)) return "the points have coordinates that are not finite";
  if (extent <= 0.0) return "all points are the same: they span no volume";
  return {};
}

}  // namespace

Result<TriMesh> ConvexHull(const std::vector<Vector3d>& points) {
  Eigen::AlignedBox3d box;
  bool finite = true;
  for (const Vector3d& point : points) {
    finite = finite && point.allFinite();
    box.extend(point);
  }
  const double extent = finite ? box.sizes().maxCoeff() : std::nan("");
  const std::string why = WhyNoHull(points, extent);
  if (!why.empty()) return Error{why};

  // Scaled to unit extent and centred, so that tolerances mean the same for all sizes.
  std::vector<Vector3d> unit;
  unit.reserve(points.size());
  for (const Vector3d& point : points) unit.emplace_back((point - box.center()) / extent);
  if (Thickness(unit) <= kFlat) {
    return Error{"the points lie in a plane or on a line: they span no volume"};
  }
  // Nearly equal points can break the facets that Qhull merges; merge them first in that case.
  for (const double grid : {0.0, 1e-10, 1e-7, 1e-5}) {
    const std::vector<Triangle> triangles = HullOf(unit, Distinct(unit, grid));
    if (IsClosed(triangles) && SixVolumes(unit, triangles) > 0.0) return Compact(points, triangles);
  }
  return Error{"the points are too close to a plane for a convex hull: they span no volume"};
}

}  // namespace surefoot
