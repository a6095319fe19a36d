#pragma once

/// Reads files with third-party libraries in a child process, so a crash, a hang or excessive
/// memory use does no harm. Thread-safe.

#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

struct ImportLimits {
  /// Generous for the largest files accepted.
  double wall_seconds = 30.0;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  /// Path of the program; empty: the one installed with the library.
  std::string program;
};

/// Heights or grey values, top row first.
struct ImportedRaster {
  int width = 0;
  int height = 0;
  std::vector<float> values;
  /// Size of the selected part of the file, before resampling.
  int file_width = 0;
  int file_height = 0;
  /// True for heights (m), false for the grey values of a picture (0 to 1).
  bool is_elevation = false;
  /// Number of samples without data that were interpolated.
  std::int64_t filled = 0;
  /// Distance from the first to the last sample (m); 0 if unknown.
  double size_x = 0.0;
  double size_y = 0.0;
  std::optional<GeoReference> georeference;
};

/// A mesh file read by Assimp, in metres with z up. Embedded textures are stored in the disk cache.
/// Other files that it refers to are read only within `scope`.
Result<TriMesh> ImportMesh(const std::string& path, const std::string& submesh,
                           const FileScope& scope = {}, const ImportLimits& limits = {});

/// A height map read by GDAL, with at most `max_side` samples along a side. `part` is parsed by
/// ParseRasterPart.
Result<ImportedRaster> ImportRaster(const std::string& path, int max_side,
                                    const std::string& part = "", const ImportLimits& limits = {});

/// A picture read by GDAL.
Result<Image> ImportImage(const std::string& path, const ImportLimits& limits = {});

}  // namespace surefoot
