#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// How high the ground of a world is: height maps and planes of its static models.
class GroundHeights {
 public:
  /// `model`: of this one alone; empty: of all.
  GroundHeights(const world::WorldSpec& spec, const std::string& model);

  bool empty() const { return shapes_.empty(); }
  /// Of the highest ground at a place; nothing where there is none.
  std::optional<double> At(double x, double y) const;
  /// Around all height maps, seen from above; empty when there are only planes.
  const Eigen::AlignedBox2d& area() const { return area_; }

 private:
  struct Shape {
    RigidTransform X_WG;
    /// nullptr for a plane.
    std::shared_ptr<const HeightField> field;
  };
  void Add(const world::Geometry& geometry, const RigidTransform& X_WG);

  std::vector<Shape> shapes_;
  Eigen::AlignedBox2d area_;
};

}  // namespace surefoot::formats
