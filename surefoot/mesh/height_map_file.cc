#include "surefoot/mesh/height_map_file.h"

#include <cmath>

#include "surefoot/mesh/file_bytes.h"
#include "surefoot/mesh/image_readers.h"

namespace surefoot {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

}  // namespace

Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size) {
  if (!size.allFinite() || size.x() <= 0.0 || size.y() <= 0.0 || size.z() < 0.0) {
    return Error{"the size of height map '" + path +
                 "' must be two positive lengths and a height of at least 0"};
  }
  const Result<std::string> bytes = ReadRegularFile(path, kMostBytes);
  if (!bytes.ok()) return bytes.error();
  if (!IsPng(bytes.value())) {
    return Error{"'" + path + "' is not a PNG image; height maps are 8- or 16-bit PNG"};
  }
  const Result<GreyImage> decoded = ReadPngGrey(bytes.value());
  if (!decoded.ok()) return Error{"cannot read '" + path + "': " + decoded.error().message};
  const GreyImage& image = decoded.value();
  if (image.width < 2 || image.height < 2) {
    return Error{"height map '" + path + "' needs at least 2 x 2 pixels"};
  }
  HeightField field;
  field.cols = image.width;
  field.rows = image.height;
  field.size_x = size.x();
  field.size_y = size.y();
  field.heights.resize(image.samples.size());
  const auto rows = static_cast<std::size_t>(image.height);
  const auto cols = static_cast<std::size_t>(image.width);
  for (std::size_t row = 0; row < rows; ++row) {
    // The image's top row is the largest y.
    const std::uint16_t* in = image.samples.data() + (rows - 1 - row) * cols;
    float* out = field.heights.data() + row * cols;
    for (std::size_t col = 0; col < cols; ++col) {
      out[col] = static_cast<float>(size.z() * in[col] / 65535.0);
    }
  }
  return field;
}

}  // namespace surefoot
