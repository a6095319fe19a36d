#pragma once

#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/terrain/height_field.h"

namespace surefoot::importer {

/// A raster file opened by GDAL, for reading. Only formats for heights and pictures are known to
/// it: others can name further files or addresses.
class GdalFile {
 public:
  static Result<GdalFile> Open(const std::string& path);
  ~GdalFile();
  GdalFile(GdalFile&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  GdalFile(const GdalFile&) = delete;
  GdalFile& operator=(const GdalFile&) = delete;
  GdalFile& operator=(GdalFile&&) = delete;

  /// GDAL's handle.
  void* data() const { return data_; }
  int width() const;
  int height() const;
  int bands() const;
  /// True for formats of pictures, whose numbers are never metres.
  bool IsPicture() const;

 private:
  explicit GdalFile(void* data) : data_(data) {}
  void* data_ = nullptr;
};

/// Where a file is and how far its pixels are apart.
struct Placement {
  bool is_placed = false;
  /// Metres a pixel; 0 when unknown.
  double pixel_x = 0.0;
  double pixel_y = 0.0;
  /// Of the middle; the elevation is left 0.
  std::optional<GeoReference> middle;
};

/// A place in a file, in pixels from the top left corner of the first one.
struct PixelPlace {
  double column = 0.0;
  double row = 0.0;
};

/// With the lengths of pixels as they are at `middle`.
Placement PlacementOf(const GdalFile& file, const PixelPlace& middle);

/// Nothing when the file does not know where it is.
std::optional<PixelPlace> PixelAt(const GdalFile& file, double latitude_deg, double longitude_deg);

}  // namespace surefoot::importer
