#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A convex rock of random shape. Lengths in m.
struct RockSpec {
  std::uint64_t seed = 1;
  /// Extent along x.
  double size = 0.5;
  /// Extents along y and z as shares of `size`; 0: random by the seed, 0.7 to 1 and 0.5 to 0.85.
  double width = 0.0;
  double height = 0.0;
  /// Number of points that the rock is the convex hull of.
  int corners = 28;
};

/// Deterministic to the bit on every machine. The centre of its bounds is at the origin.
Result<TriMesh> MakeRock(const RockSpec& spec);

/// Whether the URI is "surefoot:rock", with or without options.
bool IsRockUri(const std::string& uri);

/// Parses "surefoot:rock?seed=7&size=0.8&width=0.9&height=0.6&corners=28".
Result<RockSpec> ParseRockUri(const std::string& uri);

}  // namespace surefoot
