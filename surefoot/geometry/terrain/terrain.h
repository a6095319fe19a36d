#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// A procedural terrain of square pieces of 1 m, in the manner of the boards in the Husky lab.
struct TerrainSpec {
  /// One of TerrainKinds().
  std::string kind;
  std::uint64_t seed = 1;
  /// Number of pieces along x and y.
  int pieces_x = 1;
  int pieces_y = 1;
  /// Distance between samples in metres.
  double resolution = 0.02;
  /// Over this width (m), heights fall to 0 towards the edges of each piece; 0: they do not.
  double rim = 0.04;
};

/// Kinds made of pieces: "flat", "grass", "bumps", "gravel". See planet_terrain.h for others.
const std::vector<std::string>& TerrainKinds();

/// Deterministic to the bit. With a rim, edges are at height 0, so that pieces match.
Result<HeightField> MakeTerrain(const TerrainSpec& spec);

/// Parses "surefoot:terrain/KIND?seed=N&pieces=AxB&resolution=R&rim=W".
Result<TerrainSpec> ParseTerrainUri(const std::string& uri);

/// Terrain of any kind: "surefoot:terrain/gravel?seed=7",
/// "surefoot:terrain/mars?seed=7&size=40x40".
Result<HeightField> MakeTerrainFromUri(const std::string& uri);

}  // namespace surefoot
