#pragma once

#include <optional>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// Which part of a file with heights is taken, and how finely.
struct RasterPart {
  /// East and north (m); 0: all of it.
  double size_x = 0.0;
  double size_y = 0.0;
  /// Its middle, from the middle of the file (m).
  double middle_x = 0.0;
  double middle_y = 0.0;
  /// Its middle in degrees instead.
  struct Place {
    double latitude_deg = 0.0;
    double longitude_deg = 0.0;
  };
  std::optional<Place> place;
  /// Distance between samples (m); 0: the file's.
  double resolution = 0.0;

  bool is_all() const { return size_x == 0.0 && resolution == 0.0; }
};

/// Parses what stands behind the question mark of "dem.tif?extent=200x100&middle=50,-20" or
/// "dem.tif?extent=200x100&place=4.5,137.4&resolution=0.5".
Result<RasterPart> ParseRasterPart(const std::string& uri);

}  // namespace surefoot
