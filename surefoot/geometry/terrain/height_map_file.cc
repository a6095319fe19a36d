#include "surefoot/geometry/terrain/height_map_file.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/text.h"
#include "surefoot/geometry/image/image_readers.h"
#include "surefoot/geometry/import/child_import.h"
#include "surefoot/geometry/mesh_files/exact_file.h"
#include "surefoot/geometry/terrain/raster_part.h"

// Height maps are pictures, whose heights are relative, or raster files with heights in metres,
// which the import program reads.

namespace surefoot {
namespace {

/// Files are read into memory at once, so their size is limited.
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;

Error NeedsSize(const std::string& path) {
  return Error{"the size of height map '" + path +
               "' must be two positive lengths and a height of at least 0"};
}

bool HasExtent(const Vector3d& size) { return size.x() > 0.0 && size.y() > 0.0; }

Error TooSmall(const std::string& path) {
  return Error{"height map '" + path + "' needs at least 2 x 2 pixels"};
}

/// A field from samples with the top row first; heights are offset + scale * sample.
template <typename Sample>
HeightField MakeField(const std::vector<Sample>& samples, int width, int height, double offset,
                      double scale) {
  HeightField field;
  field.cols = width;
  field.rows = height;
  field.heights.resize(samples.size());
  const auto rows = static_cast<std::size_t>(height);
  const auto cols = static_cast<std::size_t>(width);
  for (std::size_t row = 0; row < rows; ++row) {
    // The image's top row has the largest y.
    const Sample* in = samples.data() + (rows - 1 - row) * cols;
    float* out = field.heights.data() + row * cols;
    for (std::size_t col = 0; col < cols; ++col) {
      out[col] = static_cast<float>(offset + scale * static_cast<double>(in[col]));
    }
  }
  return field;
}

/// Pictures without a size get the default of SDF.
Vector3d PictureSize(const Vector3d& size, std::vector<std::string>* notes) {
  if (HasExtent(size)) return size;
  if (notes != nullptr) notes->push_back("the height map has no size; 1 x 1 x 1 m is used");
  return Vector3d::Ones();
}

/// 16-bit samples over the full range: an 8-bit image is scaled by libpng.
Result<HeightField> ReadPngMap(const std::string& path, const std::string& bytes,
                               const Vector3d& given, std::vector<std::string>* notes) {
  const Vector3d size = PictureSize(given, notes);
  const Result<GreyImage> image = ReadPngGrey(bytes);
  if (!image.ok()) return Error{"cannot read '" + path + "': " + image.error().message};
  if (image->width < 2 || image->height < 2) return TooSmall(path);
  HeightField field =
      MakeField(image->samples, image->width, image->height, 0.0, size.z() / 65535.0);
  field.size_x = size.x();
  field.size_y = size.y();
  return field;
}

/// What was changed relative to the file, for the user.
void AddNotes(const ImportedRaster& raster, std::vector<std::string>* notes) {
  if (notes == nullptr) return;
  if (raster.width < raster.file_width || raster.height < raster.file_height) {
    notes->push_back("the height map has " + std::to_string(raster.file_width) + " x " +
                     std::to_string(raster.file_height) + " samples and is reduced to " +
                     std::to_string(raster.width) + " x " + std::to_string(raster.height));
  }
  if (raster.filled > 0) {
    notes->push_back(
        std::to_string(raster.filled) +
        " samples of the height map have no data and are interpolated from their surroundings");
  }
  if (raster.georeference) {
    notes->push_back(
        StrFormat("the centre of the height map is at latitude %.7f, longitude %.7f (degrees), "
                  "elevation %.2f m, on an area of %.2f x %.2f m",
                  raster.georeference->latitude_deg, raster.georeference->longitude_deg,
                  raster.georeference->elevation, raster.size_x, raster.size_y));
  }
}

Result<HeightField> ReadRasterMap(const std::string& path, Vector3d size, const std::string& part,
                                  std::vector<std::string>* notes) {
  const Result<ImportedRaster> raster = ImportRaster(path, kMaxHeightMapSide, part);
  if (!raster) return raster.error().Within(path);
  if (raster->width < 2 || raster->height < 2) return TooSmall(path);
  if (!raster->is_elevation) size = PictureSize(size, notes);
  const bool own_extent = !HasExtent(size);
  if (own_extent && !(raster->size_x > 0.0 && raster->size_y > 0.0)) {
    return Error{"height map '" + path +
                 "' does not define its extent; set its size, two positive lengths in metres"};
  }
  double offset = 0.0;
  double scale = raster->is_elevation ? 1.0 : size.z();
  if (raster->is_elevation && size.z() > 0.0) {
    const auto [low, high] = std::minmax_element(raster->values.begin(), raster->values.end());
    const double range = static_cast<double>(*high) - static_cast<double>(*low);
    scale = range > 0.0 ? size.z() / range : 1.0;
    offset = -scale * static_cast<double>(*low);
  }
  HeightField field = MakeField(raster->values, raster->width, raster->height, offset, scale);
  field.size_x = own_extent ? raster->size_x : size.x();
  field.size_y = own_extent ? raster->size_y : size.y();
  field.georeference = raster->georeference;
  AddNotes(*raster, notes);
  return field;
}

}  // namespace

Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size,
                                  std::vector<std::string>* notes, const std::string& part) {
  const Result<RasterPart> requested = ParseRasterPart(part);
  if (!requested) return requested.error().Within(path);
  if (!size.allFinite() || size.minCoeff() < 0.0 || (size.x() > 0.0) != (size.y() > 0.0)) {
    return NeedsSize(path);
  }
  const Status usable = CheckRegularFile(path, kMaxFileBytes);
  if (!usable) return usable.error();
  const Result<std::string> head = ReadRegularFileHead(path, 8);
  if (!head) return head.error();
  const bool exact = IsExactHeights(*head);
  // PNG and PFM are read in this process; everything else by the import program.
  if (!IsPng(*head) && !exact) return ReadRasterMap(path, size, part, notes);
  if (!requested->is_all()) {
    return Error{"'" + path +
                 "' is a picture without georeference; select parts of GeoTIFF files only"};
  }
  const Result<std::string> bytes = ReadRegularFile(path, kMaxFileBytes);
  if (!bytes) return bytes.error();
  if (exact) {
    Result<HeightField> field = ReadExactHeights(*bytes, size.x(), size.y());
    if (!field.ok()) return Error{"cannot read '" + path + "': " + field.error().message};
    return field;
  }
  return ReadPngMap(path, *bytes, size, notes);
}

}  // namespace surefoot
