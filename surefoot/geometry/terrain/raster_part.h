#pragma once

#include <optional>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// Which part of a height file is used, and at which resolution.
struct RasterPart {
  /// Extent to the east and north (m); 0: the whole file.
  double size_x = 0.0;
  double size_y = 0.0;
  /// Centre of the part, relative to the centre of the file (m).
  double middle_x = 0.0;
  double middle_y = 0.0;
  /// Alternatively, the centre as a geographic position.
  struct Place {
    double latitude_deg = 0.0;
    double longitude_deg = 0.0;
  };
  std::optional<Place> place;
  /// Distance between samples (m); 0: as in the file.
  double resolution = 0.0;

  bool is_all() const { return size_x == 0.0 && resolution == 0.0; }
};

/// Parses the options of "dem.tif?extent=200x100&middle=50,-20" or
/// "dem.tif?extent=200x100&place=4.5,137.4&resolution=0.5".
Result<RasterPart> ParseRasterPart(const std::string& uri);

}  // namespace surefoot
