#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/ground_map.h"

namespace surefoot::ground {

/// Where a polygon is and how near its border, however many corners it has.
class PolygonRegion {
 public:
  explicit PolygonRegion(std::vector<Eigen::Vector2d> corners);

  bool Contains(const Eigen::Vector2d& p) const;
  /// Distance from the border, at most `far`.
  double BorderDistance(const Eigen::Vector2d& p, double far) const;

 private:
  const Eigen::Vector2d& next(std::size_t i) const {
    return corners_[i + 1 == corners_.size() ? 0 : i + 1];
  }

  std::vector<Eigen::Vector2d> corners_;
  Eigen::AlignedBox2d box_;
  /// The edges that pass through each of some bands of equal height.
  double bands_per_metre_ = 0.0;
  std::vector<std::size_t> first_of_band_;
  std::vector<std::uint32_t> edges_;
};

/// Cells of an image with grounds of their own.
class ImageRegion {
 public:
  /// `grounds` by label; -1: what is below.
  ImageRegion(const world::GroundImage& image, std::vector<int> grounds);

  /// The ground there; -1: what is below.
  int At(const Eigen::Vector2d& p) const;
  /// Neither another ground nor the image's edge is nearer; at most `far`, and short of the truth
  /// by less than two cells.
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
  /// The shorter edge of a cell (m).
  double cell_ = 1.0;
  std::vector<int> grounds_;
  std::shared_ptr<const world::GroundCells> cells_;
  /// Per cell: steps, also aslant, to the next one of another ground.
  std::vector<std::uint16_t> steps_;
};

/// The map of a collision shape's ground, ready to be asked. Const after it is made.
class GroundRegions {
 public:
  /// `own` is the ground where the map says nothing, `names` are those of all grounds by index;
  /// X_WG is the shape's pose. An error when a name is not among them.
  static Result<GroundRegions> Make(const world::GroundMap& map, int own,
                                    const std::vector<std::string>& names,
                                    const RigidTransform& X_WG);

  /// The ground at a place.
  int At(const Vector3d& p_W) const;
  /// Within this distance the ground is that of the place; at most `far`.
  double Clearance(const Vector3d& p_W, double far) const;
  /// Clearance falls by at most this more than the way from one place to another.
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
  /// The last is on top.
  std::vector<Layer> layers_;
};

}  // namespace surefoot::ground
