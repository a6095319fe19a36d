#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/convex/convex_part.h"

// Parts are cut repeatedly, the worst first, until every hull exceeds its part by less than the
// tolerance or the number of parts is reached.

namespace surefoot {
namespace convex {
namespace {

/// Parts that fall into more pieces are treated as debris: they stay together and are only cut by
/// planes.
constexpr std::size_t kMaxPieces = 48;

/// Runs the stages of the decomposition: fill, cut, join. For one mesh.
class Decomposer {
 public:
  /// `components` are parts of the mesh that are separate or overlap; each is filled by itself.
  Decomposer(const std::vector<TriMesh>& components, const Grid& grid, double concavity)
      : components_(components), grid_(grid), concavity_(concavity), finder_(grid) {
    const double longest = grid.size * grid.count.maxCoeff();
    // Sheets need a thickness that neither vanishes nor exceeds the allowed deviation.
    thickness_ = std::clamp(0.5 * concavity, 0.25 * grid.size, 0.05 * longest);
    std::vector<std::vector<Cell>> filled;
    std::vector<Cell> all;
    for (const TriMesh& component : components_) {
      filled.push_back(Fill(grid_, component));
      all.insert(all.end(), filled.back().begin(), filled.back().end());
    }
    distances_ = DistancesTo(grid_, all);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      Part part;
      part.cells = std::move(filled[i]);
      part.polygons = PolygonsOf(components_[i]);
      part.box = components_[i].Bounds();
      part.component = i;
      AddPieces(std::move(part));
    }
  }

  /// Cuts the worst part until all are within the allowed concavity or there are `max_parts` parts.
  void Split(std::size_t max_parts) {
    // A cut may leave only debris, so the number of cuts is bounded, too.
    for (std::size_t cuts = 0; cuts < 2 * max_parts && parts_.size() < max_parts; ++cuts) {
      const auto worse = [](const Part& a, const Part& b) { return Badness(a) < Badness(b); };
      const auto worst = std::max_element(parts_.begin(), parts_.end(), worse);
      if (worst == parts_.end() || Badness(*worst) <= concavity_) return;
      const std::optional<CutPlane> cut = FindBestCut(*worst, grid_, &finder_);
      if (!cut.has_value()) {
        worst->final = true;
        continue;
      }
      Part part = std::move(*worst);
      parts_.erase(worst);
      CutPart(part, *cut);
    }
  }

  void Join(std::size_t max_parts) { JoinParts(grid_, distances_, concavity_, max_parts, &parts_); }

  std::vector<TriMesh> TakeHulls() {
    return Mapped<TriMesh>(parts_, [&](Part& part) { return std::move(part.hull); });
  }

 private:
  static double Badness(const Part& part) { return part.final ? 0.0 : part.excess.distance; }

  double tolerance() const { return 1e-4 * grid_.size; }

  void CutPart(const Part& part, const CutPlane& cut) {
    Part below;
    Part above;
    below.component = above.component = part.component;
    below.box = above.box = part.box;
    below.box.max()[cut.axis] = cut.position;
    above.box.min()[cut.axis] = cut.position;
    for (const Cell& cell : part.cells) {
      (cell.index[cut.axis] < cut.index ? below : above).cells.push_back(cell);
    }
    Cut(part.polygons, cut.axis, cut.position, tolerance(), &below.polygons, &above.polygons);
    AddPieces(std::move(below));
    AddPieces(std::move(above));
  }

  /// Adds the part, or its connected pieces if it falls apart.
  void AddPieces(Part part) {
    std::vector<std::vector<Cell>> pieces = finder_.Find(part.cells);
    if (pieces.size() == 1 || pieces.size() > kMaxPieces) {
      AddPart(std::move(part));
      return;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Part piece;
      piece.box = part.box;
      piece.component = part.component;
      piece.polygons = PolygonsOfPiece(part, pieces[i], static_cast<int>(i));
      piece.cells = std::move(pieces[i]);
      AddPart(std::move(piece));
    }
  }

  Polygons PolygonsOfPiece(const Part& part, const std::vector<Cell>& cells, int index) const {
    Eigen::AlignedBox3d box;
    for (const Cell& cell : cells) {
      box.extend(grid_.Centre({cell.index[0], cell.index[1], cell.index[2]}));
    }
    // The cut may be up to one cube away from the face of the cubes.
    box.min().array() -= 1.5 * grid_.size;
    box.max().array() += 1.5 * grid_.size;
    const Polygons near = Clipped(part.polygons, box, tolerance());
    Polygons own;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (finder_.PieceNear(near.MiddleOf(i)) != index) continue;
      own.Add({near.points.begin() + near.begin_of(i), near.points.begin() + near.ends[i]},
              near.normals[i]);
    }
    return own;
  }

  /// Debris without extent is dropped.
  void AddPart(Part part) {
    std::optional<TriMesh> hull = HullOf(part, components_[part.component], grid_, thickness_);
    if (!hull.has_value()) return;
    part.hull = std::move(*hull);
    part.excess = ExcessOf(grid_, distances_, part.hull);
    parts_.push_back(std::move(part));
  }

  const std::vector<TriMesh>& components_;
  Grid grid_;
  double concavity_;
  /// Thickness given to sheets of the mesh: within the allowed deviation, but never nearly zero.
  double thickness_;
  PieceFinder finder_;
  std::vector<float> distances_;
  std::vector<Part> parts_;
};

/// Why the arguments are invalid; empty if they are valid.
std::string WhyNot(const TriMesh& mesh, double concavity, int max_parts) {
  if (!(concavity > 0.0) || !std::isfinite(concavity)) {
    return "concavity = " + std::to_string(concavity) + ", a positive length is needed";
  }
  if (max_parts < 1) return "max_parts = " + std::to_string(max_parts) + ", at least 1 is needed";
  for (const auto& t : mesh.triangles) {
    if (*std::max_element(t.begin(), t.end()) >= mesh.vertices.size()) {
      return "a triangle refers to vertex " +
             std::to_string(*std::max_element(t.begin(), t.end())) + " of " +
             std::to_string(mesh.vertices.size());
    }
  }
  if (mesh.triangles.empty()) return "the mesh has no triangles";
  return {};
}

}  // namespace
}  // namespace convex

Result<std::vector<TriMesh>> DecomposeConvex(const TriMesh& mesh, double concavity, int max_parts) {
  const std::string why = convex::WhyNot(mesh, concavity, max_parts);
  if (!why.empty()) return Error{why};
  const TriMesh used = convex::Welded(mesh);
  Result<TriMesh> hull = ConvexHull(used.vertices);
  if (!hull.ok()) return hull.error();
  if (max_parts == 1) return std::vector<TriMesh>{std::move(hull).value()};

  // Align the grid with the main faces of the shape, so that cuts can follow them.
  const Matrix3d R_FM = convex::FaceAxes(used);
  TriMesh mesh_F = used;
  for (Vector3d& vertex : mesh_F.vertices) vertex = R_FM * vertex;
  const auto limit = static_cast<std::size_t>(max_parts);
  const std::vector<TriMesh> components = convex::Components(mesh_F, limit);
  convex::Decomposer decomposer(components, convex::MakeGrid(mesh_F, concavity), concavity);
  // Some parts too many at first, because joining undoes poor greedy cuts.
  decomposer.Split(limit + std::min<std::size_t>(limit, 24));
  decomposer.Join(limit);
  std::vector<TriMesh> parts = decomposer.TakeHulls();
  if (parts.empty()) return std::vector<TriMesh>{std::move(hull).value()};
  for (TriMesh& part : parts) {
    for (Vector3d& vertex : part.vertices) vertex = R_FM.transpose() * vertex;
  }
  return parts;
}

}  // namespace surefoot
