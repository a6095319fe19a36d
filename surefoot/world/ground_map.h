#pragma once

/// Where a ground is made of other grounds, as plain data.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// Everything within its corners; the last is joined to the first.
struct GroundPolygon {
  std::string ground;
  std::vector<Eigen::Vector2d> corners;
  Source source;
};
struct GroundCircle {
  std::string ground;
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double radius = 1.0;
  Source source;
};

/// What pixels of a colour stand for: those near `rgb`, or of a brightness from `darkest` to
/// `brightest`.
struct GroundColour {
  std::string ground;
  bool is_grey = false;
  std::array<int, 3> rgb = {0, 0, 0};
  int darkest = 0;
  int brightest = 255;
  Source source;
};
/// Per pixel, row by row from the lowest y: 0, or 1 + the index of its colour.
struct GroundCells {
  int columns = 0;
  int rows = 0;
  std::vector<std::uint8_t> labels;
};
/// Pixels that no colour fits leave what is below.
struct GroundImage {
  /// As written, and the file it was read from.
  std::string uri;
  std::string path;
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  /// Along its own x and y, which are turned by `yaw`.
  Eigen::Vector2d size = Eigen::Vector2d::Ones();
  double yaw = 0.0;
  /// How far a pixel may be from a colour: the root of the sum of the squares of the differences.
  double tolerance = 30.0;
  std::vector<GroundColour> colours;
  std::shared_ptr<const GroundCells> cells;
  Source source;
};

/// Seen from above; later layers lie on earlier ones.
using GroundLayer = std::variant<GroundPolygon, GroundCircle, GroundImage>;
struct GroundMap {
  /// Places are in the frame of the collision shape; else in the world's.
  bool in_shape = false;
  std::vector<GroundLayer> layers;
  Source source;

  bool empty() const { return layers.empty(); }
};

/// A ground that a map names, and where.
struct NamedPart {
  std::string ground;
  Source source;
};
/// In the order of the layers; names may repeat.
std::vector<NamedPart> PartsOf(const GroundMap& map);

/// No polygon has more corners, no image more colours.
constexpr std::size_t kMostCorners = 10000;
constexpr std::size_t kMostColours = 250;

}  // namespace surefoot::world
