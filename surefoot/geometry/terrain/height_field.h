#pragma once

#include <optional>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Geographic position (WGS 84) of the centre of a height field, if its file contains one.
struct GeoReference {
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  /// Elevation of the surface at that point (m).
  double elevation = 0.0;
};

/// Heights on a regular grid, centred at the frame's origin in x and y.
/// Sample (row, col) is at x = (col/(cols-1) - 1/2) size_x and y = (row/(rows-1) - 1/2) size_y, so
/// rows increase with y and columns with x. Heights are in metres relative to z = 0 of the frame.
/// Single precision: 0.5 mm at a height of 8 km.
struct HeightField {
  int rows = 0;
  int cols = 0;
  double size_x = 0.0;
  double size_y = 0.0;
  /// rows * cols values, row-major.
  std::vector<float> heights;
  /// Set if the file is georeferenced; x is then east and y north.
  std::optional<GeoReference> georeference;

  float At(int row, int col) const {
    return heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
                   static_cast<std::size_t>(col)];
  }
  float MinHeight() const;
  float MaxHeight() const;
  /// Height of the surface (m), which consists of two triangles for each cell, split along the
  /// diagonal from (row, col) to (row+1, col+1). Coordinates outside are clamped to the edge.
  double HeightAt(double x, double y) const;
};

/// The same surface as triangles, split as in HeightAt; for ray casting and for engines without
/// height fields.
TriMesh ToMesh(const HeightField& field);

}  // namespace surefoot
