#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A convex stone of random shape. Lengths in m.
struct RockSpec {
  std::uint64_t seed = 1;
  /// Extent along x.
  double size = 0.5;
  /// Extents along y and z as shares of it; 0: drawn by the seed, 0.7 to 1 and 0.5 to 0.85.
  double width = 0.0;
  double height = 0.0;
  /// Points that it is the hull of.
  int corners = 28;
};

/// The same spec gives the same corners to the bit. The middle of its extent is at the origin.
Result<TriMesh> MakeRock(const RockSpec& spec);

/// True for "surefoot:rock" with or without options.
bool IsRockUri(const std::string& uri);

/// Parses "surefoot:rock?seed=7&size=0.8&width=0.9&height=0.6&corners=28".
Result<RockSpec> ParseRockUri(const std::string& uri);

}  // namespace surefoot
