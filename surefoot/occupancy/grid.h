#pragma once

#include "surefoot/math/rigid_transform.h"

namespace surefoot::occupancy {

/// Square cells in W, stored row by row along x, starting at the lowest y; the layout of
/// nav_msgs/OccupancyGrid.
struct Grid {
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
  double resolution = 0.05;
  int width = 0;
  int height = 0;

  int count() const { return width * height; }
  int Index(int column, int row) const { return row * width + column; }
  bool Has(int column, int row) const {
    return column >= 0 && row >= 0 && column < width && row < height;
  }
  double Left(int column) const { return origin_W.x() + column * resolution; }
  double Bottom(int row) const { return origin_W.y() + row * resolution; }
  Eigen::Vector2d Centre(int column, int row) const {
    return {Left(column) + 0.5 * resolution, Bottom(row) + 0.5 * resolution};
  }
};

}  // namespace surefoot::occupancy
