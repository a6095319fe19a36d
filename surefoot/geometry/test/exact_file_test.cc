#include "surefoot/geometry/mesh_files/exact_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/geometry/terrain/height_map_file.h"

namespace surefoot {
namespace {

std::string Same(const std::string& text) { return text; }

/// What the ordinary reader would change: duplicate and unused vertices, a degenerate triangle, a
/// normal that is not exactly of length 1.
TriMesh OddMesh() {
  TriMesh mesh;
  mesh.vertices = {Vector3d(0.1, -0.0, 5e-324), Vector3d(0.1, -0.0, 5e-324),
                   Vector3d(1.0 / 3.0, 1, 0), Vector3d(7, 8, 9), Vector3d(1e300, -1e-300, 2)};
  mesh.triangles = {{2, 0, 1}, {0, 0, 0}, {4, 2, 1}};
  mesh.normals.assign(5, Vector3d(0.6, 0.8, 1e-9));
  mesh.texture_coordinates.assign(5, Eigen::Vector2d(0.1, -0.0));
  mesh.triangle_materials = {1, 0, 0};
  mesh.materials.resize(2);
  mesh.materials[1].diffuse = Eigen::Vector4d(0.1, 0.2, 0.3, 0.0);
  mesh.materials[1].specular[3] = 0.25;
  mesh.materials[1].texture = "/pictures/wood grain.png";
  return mesh;
}

template <typename T>
bool SameBytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST(ExactFileTest, GivesAMeshBackBitForBit) {
  const TriMesh mesh = OddMesh();
  const std::string path = testing::TempDir() + "surefoot_exact_mesh.obj";
  const ExactObj text = WriteExactObj(mesh, "m.mtl", Same);
  std::ofstream(path, std::ios::binary) << text.mesh;
  const Result<TriMesh> read = LoadMeshFile(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(SameBytes(mesh.vertices, read->vertices));
  EXPECT_TRUE(SameBytes(mesh.triangles, read->triangles));
  EXPECT_TRUE(SameBytes(mesh.normals, read->normals));
  EXPECT_TRUE(SameBytes(mesh.texture_coordinates, read->texture_coordinates));
  EXPECT_EQ(mesh.triangle_materials, read->triangle_materials);
  ASSERT_EQ(read->materials.size(), 2u);
  EXPECT_EQ(read->materials[1].diffuse, mesh.materials[1].diffuse);
  EXPECT_EQ(read->materials[1].specular, mesh.materials[1].specular);
  EXPECT_EQ(read->materials[1].texture, "/pictures/wood grain.png");
  EXPECT_NE(text.materials.find("map_Kd /pictures/wood grain.png"), std::string::npos);
  std::remove(path.c_str());
}

TEST(ExactFileTest, RefusesDamagedMeshes) {
  const std::string whole = WriteExactObj(OddMesh(), "m.mtl", Same).mesh;
  ASSERT_TRUE(ReadExactObj({"m.obj"}, whole).ok());
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    return !ReadExactObj({"m.obj"}, text).ok();
  };
  EXPECT_TRUE(refused("f 3/3/3", "f 9/9/9"));
  EXPECT_TRUE(refused("f 3/3/3", "f 0/0/0"));
  EXPECT_TRUE(refused("v 7 8 9", "v 7 8 nan"));
  EXPECT_TRUE(refused("v 7 8 9", "v 7 8"));
  EXPECT_TRUE(refused("vn 0.6", "xn 0.6"));
  EXPECT_TRUE(refused("usemtl material_1", "usemtl material_7"));
  EXPECT_TRUE(refused("usemtl material_1", "usemtl other"));
  EXPECT_FALSE(ReadExactObj({"m.obj"}, whole.substr(0, whole.find("f "))).ok());
}

TEST(ExactFileTest, GivesHeightsBackBitForBit) {
  HeightField field;
  field.rows = 2;
  field.cols = 3;
  field.size_x = 4.0;
  field.size_y = 0.1;
  field.heights = {0.1f, -0.0f, 1e-30f, -7.0f, 1.0f / 3.0f, 65504.0f};
  const std::string path = testing::TempDir() + "surefoot_exact_heights.pfm";
  const std::string bytes = WriteExactHeights(field);
  std::ofstream(path, std::ios::binary) << bytes;
  const Result<HeightField> read = LoadHeightMap(path, Vector3d(4.0, 0.1, 0.0));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->rows, 2);
  EXPECT_EQ(read->cols, 3);
  EXPECT_EQ(read->size_x, 4.0);
  EXPECT_EQ(read->size_y, 0.1);
  EXPECT_TRUE(SameBytes(field.heights, read->heights));
  std::remove(path.c_str());
  EXPECT_FALSE(ReadExactHeights(bytes.substr(0, bytes.size() - 1), 1, 1).ok());
  EXPECT_FALSE(ReadExactHeights(bytes + "x", 1, 1).ok());
  EXPECT_FALSE(ReadExactHeights("Pf\n1e9 1e9\n-1.0\n", 1, 1).ok());
  EXPECT_FALSE(ReadExactHeights("Pf\n", 1, 1).ok());
  EXPECT_FALSE(ReadExactHeights("Pf\n2 2\n1.0\n0123456789abcdef", 1, 1).ok());
}

}  // namespace
}  // namespace surefoot
