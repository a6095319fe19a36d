/// The program surefoot-import-raster. Usage: surefoot-import-raster raster FILE MAX_SIDE PART,
/// where PART is as in raster_part.h or empty; or surefoot-import-raster image FILE MAX_SIDE.

#include <gdal.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/geometry/terrain/raster_part.h"
#include "surefoot/importer/child.h"
#include "surefoot/importer/gdal_file.h"

namespace surefoot::importer {
namespace {

/// A rectangle of pixels.
struct RasterWindow {
  int column = 0;
  int row = 0;
  int width = 0;
  int height = 0;

  PixelPlace Middle() const { return {column + 0.5 * width, row + 0.5 * height}; }
};

/// First pixel and number of pixels for a length, centred on `middle` as closely as whole pixels
/// allow. Returns false if they are not all within the file.
bool CentredRange(double middle, double pixel, double length, int all, int* first, int* count) {
  // n samples span n - 1 pixels.
  const double requested = std::round(length / pixel) + 1.0;
  const double start = std::round(middle - 0.5 * requested);
  if (!(requested <= all) || !(start >= 0.0) || !(start + requested <= all)) return false;
  *first = static_cast<int>(start);
  *count = std::max(2, static_cast<int>(requested));
  return *first + *count <= all;
}

/// Values with gaps, for filling them.
struct Grid {
  int width = 0;
  int height = 0;
  std::vector<char> known;
  std::vector<float> values;

  /// Rows one after the other.
  std::size_t Index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  /// Values outside are those of the nearest edge.
  float At(int x, int y) const {
    return values[Index(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1))];
  }
};

/// Half the resolution; each value is the mean of the known ones among 2x2.
Grid Halved(const Grid& fine) {
  Grid coarse;
  coarse.width = (fine.width + 1) / 2;
  coarse.height = (fine.height + 1) / 2;
  const auto count =
      static_cast<std::size_t>(coarse.width) * static_cast<std::size_t>(coarse.height);
  coarse.values.assign(count, 0.0F);
  coarse.known.assign(count, 0);
  std::vector<int> counts(count, 0);
  for (int y = 0; y < fine.height; ++y) {
    for (int x = 0; x < fine.width; ++x) {
      if (fine.known[fine.Index(x, y)] == 0) continue;
      const std::size_t to = coarse.Index(x / 2, y / 2);
      coarse.known[to] = 1;
      coarse.values[to] += fine.values[fine.Index(x, y)];
      ++counts[to];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (counts[i] > 0) coarse.values[i] /= static_cast<float>(counts[i]);
  }
  return coarse;
}

/// Pull-push interpolation (Gortler et al. 1996): fills from a coarser level, recursively. Linear
/// in the number of values, and continuous across the border of a gap.
void Fill(Grid* grid) {
  const bool complete = std::find(grid->known.begin(), grid->known.end(), 0) == grid->known.end();
  if (complete || (grid->width < 2 && grid->height < 2)) return;
  Grid coarse = Halved(*grid);
  Fill(&coarse);
  for (int y = 0; y < grid->height; ++y) {
    for (int x = 0; x < grid->width; ++x) {
      const std::size_t at = grid->Index(x, y);
      if (grid->known[at] != 0) continue;
      // Bilinear between the centres of the four nearest coarse values; the weights are 3/4 and
      // 1/4.
      const int u = x / 2;
      const int v = y / 2;
      const int next_u = x % 2 != 0 ? u + 1 : u - 1;
      const int next_v = y % 2 != 0 ? v + 1 : v - 1;
      grid->values[at] = 0.75F * (0.75F * coarse.At(u, v) + 0.25F * coarse.At(next_u, v)) +
                         0.25F * (0.75F * coarse.At(u, next_v) + 0.25F * coarse.At(next_u, next_v));
    }
  }
}

/// The pixels of a part, or what is wrong with it.
Result<RasterWindow> WindowOf(const GdalFile& file, const RasterPart& part) {
  RasterWindow all;
  all.width = file.width();
  all.height = file.height();
  if (part.is_all()) return all;
  const Placement whole = PlacementOf(file, all.Middle());
  if (file.IsPicture() || !(whole.pixel_x > 0.0 && whole.pixel_y > 0.0)) {
    return Error{"does not define the size of its pixels, so a part of it cannot be selected"};
  }
  if (part.size_x == 0.0) return all;
  PixelPlace middle = all.Middle();
  middle.column += part.middle_x / whole.pixel_x;
  middle.row -= part.middle_y / whole.pixel_y;
  if (part.place) {
    const auto found = PixelAt(file, part.place->latitude_deg, part.place->longitude_deg);
    if (!found) return Error{"is not georeferenced; use middle=X,Y (m) instead of place="};
    middle = *found;
  }
  const Placement there = PlacementOf(file, middle);
  RasterWindow window;
  const bool inside =
      CentredRange(middle.column, there.pixel_x, part.size_x, all.width, &window.column,
                   &window.width) &&
      CentredRange(middle.row, there.pixel_y, part.size_y, all.height, &window.row, &window.height);
  if (inside) return window;
  return Error{"the part of " + NumberText(part.size_x, 6) + " x " + NumberText(part.size_y, 6) +
               " m with its centre " +
               NumberText((middle.column - 0.5 * all.width) * there.pixel_x, 6) + " m east and " +
               NumberText((0.5 * all.height - middle.row) * there.pixel_y, 6) +
               " m north of the file's centre is not within the file, which is " +
               NumberText(all.width * there.pixel_x, 6) + " x " +
               NumberText(all.height * there.pixel_y, 6) + " m large"};
}

/// Number of samples for a number of pixels; with `resolution` 0, one for each pixel.
int SamplesOf(int pixels, double pixel, double resolution, int max) {
  const double samples = resolution > 0.0 ? std::round(pixels * pixel / resolution) : pixels;
  return static_cast<int>(
      std::clamp(samples, std::min(2.0, static_cast<double>(pixels)), static_cast<double>(max)));
}

/// Fills unknown values smoothly from the known ones, by means over increasingly large squares.
/// Known values stay unchanged. At least one must be known.
void FillFromAround(int width, int height, const std::vector<char>& known,
                    std::vector<float>* values) {
  Grid grid{width, height, known, std::move(*values)};
  Fill(&grid);
  *values = std::move(grid.values);
}

// Upper limit of the sides of a file (pixels), of which only a part is read.
constexpr int kMaxFileSide = 200'000;

struct Raster {
  int width = 0;
  int height = 0;
  /// The pixels of the file that it was made from.
  RasterWindow window;
  std::vector<float> values;
  std::int64_t filled = 0;
};

Error ReadingFailed() { return Error{"the pixels cannot be read; the file is damaged"}; }

/// Reads band `band` (from 1) at the size of the raster: averaged when smaller, bilinear when
/// larger.
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

/// Metres in the unit of a band. The US survey foot is 1200/3937 m by definition.
double MetresOf(GDALRasterBandH band) {
  const std::string_view unit = GDALGetRasterUnitType(band);
  if (unit == "ft" || unit == "foot" || unit == "feet") return 0.3048;
  if (unit.find("US survey") != std::string_view::npos || unit == "us-ft") return 1200.0 / 3937.0;
  return 1.0;
}

/// Replaces samples without data by heights from their surroundings. Values beyond 1000 km count as
/// missing, too: some files use them without declaring it.
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
    return Error{"contains no valid heights; export it again, or select another part"};
  }
  FillFromAround(raster->width, raster->height, known, &raster->values);
  return {};
}

/// Heights in metres: gaps are filled first, then scale, offset and unit of the band are applied.
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

/// Grey values from 0 to 1; colours are converted to luminance with the weights of ITU-R BT.709.
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

/// Integers without a georeference are the grey values of a picture.
bool IsElevation(const GdalFile& file, const Placement& placement) {
  if (file.IsPicture()) return false;
  if (placement.is_placed) return true;
  const GDALDataType type = GDALGetRasterDataType(GDALGetRasterBand(file.data(), 1));
  return type != GDT_Byte && type != GDT_UInt16;
}

/// Distance from the first to the last sample when `samples` of them cover all pixels; samples are
/// at the centres of their cells.
double Extent(double pixel, int pixels, int samples) {
  return pixel * pixels * (samples - 1) / samples;
}

/// A part of a height map, reduced to at most `max_side` samples per side.
Result<Bytes> ReadRaster(const std::string& path, int max_side, const std::string& options) {
  const Result<RasterPart> part = ParseRasterPart(options);
  if (!part) return part.error();
  const Result<GdalFile> opened = GdalFile::Open(path);
  if (!opened) return opened.error();
  const GdalFile& file = *opened;
  if (file.width() > kMaxFileSide || file.height() > kMaxFileSide) {
    return Error{"has more than 200000 pixels along a side; split the file"};
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
  // The layout is read by geometry/import/; both are of one build, so it has no version.
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

/// Writes one of red, green, blue and alpha into every fourth byte.
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
      // 65535 / 257 = 255.
      *out = static_cast<std::uint8_t>(value / 257);
      out += 4;
    }
  }
  return true;
}

/// Replaces the palette indices in the first channel by their colours.
void ApplyPalette(GDALColorTableH table, std::vector<std::uint8_t>* rgba) {
  for (std::size_t i = 0; i < rgba->size(); i += 4) {
    const GDALColorEntry* entry = GDALGetColorEntry(table, (*rgba)[i]);
    if (entry == nullptr) continue;
    const short channels[4] = {entry->c1, entry->c2, entry->c3, entry->c4};
    for (std::size_t k = 0; k < 4; ++k) (*rgba)[i + k] = static_cast<std::uint8_t>(channels[k]);
  }
}

/// An image as RGBA; palettes and grey images are converted.
Result<Bytes> ReadImage(const std::string& path, int max_side) {
  const Result<GdalFile> opened = GdalFile::Open(path);
  if (!opened) return opened.error();
  const GdalFile& file = *opened;
  if (file.width() > max_side || file.height() > max_side) {
    return Error{"has more than " + std::to_string(max_side) +
                 " pixels along a side; reduce its size"};
  }
  std::vector<std::uint8_t> rgba(
      4 * static_cast<std::size_t>(file.width()) * static_cast<std::size_t>(file.height()), 255);
  // One band is grey or a palette; two are grey and alpha.
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

// Arguments are passed by the parent program, not by users.
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
        // World files, which georeference a raster, are in the same folder.
        const Status confined =
            importer::Confine({std::filesystem::path(words[2]).parent_path().string()});
        if (!confined) return confined.error();
        return is_image ? importer::ReadImage(words[2], max_side)
                        : importer::ReadRaster(words[2], max_side, part);
      });
}
