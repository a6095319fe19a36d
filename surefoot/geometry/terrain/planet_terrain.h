#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// A round place that is level, for a lander or a robot's start.
struct TerrainPad {
  double x = 0.0;
  double y = 0.0;
  /// Level up to here; it goes over into the ground around at twice that.
  double radius = 1.0;
};

/// The ground of a planet without water: rolling, uneven in the small, with craters. Lengths in m,
/// places as in HeightField. The defaults are those of Mars.
struct PlanetSpec {
  std::uint64_t seed = 1;
  double size_x = 40.0;
  double size_y = 40.0;
  /// Distance between samples: how finely the same ground is sampled.
  double resolution = 0.25;
  /// Root mean square of the rolling ground's slope (degrees), and its longest wavelength.
  double slope_deg = 5.0;
  double wavelength = 60.0;
  /// Root mean square of the height of unevenness with wavelengths of 2, 1 and 0.5 m.
  double roughness = 0.015;
  /// Craters with at least the smallest diameter on a hectare (10,000 m2). Of those with more than
  /// a diameter D there are as many as 1 / D^2 says, up to the largest.
  double craters = 20.0;
  double smallest_crater = 2.0;
  double largest_crater = 25.0;
  /// From the rim to the floor, as a share of the diameter, of the freshest ones.
  double crater_depth = 0.12;
  /// Free of craters. The middle of the first one is at height 0.
  std::vector<TerrainPad> pads;
};

/// A bowl with a raised rim and what was thrown out around it.
struct Crater {
  double x = 0.0;
  double y = 0.0;
  double diameter = 1.0;
  /// From the rim to the floor, and the rim's height over the ground around.
  double depth = 0.1;
  double rim = 0.02;

  /// What it adds to the ground at a distance from its middle: within the radius R
  /// rim - depth (1 - (r/R)^2), outside the rim fading with (R/r)^3 to nothing at 3 R.
  double HeightAt(double distance) const;
};

/// "mars", "moon".
const std::vector<std::string>& PlanetKinds();

/// Those that reach into the field, pads respected.
std::vector<Crater> CratersOf(const PlanetSpec& spec);

/// The same spec gives the same heights to the bit, on every machine. A larger field of the same
/// seed contains the smaller one.
Result<HeightField> MakePlanetTerrain(const PlanetSpec& spec);

/// Parses "surefoot:terrain/mars?seed=7&size=260x440&resolution=0.5&...".
Result<PlanetSpec> ParsePlanetUri(const std::string& uri);

}  // namespace surefoot
