#pragma once

#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot::importer {

/// A raster file opened by GDAL for reading. Only drivers for heights and pictures are registered:
/// others can refer to further files or network addresses.
class GdalFile {
 public:
  static Result<GdalFile> Open(const std::string& path);
  ~GdalFile();
  GdalFile(GdalFile&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  GdalFile(const GdalFile&) = delete;
  GdalFile& operator=(const GdalFile&) = delete;
  GdalFile& operator=(GdalFile&&) = delete;

  /// GDAL's dataset handle, a GDALDatasetH.
  void* data() const { return data_; }
  int width() const;
  int height() const;
  int bands() const;
  /// Whether the format is one of pictures, whose values are never metres.
  bool IsPicture() const;

 private:
  explicit GdalFile(void* data) : data_(data) {}
  void* data_ = nullptr;
};

/// Georeference of a file and spacing of its pixels.
struct Placement {
  bool is_placed = false;
  /// Size of a pixel (m); 0 if unknown.
  double pixel_x = 0.0;
  double pixel_y = 0.0;
  /// Position of the centre; its elevation is left 0.
  std::optional<GeoReference> middle;
};

/// A position in a file, in pixels from the upper left corner of the first pixel.
struct PixelPlace {
  double column = 0.0;
  double row = 0.0;
};

/// The placement, with the pixel sizes at `middle`: in degrees, they depend on the latitude.
Placement PlacementOf(const GdalFile& file, const PixelPlace& middle);

/// The pixel at a geographic position; none if the file is not georeferenced.
std::optional<PixelPlace> PixelAt(const GdalFile& file, double latitude_deg, double longitude_deg);

}  // namespace surefoot::importer
