#include "surefoot/geometry/mesh/rock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot {
namespace {

using ::testing::HasSubstr;

TEST(Rock, HasTheGivenExtentAboutTheOrigin) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    RockSpec spec;
    spec.seed = seed;
    spec.size = 0.8;
    spec.height = 0.5;
    const TriMesh rock = MakeRock(spec).value();
    const Eigen::AlignedBox3d box = rock.Bounds();
    EXPECT_NEAR(box.max().x(), 0.4, 1e-12);
    EXPECT_NEAR(box.min().x(), -0.4, 1e-12);
    EXPECT_NEAR(box.sizes().z(), 0.4, 1e-12);
    EXPECT_GE(box.sizes().y(), 0.7 * 0.8 - 1e-12);
    EXPECT_LE(box.sizes().y(), 0.8 + 1e-12);
    // Between a double pyramid and the box itself.
    const double volume = MeshInertia(1.0, rock).value().mass;
    EXPECT_GT(volume, box.volume() / 6.0);
    EXPECT_LT(volume, 0.75 * box.volume());
  }
}

TEST(Rock, IsConvexAndFacesOutwards) {
  RockSpec spec;
  spec.seed = 5;
  const TriMesh rock = MakeRock(spec).value();
  ASSERT_GE(rock.triangles.size(), 12u);
  // Euler: corners - edges + faces = 2.
  EXPECT_EQ(2 * rock.vertices.size(), rock.triangles.size() + 4);
  for (const auto& triangle : rock.triangles) {
    const Vector3d& a = rock.vertices[triangle[0]];
    const Vector3d normal =
        (rock.vertices[triangle[1]] - a).cross(rock.vertices[triangle[2]] - a).normalized();
    for (const Vector3d& vertex : rock.vertices) {
      EXPECT_LT(normal.dot(vertex - a), 1e-9);
    }
  }
}

TEST(Rock, SameSeedSameShapeOtherSeedOther) {
  const auto make = [](const std::string& uri) {
    return MakeRock(ParseRockUri(uri).value()).value();
  };
  EXPECT_EQ(make("surefoot:rock?seed=3").vertices, make("surefoot:rock?seed=3").vertices);
  EXPECT_NE(make("surefoot:rock?seed=3").vertices, make("surefoot:rock?seed=4").vertices);
  // The size only scales.
  const TriMesh large = make("surefoot:rock?seed=3&size=2");
  const TriMesh small = make("surefoot:rock?seed=3&size=1");
  ASSERT_EQ(large.vertices.size(), small.vertices.size());
  for (std::size_t i = 0; i < large.vertices.size(); ++i) {
    EXPECT_TRUE(large.vertices[i].isApprox(2.0 * small.vertices[i], 1e-12));
  }
}

TEST(Rock, BadAddressesSayWhatIsAccepted) {
  const auto message = [](const std::string& uri) {
    const Result<RockSpec> spec = ParseRockUri(uri);
    if (!spec.ok()) return spec.error().message;
    const Result<TriMesh> rock = MakeRock(*spec);
    return rock.ok() ? std::string() : rock.error().message;
  };
  EXPECT_THAT(message("surefoot:rock?size=0"), HasSubstr("0.001 to 100 m"));
  EXPECT_THAT(message("surefoot:rock?size=nan"), HasSubstr("0.001 to 100 m"));
  EXPECT_THAT(message("surefoot:rock?size=big"), HasSubstr("size='big'"));
  EXPECT_THAT(message("surefoot:rock?corners=3"), HasSubstr("8 to 128"));
  EXPECT_THAT(message("surefoot:rock?height=9"), HasSubstr("0.1 to 2"));
  EXPECT_THAT(message("surefoot:rock?colour=red"), HasSubstr("corners"));
  EXPECT_THAT(message("surefoot:rocks"), HasSubstr("does not begin"));
}

}  // namespace
}  // namespace surefoot
