#pragma once

/// The static world as wheels use it: planes, height maps, triangles and round solids in W.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/ground/terrain/box_tree.h"
#include "surefoot/ground/terrain/ground_regions.h"
#include "surefoot/ground/tyre/roughness.h"
#include "surefoot/raycast/shape_rays.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// A triangle of the ground in W.
struct GroundTriangle {
  Vector3d corners_W[3];
  /// Index for Terrain::ground().
  int ground = 0;

  Eigen::AlignedBox3d Bounds() const {
    Eigen::AlignedBox3d box(corners_W[0]);
    return box.extend(corners_W[1]).extend(corners_W[2]);
  }
};

using TriangleTree = BoxTree<GroundTriangle>;

/// A plane; everything below it is solid.
struct GroundPlane {
  Vector3d normal_W = Vector3d::UnitZ();
  /// normal . p for points p of the plane.
  double offset = 0.0;
  int ground = 0;
};

/// A height map; everything below its surface is solid, and there is nothing beside it.
struct GroundField {
  std::shared_ptr<const HeightField> field;
  RigidTransform X_WG;
  Matrix3d R_WG = Matrix3d::Identity();
  Eigen::AlignedBox3d box_W;
  /// Cells per metre.
  double columns_per_metre = 1.0;
  double rows_per_metre = 1.0;
  /// Maximum of each block of 16 x 16 samples, row by row.
  std::vector<float> highest;
  int ground = 0;
};

/// A sphere, cylinder, capsule or ellipsoid.
struct GroundSolid {
  world::Geometry geometry;
  RigidTransform X_WG;
  Matrix3d R_WG = Matrix3d::Identity();
  Eigen::AlignedBox3d box_W;
  int ground = 0;
};

/// Grounds of shapes with a map are numbered from here: `ground` of a piece is then kFirstMap + the
/// index for Terrain::map().
constexpr int kFirstMap = 1 << 20;

/// The map of one shape.
struct ShapeMap {
  GroundRegions regions;
  /// Per ground: whether parts of the shape with that ground belong to this terrain.
  std::vector<char> carried;

  bool Carries(int ground) const { return carried[static_cast<std::size_t>(ground)] != 0; }
};

/// Grounds that are hidden for now: shapes without a map, and each map.
struct HiddenGrounds {
  bool plain = false;
  std::vector<char> maps;

  bool Has(int ground) const {
    return ground < kFirstMap ? plain : maps[static_cast<std::size_t>(ground - kFirstMap)] != 0;
  }
};

/// Result of a ray.
struct GroundHit {
  double distance = 0.0;
  Vector3d normal_W = Vector3d::UnitZ();
  /// Index for Terrain::ground(), -1 when the ray meets nothing.
  int ground = -1;

  bool ok() const { return ground >= 0; }
};

struct TerrainOptions {
  /// Seed of the roughness of grounds.
  std::uint64_t seed = 0;
  /// Which collisions of static links belong to it (World link id, index); empty: all.
  std::function<bool(int link, int collision)> include;
  /// For shapes with a map: which of their grounds belong to it; empty: all.
  std::function<bool(int link, int collision, const world::GroundMaterial& ground)> carry;
};

/// The static collision shapes of a world, for ray queries in double precision. Immutable after
/// Make(), so queries are thread-safe.
class Terrain {
 public:
  /// Surfaces are looked up by name in `grounds`; others become hard grounds with the friction of
  /// their surface.
  static Result<std::unique_ptr<Terrain>> Make(const world::World& world,
                                               std::vector<world::GroundMaterial> grounds,
                                               const TerrainOptions& options = {});

  /// First hit of the ray from p in the unit direction d within `far` (m). A ray that starts inside
  /// a plane's half space or below a height map hits at distance 0.
  GroundHit Cast(const Vector3d& p_W, const Vector3d& d_W, double far) const;
  /// Vertically down from a point, which may be under a bridge.
  GroundHit Below(const Vector3d& p_W, double far) const {
    return Cast(p_W, -Vector3d::UnitZ(), far);
  }

  int ground_count() const { return static_cast<int>(grounds_.size()); }
  const world::GroundMaterial& ground(int index) const {
    return grounds_[static_cast<std::size_t>(index)];
  }
  /// False: no file defines the ground; its friction is that of the shape's surface.
  bool is_named(int ground) const { return ground < named_count_; }
  /// nullptr where the ground is as smooth as its shape.
  const Roughness* roughness(int ground) const {
    return roughness_[static_cast<std::size_t>(ground)].get();
  }

  int map_count() const { return static_cast<int>(maps_.size()); }
  const ShapeMap& map(int index) const { return maps_[static_cast<std::size_t>(index)]; }
  /// The ground of a piece at a point, resolving maps.
  int GroundAt(int ground, const Vector3d& p_W) const {
    return ground < kFirstMap ? ground : map(ground - kFirstMap).regions.At(p_W);
  }

  const std::vector<GroundPlane>& planes() const { return planes_; }
  const std::vector<GroundField>& fields() const { return fields_; }
  const std::vector<GroundSolid>& solids() const { return solids_; }
  /// The triangles of boxes and meshes.
  const TriangleTree& triangles() const { return triangles_; }

 private:
  Terrain() = default;
  void AddShape(const world::Geometry& geometry, const RigidTransform& X_WG, int ground,
                std::vector<GroundTriangle>* triangles);
  int GroundOf(const world::Surface& surface);
  Result<int> AddMap(int ground, int link, int collision, const RigidTransform& X_WG,
                     const TerrainOptions& options);

  std::vector<world::GroundMaterial> grounds_;
  int named_count_ = 0;
  std::vector<std::unique_ptr<Roughness>> roughness_;
  std::vector<ShapeMap> maps_;
  std::vector<GroundPlane> planes_;
  std::vector<GroundField> fields_;
  std::vector<GroundSolid> solids_;
  TriangleTree triangles_;
};

// One ray against one piece of the terrain: each function replaces `hit` by a nearer one.

void CastPlane(const GroundPlane& plane, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit);
void CastSolid(const GroundSolid& solid, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit);
void CastTriangle(const GroundTriangle& triangle, const Vector3d& p_W, const Vector3d& d_W,
                  GroundHit* hit);
/// Distance 0 for a ray that starts below the surface.
void CastInsideField(const GroundField& field, const Vector3d& p_W, GroundHit* hit);

// The cells of a height map in a box.

/// First and last indices, clamped to existing cells.
struct FieldCells {
  int first_col, last_col, first_row, last_row;
};

inline FieldCells CellsIn(const GroundField& field, const Eigen::AlignedBox3d& box_W) {
  const HeightField& grid = *field.field;
  const Eigen::AlignedBox3d box_G = raycast::Moved(field.X_WG.Inverse(), box_W);
  const auto cell = [](double coordinate, double size, double per_metre, int samples) {
    const double scaled = std::floor((coordinate + 0.5 * size) * per_metre);
    return static_cast<int>(std::clamp(scaled, 0.0, static_cast<double>(samples - 2)));
  };
  return {cell(box_G.min().x(), grid.size_x, field.columns_per_metre, grid.cols),
          cell(box_G.max().x(), grid.size_x, field.columns_per_metre, grid.cols),
          cell(box_G.min().y(), grid.size_y, field.rows_per_metre, grid.rows),
          cell(box_G.max().y(), grid.size_y, field.rows_per_metre, grid.rows)};
}

/// Calls visit(triangle) for the triangles of the field's cells in the box.
template <typename Visit>
void ForEachTriangle(const GroundField& field, const Eigen::AlignedBox3d& box_W,
                     const Visit& visit) {
  if (!field.box_W.intersects(box_W)) return;
  const HeightField& grid = *field.field;
  const FieldCells cells = CellsIn(field, box_W);
  const auto corner = [&](int row, int col) {
    return Vector3d(field.X_WG.p +
                    field.R_WG * Vector3d(col / field.columns_per_metre - 0.5 * grid.size_x,
                                          row / field.rows_per_metre - 0.5 * grid.size_y,
                                          static_cast<double>(grid.At(row, col))));
  };
  for (int row = cells.first_row; row <= cells.last_row; ++row) {
    for (int col = cells.first_col; col <= cells.last_col; ++col) {
      const Vector3d low = corner(row, col);
      const Vector3d high = corner(row + 1, col + 1);
      visit(GroundTriangle{{low, corner(row, col + 1), high}, field.ground});
      visit(GroundTriangle{{low, high, corner(row + 1, col)}, field.ground});
    }
  }
}

/// Upper bound of the field's height in the box (m, in the field's frame G); not tight where the
/// box covers many cells.
float HighestIn(const GroundField& field, const Eigen::AlignedBox3d& box_W);

/// The block maxima of GroundField::highest.
std::vector<float> HighestOfBlocks(const HeightField& grid);

}  // namespace surefoot::ground
