#include "surefoot/geometry/mesh/mass_properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace surefoot {
namespace {

using testing::HasSubstr;

void ExpectNear(const Inertia& actual, const Inertia& expected, double relative) {
  const double scale = expected.I_BBcm_B.trace();
  EXPECT_NEAR(actual.mass, expected.mass, relative * expected.mass);
  EXPECT_LT((actual.p_BBcm - expected.p_BBcm).norm(), relative * (1.0 + expected.p_BBcm.norm()));
  EXPECT_LT((actual.I_BBcm_B - expected.I_BBcm_B).norm(), relative * scale)
      << actual.I_BBcm_B << "\n\n"
      << expected.I_BBcm_B;
}

/// Mass properties of {p : inside(p)} by the midpoint rule on a grid over [-half, half].
template <typename Inside>
Inertia Sampled(double density, const Vector3d& half, int n, const Inside& inside) {
  const Vector3d cell = 2.0 * half / n;
  const double mass = density * cell.prod();
  double total = 0.0;
  Vector3d moment = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vector3d p = -half + cell.cwiseProduct(Vector3d(i + 0.5, j + 0.5, k + 0.5));
        if (!inside(p)) continue;
        total += mass;
        moment += mass * p;
        second += mass * p * p.transpose();
      }
    }
  }
  Inertia inertia;
  inertia.mass = total;
  inertia.p_BBcm = moment / total;
  second -= total * inertia.p_BBcm * inertia.p_BBcm.transpose();
  inertia.I_BBcm_B = second.trace() * Matrix3d::Identity() - second;
  return inertia;
}

TEST(MassProperties, BoxByHand) {
  const Inertia box = BoxInertia(2.0, Vector3d(1.0, 2.0, 3.0));
  EXPECT_DOUBLE_EQ(box.mass, 12.0);
  EXPECT_DOUBLE_EQ(box.I_BBcm_B(0, 0), 13.0);
  EXPECT_DOUBLE_EQ(box.I_BBcm_B(1, 1), 10.0);
  EXPECT_DOUBLE_EQ(box.I_BBcm_B(2, 2), 5.0);
}

TEST(MassProperties, ClosedFormsAgreeWithSampling) {
  const double r = 0.4;
  const double length = 0.9;
  ExpectNear(
      SphereInertia(3.0, r),
      Sampled(3.0, Vector3d::Constant(r), 100, [&](const Vector3d& p) { return p.norm() < r; }),
      3e-3);
  ExpectNear(CylinderInertia(3.0, r, length),
             Sampled(3.0, Vector3d(r, r, length / 2), 100,
                     [&](const Vector3d& p) { return p.head<2>().norm() < r; }),
             3e-3);
  ExpectNear(CapsuleInertia(3.0, r, length),
             Sampled(3.0, Vector3d(r, r, length / 2 + r), 100,
                     [&](const Vector3d& p) {
                       const double beyond = std::max(0.0, std::abs(p.z()) - length / 2);
                       return std::hypot(p.x(), p.y(), beyond) < r;
                     }),
             3e-3);
  const Vector3d radii(0.2, 0.5, 0.9);
  ExpectNear(EllipsoidInertia(3.0, radii),
             Sampled(3.0, radii, 100,
                     [&](const Vector3d& p) { return p.cwiseQuotient(radii).norm() < 1.0; }),
             3e-3);
}

TEST(MassProperties, CapsuleWithoutLengthIsASphere) {
  ExpectNear(CapsuleInertia(2.0, 0.3, 0.0), SphereInertia(2.0, 0.3), 1e-12);
}

TEST(MassProperties, MeshOfABoxIsExact) {
  const Vector3d size(0.3, 1.2, 0.05);
  const Result<Inertia> inertia = MeshInertia(700.0, MakeBoxMesh(size));
  ASSERT_TRUE(inertia.ok());
  ExpectNear(*inertia, BoxInertia(700.0, size), 1e-12);
}

TEST(MassProperties, MeshFarFromTheOriginIsAsGood) {
  const Vector3d size(0.3, 1.2, 0.5);
  const RigidTransform X_AB(QuaternionFromRpy(0.3, -0.7, 1.9), Vector3d(40.0, -30.0, 10.0));
  const Result<Inertia> inertia = MeshInertia(700.0, Transformed(X_AB, MakeBoxMesh(size)));
  ASSERT_TRUE(inertia.ok());
  ExpectNear(*inertia, ExpressedIn(X_AB, BoxInertia(700.0, size)), 1e-10);
}

TEST(MassProperties, FineMeshesApproachTheClosedForms) {
  ExpectNear(*MeshInertia(5.0, MakeSphereMesh(0.5, 256)), SphereInertia(5.0, 0.5), 1e-3);
  ExpectNear(*MeshInertia(5.0, MakeCylinderMesh(0.5, 0.2, 256)), CylinderInertia(5.0, 0.5, 0.2),
             1e-3);
  const Vector3d radii(0.2, 0.5, 0.9);
  ExpectNear(*MeshInertia(5.0, Scaled(MakeSphereMesh(1.0, 256), radii)),
             EllipsoidInertia(5.0, radii), 1e-3);
}

TEST(MassProperties, ASolidWithACavityIsTheDifference) {
  TriMesh shell = MakeBoxMesh(Vector3d(1.0, 1.0, 1.0));
  TriMesh cavity =
      Transformed(RigidTransform(Vector3d(0.1, 0.0, 0.0)), MakeBoxMesh(Vector3d(0.5, 0.5, 0.5)));
  for (auto t : cavity.triangles) shell.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  shell.vertices.insert(shell.vertices.end(), cavity.vertices.begin(), cavity.vertices.end());
  const Result<Inertia> whole = MeshInertia(1.0, shell);
  ASSERT_TRUE(whole.ok());
  const Inertia hole = ExpressedIn(RigidTransform(Vector3d(0.1, 0.0, 0.0)),
                                   BoxInertia(1.0, Vector3d::Constant(0.5)));
  ExpectNear(Combine(*whole, hole), BoxInertia(1.0, Vector3d::Ones()), 1e-12);
}

TEST(MassProperties, OpenMeshesAreErrors) {
  TriMesh lidless = MakeBoxMesh(Vector3d::Ones());
  lidless.triangles.erase(lidless.triangles.begin(), lidless.triangles.begin() + 2);
  EXPECT_THAT(MeshInertia(1.0, lidless).error().message, HasSubstr("open"));

  // A tube without caps: its area vectors cancel, although it is open.
  TriMesh tube = MakeBoxMesh(Vector3d::Ones());
  tube.triangles.erase(tube.triangles.begin(), tube.triangles.begin() + 4);
  EXPECT_THAT(MeshInertia(1.0, tube).error().message, HasSubstr("open"));
}

TEST(MassProperties, FlatEmptyInsideOutAndBrokenMeshesAreErrors) {
  EXPECT_THAT(MeshInertia(1.0, TriMesh()).error().message, HasSubstr("no triangles"));
  EXPECT_THAT(MeshInertia(1.0, MakeBoxMesh(Vector3d(1.0, 1.0, 0.0))).error().message,
              HasSubstr("flat"));
  TriMesh inverted = MakeBoxMesh(Vector3d::Ones());
  for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
  EXPECT_THAT(MeshInertia(1.0, inverted).error().message, HasSubstr("inside out"));
  TriMesh broken = MakeBoxMesh(Vector3d::Ones());
  broken.vertices[3].x() = std::nan("");
  EXPECT_THAT(MeshInertia(1.0, broken).error().message, HasSubstr("not finite"));
}

}  // namespace
}  // namespace surefoot
