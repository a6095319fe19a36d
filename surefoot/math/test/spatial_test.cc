#include "surefoot/math/spatial.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "surefoot/math/test/random_pose.h"

namespace surefoot {
namespace {

struct PointMass {
  double mass = 0.0;
  Vector3d p = Vector3d::Zero();
};
using Cloud = std::vector<PointMass>;

Cloud RandomCloud(RandomStream* random, int count) {
  Cloud cloud;
  for (int i = 0; i < count; ++i) {
    cloud.push_back(PointMass{random->Uniform(0.1, 2.0), test::RandomVector(random, 3.0)});
  }
  return cloud;
}

/// By summation: each component from its definition, I_xx = sum m (y^2 + z^2), I_xy = -sum m x y.
Inertia InertiaOf(const Cloud& cloud) {
  Inertia inertia;
  Vector3d moment = Vector3d::Zero();
  for (const PointMass& point : cloud) {
    inertia.mass += point.mass;
    moment += point.mass * point.p;
  }
  inertia.p_BBcm = moment / inertia.mass;
  for (const PointMass& point : cloud) {
    const Vector3d d = point.p - inertia.p_BBcm;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        const int j = (i + 1) % 3;
        const int l = (i + 2) % 3;
        inertia.I_BBcm_B(i, k) +=
            i == k ? point.mass * (d[j] * d[j] + d[l] * d[l]) : -point.mass * d[i] * d[k];
      }
    }
  }
  return inertia;
}

Cloud Moved(const RigidTransform& X, Cloud cloud) {
  for (PointMass& point : cloud) point.p = X * point.p;
  return cloud;
}

void ExpectSame(const Inertia& a, const Inertia& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-12);
  EXPECT_LT((a.p_BBcm - b.p_BBcm).norm(), 1e-12);
  EXPECT_LT((a.I_BBcm_B - b.I_BBcm_B).norm(), 1e-10);
}

TEST(Inertia, ExpressedInAnotherFrameIsThatOfTheMovedPoints) {
  RandomStream random(1, "expressed");
  for (int i = 0; i < 100; ++i) {
    const Cloud cloud_C = RandomCloud(&random, 20);
    const RigidTransform X_BC = test::RandomPose(&random, 5.0);
    ExpectSame(ExpressedIn(X_BC, InertiaOf(cloud_C)), InertiaOf(Moved(X_BC, cloud_C)));
  }
}

TEST(Inertia, CombinedIsThatOfAllPoints) {
  RandomStream random(2, "combined");
  for (int i = 0; i < 100; ++i) {
    const Cloud a = RandomCloud(&random, 10);
    const Cloud b = RandomCloud(&random, 15);
    Cloud both = a;
    both.insert(both.end(), b.begin(), b.end());
    ExpectSame(Combine(InertiaOf(a), InertiaOf(b)), InertiaOf(both));
    ExpectSame(Combine(InertiaOf(b), InertiaOf(a)), InertiaOf(both));
  }
}

TEST(Inertia, NothingAddsNothing) {
  RandomStream random(3, "nothing");
  const Inertia some = InertiaOf(RandomCloud(&random, 5));
  ExpectSame(Combine(some, Inertia()), some);
  ExpectSame(Combine(Inertia(), some), some);
  const Inertia none = Combine(Inertia(), Inertia());
  EXPECT_EQ(none.mass, 0.0);
  EXPECT_EQ(none.p_BBcm, Vector3d::Zero());
  EXPECT_EQ(none.I_BBcm_B, Matrix3d::Zero());
}

TEST(Inertia, OfRealBodiesIsPhysical) {
  RandomStream random(4, "physical");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(IsPhysical(InertiaOf(RandomCloud(&random, 4))));
    // A flat body lies exactly on the border: I_zz = I_xx + I_yy.
    Cloud flat = RandomCloud(&random, 5);
    for (PointMass& point : flat) point.p.z() = 0.0;
    EXPECT_TRUE(IsPhysical(InertiaOf(Moved(test::RandomPose(&random), flat))));
  }
}

Inertia WithMoments(double a, double b, double c, const Quaterniond& q) {
  Inertia inertia;
  inertia.mass = 1.0;
  inertia.I_BBcm_B =
      q.toRotationMatrix() * Vector3d(a, b, c).asDiagonal() * q.toRotationMatrix().transpose();
  return inertia;
}

TEST(Inertia, OfImpossibleBodiesIsNot) {
  RandomStream random(5, "impossible");
  for (int i = 0; i < 100; ++i) {
    const Quaterniond q = test::RandomRotation(&random);
    EXPECT_TRUE(IsPhysical(WithMoments(1, 2, 2.999, q)));
    EXPECT_FALSE(IsPhysical(WithMoments(1, 2, 3.001, q)));
    EXPECT_FALSE(IsPhysical(WithMoments(3.001, 1, 2, q)));
    EXPECT_FALSE(IsPhysical(WithMoments(-0.1, 1, 1, q)));
  }
  EXPECT_FALSE(IsPhysical(WithMoments(0, 1, 1, Quaterniond::Identity())));
}

TEST(Inertia, MustBePositiveAndFinite) {
  const Inertia good = WithMoments(1, 1, 1, Quaterniond::Identity());
  ASSERT_TRUE(IsPhysical(good));
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    Inertia inertia = good;
    inertia.mass = bad;
    EXPECT_FALSE(IsPhysical(inertia)) << bad;
  }
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Inertia inertia = good;
    inertia.p_BBcm.y() = bad;
    EXPECT_FALSE(IsPhysical(inertia));
    inertia = good;
    inertia.I_BBcm_B(0, 2) = inertia.I_BBcm_B(2, 0) = bad;
    EXPECT_FALSE(IsPhysical(inertia));
  }
}

TEST(Twist, ShiftedIsHowAPointOfTheBodyMoves) {
  // The body rotates at a constant rate about a point in uniform motion: positions of C a moment
  // later and earlier give its velocity.
  RandomStream random(6, "shifted");
  for (int i = 0; i < 100; ++i) {
    Twist V_WB_W;
    V_WB_W.w = test::RandomVector(&random, 3.0);
    V_WB_W.v = test::RandomVector(&random, 3.0);
    const Vector3d p_BC_W = test::RandomVector(&random, 2.0);
    const auto p_at = [&](double t) -> Vector3d {
      const Eigen::AngleAxisd turned(t * V_WB_W.w.norm(), V_WB_W.w.normalized());
      return t * V_WB_W.v + turned * p_BC_W;
    };
    const double h = 1e-5;
    const Twist V_WC_W = Shifted(V_WB_W, p_BC_W);
    EXPECT_LT((V_WC_W.v - (p_at(h) - p_at(-h)) / (2 * h)).norm(), 1e-8);
    EXPECT_EQ(V_WC_W.w, V_WB_W.w);
  }
}

TEST(InertiaTest, StaysSymmetricToTheLastBit) {
  Inertia inertia;
  inertia.mass = 2.0;
  inertia.I_BBcm_B << 1.1, 0.01, 0.02, 0.01, 1.2, 0.03, 0.02, 0.03, 1.3;
  const RigidTransform X_BC(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d(1.0, 2.0, 3.0));
  const Matrix3d turned = ExpressedIn(X_BC, inertia).I_BBcm_B;
  EXPECT_EQ(turned, Matrix3d(turned.transpose()));
  const Inertia moved = ExpressedIn(RigidTransform(X_BC.p), inertia);
  EXPECT_EQ(moved.I_BBcm_B, inertia.I_BBcm_B);
  EXPECT_EQ(moved.p_BBcm, X_BC.p);
}

}  // namespace
}  // namespace surefoot
