#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/geometry/test/import_samples.h"

namespace surefoot {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <typename T>
std::string Raw(T value, bool big_endian) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  if (big_endian) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

/// Two quads of a roof with normals and texture coordinates; doubles, shorts and an unknown element
/// in between.
std::string BinaryPly(bool big_endian) {
  std::string bytes =
      std::string("ply\r\nformat binary_") + (big_endian ? "big" : "little") +
      "_endian 1.0\r\ncomment TextureFile roof.png\r\nelement vertex 6\r\nproperty double x\r\n"
      "property double y\r\nproperty float z\r\nproperty float nx\r\nproperty float ny\r\n"
      "property float nz\r\nproperty float s\r\nproperty float t\r\nelement edge 1\r\n"
      "property list uchar short stuff\r\nelement face 2\r\n"
      "property list ushort uint vertex_index\r\nproperty uchar flags\r\nend_header\r\n";
  for (int i = 0; i < 6; ++i) {
    const int column = i / 2;
    bytes += Raw<double>(column, big_endian) + Raw<double>(i % 2, big_endian) +
             Raw<float>(column == 1 ? 1.0f : 0.0f, big_endian) + Raw<float>(0.0f, big_endian) +
             Raw<float>(0.0f, big_endian) + Raw<float>(2.0f, big_endian) +
             Raw<float>(0.5f * static_cast<float>(column), big_endian) +
             Raw<float>(static_cast<float>(i % 2), big_endian);
  }
  bytes += Raw<std::uint8_t>(2, big_endian) + Raw<std::int16_t>(-5, big_endian) +
           Raw<std::int16_t>(7, big_endian);
  for (const auto& face : {std::array<std::uint32_t, 4>{0, 2, 3, 1}, {2, 4, 5, 3}}) {
    bytes += Raw<std::uint16_t>(4, big_endian);
    for (const std::uint32_t index : face) bytes += Raw<std::uint32_t>(index, big_endian);
    bytes += Raw<std::uint8_t>(1, big_endian);
  }
  return bytes;
}

TEST(PlyFile, TextWithColours) {
  const TempFolder folder;
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("a.ply", TextPly()));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4u);
  ASSERT_EQ(mesh->colors.size(), mesh->vertices.size());
  for (std::size_t i = 0; i < mesh->vertices.size(); ++i) {
    if (mesh->vertices[i] == Vector3d(0.0, 2.0, 0.0)) {
      EXPECT_EQ(mesh->colors[i], (std::array<std::uint8_t, 4>{0, 0, 255, 255}));
    }
  }
  EXPECT_EQ(mesh->Bounds().max(), Vector3d(1.0, 2.0, 3.0));
}

TEST(PlyFile, BinaryOfBothEndsIsTheSame) {
  const TempFolder folder;
  folder.Write("roof.png", "x");
  for (const bool big_endian : {false, true}) {
    const Result<TriMesh> mesh = LoadMeshFile(folder.Write("a.ply", BinaryPly(big_endian)));
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4u);
    EXPECT_EQ(mesh->vertices.size(), 6u);
    EXPECT_EQ(mesh->Bounds().max(), Vector3d(2.0, 1.0, 1.0));
    for (const Vector3d& normal : mesh->normals) EXPECT_EQ(normal, Vector3d(0.0, 0.0, 1.0));
    EXPECT_EQ(mesh->materials.at(0).texture, folder.Path("roof.png"));
    double area = 0.0;
    for (const auto& t : mesh->triangles) {
      const Vector3d& a = mesh->vertices[t[0]];
      area += 0.5 * (mesh->vertices[t[1]] - a).cross(mesh->vertices[t[2]] - a).norm();
      for (const std::uint32_t index : t) {
        EXPECT_EQ(mesh->texture_coordinates[index].x(), 0.5 * mesh->vertices[index].x());
      }
    }
    EXPECT_NEAR(area, 2.0 * std::sqrt(2.0), 1e-12);
  }
}

/// Assimp writes PLY, too, with different property names.
TEST(PlyFile, AssimpsFilesAreRead) {
  const TempFolder folder;
  for (const char* format : {"ply", "plyb"}) {
    const Result<TriMesh> mesh = LoadMeshFile(folder.Write("a.ply", Exported(format)));
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4u);
    EXPECT_TRUE(mesh->Bounds().max().isApprox(Vector3d(1.0, 2.0, 3.0), 1e-6));
  }
}

TEST(PlyFile, StripsAreCut) {
  const TempFolder folder;
  const std::string text =
      "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
      "property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 2 0\n8 0 1 2 3 -1 1 4 3\n";
  const Result<TriMesh> mesh = LoadMeshFile(folder.Write("a.ply", text));
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  ASSERT_EQ(mesh->triangles.size(), 3u);
  for (const auto& t : mesh->triangles) {  // all seen from above
    const Vector3d& a = mesh->vertices[t[0]];
    EXPECT_GT((mesh->vertices[t[1]] - a).cross(mesh->vertices[t[2]] - a).z(), 0.0);
  }
}

TEST(PlyFile, MistakesAreReportedWithTheirPlace) {
  const TempFolder folder;
  const auto error_of = [&](const std::string& from, const std::string& to) {
    std::string text = TextPly();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const Result<TriMesh> mesh = LoadMeshFile(folder.Write("bad.ply", text));
    return mesh.ok() ? std::string("it loads") : mesh.error().message;
  };
  EXPECT_THAT(error_of("3 0 1 3", "3 0 1 4"), AllOf(HasSubstr("bad.ply"), HasSubstr("face 2")));
  EXPECT_THAT(error_of("3 0 1 3", "3 0 -1 3"), HasSubstr("face 2"));
  EXPECT_THAT(error_of("0 2 0 0 0 255", "0 nan 0 0 0 255"), HasSubstr("vertex 3"));
  EXPECT_THAT(error_of("0 2 0 0 0 255", "0 two 0 0 0 255"), HasSubstr("vertex 3"));
  EXPECT_THAT(error_of("element vertex 4", "element vertex 99999999999"), HasSubstr("vertex"));
  EXPECT_THAT(error_of("element face 4", "element face 5"), HasSubstr("face 5 of 5"));
  EXPECT_THAT(error_of("3 0 1 3", "99999999 0 1 3"), HasSubstr("face 2"));
  EXPECT_THAT(error_of("ascii", "octal"), HasSubstr("octal"));
  EXPECT_THAT(error_of("end_header", "end"), HasSubstr("end_header"));
}

TEST(PlyFile, DamagedFilesNeverCrash) {
  const TempFolder folder;
  RandomStream random(4, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  int refused = 0;
  for (const std::string& original : {TextPly(), BinaryPly(false), BinaryPly(true)}) {
    for (int i = 0; i < 400; ++i) {
      std::string bytes = original;
      for (std::size_t change = 0; change <= pick(4); ++change) {
        const std::size_t at = pick(bytes.size());
        if (pick(3) == 0) bytes.erase(at, pick(20));
        if (bytes.empty()) bytes = "x";
        if (pick(3) == 0) bytes.insert(at % bytes.size(), pick(2) == 0 ? "-1" : "99999999");
        bytes[at % bytes.size()] = static_cast<char>(pick(256));
      }
      const Result<TriMesh> mesh = LoadMeshFile(folder.Write("m.ply", bytes));
      if (!mesh) {
        ++refused;
        continue;
      }
      for (const Vector3d& vertex : mesh->vertices) ASSERT_TRUE(vertex.allFinite());
    }
  }
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace surefoot
