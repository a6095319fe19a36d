#include "surefoot/importer/gdal_window.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

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

struct Grid {
  int width = 0;
  int height = 0;
  std::vector<char> known;
  std::vector<float> values;

  std::size_t Index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  /// At the edge that of the edge.
  float At(int x, int y) const {
    return values[Index(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1))];
  }
};

/// Each value is the mean of the known ones among two by two.
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

void Fill(Grid* grid) {
  const bool complete = std::find(grid->known.begin(), grid->known.end(), 0) == grid->known.end();
  if (complete || (grid->width < 2 && grid->height < 2)) return;
  Grid coarse = Halved(*grid);
  Fill(&coarse);
  for (int y = 0; y < grid->height; ++y) {
    for (int x = 0; x < grid->width; ++x) {
      const std::size_t at = grid->Index(x, y);
      if (grid->known[at] != 0) continue;
      // Between the middles of the nearest four large squares.
      const int u = x / 2;
      const int v = y / 2;
      const int next_u = x % 2 != 0 ? u + 1 : u - 1;
      const int next_v = y % 2 != 0 ? v + 1 : v - 1;
      grid->values[at] = 0.75F * (0.75F * coarse.At(u, v) + 0.25F * coarse.At(next_u, v)) +
                         0.25F * (0.75F * coarse.At(u, next_v) + 0.25F * coarse.At(next_u, next_v));
    }
  }
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

void FillFromAround(int width, int height, const std::vector<char>& known,
                    std::vector<float>* values) {
  Grid grid{width, height, known, std::move(*values)};
  Fill(&grid);
  *values = std::move(grid.values);
}

}  // namespace surefoot::importer
