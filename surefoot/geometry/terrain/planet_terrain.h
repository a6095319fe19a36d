#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// A level circular area, for a lander or the start of a robot.
struct TerrainPad {
  double x = 0.0;
  double y = 0.0;
  /// Level up to this radius; blends into the surrounding terrain at twice the radius.
  double radius = 1.0;
};

/// Terrain of a planet without water: rolling hills, small-scale roughness, and craters. Lengths in
/// m, positions as in HeightField. The defaults resemble Mars.
///
///   PlanetSpec spec;
///   spec.pads.push_back({0.0, 0.0, 3.0});
///   Result<HeightField> field = MakePlanetTerrain(spec);
struct PlanetSpec {
  std::uint64_t seed = 1;
  double size_x = 40.0;
  double size_y = 40.0;
  /// Distance between samples. The same terrain is sampled more or less finely.
  double resolution = 0.25;
  /// Root mean square slope of the hills (degrees), and their longest wavelength.
  double slope_deg = 5.0;
  double wavelength = 60.0;
  /// Root mean square height of the roughness with wavelengths of 2, 1 and 0.5 m.
  double roughness = 0.015;
  /// Number of craters per hectare (10,000 m^2) with at least the smallest diameter. The number of
  /// craters larger than D falls with 1 / D^2, up to the largest diameter.
  double craters = 20.0;
  double smallest_crater = 2.0;
  double largest_crater = 25.0;
  /// Depth from rim to floor of the freshest craters, as a share of the diameter.
  double crater_depth = 0.12;
  /// Areas without craters. The centre of the first one is at height 0.
  std::vector<TerrainPad> pads;
};

/// A bowl with a raised rim and ejecta around it.
struct Crater {
  double x = 0.0;
  double y = 0.0;
  double diameter = 1.0;
  /// Depth from the rim to the floor, and the rim's height over the surrounding terrain.
  double depth = 0.1;
  double rim = 0.02;

  /// Contribution to the terrain's height at a distance r from the centre: rim - depth (1 -
  /// (r/R)^2) inside the radius R; outside, the rim falls with (R/r)^3, as ejecta blankets do
  /// (McGetchin et al. 1973), to zero at 3 R.
  double HeightAt(double distance) const;
};

/// Names of the kinds: "mars", "moon".
const std::vector<std::string>& PlanetKinds();

/// The craters that reach into the field, without those near pads.
std::vector<Crater> CratersOf(const PlanetSpec& spec);

/// Deterministic to the bit on every machine. A larger field with the same seed contains the
/// smaller one. Fails if a value is out of range.
Result<HeightField> MakePlanetTerrain(const PlanetSpec& spec);

/// Parses "surefoot:terrain/mars?seed=7&size=260x440&resolution=0.5&...".
Result<PlanetSpec> ParsePlanetUri(const std::string& uri);

}  // namespace surefoot
