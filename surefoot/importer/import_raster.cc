/// The program surefoot-import-raster: surefoot-import-raster raster FILE MAX_SIDE PART, where PART
/// is as in raster_part.h or empty, or surefoot-import-raster image FILE MAX_SIDE.

#include <gdal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/importer/child.h"
#include "surefoot/importer/gdal_file.h"
#include "surefoot/importer/gdal_window.h"

namespace surefoot::importer {
namespace {

constexpr int kMaxFileSide = 200'000;

struct Raster {
  int width = 0;
  int height = 0;
  /// The pixels of the file that it is made of.
  RasterWindow window;
  std::vector<float> values;
  std::int64_t filled = 0;
};

Error ReadingFailed() { return Error{"its pixels cannot be read; the file is damaged"}; }

/// Band `band` (from 1) at the size of the raster: averaged, or smooth between the pixels.
bool ReadBand(const GdalFile& file, int band, Raster* raster) {
  raster->values.resize(static_cast<std::size_t>(raster->width) *
                        static_cast<std::size_t>(raster->height));
  GDALRasterIOExtraArg extra;
  INIT_RASTERIO_EXTRA_ARG(extra);
  const RasterWindow& window = raster->window;
  const bool finer = raster->width > window.width || raster->height > window.height;
  extra.eResampleAlg = finer ? GRIORA_Bilinear : GRIORA_Average;
  return GDALRasterIOEx(GDALGetRasterBand(file.data(), band), GF_Read, window.column, window.row,
                        window.width, window.height, raster->values.data(), raster->width,
                        raster->height, GDT_Float32, 0, 0, &extra) == CE_None;
}

/// Metres in the unit of a band.
double MetresOf(GDALRasterBandH band) {
  const std::string_view unit = GDALGetRasterUnitType(band);
  if (unit == "ft" || unit == "foot" || unit == "feet") return 0.3048;
  if (unit.find("US survey") != std::string_view::npos || unit == "us-ft") return 1200.0 / 3937.0;
  return 1.0;
}

/// What has no data gets heights from around it.
Status FillGaps(GDALRasterBandH band, Raster* raster) {
  int has_gap = 0;
  const auto gap = static_cast<float>(GDALGetRasterNoDataValue(band, &has_gap));
  std::vector<char> known(raster->values.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const float value = raster->values[i];
    const bool is_gap =
        !std::isfinite(value) || (has_gap != 0 && value == gap) || std::abs(value) > 1e6f;
    known[i] = is_gap ? 0 : 1;
    raster->filled += is_gap ? 1 : 0;
  }
  if (raster->filled == static_cast<std::int64_t>(known.size())) {
    return Error{"has no height anywhere; export it again, or take another part"};
  }
  FillFromAround(raster->width, raster->height, known, &raster->values);
  return {};
}

Status ReadHeights(const GdalFile& file, Raster* raster) {
  GDALRasterBandH band = GDALGetRasterBand(file.data(), 1);
  if (!ReadBand(file, 1, raster)) return ReadingFailed();
  Status status = FillGaps(band, raster);
  if (!status) return status;
  const double metres = MetresOf(band);
  const double scale = metres * GDALGetRasterScale(band, nullptr);
  const double offset = metres * GDALGetRasterOffset(band, nullptr);
  if (!std::isfinite(scale) || !std::isfinite(offset)) return ReadingFailed();
  for (float& value : raster->values) {
    value = static_cast<float>(scale * static_cast<double>(value) + offset);
  }
  return {};
}

/// From 0 to 1; colours give their luminance.
Status ReadGrey(const GdalFile& file, Raster* raster) {
  const bool sixteen = GDALGetRasterDataType(GDALGetRasterBand(file.data(), 1)) == GDT_UInt16;
  const float white = sixteen ? 65535.0f : 255.0f;
  const std::vector<float> weights =
      file.bands() >= 3 ? std::vector<float>{0.2126f, 0.7152f, 0.0722f} : std::vector<float>{1.0f};
  Raster sum = *raster;
  sum.values.assign(static_cast<std::size_t>(sum.width) * static_cast<std::size_t>(sum.height),
                    0.0f);
  for (std::size_t band = 0; band < weights.size(); ++band) {
    if (!ReadBand(file, static_cast<int>(band) + 1, raster)) return ReadingFailed();
    for (std::size_t i = 0; i < sum.values.size(); ++i) {
      sum.values[i] += weights[band] / white * raster->values[i];
    }
  }
  raster->values = std::move(sum.values);
  return {};
}

/// Whole numbers without a place on the Earth are the grey of a picture.
bool IsElevation(const GdalFile& file, const Placement& placement) {
  if (file.IsPicture()) return false;
  if (placement.is_placed) return true;
  const GDALDataType type = GDALGetRasterDataType(GDALGetRasterBand(file.data(), 1));
  return type != GDT_Byte && type != GDT_UInt16;
}

/// From the first to the last sample, when `samples` of them stand for all pixels.
double Extent(double pixel, int pixels, int samples) {
  return pixel * pixels * (samples - 1) / samples;
}

Result<Bytes> ReadRaster(const std::string& path, int max_side, const std::string& options) {
  const Result<RasterPart> part = ParseRasterPart(options);
  if (!part) return part.error();
  const Result<GdalFile> opened = GdalFile::Open(path);
  if (!opened) return opened.error();
  const GdalFile& file = *opened;
  if (file.width() > kMaxFileSide || file.height() > kMaxFileSide) {
    return Error{"has more than 200000 pixels along a side; cut it up"};
  }
  const Result<RasterWindow> window = WindowOf(file, *part);
  if (!window) return window.error();
  const Placement placement = PlacementOf(file, window->Middle());
  const bool elevation = IsElevation(file, placement);
  Raster raster;
  raster.window = *window;
  raster.width = SamplesOf(window->width, placement.pixel_x, part->resolution, max_side);
  raster.height = SamplesOf(window->height, placement.pixel_y, part->resolution, max_side);
  const Status status = elevation ? ReadHeights(file, &raster) : ReadGrey(file, &raster);
  if (!status) return status.error();
  Bytes body;
  ByteWriter out(&body);
  out.Put<std::int32_t>(raster.width);
  out.Put<std::int32_t>(raster.height);
  out.Put<std::int32_t>(window->width);
  out.Put<std::int32_t>(window->height);
  out.Put<std::uint8_t>(elevation ? 1 : 0);
  out.Put<std::int64_t>(raster.filled);
  out.Put<double>(Extent(placement.pixel_x, window->width, raster.width));
  out.Put<double>(Extent(placement.pixel_y, window->height, raster.height));
  const bool on_earth = elevation && placement.middle.has_value();
  out.Put<std::uint8_t>(on_earth ? 1 : 0);
  if (on_earth) {
    const std::size_t middle =
        static_cast<std::size_t>(raster.height / 2) * static_cast<std::size_t>(raster.width) +
        static_cast<std::size_t>(raster.width / 2);
    out.Put<double>(placement.middle->latitude_deg);
    out.Put<double>(placement.middle->longitude_deg);
    out.Put<double>(static_cast<double>(raster.values[middle]));
  }
  out.PutRaw(raster.values.data(), raster.values.size() * sizeof(float));
  return body;
}

/// One of red, green, blue and alpha into every fourth byte.
bool ReadChannel(const GdalFile& file, int band, std::uint8_t* out) {
  GDALRasterBandH handle = GDALGetRasterBand(file.data(), band);
  const int width = file.width();
  const int height = file.height();
  if (GDALGetRasterDataType(handle) == GDT_Byte) {
    return GDALRasterIO(handle, GF_Read, 0, 0, width, height, out, width, height, GDT_Byte, 4,
                        4 * width) == CE_None;
  }
  std::vector<std::uint16_t> row(static_cast<std::size_t>(width));
  for (int y = 0; y < height; ++y) {
    if (GDALRasterIO(handle, GF_Read, 0, y, width, 1, row.data(), width, 1, GDT_UInt16, 0, 0) !=
        CE_None) {
      return false;
    }
    for (const std::uint16_t value : row) {
      *out = static_cast<std::uint8_t>(value / 257);
      out += 4;
    }
  }
  return true;
}

/// Replaces the indices in the first channel by their colours.
void ApplyPalette(GDALColorTableH table, std::vector<std::uint8_t>* rgba) {
  for (std::size_t i = 0; i < rgba->size(); i += 4) {
    const GDALColorEntry* entry = GDALGetColorEntry(table, (*rgba)[i]);
    if (entry == nullptr) continue;
    const short channels[4] = {entry->c1, entry->c2, entry->c3, entry->c4};
    for (std::size_t k = 0; k < 4; ++k) (*rgba)[i + k] = static_cast<std::uint8_t>(channels[k]);
  }
}

Result<Bytes> ReadImage(const std::string& path, int max_side) {
  const Result<GdalFile> opened = GdalFile::Open(path);
  if (!opened) return opened.error();
  const GdalFile& file = *opened;
  if (file.width() > max_side || file.height() > max_side) {
    return Error{"has more than " + std::to_string(max_side) + " pixels along a side; scale it"};
  }
  std::vector<std::uint8_t> rgba(
      4 * static_cast<std::size_t>(file.width()) * static_cast<std::size_t>(file.height()), 255);
  // One band is grey or a palette, two are grey and alpha.
  const bool grey = file.bands() < 3;
  for (int channel = 0; channel < 3; ++channel) {
    if (!ReadChannel(file, grey ? 1 : channel + 1, rgba.data() + channel)) return ReadingFailed();
  }
  const int alpha = grey ? 2 : 4;
  if (file.bands() >= alpha && !ReadChannel(file, alpha, rgba.data() + 3)) return ReadingFailed();
  GDALColorTableH palette = GDALGetRasterColorTable(GDALGetRasterBand(file.data(), 1));
  if (palette != nullptr) ApplyPalette(palette, &rgba);
  Bytes body;
  ByteWriter out(&body);
  out.Put<std::int32_t>(file.width());
  out.Put<std::int32_t>(file.height());
  out.PutRaw(rgba.data(), rgba.size());
  return body;
}

}  // namespace
}  // namespace surefoot::importer

int main(int count, char** words) {
  using namespace surefoot;
  importer::LimitThisProcess();
  const std::string what = count >= 4 ? words[1] : "";
  const int max_side = count >= 4 ? std::atoi(words[3]) : 0;
  const std::string part = count == 5 ? words[4] : "";
  const bool is_image = what == "image";
  return importer::Answer(
      is_image ? ImportKind::kImage : ImportKind::kRaster, [&]() -> Result<Bytes> {
        if ((what != "raster" && !is_image) || max_side < 2) {
          return Error{"usage: raster|image FILE MAX_SIDE [PART]"};
        }
        // The files that say where a raster is are beside it.
        const Status confined =
            importer::Confine({std::filesystem::path(words[2]).parent_path().string()});
        if (!confined) return confined.error();
        return is_image ? importer::ReadImage(words[2], max_side)
                        : importer::ReadRaster(words[2], max_side, part);
      });
}
