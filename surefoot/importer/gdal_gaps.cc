#include "surefoot/importer/gdal_gaps.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace surefoot::importer {
namespace {

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

void FillFromAround(int width, int height, const std::vector<char>& known,
                    std::vector<float>* values) {
  Grid grid{width, height, known, std::move(*values)};
  Fill(&grid);
  *values = std::move(grid.values);
}

}  // namespace surefoot::importer
