#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"

namespace surefoot {
namespace {

using testing::HasSubstr;

/// The mesh as MuJoCo's binary file, with texture coordinates.
std::string Msh(const TriMesh& mesh) {
  std::string bytes;
  const auto append = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto vertices = static_cast<std::int32_t>(mesh.vertices.size());
  append(vertices);
  append(std::int32_t{0});
  append(vertices);
  append(static_cast<std::int32_t>(mesh.triangles.size()));
  for (const Vector3d& v : mesh.vertices) {
    for (int i = 0; i < 3; ++i) append(static_cast<float>(v[i]));
  }
  for (std::int32_t i = 0; i < vertices; ++i) {
    append(static_cast<float>(i));
    append(0.5F);
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t index : triangle) append(static_cast<std::int32_t>(index));
  }
  return bytes;
}

TEST(MshFile, ReadsWhatWasWritten) {
  const TempFolder folder;
  const TriMesh box = MakeBoxMesh(Vector3d(1.0, 2.0, 4.0));
  const Result<TriMesh> read = LoadMeshFile(folder.Write("box.msh", Msh(box)));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->triangles.size(), box.triangles.size());
  EXPECT_EQ(read->Bounds().sizes(), Vector3d(1.0, 2.0, 4.0));
  EXPECT_NEAR(MeshInertia(1.0, *read)->mass, 8.0, 1e-12);
  ASSERT_EQ(read->texture_coordinates.size(), read->vertices.size());
  EXPECT_EQ(read->texture_coordinates[0].y(), 0.5);
}

TEST(MshFile, DamagedFilesAreErrors) {
  const TempFolder folder;
  const std::string good = Msh(MakeBoxMesh(Vector3d::Ones()));
  const auto error = [&](const std::string& bytes) {
    const Result<TriMesh> read = LoadMeshFile(folder.Write("bad.msh", bytes));
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_THAT(error(good.substr(0, 10)), HasSubstr("too short"));
  EXPECT_THAT(error(good.substr(0, good.size() - 1)), HasSubstr("do not match"));
  std::string negative = good;
  negative[3] = static_cast<char>(0xff);
  EXPECT_THAT(error(negative), HasSubstr("do not match"));
  std::string wrong_face = good;
  wrong_face[good.size() - 2] = 0x7f;
  EXPECT_THAT(error(wrong_face), HasSubstr("does not exist"));
}

}  // namespace
}  // namespace surefoot
