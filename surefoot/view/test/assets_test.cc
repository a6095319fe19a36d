#include "surefoot/view/assets.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/msgs/json_text.h"
#include "surefoot/render/png_file.h"
#include "surefoot/view/mesh_asset.h"

namespace surefoot::view {
namespace {

/// Reads a mesh file by the layout in docs/reference/view.md.
struct MeshFile {
  explicit MeshFile(const Bytes& bytes) {
    std::size_t at = 4;
    const auto number = [&] {
      std::uint32_t value = 0;
      std::memcpy(&value, bytes.data() + at, 4);
      at += 4;
      return value;
    };
    magic.assign(bytes.begin(), bytes.begin() + 4);
    const std::uint32_t vertices = number();
    const std::uint32_t corners = number();
    const std::uint32_t group_count = number();
    const bool has_uv = number() == 1;
    const auto floats = [&](std::size_t count) {
      std::vector<float> values(count);
      std::memcpy(values.data(), bytes.data() + at, 4 * count);
      at += 4 * count;
      return values;
    };
    positions = floats(3 * std::size_t{vertices});
    normals = floats(3 * std::size_t{vertices});
    if (has_uv) uv = floats(2 * std::size_t{vertices});
    for (std::uint32_t i = 0; i < corners; ++i) indices.push_back(number());
    for (std::uint32_t i = 0; i < group_count; ++i)
      groups.push_back({number(), number(), number()});
    const std::uint32_t length = number();
    const auto text = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    materials = nlohmann::json::parse(text, text + length);
    left = bytes.size() - at - length;
  }

  std::string magic;
  std::vector<float> positions;
  std::vector<float> normals;
  std::vector<float> uv;
  std::vector<std::uint32_t> indices;
  std::vector<std::array<std::uint32_t, 3>> groups;
  nlohmann::json materials;
  std::size_t left = 0;
};

TEST(MeshAssetTest, KeepsEveryTriangle) {
  TriMesh mesh = MakeBoxMesh(Vector3d(1, 2, 3));
  mesh.materials.resize(2);
  mesh.materials[1].diffuse = Eigen::Vector4d(1, 0, 0, 0.5);
  mesh.triangle_materials.assign(mesh.triangles.size(), 0);
  mesh.triangle_materials[3] = 1;
  mesh.triangle_materials[7] = 1;
  const MeshFile file(MeshAsset(mesh, [](const std::string&) { return std::string(); }));
  EXPECT_EQ(file.magic, "SFM1");
  EXPECT_EQ(file.left, 0U);
  ASSERT_EQ(file.indices.size(), 36U);
  // Edges of a box remain sharp: four corners for each side.
  EXPECT_EQ(file.positions.size(), 3U * 24U);
  ASSERT_EQ(file.groups.size(), 2U);
  EXPECT_EQ(file.groups[0][1], 30U);
  EXPECT_EQ(file.groups[1][0], 30U);
  EXPECT_EQ(file.groups[1][1], 6U);
  EXPECT_EQ(file.groups[1][2], 1U);
  EXPECT_EQ(file.materials[1]["color"], nlohmann::json({1.0, 0.0, 0.0, 0.5}));
  double volume = 0.0;
  for (std::size_t i = 0; i < file.indices.size(); i += 3) {
    Vector3d p[3];
    Vector3d n = Vector3d::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t v = 3 * std::size_t{file.indices[i + k]};
      p[k] = Vector3d(file.positions[v], file.positions[v + 1], file.positions[v + 2]);
      n += Vector3d(file.normals[v], file.normals[v + 1], file.normals[v + 2]) / 3.0;
    }
    const Vector3d facet = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
    EXPECT_LT((n - facet).norm(), 1e-6);
    volume += p[0].dot(p[1].cross(p[2])) / 6.0;
  }
  EXPECT_NEAR(volume, 6.0, 1e-6);
}

TEST(AssetsTest, EqualContentIsOneFile) {
  Assets assets;
  const auto a = std::make_shared<TriMesh>(MakeBoxMesh(Vector3d::Ones()));
  const auto same = std::make_shared<TriMesh>(*a);
  const auto other = std::make_shared<TriMesh>(MakeBoxMesh(Vector3d(1, 1, 2)));
  const std::string name = assets.Mesh(a);
  EXPECT_EQ(assets.Mesh(same), name);
  EXPECT_NE(assets.Mesh(other), name);
  EXPECT_EQ(assets.EndScene().added.size(), 2U);
}

TEST(AssetsTest, ForgetsWhatTwoScenesDidNotUse) {
  Assets assets;
  const auto mesh = std::make_shared<TriMesh>(MakeBoxMesh(Vector3d::Ones()));
  const auto key = std::make_shared<int>(1);
  const std::size_t mark = assets.mark();
  assets.Mesh(mesh);
  assets.Remember(key, 0, assets.Json("{}", mark));
  EXPECT_EQ(assets.EndScene().added.size(), 2U);
  // A text in use keeps the files that it refers to.
  for (int i = 0; i < 5; ++i) {
    EXPECT_NE(assets.Find(key, 0), nullptr);
    EXPECT_TRUE(assets.EndScene().removed.empty());
  }
  EXPECT_TRUE(assets.EndScene().removed.empty());
  EXPECT_EQ(assets.EndScene().removed.size(), 2U);
  EXPECT_EQ(assets.Find(key, 0), nullptr);
}

TEST(AssetsTest, PicturesThatBrowsersDoNotKnowBecomePng) {
  const std::string path = "/tmp/view_assets_" + std::to_string(getpid()) + ".tga";
  const unsigned char header[18] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0};
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fwrite(header, 1, sizeof header, file);
  std::fwrite("\x10\x20\x30", 1, 3, file);
  std::fclose(file);
  Assets assets;
  const std::string name = assets.Texture(path);
  EXPECT_EQ(assets.Texture(path + ".none"), "");
  const Assets::Changes changes = assets.EndScene();
  std::remove(path.c_str());
  ASSERT_EQ(changes.added.size(), 1U);
  EXPECT_EQ(changes.added[0].name, name);
  EXPECT_EQ(changes.added[0].content_type, "image/png");
  EXPECT_EQ((*changes.added[0].bytes)[1], 'P');
}

TEST(JsonTextTest, ReadsBack) {
  msgs::JsonText json;
  json.BeginObject().Text("a\"b", "x\\\n\xff\xc3\xa9").Number("n", 0.1).Number("none", 1.0 / 0.0);
  json.Key("list").BeginArray().Integer(3).Flag(true).BeginObject().EndObject().EndArray();
  json.Pose("pose", RigidTransform(Vector3d(1, 2, 3))).EndObject();
  const nlohmann::json read = nlohmann::json::parse(json.text());
  EXPECT_EQ(read["a\"b"], "x\\\n\xef\xbf\xbd\xc3\xa9");
  EXPECT_EQ(read["n"], 0.1);
  EXPECT_TRUE(read["none"].is_null());
  EXPECT_EQ(read["list"][1], true);
  EXPECT_EQ(read["pose"].size(), 7U);
}

}  // namespace
}  // namespace surefoot::view
