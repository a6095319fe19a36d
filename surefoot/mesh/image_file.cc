#include "surefoot/mesh/image_file.h"

#include <exception>

#include "surefoot/mesh/file_bytes.h"
#include "surefoot/mesh/image_readers.h"

namespace surefoot {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

Result<Image> ReadByContent(const std::string& bytes) {
  if (IsPng(bytes)) return ReadPng(bytes);
  if (IsJpeg(bytes)) return ReadJpeg(bytes);
  if (IsBmp(bytes)) return ReadBmp(bytes);
  if (IsTga(bytes)) return ReadTga(bytes);
  return Error{"not a PNG, JPEG, BMP or TGA image; convert it to PNG"};
}

}  // namespace

Result<Image> LoadImage(const std::string& path) {
  try {
    const Result<std::string> bytes = ReadRegularFile(path, kMostBytes);
    if (!bytes) return bytes.error();
    Result<Image> image = ReadByContent(*bytes);
    if (!image) return image.error().Within(path);
    return image;
  } catch (const std::exception& exception) {  // out of memory
    return Error{path + ": cannot be read: " + exception.what() + "; reduce the image"};
  }
}

Status CheckImageSize(std::int64_t width, std::int64_t height, int most) {
  if (width >= 1 && height >= 1 && width <= most && height <= most) return {};
  return Error{"the image has " + std::to_string(width) + " x " + std::to_string(height) +
               " pixels, accepted are 1 x 1 to " + std::to_string(most) + " x " +
               std::to_string(most) + "; scale it"};
}

}  // namespace surefoot
