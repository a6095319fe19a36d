#pragma once

/// The readers behind LoadImage and LoadHeightMap. Errors start with what is wrong; the caller adds
/// the file's name in front.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/image/image_file.h"

namespace surefoot {

/// Samples of an image, 0 to 65535, top row first.
struct GreyImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint16_t> samples;
};
/// By the signature at the beginning, as for the other formats: endings of files are often wrong.
bool IsPng(const std::string& bytes);
/// Any depth and colour type, with 8 bits per channel in the result.
Result<Image> ReadPng(const std::string& bytes);
/// Grey values as stored, without gamma correction; colours become their luminance. Up to 16384
/// pixels along a side.
Result<GreyImage> ReadPngGrey(const std::string& bytes);

bool IsJpeg(const std::string& bytes);
/// Grey, YCbCr and CMYK; a truncated file gives the part that is there.
Result<Image> ReadJpeg(const std::string& bytes);

bool IsBmp(const std::string& bytes);
/// 1, 4, 8, 16, 24 or 32 bits per pixel, uncompressed.
Result<Image> ReadBmp(const std::string& bytes);

/// TGA has no magic number; checks that the header is plausible.
bool IsTga(const std::string& bytes);
Result<Image> ReadTga(const std::string& bytes);

/// Fails if a side is not between 1 and `max`.
Status CheckImageSize(std::int64_t width, std::int64_t height, int max = kMaxImageSide);

}  // namespace surefoot
