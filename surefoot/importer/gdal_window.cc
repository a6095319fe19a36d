#include "surefoot/importer/gdal_window.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"

namespace surefoot::importer {
namespace {

/// Pixels from the first to the last sample of a length, as many on either side of the middle.
bool Cut(double middle, double pixel, double length, int all, int* first, int* count) {
  const double wanted = std::round(length / pixel) + 1.0;
  const double start = std::round(middle - 0.5 * wanted);
  if (!(wanted <= all) || !(start >= 0.0) || !(start + wanted <= all)) return false;
  *first = static_cast<int>(start);
  *count = std::max(2, static_cast<int>(wanted));
  return *first + *count <= all;
}

}  // namespace

Result<RasterWindow> WindowOf(const GdalFile& file, const RasterPart& part) {
  RasterWindow all;
  all.width = file.width();
  all.height = file.height();
  if (part.is_all()) return all;
  const Placement whole = PlacementOf(file, all.Middle());
  if (file.IsPicture() || !(whole.pixel_x > 0.0 && whole.pixel_y > 0.0)) {
    return Error{"does not say how far its pixels are apart, so no part of it can be taken"};
  }
  if (part.size_x == 0.0) return all;
  PixelPlace middle = all.Middle();
  middle.column += part.middle_x / whole.pixel_x;
  middle.row -= part.middle_y / whole.pixel_y;
  if (part.place) {
    const auto found = PixelAt(file, part.place->latitude_deg, part.place->longitude_deg);
    if (!found) return Error{"does not know where it is; give middle=X,Y in m in place of place="};
    middle = *found;
  }
  const Placement there = PlacementOf(file, middle);
  RasterWindow window;
  const bool inside =
      Cut(middle.column, there.pixel_x, part.size_x, all.width, &window.column, &window.width) &&
      Cut(middle.row, there.pixel_y, part.size_y, all.height, &window.row, &window.height);
  if (inside) return window;
  return Error{"the part of " + NumberText(part.size_x, 6) + " x " + NumberText(part.size_y, 6) +
               " m with its middle " +
               NumberText((middle.column - 0.5 * all.width) * there.pixel_x, 6) + " m east and " +
               NumberText((0.5 * all.height - middle.row) * there.pixel_y, 6) +
               " m north of the file's middle is not within the file, which is " +
               NumberText(all.width * there.pixel_x, 6) + " x " +
               NumberText(all.height * there.pixel_y, 6) + " m large"};
}

int SamplesOf(int pixels, double pixel, double resolution, int most) {
  const double samples = resolution > 0.0 ? std::round(pixels * pixel / resolution) : pixels;
  return static_cast<int>(
      std::clamp(samples, std::min(2.0, static_cast<double>(pixels)), static_cast<double>(most)));
}

}  // namespace surefoot::importer
