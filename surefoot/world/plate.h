#pragma once

/// Flat plates that press and shear soil: bevameters, feet, pads.

#include <optional>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world.h"

namespace surefoot::world {

/// A link with <surefoot:plate>.
struct Plate {
  /// World id of the link, and index of the shape in it; -1 when it has none.
  int link = 0;
  int collision = -1;
  /// Pose of the plate's frame P: centre of the bottom face, z away from the soil.
  RigidTransform X_LP;
  /// Radii of a disc or ring (m); 0 for a rectangle.
  double radius = 0.0;
  double inner_radius = 0.0;
  /// Sides of a rectangle along x and y of P (m).
  double length = 0.0;
  double width = 0.0;
  /// Fraction of the soil's shear strength that the bottom transmits: 1 with grousers, less if
  /// smooth.
  double grip = 1.0;
  /// Used on surfaces without their own choice.
  WheelContact contact = WheelContact::kSoil;

  bool is_round() const { return radius > 0.0; }
  double area() const;
  /// Bekker's b (m): the radius of a disc, the width of a ring, the shorter side of a rectangle.
  double size() const;
};

/// The element of a link, or of a link fixed to it; nullptr when there is none.
const Element* FindPlateElement(const World& world, int link_id);

/// All plates of movable links, in the order of links. Wrong ones are reported and omitted.
std::vector<Plate> FindPlates(const World& world, Problems* problems);

}  // namespace surefoot::world
