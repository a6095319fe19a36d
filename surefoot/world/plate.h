#pragma once

/// Flat plates that press and shear soil: bevameters, feet, pads.

#include <optional>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world.h"

namespace surefoot::world {

/// <surefoot:plate> of a link.
struct Plate {
  /// World id of the link, and the index of the shape in it; -1: it has none.
  int link = 0;
  int collision = -1;
  /// P: middle of the bottom, z away from the soil.
  RigidTransform X_LP;
  /// A disc or a ring; 0: rectangular.
  double radius = 0.0;
  double inner_radius = 0.0;
  /// Along x and y of P.
  double length = 0.0;
  double width = 0.0;
  /// Share of the soil's strength that its bottom can pass on: 1 with grousers, less when smooth.
  double grip = 1.0;
  /// On surfaces that do not choose for themselves.
  WheelContact contact = WheelContact::kSoil;

  bool is_round() const { return radius > 0.0; }
  double area() const;
  /// Bekker's b: the radius of a disc, the width of a ring, the shorter side of a rectangle.
  double size() const;
};

/// The element of a link, or of one fixed to it; nullptr when there is none.
const Element* FindPlateElement(const World& world, int link_id);

/// All plates of links that can move, by link. What is wrong is reported, and left out.
std::vector<Plate> FindPlates(const World& world, Problems* problems);

}  // namespace surefoot::world
