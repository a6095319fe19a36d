#include "surefoot/gateways/usarsim/jpeg.h"

#include <cstdio>
#include <cstdlib>
// After <cstdio>, whose FILE it needs:
#include <jpeglib.h>

#include <csetjmp>

namespace surefoot::gateways::usarsim {
namespace {

/// libjpeg's way out of an error.
struct Exit {
  jpeg_error_mgr manager;
  std::jmp_buf jump;
};

[[noreturn]] void Leave(j_common_ptr info) {
  std::longjmp(reinterpret_cast<Exit*>(info->err)->jump, 1);
}
void Silence(j_common_ptr) {}

/// Nothing in it needs a destructor: errors jump out of it.
bool Compress(const Picture& picture, int quality, unsigned char** bytes, unsigned long* size) {
  jpeg_compress_struct info;
  Exit exit;
  info.err = jpeg_std_error(&exit.manager);
  exit.manager.error_exit = &Leave;
  exit.manager.output_message = &Silence;
  if (setjmp(exit.jump) != 0) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, bytes, size);
  info.image_width = static_cast<JDIMENSION>(picture.width);
  info.image_height = static_cast<JDIMENSION>(picture.height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    const std::size_t at = std::size_t{3} * picture.width * info.next_scanline;
    JSAMPROW row = const_cast<JSAMPROW>(picture.rgb.data() + at);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

}  // namespace

std::string EncodeJpeg(const Picture& picture, int quality) {
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  std::string jpeg;
  if (Compress(picture, quality, &bytes, &size)) {
    jpeg.assign(reinterpret_cast<const char*>(bytes), size);
  }
  std::free(bytes);
  return jpeg;
}

}  // namespace surefoot::gateways::usarsim
