#include "surefoot/drives/joint/trajectory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::drives {
namespace {

constexpr SimTimeNs kSecond = 1000000000;

TEST(Trajectory, MinimumJerkFromRestToRest) {
  // 10 s^3 - 15 s^4 + 6 s^5, the quintic that rests at both ends.
  const JointMotion a{1.0, 0.0, 0.0};
  const JointMotion b{3.0, 0.0, 0.0};
  for (double s = 0.0; s <= 1.0; s += 0.125) {
    const double shape = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    const double rate = s * s * (30.0 - 60.0 * s + 30.0 * s * s) / 4.0;
    const JointMotion at = Interpolate(a, b, 4.0, 4.0 * s, 5);
    EXPECT_NEAR(at.position, 1.0 + 2.0 * shape, 1e-12);
    EXPECT_NEAR(at.velocity, 2.0 * rate, 1e-12);
  }
}

TEST(Trajectory, HermiteCubic) {
  const JointMotion a{1.0, 0.5, 0.0};
  const JointMotion b{-1.0, 2.0, 0.0};
  for (double s = 0.0; s <= 1.0; s += 0.125) {
    const double h00 = (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s);
    const double h10 = s * (1.0 - s) * (1.0 - s);
    const double h01 = s * s * (3.0 - 2.0 * s);
    const double h11 = s * s * (s - 1.0);
    const double expected = h00 * 1.0 + h10 * 2.0 * 0.5 + h01 * -1.0 + h11 * 2.0 * 2.0;
    EXPECT_NEAR(Interpolate(a, b, 2.0, 2.0 * s, 3).position, expected, 1e-12);
  }
}

TEST(Trajectory, EndsAndDerivativesAreMet) {
  RandomStream random(3, "trajectory");
  for (int trial = 0; trial < 50; ++trial) {
    const auto any = [&] { return JointMotion{random.Normal(), random.Normal(), random.Normal()}; };
    const JointMotion a = any();
    const JointMotion b = any();
    const double T = random.Uniform(0.2, 3.0);
    for (const int order : {1, 3, 5}) {
      const JointMotion start = Interpolate(a, b, T, 0.0, order);
      const JointMotion end = Interpolate(a, b, T, T, order);
      EXPECT_NEAR(start.position, a.position, 1e-12);
      EXPECT_NEAR(end.position, b.position, 1e-9);
      if (order >= 3) {
        EXPECT_NEAR(start.velocity, a.velocity, 1e-12);
        EXPECT_NEAR(end.velocity, b.velocity, 1e-9);
      }
      if (order == 5) {
        EXPECT_NEAR(start.acceleration, a.acceleration, 1e-12);
        EXPECT_NEAR(end.acceleration, b.acceleration, 1e-8);
      }
      const double t = 0.37 * T;
      const double h = 1e-5;
      const JointMotion low = Interpolate(a, b, T, t - h, order);
      const JointMotion high = Interpolate(a, b, T, t + h, order);
      const JointMotion at = Interpolate(a, b, T, t, order);
      EXPECT_NEAR(at.velocity, (high.position - low.position) / (2.0 * h), 1e-5);
      EXPECT_NEAR(at.acceleration, (high.velocity - low.velocity) / (2.0 * h), 1e-4);
    }
  }
}

TEST(Trajectory, TheLesserOfTwoPointsDecides) {
  Trajectory trajectory(1);
  const JointMotion start{0.0, 5.0, 5.0};
  const JointMotion end{1.0, 5.0, 5.0};
  trajectory.Add(0, 5, &start);
  trajectory.Add(kSecond, 1, &end);
  EXPECT_NEAR(trajectory.At(0, kSecond / 4).position, 0.25, 1e-12);
  EXPECT_NEAR(trajectory.At(0, kSecond / 4).velocity, 1.0, 1e-12);
}

TEST(Trajectory, RestsOutside) {
  Trajectory trajectory(2);
  EXPECT_TRUE(trajectory.empty());
  const JointMotion start[2] = {{1.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}};
  const JointMotion end[2] = {{2.0, 3.0, 1.0}, {5.0, 0.0, 0.0}};
  trajectory.Add(kSecond, 5, start);
  trajectory.Add(2 * kSecond, 5, end);
  EXPECT_EQ(trajectory.At(0, 0).position, 1.0);
  EXPECT_EQ(trajectory.At(0, 0).velocity, 0.0);
  EXPECT_EQ(trajectory.At(1, 3 * kSecond).position, 5.0);
  EXPECT_EQ(trajectory.At(0, 2 * kSecond).velocity, 0.0);
}

TEST(Trajectory, ComesBackFromItsBytes) {
  Trajectory trajectory(2);
  const JointMotion points[2] = {{1.0, 1.0, 0.0}, {-1.0, 0.0, 0.5}};
  trajectory.Add(5, 3, points);
  trajectory.Add(kSecond, 5, points);
  const Bytes bytes = SavedState(&trajectory);
  Trajectory other(2);
  ASSERT_TRUE(RestoreState(bytes, &other));
  EXPECT_EQ(other.At(1, kSecond / 3).position, trajectory.At(1, kSecond / 3).position);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Trajectory part(2);
    EXPECT_FALSE(RestoreState(Bytes(bytes.data(), bytes.data() + cut), &part));
  }
}

}  // namespace
}  // namespace surefoot::drives
