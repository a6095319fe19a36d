#include "surefoot/gateways/web/rosbridge/png_text.h"

#include <png.h>

#include <cmath>
#include <vector>

#include "surefoot/base/check.h"
#include "surefoot/msgs/base64.h"

namespace surefoot::gateways::web {

std::string PngOfText(std::string_view text) {
  const std::size_t pixels = (text.size() + 2) / 3;
  std::size_t width = static_cast<std::size_t>(std::sqrt(static_cast<double>(text.size()) / 3.0));
  if (width < 1) width = 1;
  const std::size_t height = pixels < 1 ? 1 : (pixels + width - 1) / width;
  // Readers take line ends at the end away.
  std::string rows(text);
  rows.resize(width * height * 3, '\n');

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;
  std::vector<std::uint8_t> png(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = png.size();
  const int good = png_image_write_to_memory(&image, png.data(), &size, 0, rows.data(), 0, nullptr);
  SUREFOOT_CHECK(good != 0, "a text could not be written as PNG: " + std::string(image.message));
  std::string out;
  msgs::AppendBase64(png.data(), size, &out);
  return out;
}

std::string PngMessage(std::string_view text) {
  return R"({"op":"png","data":")" + PngOfText(text) + "\"}";
}

}  // namespace surefoot::gateways::web
