#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// An image: 8-bit red, green, blue, alpha for each pixel as in the file (usually sRGB, alpha not
/// premultiplied), row by row from the upper left.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Upper limit of width and height (pixels): 256 MB of pixels.
constexpr int kMaxImageSide = 8192;

/// Reads an image, recognised by its content: PNG, JPEG, BMP and TGA in this process, TIFF, GIF and
/// WebP in the import program. Errors include the file's name: not a regular file, empty, unknown
/// format, damaged, larger than 8192 x 8192.
Result<Image> LoadImage(const std::string& path);

}  // namespace surefoot
