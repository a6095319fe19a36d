#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// Upper limit of samples along a side; larger rasters are reduced. PNG pictures are not reduced;
/// they may have up to 16384 pixels.
constexpr int kMaxHeightMapSide = 2049;

/// Reads a height map. The image's top row has the largest y, its left column the smallest x. Every
/// pixel is one sample; `size` is the extent in metres.
/// pixel is one sample; `size` is the extent in metres.
///
/// A picture (PNG of 8 or 16 bits, JPEG, TIFF without georeference, ...): black is 0, white is
/// `size.z()`; colours count by their luminance. Without a size it is 1 x 1 x 1 m, as in SDF.
///
/// Elevations (GeoTIFF, .asc, .hgt, ...) are metres and used unchanged; with a positive `size.z()`
/// they are scaled so that the lowest is 0 and the highest `size.z()`. If `size.x()` and `size.y()`
/// are 0, the extent of the file is used. `notes` (may be nullptr) receives what a user should
/// know: reduction, gaps, the position on the planet. `part` ("?extent=200x100&resolution=0.5", see
/// raster_part.h) selects a part of such a file or another resolution.
Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size,
                                  std::vector<std::string>* notes = nullptr,
                                  const std::string& part = "");

}  // namespace surefoot
