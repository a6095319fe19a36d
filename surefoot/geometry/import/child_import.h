#pragma once

/// Files that other people's libraries read: in a process of its own, which may crash, hang or eat
/// memory without harm. Safe to call from several threads at once.

#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot {

struct ImportLimits {
  double wall_seconds = 30.0;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  /// The program; found beside the library when empty.
  std::string program;
};

/// Heights or grey values, top row first.
struct ImportedRaster {
  int width = 0;
  int height = 0;
  std::vector<float> values;
  /// Of the part of the file that was taken, before it was reduced.
  int file_width = 0;
  int file_height = 0;
  /// True for heights in metres, false for the grey values of a picture (0 to 1).
  bool is_elevation = false;
  /// Samples without data, which were filled from those around.
  std::int64_t filled = 0;
  /// Metres from the first to the last sample, 0 when the file does not say.
  double size_x = 0.0;
  double size_y = 0.0;
  std::optional<GeoReference> georeference;
};

/// A mesh file by Assimp, in metres with z up. Textures inside the file are kept in the disk cache.
/// Other files that it names are read only in `scope`.
Result<TriMesh> ImportMesh(const std::string& path, const std::string& submesh,
                           const FileScope& scope = {}, const ImportLimits& limits = {});

/// A height map by GDAL, of at most `max_side` samples a side. `part` is what ParseRasterPart
/// takes.
Result<ImportedRaster> ImportRaster(const std::string& path, int max_side,
                                    const std::string& part = "", const ImportLimits& limits = {});

/// A picture by GDAL.
Result<Image> ImportImage(const std::string& path, const ImportLimits& limits = {});

}  // namespace surefoot
