#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Height of a world's ground: the height maps and planes of its static models. Used to place
/// rocks before an engine exists. A query is linear in the number of these shapes.
class GroundHeights {
 public:
  /// Uses the model of this name, or all static models when it is empty.
  GroundHeights(const world::WorldSpec& spec, const std::string& model);

  bool empty() const { return shapes_.empty(); }
  /// Height of the highest ground at (x, y) in the world (m); std::nullopt where there is no
  /// ground.
  std::optional<double> At(double x, double y) const;
  /// The area covered by all height maps, seen from above; empty when there are only planes.
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
