#include "surefoot/geometry/image/image_file.h"

#include <exception>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/image/image_readers.h"
#include "surefoot/geometry/import/child_import.h"

namespace surefoot {
namespace {

// A compressed file is never larger than the largest image with some metadata.
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{512} << 20;

/// Checked first, so that no process is started for files that are not images.
bool IsForImporter(const std::string& bytes) {
  const auto starts = [&](const char* mark, std::size_t size) {
    return bytes.compare(0, size, mark, size) == 0;
  };
  const bool tiff = starts("II*\0", 4) || starts("MM\0*", 4) || starts("II+\0", 4);
  return tiff || starts("GIF8", 4) || (starts("RIFF", 4) && bytes.find("WEBP") == 8);
}

Result<Image> ReadByContent(const std::string& path, const std::string& bytes) {
  if (IsPng(bytes)) return ReadPng(bytes);
  if (IsJpeg(bytes)) return ReadJpeg(bytes);
  if (IsBmp(bytes)) return ReadBmp(bytes);
  if (IsTga(bytes)) return ReadTga(bytes);
  if (IsForImporter(bytes)) return ImportImage(path);
  return Error{
      "is not an image of a supported format (PNG, JPEG, BMP, TGA, TIFF, GIF, WebP); convert it to "
      "PNG"};
}

}  // namespace

Result<Image> LoadImage(const std::string& path) {
  try {
    const Result<std::string> bytes = ReadRegularFile(path, kMaxFileBytes);
    if (!bytes) return bytes.error();
    Result<Image> image = ReadByContent(path, *bytes);
    if (!image) return image.error().Within(path);
    return image;
  } catch (const std::exception& exception) {  // Out of memory.
    return Error{path + ": cannot be read: " + exception.what() + "; reduce the image"};
  }
}

Status CheckImageSize(std::int64_t width, std::int64_t height, int max) {
  if (width >= 1 && height >= 1 && width <= max && height <= max) return {};
  return Error{"the image has " + std::to_string(width) + " x " + std::to_string(height) +
               " pixels, accepted are 1 x 1 to " + std::to_string(max) + " x " +
               std::to_string(max) + "; resize it"};
}

}  // namespace surefoot
