#include "surefoot/mesh/height_map_file.h"

#include <png.h>

#include <cmath>
#include <csetjmp>
#include <cstring>

#include "surefoot/mesh/file_bytes.h"

namespace surefoot {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr png_uint_32 kMostPixels = 16384;

/// Samples of an image, 0 to 65535, top row first.
struct GreyImage {
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  std::vector<std::uint16_t> samples;
};

/// What libpng reads from and where it reports; it calls back with plain pointers.
struct PngInput {
  const std::string* bytes = nullptr;
  std::size_t position = 0;
  char message[200] = "damaged";
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

/// Turns whatever the file holds into 16-bit grey, without gamma: a height is what is written.
void AskForGrey16(png_structp png, png_infop info) {
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
  png_set_swap(png);  // PNG is big-endian
}

/// The part of reading that libpng may leave by longjmp: only plain data is made in here.
bool ReadPixels(png_structp png, png_infop info, GreyImage* image,
                std::vector<png_bytep>* row_pointers) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, info);
  image->width = png_get_image_width(png, info);
  image->height = png_get_image_height(png, info);
  if (image->width > kMostPixels || image->height > kMostPixels) {
    png_error(png, "more than 16384 pixels along a side");
  }
  AskForGrey16(png, info);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != std::size_t{2} * image->width) {
    png_error(png, "an unusual pixel format");
  }
  image->samples.resize(std::size_t{image->width} * image->height);
  row_pointers->resize(image->height);
  for (png_uint_32 row = 0; row < image->height; ++row) {
    (*row_pointers)[row] =
        reinterpret_cast<png_bytep>(image->samples.data() + std::size_t{row} * image->width);
  }
  png_read_image(png, row_pointers->data());
  png_read_end(png, nullptr);
  return true;
}

Result<GreyImage> DecodePng(const std::string& bytes) {
  PngInput input;
  input.bytes = &bytes;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input, OnError, OnWarning);
  if (png == nullptr) return Error{"libpng cannot start"};
  png_infop info = png_create_info_struct(png);
  GreyImage image;
  std::vector<png_bytep> row_pointers;
  bool read = false;
  if (info != nullptr) {
    png_set_read_fn(png, &input, ReadFromMemory);
    read = ReadPixels(png, info, &image, &row_pointers);
  }
  png_destroy_read_struct(&png, &info, nullptr);
  if (!read) return Error{input.message};
  return image;
}

}  // namespace

Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size) {
  if (!size.allFinite() || size.x() <= 0.0 || size.y() <= 0.0 || size.z() < 0.0) {
    return Error{"the size of height map '" + path +
                 "' must be two positive lengths and a height of at least 0"};
  }
  const Result<std::string> bytes = ReadRegularFile(path, kMostBytes);
  if (!bytes.ok()) return bytes.error();
  const auto* head = reinterpret_cast<png_const_bytep>(bytes.value().data());
  if (bytes.value().size() < 8 || png_sig_cmp(head, 0, 8) != 0) {
    return Error{"'" + path + "' is not a PNG image; height maps are 8- or 16-bit PNG"};
  }
  const Result<GreyImage> decoded = DecodePng(bytes.value());
  if (!decoded.ok()) return Error{"cannot read '" + path + "': " + decoded.error().message};
  const GreyImage& image = decoded.value();
  if (image.width < 2 || image.height < 2) {
    return Error{"height map '" + path + "' needs at least 2 x 2 pixels"};
  }
  HeightField field;
  field.cols = static_cast<int>(image.width);
  field.rows = static_cast<int>(image.height);
  field.size_x = size.x();
  field.size_y = size.y();
  field.heights.resize(image.samples.size());
  for (std::size_t row = 0; row < image.height; ++row) {
    // The image's top row is the largest y.
    const std::uint16_t* in = image.samples.data() + (image.height - 1 - row) * image.width;
    float* out = field.heights.data() + row * image.width;
    for (std::size_t col = 0; col < image.width; ++col) {
      out[col] = static_cast<float>(size.z() * in[col] / 65535.0);
    }
  }
  return field;
}

}  // namespace surefoot
