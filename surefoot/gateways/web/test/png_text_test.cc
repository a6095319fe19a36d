#include <gtest/gtest.h>
#include <png.h>

#include "surefoot/base/bytes.h"
#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/msgs/base64.h"

namespace surefoot::gateways::web {
namespace {

TEST(PngText, ReadsBack) {
  for (const std::size_t size : {0, 1, 2, 3, 4, 10, 11, 12, 13, 299, 300, 301, 100000}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i % 23);
    Bytes png;
    ASSERT_TRUE(msgs::DecodeBase64(PngOfText(text), &png));
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0) << size;
    EXPECT_EQ(image.format, static_cast<png_uint_32>(PNG_FORMAT_RGB));
    std::string pixels(PNG_IMAGE_SIZE(image), '\0');
    ASSERT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0);
    pixels.erase(pixels.find_last_not_of('\n') + 1);
    EXPECT_EQ(pixels, text);
  }
}

}  // namespace
}  // namespace surefoot::gateways::web
