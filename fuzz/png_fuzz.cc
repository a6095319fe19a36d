// PNG images and height maps. Checksums of chunks are corrected first: otherwise nearly every
// mutation would end there.

#include <zlib.h>

#include <algorithm>

#include "fuzz/descriptions.h"
#include "fuzz/images.h"

namespace surefoot::fuzz {
namespace {

constexpr std::size_t kMark = 8;
constexpr std::size_t kBeforeData = 8;
constexpr std::size_t kChecksum = 4;

std::size_t ReadBig(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

std::string WithRightChecksums(std::string bytes) {
  std::size_t at = kMark;
  while (at + kBeforeData + kChecksum <= bytes.size()) {
    const std::size_t length = ReadBig(bytes, at);
    if (length > bytes.size() - at - kBeforeData - kChecksum) break;
    const auto* begin = reinterpret_cast<const Bytef*>(bytes.data() + at + 4);
    const uLong sum = ::crc32(0, begin, static_cast<uInt>(length + 4));
    at += kBeforeData + length;
    for (std::size_t i = 0; i < kChecksum; ++i) {
      bytes[at++] = static_cast<char>(sum >> (24 - 8 * i));
    }
  }
  return bytes;
}

void Run(std::string_view input) {
  const std::string bytes = WithRightChecksums(std::string(input));
  CheckPicture(ReadPng(bytes));
  CheckPicture(ReadPngGrey(bytes), &GreyImage::samples, 1);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("png", seeds); }

SUREFOOT_FUZZ_TARGET(png, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
