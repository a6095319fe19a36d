#include <cstdio>
// After <cstdio>, because they need its FILE:
#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <string>
#include <vector>

#include "surefoot/geometry/image/image_readers.h"

namespace surefoot {
namespace {

/// A small progressive file can contain any number of scans of a large picture, each of which takes
/// as long to decode as the whole picture.
constexpr int kMaxScans = 200;

/// libjpeg reports errors by calling error_exit, which must not return.
struct ErrorExit {
  jpeg_error_mgr manager;
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX] = "damaged";
};

/// Releases libjpeg's memory.
struct Decompressor {
  Decompressor() = default;
  ~Decompressor() { jpeg_destroy_decompress(&info); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  jpeg_decompress_struct info{};
};

[[noreturn]] void OnError(j_common_ptr info) {
  auto* exit = reinterpret_cast<ErrorExit*>(info->err);
  info->err->format_message(info, exit->message);
  std::longjmp(exit->jump, 1);
}

void OnMessage(j_common_ptr, int) {}
void OnOutput(j_common_ptr) {}

void OnProgress(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= kMaxScans) return;
  ERREXIT(info, JERR_BAD_PROGRESSION);
}

/// CMYK pictures from print software; Adobe stores the inks inverted.
void CmykToRgba(const std::vector<std::uint8_t>& row, bool inverted, std::uint8_t* out) {
  for (std::size_t at = 0; at + 3 < row.size(); at += 4) {
    const int black = inverted ? row[at + 3] : 255 - row[at + 3];
    for (std::size_t i = 0; i < 3; ++i) {
      const int light = inverted ? row[at + i] : 255 - row[at + i];
      out[at + i] = static_cast<std::uint8_t>((light * black + 127) / 255);
    }
    out[at + 3] = 255;
  }
}

/// The part that libjpeg may leave by longjmp. It must not create objects with destructors, because
/// longjmp skips them.
bool Decode(const std::string& bytes, jpeg_decompress_struct* info, ErrorExit* exit, Image* image,
            std::vector<std::uint8_t>* row) {
  if (setjmp(exit->jump) != 0) return false;
  jpeg_mem_src(info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(info, TRUE);
  if (info->image_width > kMaxImageSide || info->image_height > kMaxImageSide) {
    ERREXIT1(info, JERR_IMAGE_TOO_BIG, kMaxImageSide);
  }
  const bool inks = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(info);
  image->width = static_cast<int>(info->output_width);
  image->height = static_cast<int>(info->output_height);
  const std::size_t row_bytes = std::size_t{4} * info->output_width;
  image->rgba.resize(row_bytes * info->output_height);
  row->resize(row_bytes);
  while (info->output_scanline < info->output_height) {
    std::uint8_t* out = image->rgba.data() + info->output_scanline * row_bytes;
    JSAMPROW rows[1] = {inks ? row->data() : out};
    jpeg_read_scanlines(info, rows, 1);
    if (inks) CmykToRgba(*row, info->saw_Adobe_marker != 0, out);
  }
  jpeg_finish_decompress(info);
  return true;
}

}  // namespace

bool IsJpeg(const std::string& bytes) {
  return bytes.size() >= 3 && bytes.compare(0, 3, "\xff\xd8\xff") == 0;
}

Result<Image> ReadJpeg(const std::string& bytes) {
  ErrorExit exit;
  Decompressor decompressor;
  jpeg_decompress_struct& info = decompressor.info;
  info.err = jpeg_std_error(&exit.manager);
  exit.manager.error_exit = OnError;
  exit.manager.emit_message = OnMessage;
  exit.manager.output_message = OnOutput;
  jpeg_create_decompress(&info);
  jpeg_progress_mgr progress{};
  progress.progress_monitor = OnProgress;
  info.progress = &progress;
  Image image;
  std::vector<std::uint8_t> row;
  if (!Decode(bytes, &info, &exit, &image, &row)) {
    return Error{std::string("the JPEG is damaged: ") + exit.message};
  }
  return image;
}

}  // namespace surefoot
