#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

/// No height map is larger along a side; files with more samples are reduced. Pictures in PNG are
/// taken as they are, up to 16384 pixels.
constexpr int kMaxHeightMapSide = 2049;

/// Reads a height map; the image's top row is the largest y, its left column the smallest x. Every
/// pixel is one sample; `size` is the extent in metres.
///
/// A picture (PNG of 8 or 16 bits, JPEG, TIFF without a place, ...): black is 0, white is
/// `size.z()`; colours count by their luminance. Without a size it is 1 x 1 x 1 m, as in SDF.
///
/// Heights (GeoTIFF, .asc, .hgt, ...) are metres as they are; with a positive `size.z()` they are
/// stretched so that the lowest is 0 and the highest `size.z()`. Where `size.x()` and `size.y()`
/// are 0 the file's own extent is taken. `notes`, which may be null, gets what a user should know:
/// a reduced file, gaps, the place on the planet. `part` ("?extent=200x100&resolution=0.5",
/// raster_part.h) takes a part of such a file, or more or fewer samples.
Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size,
                                  std::vector<std::string>* notes = nullptr,
                                  const std::string& part = "");

}  // namespace surefoot
