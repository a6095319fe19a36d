#include "surefoot/geometry/mesh/loft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot {
namespace {

using ::testing::HasSubstr;

TriMesh Make(const std::string& uri) { return MakeLoft(ParseLoftUri(uri).value()).value(); }

double VolumeOf(const TriMesh& mesh) { return MeshInertia(1.0, mesh).value().mass; }

TEST(Loft, StraightOnesAreElliptic) {
  const TriMesh tube =
      Make("surefoot:loft?segments=200&ring=-0.1,0.2,0.1&ring=0.1,0.2,0.1&ring=0.3,0.2,0.1");
  // An ellipse of 200 corners.
  const double area = 0.5 * 200.0 * std::sin(2.0 * 3.14159265358979 / 200.0) * 0.1 * 0.05;
  EXPECT_NEAR(VolumeOf(tube), 0.4 * area, 1e-9);
  EXPECT_TRUE(tube.Bounds().min().isApprox(Vector3d(-0.1, -0.1, -0.05), 1e-9));
  EXPECT_TRUE(tube.Bounds().max().isApprox(Vector3d(0.3, 0.1, 0.05), 1e-9));
}

TEST(Loft, ManyRingsOfASphereAreOne) {
  std::string uri = "surefoot:loft?segments=100&steps=1&axis=z";
  const int rings = 40;
  for (int i = 0; i <= rings; ++i) {
    const double angle = 3.14159265358979 * i / rings;
    const std::string size = std::to_string(i % rings == 0 ? 0.0 : 2.0 * std::sin(angle));
    uri += "&ring=" + std::to_string(-std::cos(angle)) + "," + size + "," + size;
  }
  const Inertia ball = MeshInertia(1.0, Make(uri)).value();
  EXPECT_NEAR(ball.mass, 4.0 / 3.0 * 3.14159265, 0.02);
}

TEST(Loft, IsClosed) {
  for (const char* axis : {"x", "y", "z"}) {
    const TriMesh mesh = Make("surefoot:loft?round=3&axis=" + std::string(axis) +
                              "&ring=0,0,0&ring=0.1,0.2,0.1,0.01&ring=0.2,0.1,0.1,0,0.02");
    // Each edge occurs once in each direction.
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& t : mesh.triangles) {
      for (int i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
    }
    for (const auto& [edge, count] : edges) {
      EXPECT_EQ(count, 1);
      EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
    }
    EXPECT_GT(VolumeOf(mesh), 0.0) << axis;
  }
}

TEST(Loft, HigherExponentsFillTheBox) {
  const std::string rings = "&ring=0,1,1&ring=1,1,1";
  const double ellipse = VolumeOf(Make("surefoot:loft?segments=100&round=2" + rings));
  const double rounded = VolumeOf(Make("surefoot:loft?segments=100&round=4" + rings));
  EXPECT_NEAR(ellipse, 0.7854, 0.001);
  // The area of the superellipse of exponent n, by gamma functions.
  const double area = std::pow(std::tgamma(1.25), 2) / std::tgamma(1.5);
  EXPECT_NEAR(rounded, area, 0.005);
}

TEST(Loft, GoesThroughItsRings) {
  const TriMesh mesh =
      Make("surefoot:loft?segments=4&ring=0,0.1,0.1&ring=0.1,0.3,0.2,0.05,0.01&ring=0.2,0.1,0.1");
  const auto is_there = [&](const Vector3d& point) {
    for (const Vector3d& vertex : mesh.vertices) {
      if ((vertex - point).norm() < 1e-12) return true;
    }
    return false;
  };
  EXPECT_TRUE(is_there({0.1, 0.05 + 0.15, 0.01}));
  EXPECT_TRUE(is_there({0.1, 0.05 - 0.15, 0.01}));
  EXPECT_TRUE(is_there({0.1, 0.05, 0.01 + 0.1}));
}

TEST(Loft, BadAddressesSayWhatIsAccepted) {
  const auto message = [](const std::string& options) {
    const Result<LoftSpec> spec = ParseLoftUri("surefoot:loft?" + options);
    if (!spec.ok()) return spec.error().message;
    const Result<TriMesh> mesh = MakeLoft(*spec);
    return mesh.ok() ? std::string("fine") : mesh.error().message;
  };
  const std::string rings = "ring=0,1,1&ring=1,1,1";
  EXPECT_EQ(message(rings), "fine");
  EXPECT_THAT(message("ring=0,1,1"), HasSubstr("2 to 64"));
  EXPECT_THAT(message("ring=0,1,1&ring=0,1,1"), HasSubstr("must have a larger position"));
  EXPECT_THAT(message("ring=0,1,1&ring=1,0,1&ring=2,1,1"), HasSubstr("ring 2"));
  EXPECT_THAT(message("ring=0,1,nan&ring=1,1,1"), HasSubstr("ring 1"));
  EXPECT_THAT(message("ring=0,1&ring=1,1,1"), HasSubstr("ring='0,1'"));
  EXPECT_THAT(message(rings + "&round=0"), HasSubstr("0.5 to 20"));
  EXPECT_THAT(message(rings + "&segments=1000"), HasSubstr("3 to 256"));
  EXPECT_THAT(message(rings + "&steps=0"), HasSubstr("1 to 64"));
  EXPECT_THAT(message(rings + "&axis=w"), HasSubstr("axis='w'"));
  EXPECT_THAT(message(rings + "&colour=red"), HasSubstr("segments"));
}

}  // namespace
}  // namespace surefoot
