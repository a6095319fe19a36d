#include "surefoot/render/texture.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "surefoot/render/png_file.h"
#include "surefoot/render/test/picture.h"

namespace surefoot::render {
namespace {

/// Red, green in the upper row, blue, white in the lower one; each quarter 8 x 8 pixels.
Image FourColors() {
  Image image;
  image.width = 16;
  image.height = 16;
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const bool right = x >= 8;
      const bool low = y >= 8;
      const bool white = right && low;
      const auto byte = [](bool on) { return static_cast<std::uint8_t>(on ? 255 : 0); };
      for (const bool on :
           {white || (!right && !low), white || (right && !low), white || (!right && low), true}) {
        image.rgba.push_back(byte(on));
      }
    }
  }
  return image;
}

/// A file that is removed afterwards.
class PictureFile {
 public:
  explicit PictureFile(const Image& image)
      : path_(testing::TempDir() + "surefoot_render_texture.png") {
    EXPECT_TRUE(WritePng(path_, image, true).ok());
  }
  ~PictureFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(TextureTest, VIsUpAndThePictureRepeats) {
  const Texture texture(FourColors());
  for (const double shift : {0.0, 1.0, -3.0}) {
    const Eigen::Vector2d off(shift, -shift);
    EXPECT_EQ(texture.At(off + Eigen::Vector2d(0.25, 0.75), 0.0), Eigen::Vector4f(1, 0, 0, 1));
    EXPECT_EQ(texture.At(off + Eigen::Vector2d(0.75, 0.75), 0.0), Eigen::Vector4f(0, 1, 0, 1));
    EXPECT_EQ(texture.At(off + Eigen::Vector2d(0.25, 0.25), 0.0), Eigen::Vector4f(0, 0, 1, 1));
    EXPECT_EQ(texture.At(off + Eigen::Vector2d(0.75, 0.25), 0.0), Eigen::Vector4f(1, 1, 1, 1));
  }
}

TEST(TextureTest, FarAwayItIsTheMeanOfItsLight) {
  const Texture texture(FourColors());
  const Eigen::Vector4d mean = texture.At(Eigen::Vector2d(0.1, 0.9), 1.0).cast<double>();
  EXPECT_NEAR((mean - Eigen::Vector4d(0.5, 0.5, 0.5, 1.0)).norm(), 0.0, 0.01);
}

TEST(TextureTest, AQuadShowsItsCorners) {
  const PictureFile file(FourColors());
  auto mesh = std::make_shared<TriMesh>();
  // Upright in the y-z plane, its front towards +x, where the camera is; y is to the right.
  mesh->vertices = {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}};
  mesh->texture_coordinates = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  mesh->triangles = {{0, 1, 2}, {0, 2, 3}};
  mesh->triangle_materials = {0, 0};
  mesh->materials.resize(1);
  mesh->materials[0].texture = file.path();
  world::Visual visual;
  world::Mesh shape;
  shape.mesh = mesh;
  visual.geometry = shape;
  RenderOptions options = SmallPicture();
  options.view = View::kFront;
  const Image image = Draw(WorldWith({visual}), options);
  const auto strongest = [&](double x, double y) {
    const Eigen::Vector3i pixel = PixelAt(image, x, y);
    Eigen::Index index = 0;
    pixel.maxCoeff(&index);
    return pixel.minCoeff() > 100 ? 3 : static_cast<int>(index);
  };
  EXPECT_EQ(strongest(0.3, 0.3), 0);
  EXPECT_EQ(strongest(0.7, 0.3), 1);
  EXPECT_EQ(strongest(0.3, 0.7), 2);
  EXPECT_EQ(strongest(0.7, 0.7), 3);
}

TEST(TextureTest, ATextureThatCannotBeReadIsReportedAndTheRestDrawn) {
  world::Visual visual = Colored(world::Box{}, Vector3d(1, 0, 0));
  visual.material->texture = "/no/such/picture.png";
  const auto world = WorldWith({visual});
  RenderInfo info;
  const Image image = Render(*world, Poses(*world), SmallPicture(), &info).value();
  ASSERT_EQ(info.notes.size(), 1u);
  EXPECT_NE(info.notes[0].find("/no/such/picture.png"), std::string::npos);
  EXPECT_GT(PixelAt(image, 0.5, 0.5).x(), 100);
}

TEST(PngFileTest, WhatIsWrittenIsReadBack) {
  Image image = FourColors();
  image.rgba[3] = 17;
  const PictureFile file(image);
  EXPECT_EQ(LoadImage(file.path()).value().rgba, image.rgba);
  ASSERT_TRUE(WritePng(file.path(), image, false).ok());
  image.rgba[3] = 255;
  EXPECT_EQ(LoadImage(file.path()).value().rgba, image.rgba);
  EXPECT_FALSE(WritePng("/no/such/folder/x.png", image, false).ok());
}

}  // namespace
}  // namespace surefoot::render
