#include "surefoot/math/rigid_transform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "surefoot/math/test/random_pose.h"

namespace surefoot {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

/// The rotation matrix of a unit quaternion, written out.
Matrix3d MatrixOf(const Quaterniond& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  Matrix3d R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return R;
}

Eigen::Matrix4d MatrixOf(const RigidTransform& X) {
  Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
  T.topLeftCorner<3, 3>() = MatrixOf(X.q);
  T.topRightCorner<3, 1>() = X.p;
  return T;
}

/// Rz(yaw) Ry(pitch) Rx(roll), the factors written out.
Matrix3d RpyMatrix(double roll, double pitch, double yaw) {
  const double cr = std::cos(roll), sr = std::sin(roll);
  const double cp = std::cos(pitch), sp = std::sin(pitch);
  const double cy = std::cos(yaw), sy = std::sin(yaw);
  Matrix3d Rx, Ry, Rz;
  Rx << 1, 0, 0, 0, cr, -sr, 0, sr, cr;
  Ry << cp, 0, sp, 0, 1, 0, -sp, 0, cp;
  Rz << cy, -sy, 0, sy, cy, 0, 0, 0, 1;
  return Rz * Ry * Rx;
}

TEST(RigidTransform, MultipliesLikeMatrices) {
  RandomStream random(1, "multiply");
  for (int i = 0; i < 1000; ++i) {
    const RigidTransform X_AB = test::RandomPose(&random, 10.0);
    const RigidTransform X_BC = test::RandomPose(&random, 10.0);
    EXPECT_LT((MatrixOf(X_AB * X_BC) - MatrixOf(X_AB) * MatrixOf(X_BC)).norm(), 1e-13);
    const Vector3d p_BQ = test::RandomVector(&random, 10.0);
    EXPECT_LT(((X_AB * p_BQ) - (MatrixOf(X_AB) * p_BQ.homogeneous()).head<3>()).norm(), 1e-13);
    EXPECT_LT((X_AB.R() - MatrixOf(X_AB.q)).norm(), 1e-14);
  }
}

TEST(RigidTransform, InverseIsTheInverseMatrix) {
  RandomStream random(2, "inverse");
  for (int i = 0; i < 1000; ++i) {
    const RigidTransform X = test::RandomPose(&random, 10.0);
    EXPECT_LT((MatrixOf(X.Inverse()) - MatrixOf(X).inverse()).norm(), 1e-12);
    EXPECT_LT((MatrixOf(X * X.Inverse()) - Eigen::Matrix4d::Identity()).norm(), 1e-13);
  }
}

TEST(RigidTransform, StaysAUnitQuaternionOverAMillionProducts) {
  RandomStream random(3, "long");
  const RigidTransform X_step = test::RandomPose(&random);
  RigidTransform X;
  for (int i = 0; i < 1000000; ++i) X = X * X_step;
  EXPECT_NEAR(X.q.norm(), 1.0, 1e-15);
}

TEST(RigidTransform, StartsAsTheIdentity) {
  EXPECT_EQ(MatrixOf(RigidTransform()), Eigen::Matrix4d::Identity());
  const RigidTransform shift(Vector3d(1, 2, 3));
  EXPECT_EQ(shift * Vector3d(10, 20, 30), Vector3d(11, 22, 33));
}

TEST(RigidTransform, KnowsWhetherItIsFinite) {
  EXPECT_TRUE(RigidTransform().IsFinite());
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (int i = 0; i < 7; ++i) {
      RigidTransform X;
      (i < 4 ? X.q.coeffs()[i] : X.p[i - 4]) = bad;
      EXPECT_FALSE(X.IsFinite()) << i;
    }
  }
}

TEST(Rpy, IsYawTimesPitchTimesRoll) {
  RandomStream random(4, "rpy");
  for (int i = 0; i < 1000; ++i) {
    const Vector3d rpy = test::RandomVector(&random, 7.0);
    EXPECT_LT(
        (MatrixOf(QuaternionFromRpy(rpy[0], rpy[1], rpy[2])) - RpyMatrix(rpy[0], rpy[1], rpy[2]))
            .norm(),
        1e-14);
  }
  // By hand: roll a quarter turn takes y to z, pitch takes z to x, yaw takes x to y.
  const Quaterniond roll = QuaternionFromRpy(kHalfPi, 0, 0);
  EXPECT_LT((roll * Vector3d::UnitY() - Vector3d::UnitZ()).norm(), 1e-15);
  const Quaterniond pitch = QuaternionFromRpy(0, kHalfPi, 0);
  EXPECT_LT((pitch * Vector3d::UnitZ() - Vector3d::UnitX()).norm(), 1e-15);
  const Quaterniond yaw = QuaternionFromRpy(0, 0, kHalfPi);
  EXPECT_LT((yaw * Vector3d::UnitX() - Vector3d::UnitY()).norm(), 1e-15);
}

TEST(Rpy, ComesBackFromTheQuaternion) {
  RandomStream random(5, "back");
  for (int i = 0; i < 1000; ++i) {
    const Vector3d rpy(random.Uniform(-3.14, 3.14), random.Uniform(-1.57, 1.57),
                       random.Uniform(-3.14, 3.14));
    const Quaterniond q = QuaternionFromRpy(rpy[0], rpy[1], rpy[2]);
    EXPECT_LT((RpyFromQuaternion(q) - rpy).norm(), 1e-9) << rpy.transpose();
    // The same rotation with the other sign, and not of unit length.
    const Quaterniond other(-3.0 * q.coeffs());
    EXPECT_LT((RpyFromQuaternion(other) - rpy).norm(), 1e-9) << rpy.transpose();
  }
}

TEST(Rpy, GivesTheSameRotationAtAndNearTheSingularity) {
  RandomStream random(6, "gimbal");
  for (const double distance : {0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 2e-6, 1e-5, 1e-3}) {
    for (const double sign : {-1.0, 1.0}) {
      for (int i = 0; i < 100; ++i) {
        const double roll = random.Uniform(-3.0, 3.0);
        const double yaw = random.Uniform(-3.0, 3.0);
        const double pitch = sign * (kHalfPi - distance);
        const Vector3d rpy = RpyFromQuaternion(QuaternionFromRpy(roll, pitch, yaw));
        ASSERT_TRUE(rpy.allFinite());
        EXPECT_LE(std::abs(rpy[1]), kHalfPi);
        EXPECT_LT((RpyMatrix(rpy[0], rpy[1], rpy[2]) - RpyMatrix(roll, pitch, yaw)).norm(), 5e-6)
            << distance;
        if (distance == 0.0) {
          EXPECT_EQ(rpy[0], 0.0);
        }
      }
    }
  }
}

TEST(QuaternionFromZAxis, TurnsTheZAxisOntoTheDirection) {
  RandomStream random(7, "axis");
  for (int i = 0; i < 1000; ++i) {
    const Vector3d direction = test::RandomDirection(&random);
    for (const double length : {1e-200, 1e-3, 1.0, 1e5, 1e200}) {
      const Quaterniond q = QuaternionFromZAxis(length * direction);
      EXPECT_NEAR(q.norm(), 1.0, 1e-15);
      ASSERT_LT((MatrixOf(q) * Vector3d::UnitZ() - direction).norm(), 1e-14) << length;
    }
  }
}

TEST(QuaternionFromZAxis, TurnsBackwardsToo) {
  EXPECT_LT(QuaternionFromZAxis(Vector3d(0, 0, 5)).angularDistance(Quaterniond::Identity()), 1e-15);
  RandomStream random(8, "backwards");
  for (const double off : {0.0, 1e-300, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4}) {
    const Vector3d side = off * test::RandomDirection(&random);
    const Vector3d direction = (Vector3d(0, 0, -1) + side).normalized();
    const Quaterniond q = QuaternionFromZAxis(direction);
    ASSERT_TRUE(q.coeffs().allFinite());
    EXPECT_NEAR(q.norm(), 1.0, 1e-15);
    EXPECT_LT((MatrixOf(q) * Vector3d::UnitZ() - direction).norm(), 1e-14) << off;
  }
}

/// Files must be read back bit for bit, which normalising or adding zeros would prevent.
TEST(RigidTransformTest, TheIdentityLeavesEveryBit) {
  const RigidTransform odd(Quaterniond(0.5, -0.5, 0.5, 0.5 + 1e-15), Vector3d(-0.0, 0.1, 1e-300));
  const RigidTransform minus_zero(Quaterniond(1.0, -0.0, 0.0, 0.0), Vector3d(0.0, -0.0, 0.0));
  const auto same = [](const RigidTransform& a, const RigidTransform& b) {
    return std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(double)) == 0 &&
           std::memcmp(a.p.data(), b.p.data(), 3 * sizeof(double)) == 0;
  };
  for (const RigidTransform& X : {odd, minus_zero, RigidTransform()}) {
    EXPECT_TRUE(same(X * RigidTransform(), X));
    EXPECT_TRUE(same(RigidTransform() * X, X));
  }
  EXPECT_TRUE(same(RigidTransform().Inverse(), RigidTransform()));
  EXPECT_TRUE(RigidTransform().IsIdentity());
  EXPECT_FALSE(minus_zero.IsIdentity());
}

}  // namespace
}  // namespace surefoot
