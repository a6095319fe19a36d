#pragma once

#include <optional>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Where on the Earth the middle of a height field is, when its file says so (WGS 84).
struct GeoReference {
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  /// Height of the surface there, in metres.
  double elevation = 0.0;
};

/// Heights on a regular grid, centred at the frame's origin in x and y.
/// Sample (row, col) is at x = (col/(cols-1) - 1/2) size_x and y = (row/(rows-1) - 1/2) size_y,
/// so rows grow with y and columns with x. Heights are in metres relative to the frame's z = 0.
struct HeightField {
  int rows = 0;
  int cols = 0;
  double size_x = 0.0;
  double size_y = 0.0;
  /// rows * cols values, row-major.
  std::vector<float> heights;
  /// The field of a file in a known place: x is east, y is north.
  std::optional<GeoReference> georeference;

  float At(int row, int col) const {
    return heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
                   static_cast<std::size_t>(col)];
  }
  float MinHeight() const;
  float MaxHeight() const;
  /// Height of the surface made of the two triangles of each cell, split along the diagonal from
  /// (row, col) to (row+1, col+1); coordinates outside are clamped to the edge.
  double HeightAt(double x, double y) const;
};

/// The same surface as triangles (the split of HeightAt), for rays and engines without grids.
TriMesh ToMesh(const HeightField& field);

}  // namespace surefoot
