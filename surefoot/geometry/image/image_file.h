#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// A picture: 8-bit red, green, blue, alpha of each pixel as the file has them (sRGB as a rule,
/// alpha not multiplied in), row by row from the top left.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// No image has more pixels than this along a side.
constexpr int kMaxImageSide = 8192;

/// Reads a picture, by its content: PNG, JPEG, BMP and TGA here; TIFF, GIF and WebP in the import
/// program. The error names the file: not a regular file, empty, of an unknown kind, damaged,
/// larger than 8192 x 8192.
Result<Image> LoadImage(const std::string& path);

}  // namespace surefoot
