// JPEG images.

#include <cstdio>
// After cstdio, which it needs.
#include <jpeglib.h>

#include <cstdlib>

#include "fuzz/images.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { CheckPicture(ReadJpeg(std::string(input))); }

/// A small image with `channels` per pixel.
std::string MakeJpeg(int channels, bool progressive) {
  constexpr int kSize = 17;
  jpeg_compress_struct writer{};
  jpeg_error_mgr errors{};
  writer.err = jpeg_std_error(&errors);
  jpeg_create_compress(&writer);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&writer, &bytes, &size);
  writer.image_width = kSize;
  writer.image_height = kSize;
  writer.input_components = channels;
  writer.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&writer);
  if (progressive) jpeg_simple_progression(&writer);
  jpeg_start_compress(&writer, TRUE);
  for (int y = 0; y < kSize; ++y) {
    unsigned char row[kSize * 4];
    for (int x = 0; x < kSize * channels; ++x) row[x] = static_cast<unsigned char>(x * y);
    JSAMPROW rows[] = {row};
    jpeg_write_scanlines(&writer, rows, 1);
  }
  jpeg_finish_compress(&writer);
  jpeg_destroy_compress(&writer);
  std::string picture(reinterpret_cast<const char*>(bytes), size);
  std::free(bytes);  // NOLINT: allocated with malloc, as documented for jpeg_mem_dest
  return picture;
}

void AddSeeds(SeedList* seeds) {
  for (const int channels : {1, 3, 4}) {
    for (const bool progressive : {false, true}) seeds->Add(MakeJpeg(channels, progressive));
  }
}

SUREFOOT_FUZZ_TARGET(jpeg, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
