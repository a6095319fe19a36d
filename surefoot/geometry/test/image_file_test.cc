#include "surefoot/geometry/image/image_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
// After <cstdio>, because it needs its FILE:
#include <jpeglib.h>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/test/png_writer.h"

namespace surefoot {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using Pixel = std::vector<int>;

Pixel PixelAt(const Image& image, int x, int y) {
  const auto at = static_cast<std::size_t>(4 * (y * image.width + x));
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

std::string TextOf(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes += static_cast<char>(value);
  return bytes;
}

std::string Long(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

Image Load(const std::string& bytes) {
  const TempFolder folder;
  Result<Image> image = LoadImage(folder.Write("picture", bytes));
  EXPECT_TRUE(image.ok()) << image.error().message;
  if (!image.ok()) return Image{1, 1, {0, 0, 0, 0}};
  EXPECT_EQ(image->rgba.size(), static_cast<std::size_t>(4 * image->width * image->height));
  return *image;
}

/// Red, green; blue, white with half alpha.
const std::string kPngRows[] = {TextOf({255, 0, 0, 255, 0, 255, 0, 255}),
                                TextOf({0, 0, 255, 255, 255, 255, 255, 128})};

std::string SmallPng() { return Png(2, 2, 8, 6).Finish({kPngRows[0], kPngRows[1]}); }

std::string SmallTga(int kind, int descriptor, const std::string& pixels, int bits = 24) {
  return TextOf({0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, bits, descriptor}) + pixels;
}

std::string SmallBmp(int bits, int height, std::uint32_t compression, const std::string& after,
                     const std::string& pixels) {
  const std::string info = Long(40) + Long(2) + Long(static_cast<std::uint32_t>(height)) +
                           TextOf({1, 0, bits, 0}) + Long(compression) + Long(0) + Long(0) +
                           Long(0) + Long(0) + Long(0);
  const std::size_t start = 14 + info.size() + after.size();
  return "BM" + Long(static_cast<std::uint32_t>(start + pixels.size())) + Long(0) +
         Long(static_cast<std::uint32_t>(start)) + info + after + pixels;
}

/// A picture of one colour by libjpeg.
std::string Jpeg(int width, int height, J_COLOR_SPACE space, const std::vector<int>& colour) {
  jpeg_compress_struct info{};
  jpeg_error_mgr error;
  info.err = jpeg_std_error(&error);
  jpeg_create_compress(&info);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &out, &size);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = static_cast<int>(colour.size());
  info.in_color_space = space;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 95, TRUE);
  jpeg_start_compress(&info, TRUE);
  std::vector<unsigned char> row;
  for (int i = 0; i < width; ++i) {
    for (const int value : colour) row.push_back(static_cast<unsigned char>(value));
  }
  JSAMPROW rows[1] = {row.data()};
  while (info.next_scanline < info.image_height) jpeg_write_scanlines(&info, rows, 1);
  jpeg_finish_compress(&info);
  const std::string bytes(reinterpret_cast<char*>(out), size);
  jpeg_destroy_compress(&info);
  std::free(out);
  return bytes;
}

TEST(ImageFile, PngOfEveryKindBecomesRgba) {
  Image image = Load(SmallPng());
  EXPECT_EQ(image.width, 2);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({255, 0, 0, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({0, 255, 0, 255}));
  EXPECT_EQ(PixelAt(image, 0, 1), Pixel({0, 0, 255, 255}));
  EXPECT_EQ(PixelAt(image, 1, 1), Pixel({255, 255, 255, 128}));

  image = Load(Png(2, 1, 8, 2).Finish({TextOf({10, 20, 30, 40, 50, 60})}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({40, 50, 60, 255}));
  image = Load(Png(2, 1, 1, 0).Finish({TextOf({0x40})}));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({0, 0, 0, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({255, 255, 255, 255}));
  image = Load(Png(1, 1, 16, 4).Finish({TextOf({0x80, 0x80, 0x40, 0x40})}));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({0x80, 0x80, 0x80, 0x40}));
  image = Load(Png(2, 1, 8, 3)
                   .Chunk("PLTE", TextOf({1, 2, 3, 4, 5, 6}))
                   .Chunk("tRNS", TextOf({7}))
                   .Finish({TextOf({0, 1})}));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({1, 2, 3, 7}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({4, 5, 6, 255}));
}

TEST(ImageFile, JpegInColourGreyAndInks) {
  const auto near = [](const Image& image, const Pixel& expected) {
    const Pixel pixel = PixelAt(image, image.width - 1, image.height - 1);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(pixel[i], expected[i], 3) << i;
  };
  const Image colour = Load(Jpeg(17, 9, JCS_RGB, {200, 30, 60}));
  EXPECT_EQ(colour.width, 17);
  EXPECT_EQ(colour.height, 9);
  near(colour, {200, 30, 60, 255});
  near(Load(Jpeg(8, 8, JCS_GRAYSCALE, {77})), {77, 77, 77, 255});
  // Cyan ink only, as Adobe writes it: inverted.
  near(Load(Jpeg(8, 8, JCS_CMYK, {0, 255, 255, 255})), {0, 255, 255, 255});
}

TEST(ImageFile, TgaPlainPackedTurnedAndGrey) {
  // Blue, green, red order; from the lower left.
  const std::string plain = TextOf({255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7});
  Image image = Load(SmallTga(2, 0, plain));
  EXPECT_EQ(PixelAt(image, 0, 1), Pixel({0, 0, 255, 255}));
  EXPECT_EQ(PixelAt(image, 1, 1), Pixel({0, 255, 0, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({7, 8, 9, 255}));
  image = Load(SmallTga(2, 0x30, plain));  // From the upper right.
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({0, 0, 255, 255}));
  EXPECT_EQ(PixelAt(image, 0, 1), Pixel({7, 8, 9, 255}));
  // Three equal pixels as a run, then a single one.
  image = Load(SmallTga(10, 0x20, TextOf({0x82, 1, 2, 3, 0x00, 4, 5, 6})));
  EXPECT_EQ(PixelAt(image, 0, 1), Pixel({3, 2, 1, 255}));
  EXPECT_EQ(PixelAt(image, 1, 1), Pixel({6, 5, 4, 255}));
  image = Load(SmallTga(3, 0x20, TextOf({1, 2, 3, 4}), 8));
  EXPECT_EQ(PixelAt(image, 1, 1), Pixel({4, 4, 4, 255}));
  image = Load(SmallTga(2, 0x28, std::string(12, 'a') + TextOf({1, 2, 3, 4}), 32));
  EXPECT_EQ(PixelAt(image, 1, 1), Pixel({3, 2, 1, 4}));
}

TEST(ImageFile, BmpOfEveryDepth) {
  // Rows from the bottom, blue green red, padded to four bytes.
  const std::string rows = TextOf({255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 9, 8, 7, 0, 0});
  Image image = Load(SmallBmp(24, 2, 0, "", rows));
  EXPECT_EQ(PixelAt(image, 0, 1), Pixel({0, 0, 255, 255}));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({255, 0, 0, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({7, 8, 9, 255}));
  image = Load(SmallBmp(24, -2, 0, "", rows));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({0, 0, 255, 255}));
  std::string palette;
  for (int i = 0; i < 256; ++i) palette += TextOf({i, 0, 255 - i, 0});
  image = Load(SmallBmp(8, 1, 0, palette, TextOf({5, 6, 0, 0})));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({249, 0, 6, 255}));
  image = Load(SmallBmp(1, 1, 0, TextOf({1, 2, 3, 0, 4, 5, 6, 0}), TextOf({0x40, 0, 0, 0})));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({3, 2, 1, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({6, 5, 4, 255}));
  // Five, six and five bits by masks.
  const std::string masks = Long(0xf800) + Long(0x7e0) + Long(0x1f);
  image = Load(SmallBmp(16, 1, 3, masks, TextOf({0xe0, 0x07, 0x1f, 0x00})));
  EXPECT_EQ(PixelAt(image, 0, 0), Pixel({0, 255, 0, 255}));
  EXPECT_EQ(PixelAt(image, 1, 0), Pixel({0, 0, 255, 255}));
}

TEST(ImageFile, OtherFilesAreErrorsWithTheirName) {
  const TempFolder folder;
  const auto error_of = [](const std::string& path) {
    const Result<Image> image = LoadImage(path);
    return image.ok() ? std::string() : image.error().message;
  };
  EXPECT_THAT(error_of(folder.Path("none.png")), HasSubstr("none.png"));
  EXPECT_THAT(error_of(folder.Write("a.png", "hello, I am a text")),
              AllOf(HasSubstr("a.png"), HasSubstr("convert")));
  EXPECT_THAT(error_of(folder.Write("b.png", Png(9000, 1, 8, 0).Finish({std::string(9000, 'a')}))),
              HasSubstr("8192"));
  ASSERT_EQ(mkfifo(folder.Path("pipe.png").c_str(), 0600), 0);
  EXPECT_THAT(error_of(folder.Path("pipe.png")), HasSubstr("pipe"));
  // A truncated JPEG is shown as far as possible; the others are rejected.
  for (const std::string& whole : {SmallPng(), SmallTga(2, 0, std::string(12, 'a')),
                                   SmallBmp(24, 2, 0, "", std::string(16, 'a'))}) {
    for (std::size_t length = 1; length + 13 < whole.size(); ++length) {
      EXPECT_NE(error_of(folder.Write("cut", whole.substr(0, length))), "") << length;
    }
  }
}

TEST(ImageFile, DamagedFilesNeverCrash) {
  const TempFolder folder;
  RandomStream random(1, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  int refused = 0;
  for (const std::string& original :
       {SmallPng(), Jpeg(40, 30, JCS_RGB, {1, 200, 9}), SmallTga(2, 0, std::string(12, 'a')),
        SmallTga(10, 0, TextOf({0x82, 1, 2, 3, 0x00, 4, 5, 6})),
        SmallBmp(24, 2, 0, "", std::string(16, 'a')),
        SmallBmp(1, 1, 0, std::string(8, 'a'), std::string(4, 'b'))}) {
    for (int i = 0; i < 400; ++i) {
      std::string bytes = original;
      for (std::size_t change = 0; change <= pick(4); ++change) {
        const std::size_t at = pick(bytes.size());
        if (pick(4) == 0) {
          bytes.erase(at, pick(10));
        } else {
          bytes[at] = static_cast<char>(pick(3) == 0 ? 0xff : pick(256));
        }
        if (bytes.empty()) bytes = "x";
      }
      const Result<Image> image = LoadImage(folder.Write("picture", bytes));
      if (!image) {
        ++refused;
        continue;
      }
      ASSERT_EQ(image->rgba.size(), static_cast<std::size_t>(4 * image->width * image->height));
    }
  }
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace surefoot
