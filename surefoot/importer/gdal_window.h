#pragma once

#include <vector>

#include "surefoot/geometry/terrain/raster_part.h"
#include "surefoot/importer/gdal_file.h"

namespace surefoot::importer {

/// A rectangle of pixels.
struct RasterWindow {
  int column = 0;
  int row = 0;
  int width = 0;
  int height = 0;

  PixelPlace Middle() const { return {column + 0.5 * width, row + 0.5 * height}; }
};

/// The pixels of that part, or what is wrong with it.
Result<RasterWindow> WindowOf(const GdalFile& file, const RasterPart& part);

/// How many samples stand for so many pixels; `resolution` 0: one each.
int SamplesOf(int pixels, double pixel, double resolution, int most);

/// Fills the values that are not known smoothly from those around them: by means over ever larger
/// squares. Known ones stay. At least one must be known.
void FillFromAround(int width, int height, const std::vector<char>& known,
                    std::vector<float>* values);

}  // namespace surefoot::importer
