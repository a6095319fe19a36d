#include <png.h>

#include <csetjmp>
#include <cstring>
#include <vector>

#include "surefoot/geometry/image/image_readers.h"

namespace surefoot {
namespace {

/// Height maps may be larger than pictures, because they take two bytes for each pixel.
constexpr int kMaxGreySide = 16384;

/// What libpng reads from and reports to; its callbacks receive plain pointers.
struct PngInput {
  const std::string* bytes = nullptr;
  std::size_t position = 0;
  char message[200] = "damaged";
};

enum class Pixels { kGrey16, kRgba8 };

std::size_t BytesOf(Pixels kind) { return kind == Pixels::kGrey16 ? 2 : 4; }

/// The decoded pixels in the requested format.
struct PngOutput {
  Pixels kind = Pixels::kRgba8;
  int max_pixels = kMaxImageSide;
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<png_bytep> rows;
};

void ReadFromMemory(png_structp png, png_bytep out, png_size_t size) {
  auto* input = static_cast<PngInput*>(png_get_io_ptr(png));
  if (size > input->bytes->size() - input->position) png_error(png, "the file is cut off");
  std::memcpy(out, input->bytes->data() + input->position, size);
  input->position += size;
}

[[noreturn]] void OnError(png_structp png, png_const_charp message) {
  auto* input = static_cast<PngInput*>(png_get_error_ptr(png));
  std::strncpy(input->message, message, sizeof input->message - 1);
  png_longjmp(png, 1);
}

void OnWarning(png_structp, png_const_charp) {}

/// Converts any pixel format to 16-bit grey, without gamma correction: heights are stored linearly.
void RequestGrey16(png_structp png, png_infop info) {
  const png_byte depth = png_get_bit_depth(png, info);
  const png_byte colour = png_get_color_type(png, info);
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (depth < 8) png_set_expand_gray_1_2_4_to_8(png);
  if (depth < 16) png_set_expand_16(png);
  if ((colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0) {
    png_set_strip_alpha(png);
  }
  if ((colour & PNG_COLOR_MASK_COLOR) != 0) {
    png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, -1, -1);
  }
  png_set_swap(png);  // PNG is big-endian.
}

void RequestRgba8(png_structp png, png_infop info) {
  const png_byte colour = png_get_color_type(png, info);
  png_set_expand(png);  // Palettes, low bit depths and transparent colours.
  if (png_get_bit_depth(png, info) == 16) png_set_scale_16(png);
  if ((colour & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

/// The part of reading that libpng may leave by longjmp. It must not create objects with
/// destructors.
bool ReadPixels(png_structp png, png_infop info, PngOutput* out) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, info);
  out->width = png_get_image_width(png, info);
  out->height = png_get_image_height(png, info);
  const auto max = static_cast<png_uint_32>(out->max_pixels);
  if (out->width > max || out->height > max) {
    png_error(png, max == kMaxImageSide ? "more than 8192 pixels along a side"
                                        : "more than 16384 pixels along a side");
  }
  if (out->kind == Pixels::kGrey16) RequestGrey16(png, info);
  if (out->kind == Pixels::kRgba8) RequestRgba8(png, info);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const std::size_t row_bytes = BytesOf(out->kind) * out->width;
  if (png_get_rowbytes(png, info) != row_bytes) png_error(png, "an unusual pixel format");
  out->bytes.resize(row_bytes * out->height);
  out->rows.resize(out->height);
  for (png_uint_32 row = 0; row < out->height; ++row) {
    out->rows[row] = out->bytes.data() + row * row_bytes;
  }
  png_read_image(png, out->rows.data());
  png_read_end(png, nullptr);
  return true;
}

Status Decode(const std::string& bytes, PngOutput* out) {
  PngInput input;
  input.bytes = &bytes;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input, OnError, OnWarning);
  if (png == nullptr) return Error{"libpng cannot start"};
  png_infop info = png_create_info_struct(png);
  bool read = false;
  if (info != nullptr) {
    png_set_read_fn(png, &input, ReadFromMemory);
    read = ReadPixels(png, info, out);
  }
  png_destroy_read_struct(&png, &info, nullptr);
  if (!read) return Error{std::string("the PNG is damaged: ") + input.message};
  return {};
}

}  // namespace

bool IsPng(const std::string& bytes) {
  return bytes.size() >= 8 &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

Result<Image> ReadPng(const std::string& bytes) {
  PngOutput out;
  const Status status = Decode(bytes, &out);
  if (!status) return status.error();
  Image image;
  image.width = static_cast<int>(out.width);
  image.height = static_cast<int>(out.height);
  image.rgba = std::move(out.bytes);
  return image;
}

Result<GreyImage> ReadPngGrey(const std::string& bytes) {
  PngOutput out;
  out.kind = Pixels::kGrey16;
  out.max_pixels = kMaxGreySide;
  const Status status = Decode(bytes, &out);
  if (!status) return status.error();
  GreyImage image;
  image.width = static_cast<int>(out.width);
  image.height = static_cast<int>(out.height);
  image.samples.resize(out.bytes.size() / 2);
  std::memcpy(image.samples.data(), out.bytes.data(), out.bytes.size());
  return image;
}

}  // namespace surefoot
