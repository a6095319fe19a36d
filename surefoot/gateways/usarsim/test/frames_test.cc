#include "surefoot/gateways/usarsim/frames.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace surefoot::gateways::usarsim {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Frames, RightIsPositiveAndDownIsPositive) {
  const Frames sae;
  EXPECT_EQ(sae.Swap(Vector3d(1, 2, 3)), Vector3d(1, -2, -3));
  // In USARSim's frame a turn to the left by 90 degrees is -90, and nose up is positive.
  EXPECT_NEAR(sae.Angles(QuaternionFromRpy(0, 0, kPi / 2)).z(), -kPi / 2, 1e-12);
  EXPECT_NEAR(sae.Angles(QuaternionFromRpy(0, -0.1, 0)).y(), 0.1, 1e-12);
  EXPECT_NEAR(sae.Angles(QuaternionFromRpy(0.1, 0, 0)).x(), 0.1, 1e-12);
  EXPECT_EQ(Frames(FrameKind::kLegacyLeft).Swap(Vector3d(1, 2, 3)), Vector3d(1, -2, 3));
}

/// Rotating a point must give the same in both frames.
TEST(Frames, AnglesTurnPointsAsTheyDoHere) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-1.5, 1.5);
  for (const FrameKind kind : {FrameKind::kSae, FrameKind::kLegacyLeft}) {
    const Frames frames(kind);
    for (int i = 0; i < 200; ++i) {
      const Quaterniond q = QuaternionFromRpy(2 * angle(random), angle(random), 2 * angle(random));
      const Vector3d p(angle(random), angle(random), angle(random));
      const Vector3d there = frames.Angles(q);
      // Roll, pitch, yaw about x, y, z in coordinates of that frame.
      const Vector3d turned_there =
          QuaternionFromRpy(there.x(), there.y(), there.z()) * frames.Swap(p);
      EXPECT_LT((turned_there - frames.Swap(q * p)).norm(), 1e-12);
      const RigidTransform X = frames.FromProtocol(frames.Swap(p), there);
      EXPECT_LT((X.p - p).norm(), 1e-12);
      EXPECT_LT(X.q.angularDistance(q), 1e-7);
    }
  }
}

TEST(Frames, WrapsAngles) {
  EXPECT_NEAR(Wrapped(Vector3d(-0.1, 7.0, 0)).x(), 2 * kPi - 0.1, 1e-12);
  EXPECT_NEAR(Wrapped(Vector3d(-0.1, 7.0, 0)).y(), 7.0 - 2 * kPi, 1e-12);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
