#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/ground_map.h"

namespace surefoot::ground {

/// Point-in-polygon test and distance to the border, fast for polygons with many corners.
class PolygonRegion {
 public:
  explicit PolygonRegion(std::vector<Eigen::Vector2d> corners);

  bool Contains(const Eigen::Vector2d& p) const;
  /// Distance to the border (m), at most `far`.
  double BorderDistance(const Eigen::Vector2d& p, double far) const;

 private:
  const Eigen::Vector2d& next(std::size_t i) const {
    return corners_[i + 1 == corners_.size() ? 0 : i + 1];
  }

  std::vector<Eigen::Vector2d> corners_;
  Eigen::AlignedBox2d box_;
  /// Edges that pass through each of several horizontal bands of equal height.
  double bands_per_metre_ = 0.0;
  std::vector<std::size_t> first_of_band_;
  std::vector<std::uint32_t> edges_;
};

/// An image whose cells have grounds.
class ImageRegion {
 public:
  /// `grounds` by label; -1: the layer below shows.
  ImageRegion(const world::GroundImage& image, std::vector<int> grounds);

  /// The ground at p; -1: that of the layer below.
  int At(const Eigen::Vector2d& p) const;
  /// A lower bound, by less than two cells, of the distance (m) to another ground or the image's
  /// edge; at most `far`.
  double BorderDistance(const Eigen::Vector2d& p, double far) const;
  double cell() const { return cell_; }

 private:
  Eigen::Vector2d Local(const Eigen::Vector2d& p) const;
  void MeasureCells();

  Eigen::Vector2d centre_;
  Eigen::Vector2d half_;
  double cos_ = 1.0;
  double sin_ = 0.0;
  double columns_per_metre_ = 1.0;
  double rows_per_metre_ = 1.0;
  /// Shorter edge of a cell (m).
  double cell_ = 1.0;
  std::vector<int> grounds_;
  std::shared_ptr<const world::GroundCells> cells_;
  /// Per cell: steps to the nearest cell of another ground, diagonal steps included.
  std::vector<std::uint16_t> steps_;
};

/// The map of a collision shape's ground, prepared for queries. Immutable, so thread-safe.
class GroundRegions {
 public:
  /// `own` is the ground where the map defines none, `names` are the names of all grounds by index,
  /// X_WG is the shape's pose. An error when the map uses an unknown name.
  static Result<GroundRegions> Make(const world::GroundMap& map, int own,
                                    const std::vector<std::string>& names,
                                    const RigidTransform& X_WG);

  /// The ground at a point.
  int At(const Vector3d& p_W) const;
  /// Radius (m) around a point within which the ground does not change; at most `far`.
  double Clearance(const Vector3d& p_W, double far) const;
  /// Clearance decreases by at most this (m) more than the distance between two points.
  double grain() const { return grain_; }

 private:
  struct Layer {
    int ground = 0;
    std::shared_ptr<const PolygonRegion> polygon;
    std::shared_ptr<const ImageRegion> image;
    Eigen::Vector2d centre = Eigen::Vector2d::Zero();
    double radius = 0.0;
  };
  GroundRegions() = default;
  Eigen::Vector2d Flat(const Vector3d& p_W) const;

  int own_ = 0;
  bool in_shape_ = false;
  RigidTransform X_GW_;
  double grain_ = 0.0;
  /// The last layer is on top.
  std::vector<Layer> layers_;
};

}  // namespace surefoot::ground
