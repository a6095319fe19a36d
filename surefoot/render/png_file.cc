#include "surefoot/render/png_file.h"

#include <png.h>
#include <unistd.h>

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>

// PNG files by libpng, whose errors leave by longjmp: the part that it may leave has no objects
// with destructors.

namespace surefoot::render {
namespace {

/// Target of libpng's callbacks, which receive plain pointers.
struct PngOutput {
  std::string bytes;
  std::string message = "libpng failed";
};

void AppendBytes(png_structp png, png_bytep bytes, png_size_t size) {
  auto* output = static_cast<PngOutput*>(png_get_io_ptr(png));
  output->bytes.append(reinterpret_cast<const char*>(bytes), size);
}

void Flush(png_structp) {}

[[noreturn]] void OnError(png_structp png, png_const_charp message) {
  static_cast<PngOutput*>(png_get_error_ptr(png))->message = message;
  png_longjmp(png, 1);
}

void OnWarning(png_structp, png_const_charp) {}

/// The part that libpng may leave by longjmp. It must not create objects with destructors, because
/// longjmp skips them.
bool Encode(png_structp png, png_infop info, const Image& image, bool with_alpha,
            std::string* row) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  const auto width = static_cast<png_uint_32>(image.width);
  const auto height = static_cast<png_uint_32>(image.height);
  png_set_IHDR(png, info, width, height, 8, with_alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  for (png_uint_32 y = 0; y < height; ++y) {
    const std::uint8_t* in = image.rgba.data() + std::size_t{4} * y * width;
    row->clear();
    for (png_uint_32 x = 0; x < width; ++x, in += 4) {
      row->append(reinterpret_cast<const char*>(in), with_alpha ? 4 : 3);
    }
    png_write_row(png, reinterpret_cast<png_const_bytep>(row->data()));
  }
  png_write_end(png, nullptr);
  return true;
}

/// Returns an error text; empty if the file was written.
std::string WriteBytes(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return std::strerror(errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int write_error = errno;
  if (std::fclose(file) != 0) return std::strerror(errno);
  return written ? "" : std::strerror(write_error);
}

}  // namespace

// libpng reports errors by longjmp, so objects with destructors are created before.
Result<std::string> EncodePng(const Image& image, bool with_alpha) {
  PngOutput output;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &output, OnError, OnWarning);
  if (png == nullptr) return Error{"libpng cannot start"};
  png_infop info = png_create_info_struct(png);
  bool done = false;
  std::string row;
  if (info != nullptr) {
    png_set_write_fn(png, &output, AppendBytes, Flush);
    done = Encode(png, info, image, with_alpha, &row);
  }
  png_destroy_write_struct(&png, &info);
  if (!done) return Error{output.message};
  return std::move(output.bytes);
}

// By a temporary file, so that no reader sees half a picture.
Status WritePng(const std::string& path, const Image& image, bool with_alpha) {
  namespace fs = std::filesystem;
  const Result<std::string> bytes = EncodePng(image, with_alpha);
  if (!bytes.ok()) return bytes.error().Within("cannot write '" + path + "'");
  std::error_code error;
  // Devices and pipes are written directly: they cannot be replaced by a rename.
  const bool direct = fs::exists(path, error) && !fs::is_regular_file(path, error);
  const std::string part = direct ? path : path + "." + std::to_string(getpid()) + ".part";
  std::string problem = WriteBytes(part, bytes.value());
  if (!direct && problem.empty()) {
    fs::rename(part, path, error);
    if (error) problem = error.message();
  }
  if (!direct && !problem.empty()) fs::remove(part, error);
  if (!problem.empty()) return Error{"cannot write '" + path + "': " + problem};
  return Status();
}

}  // namespace surefoot::render
