#include "surefoot/sensors/camera/jpeg.h"

#include <cstdio>
// After <cstdio>, whose FILE it needs:
#include <jpeglib.h>

#include <csetjmp>

namespace surefoot::sensors {
namespace {

/// First size of the output buffer (bytes); it doubles when it is full.
constexpr std::size_t kFirstSize = 1 << 16;

/// libjpeg's default error handler ends the process, so errors leave the library by longjmp.
struct ErrorExit {
  jpeg_error_mgr manager;
  std::jmp_buf jump;
};

/// Output of the encoder: a vector that keeps its memory from image to image.
struct Target {
  jpeg_destination_mgr manager;
  std::vector<std::uint8_t>* out = nullptr;
};

[[noreturn]] void OnError(j_common_ptr info) {
  std::longjmp(reinterpret_cast<ErrorExit*>(info->err)->jump, 1);
}
void OnMessage(j_common_ptr, int) {}
void OnOutput(j_common_ptr) {}

/// Makes the rest of the vector, behind `used` bytes, libjpeg's output buffer.
void Offer(Target* target, std::size_t used, std::size_t size) {
  target->out->resize(size);
  target->manager.next_output_byte = target->out->data() + used;
  target->manager.free_in_buffer = size - used;
}

void OnStart(j_compress_ptr info) {
  auto* target = reinterpret_cast<Target*>(info->dest);
  Offer(target, 0, std::max(kFirstSize, target->out->capacity()));
}

boolean OnFull(j_compress_ptr info) {
  auto* target = reinterpret_cast<Target*>(info->dest);
  const std::size_t used = target->out->size();
  Offer(target, used, 2 * used);
  return TRUE;
}

void OnEnd(j_compress_ptr info) {
  auto* target = reinterpret_cast<Target*>(info->dest);
  target->out->resize(target->out->size() - target->manager.free_in_buffer);
}

}  // namespace

struct JpegEncoder::Libjpeg {
  jpeg_compress_struct info{};
  ErrorExit exit{};
  Target target{};
};

JpegEncoder::JpegEncoder(int width, int height, Pixels pixels, int quality)
    : width_(width),
      height_(height),
      pixels_(pixels),
      quality_(quality),
      libjpeg_(std::make_unique<Libjpeg>()) {
  jpeg_compress_struct& info = libjpeg_->info;
  info.err = jpeg_std_error(&libjpeg_->exit.manager);
  libjpeg_->exit.manager.error_exit = OnError;
  libjpeg_->exit.manager.emit_message = OnMessage;
  libjpeg_->exit.manager.output_message = OnOutput;
  if (setjmp(libjpeg_->exit.jump) != 0) return;
  jpeg_create_compress(&info);
  libjpeg_->target.manager.init_destination = OnStart;
  libjpeg_->target.manager.empty_output_buffer = OnFull;
  libjpeg_->target.manager.term_destination = OnEnd;
  info.dest = &libjpeg_->target.manager;
}

JpegEncoder::~JpegEncoder() { jpeg_destroy_compress(&libjpeg_->info); }

bool JpegEncoder::Encode(const std::vector<std::uint8_t>& bytes, std::vector<std::uint8_t>* out) {
  jpeg_compress_struct& info = libjpeg_->info;
  libjpeg_->target.out = out;
  if (setjmp(libjpeg_->exit.jump) != 0) {
    jpeg_abort_compress(&info);
    return false;
  }
  const bool gray = pixels_ == Pixels::kGray;
  info.image_width = static_cast<JDIMENSION>(width_);
  info.image_height = static_cast<JDIMENSION>(height_);
  info.input_components = gray ? 1 : 3;
  info.in_color_space = gray ? JCS_GRAYSCALE : pixels_ == Pixels::kRgb ? JCS_EXT_RGB : JCS_EXT_BGR;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality_, TRUE);
  jpeg_start_compress(&info, TRUE);
  const std::size_t step = static_cast<std::size_t>(width_) * (gray ? 1 : 3);
  while (info.next_scanline < info.image_height) {
    // libjpeg does not write to its input.
    JSAMPROW row = const_cast<JSAMPROW>(bytes.data() + info.next_scanline * step);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace surefoot::sensors
