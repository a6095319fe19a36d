#include <algorithm>
#include <cstddef>
#include <map>

#include "surefoot/physics/collide/surface.h"

namespace surefoot::collide {
namespace {

/// A static triangle mesh with box tree and neighbourhood.
class Skin final : public Surface {
 public:
  /// Vertices at the same place are welded, so that triangles know their neighbours.
  explicit Skin(const TriMesh& mesh) {
    Weld(mesh);
    std::vector<Eigen::AlignedBox3d> boxes;
    for (const auto& corners : triangles_) {
      Eigen::AlignedBox3d box;
      for (const int corner : corners) box.extend(vertices_[static_cast<std::size_t>(corner)]);
      boxes.push_back(box);
      bounds_.extend(box);
    }
    tree_.Build(boxes);
    FindNeighbours();
  }

  Eigen::AlignedBox3d Bounds() const override { return bounds_; }
  void Find(const Eigen::AlignedBox3d& box, std::vector<int>* triangles) const override {
    tree_.Find(box, triangles);
  }
  Triangle At(int triangle) const override {
    const auto& corners = triangles_[static_cast<std::size_t>(triangle)];
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i) {
      out.corners[i] = vertices_[static_cast<std::size_t>(corners[i])];
    }
    out.normal = normals_[static_cast<std::size_t>(triangle)];
    return out;
  }
  /// -1 at an open edge.
  void AcrossEdge(int triangle, int edge, Neighbours* neighbours) const override {
    const auto slot = static_cast<std::size_t>(triangle);
    const auto own = static_cast<std::size_t>((edge + 2) % 3);
    neighbours->Add(vertices_[static_cast<std::size_t>(triangles_[slot][own])]);
    const int other = across_[slot][static_cast<std::size_t>(edge)];
    if (other >= 0) neighbours->Add(vertices_[static_cast<std::size_t>(other)]);
  }
  /// From a list that was built once.
  void AroundCorner(int triangle, int corner, Neighbours* neighbours) const override {
    const auto vertex = static_cast<std::size_t>(
        triangles_[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(corner)]);
    for (int i = around_first_[vertex]; i < around_first_[vertex + 1]; ++i) {
      const int other = around_[static_cast<std::size_t>(i)];
      neighbours->Add(vertices_[static_cast<std::size_t>(other)]);
    }
  }
  bool is_ground() const override { return false; }

 private:
  /// Merges vertices with equal coordinates: files such as STL repeat them for each triangle.
  /// Triangles without area are dropped, because they have no normal.
  void Weld(const TriMesh& mesh) {
    std::vector<std::size_t> order(mesh.vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto less = [&](std::size_t a, std::size_t b) {
      const Vector3d& p = mesh.vertices[a];
      const Vector3d& q = mesh.vertices[b];
      return std::lexicographical_compare(p.data(), p.data() + 3, q.data(), q.data() + 3);
    };
    std::stable_sort(order.begin(), order.end(), less);
    std::vector<int> welded(order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || less(order[i - 1], order[i])) vertices_.push_back(mesh.vertices[order[i]]);
      welded[order[i]] = static_cast<int>(vertices_.size()) - 1;
    }
    for (const auto& triangle : mesh.triangles) {
      const Vector3d& a = mesh.vertices[triangle[0]];
      const Vector3d ab = mesh.vertices[triangle[1]] - a;
      const Vector3d ac = mesh.vertices[triangle[2]] - a;
      const Vector3d cross = ab.cross(ac);
      if (!(cross.norm() > 1e-12 * ab.norm() * ac.norm())) continue;
      triangles_.push_back({welded[triangle[0]], welded[triangle[1]], welded[triangle[2]]});
      normals_.push_back(cross.normalized());
    }
  }

  /// Finds the opposite corner across each edge (-1 at a boundary; the last one where more than two
  /// triangles share an edge) and the vertices adjacent to each vertex.
  void FindNeighbours() {
    std::map<std::pair<int, int>, std::vector<int>> opposite;
    std::vector<std::vector<int>> around(vertices_.size());
    for (const auto& corners : triangles_) {
      for (std::size_t i = 0; i < 3; ++i) {
        const int a = corners[i];
        const int b = corners[(i + 1) % 3];
        opposite[{std::min(a, b), std::max(a, b)}].push_back(corners[(i + 2) % 3]);
        around[static_cast<std::size_t>(a)].push_back(b);
        around[static_cast<std::size_t>(b)].push_back(a);
      }
    }
    for (const auto& corners : triangles_) {
      std::array<int, 3> across = {-1, -1, -1};
      for (std::size_t i = 0; i < 3; ++i) {
        const int a = corners[i];
        const int b = corners[(i + 1) % 3];
        for (const int other : opposite[{std::min(a, b), std::max(a, b)}]) {
          if (other != corners[(i + 2) % 3]) across[i] = other;
        }
      }
      across_.push_back(across);
    }
    around_first_.push_back(0);
    for (std::vector<int>& list : around) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      around_.insert(around_.end(), list.begin(), list.end());
      around_first_.push_back(static_cast<int>(around_.size()));
    }
  }

  std::vector<Vector3d> vertices_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<Vector3d> normals_;
  std::vector<std::array<int, 3>> across_;
  std::vector<int> around_first_;
  std::vector<int> around_;
  Eigen::AlignedBox3d bounds_;
  BoxTree tree_;
};

}  // namespace

std::unique_ptr<Surface> MakeSkin(const TriMesh& mesh) { return std::make_unique<Skin>(mesh); }

}  // namespace surefoot::collide
