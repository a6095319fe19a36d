#pragma once

#include <vector>

#include "surefoot/drives/legs/legs.h"
#include "surefoot/drives/wheels/odometry.h"

namespace surefoot::drives {

/// How a base went, by how the feet that stood on the ground moved under it.
class FootOdometry {
 public:
  explicit FootOdometry(std::size_t legs) : feet_(legs) {}

  /// Where each foot is now in the base and whether it stands; the motion since the last call: the
  /// planar one that fits best to all feet that have stood all the while.
  PlanarMotion Take(const std::vector<Eigen::Vector2d>& feet, const std::vector<bool>& standing);

  void Archive(StateArchive* archive);

 private:
  struct Foot {
    double x = 0.0;
    double y = 0.0;
    std::uint8_t standing = 0;
  };
  std::vector<Foot> feet_;
};

}  // namespace surefoot::drives
