#pragma once

/// Maps: where a ground consists of other grounds, as plain data.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// The area inside of the corners (m); the last corner is connected to the first.
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

/// The ground of pixels near the colour `rgb`, or with a grey value from `darkest` to `brightest`.
struct GroundColour {
  std::string ground;
  bool is_grey = false;
  std::array<int, 3> rgb = {0, 0, 0};
  int darkest = 0;
  int brightest = 255;
  Source source;
};
/// Labels of the pixels, row by row from the lowest y: 0, or 1 + the index of the colour.
struct GroundCells {
  int columns = 0;
  int rows = 0;
  std::vector<std::uint8_t> labels;
};
/// An image as a layer. Pixels that match no colour leave the layers below visible.
struct GroundImage {
  /// As written, and the path of the file.
  std::string uri;
  std::string path;
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  /// Extent along the image's own axes, which are rotated by `yaw` (m, rad).
  Eigen::Vector2d size = Eigen::Vector2d::Ones();
  double yaw = 0.0;
  /// Largest Euclidean distance in RGB (0 to 255) between a pixel and a colour.
  double tolerance = 30.0;
  std::vector<GroundColour> colours;
  std::shared_ptr<const GroundCells> cells;
  Source source;
};

/// A layer, seen from above; later layers cover earlier ones.
using GroundLayer = std::variant<GroundPolygon, GroundCircle, GroundImage>;
struct GroundMap {
  /// True: coordinates are in the frame of the collision shape; false: in the world's.
  bool in_shape = false;
  std::vector<GroundLayer> layers;
  Source source;

  bool empty() const { return layers.empty(); }
};

/// A ground to which a map refers, and where.
struct NamedPart {
  std::string ground;
  Source source;
};
/// In the order of the layers; names may repeat.
std::vector<NamedPart> PartsOf(const GroundMap& map);

/// Limits on the corners of a polygon and on the colours of an image (labels are 8 bits).
constexpr std::size_t kMaxCorners = 10000;
constexpr std::size_t kMaxColours = 250;

}  // namespace surefoot::world
