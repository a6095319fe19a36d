#include "surefoot/formats/assets.h"

#include <gtest/gtest.h>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot::formats {
namespace {

/// A tetrahedron with legs of 1 m.
constexpr const char* kObj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

class AssetsTest : public testing::Test {
 protected:
  std::shared_ptr<const TriMesh> Mesh(const std::string& uri, const Vector3d& scale) {
    world::Mesh mesh;
    mesh.uri = uri;
    mesh.scale = scale;
    assets_.LoadMesh(resolver_, Source{world_, 5, "mesh"}, &problems_, &mesh);
    return mesh.mesh;
  }
  std::shared_ptr<const HeightField> Map(const std::string& uri, const Vector3d& size) {
    world::HeightMap map;
    map.uri = uri;
    assets_.LoadHeightMap(resolver_, size, Source{world_, 5, "heightmap"}, &problems_, &map);
    return map.field;
  }

  TempFolder folder_;
  std::string world_ = folder_.Write("w.sdf", "");
  UriResolver resolver_;
  AssetCache assets_;
  Problems problems_;
};

TEST_F(AssetsTest, SharesOneCopyPerFileAndScale) {
  folder_.Write("arm/a.obj", kObj);
  const auto first = Mesh("arm/a.obj", Vector3d::Ones());
  ASSERT_NE(first, nullptr) << problems_.ErrorText();
  EXPECT_EQ(Mesh("model://arm/a.obj", Vector3d::Ones()), first);
  const auto scaled = Mesh("arm/a.obj", Vector3d(2.0, 3.0, 4.0));
  ASSERT_NE(scaled, nullptr);
  EXPECT_EQ(Mesh("arm/a.obj", Vector3d(2.0, 3.0, 4.0)), scaled);
  EXPECT_NE(scaled, first);
  EXPECT_TRUE(first->Bounds().sizes().isApprox(Vector3d(1.0, 1.0, 1.0)));
  EXPECT_TRUE(scaled->Bounds().sizes().isApprox(Vector3d(2.0, 3.0, 4.0)));
  EXPECT_TRUE(problems_.all().empty());
}

TEST_F(AssetsTest, ReportsBadMeshesWhereTheyAreNamed) {
  folder_.Write("bad.obj", "this is not a mesh");
  EXPECT_EQ(Mesh("bad.obj", Vector3d::Ones()), nullptr);
  EXPECT_EQ(Mesh("bad.obj", Vector3d::Ones()), nullptr);
  EXPECT_EQ(Mesh("missing.obj", Vector3d::Ones()), nullptr);
  EXPECT_EQ(Mesh(".", Vector3d::Ones()), nullptr);
  folder_.Write("a.obj", kObj);
  EXPECT_EQ(Mesh("a.obj", Vector3d(1.0, 0.0, 1.0)), nullptr);
  EXPECT_EQ(problems_.error_count(), 5);
  for (const Problem& problem : problems_.all()) EXPECT_EQ(problem.source.line, 5);
}

TEST_F(AssetsTest, ListsThePlacesOnce) {
  EXPECT_EQ(Mesh("model://no/a.obj", Vector3d::Ones()), nullptr);
  EXPECT_EQ(Mesh("model://no/a.obj", Vector3d::Ones()), nullptr);
  EXPECT_EQ(problems_.error_count(), 2);
  EXPECT_NE(problems_.all()[0].message.find("tried"), std::string::npos);
  EXPECT_EQ(problems_.all()[1].message.find("tried"), std::string::npos);
  EXPECT_NE(ToString(problems_.all()[1]).find("model://no/a.obj"), std::string::npos);
}

TEST_F(AssetsTest, MakesTerrainsByAddress) {
  const auto terrain =
      Map("surefoot:terrain/bumps?seed=3&pieces=2x1&resolution=0.1", Vector3d::Ones());
  ASSERT_NE(terrain, nullptr) << problems_.ErrorText();
  // The size in the URI overrides that of the file.
  EXPECT_DOUBLE_EQ(terrain->size_x, 2.0);
  EXPECT_DOUBLE_EQ(terrain->size_y, 1.0);
  EXPECT_EQ(Map("surefoot:terrain/bumps?seed=3&pieces=2x1&resolution=0.1", Vector3d::Zero()),
            terrain);
  EXPECT_TRUE(problems_.all().empty());
  EXPECT_EQ(Map("surefoot:terrain/nonsense", Vector3d::Ones()), nullptr);
  EXPECT_EQ(Map("missing.png", Vector3d::Ones()), nullptr);
  EXPECT_EQ(problems_.error_count(), 2);
}

}  // namespace
}  // namespace surefoot::formats
