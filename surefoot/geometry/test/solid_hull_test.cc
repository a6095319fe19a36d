#include "surefoot/geometry/convex/solid_hull.h"

#include <gtest/gtest.h>

#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot {
namespace {

double VolumeOf(const std::vector<Vector3d>& points) {
  const Result<TriMesh> hull = SolidHull(points);
  EXPECT_TRUE(hull.ok());
  return MeshInertia(1.0, *hull)->mass;
}

TEST(SolidHull, LeavesSolidsAlone) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1, 2 * (i >> 1 & 1), 3 * (i >> 2 & 1));
  EXPECT_FALSE(IsThin(points));
  EXPECT_NEAR(VolumeOf(points), 6.0, 1e-12);
}

TEST(SolidHull, ThickensSheetsLinesAndPoints) {
  // A tilted triangle with legs of 3 m and 4 m: its thickness is about 1e-4 of its longest side.
  const Matrix3d R = QuaternionFromRpy(0.3, -0.4, 1.0).toRotationMatrix();
  const std::vector<Vector3d> sheet = {Vector3d::Zero(), R * Vector3d(3.0, 0.0, 0.0),
                                       R * Vector3d(0.0, 4.0, 0.0)};
  EXPECT_TRUE(IsThin(sheet));
  EXPECT_NEAR(VolumeOf(sheet), 6.0 * 1e-4 * 5.0, 6.0 * 1e-4);
  const std::vector<Vector3d> line = {Vector3d::Zero(), Vector3d(1.0, 1.0, 0.0),
                                      Vector3d(2.0, 2.0, 0.0)};
  EXPECT_GT(VolumeOf(line), 1e-9);
  EXPECT_GT(VolumeOf({Vector3d(5.0, 6.0, 7.0)}), 1e-14);
  EXPECT_GT(VolumeOf({Vector3d::Zero(), Vector3d(1e-9, 0.0, 0.0), Vector3d(0.0, 1e-9, 0.0),
                      Vector3d(0.0, 0.0, 1e-9)}),
            1e-14);
  EXPECT_FALSE(SolidHull({}).ok());
}

}  // namespace
}  // namespace surefoot
