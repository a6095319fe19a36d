#include "surefoot/engines/dart/friction_cone.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::engines::dart {
namespace {

/// 1/2 c |x - y|^2 with y what the dampers alone would give: the impulse is the least of it inside
/// the cone.
double Distance(const double* impulse, const double* velocity, int rows, double target,
                double compliance) {
  double sum = 0.0;
  for (int i = 0; i < rows; ++i) {
    const double free = ((i == 0 ? target : 0.0) - velocity[i]) / compliance;
    sum += (impulse[i] - free) * (impulse[i] - free);
  }
  return sum;
}

TEST(ConeImpulse, IsTheNearestInsideTheCone) {
  RandomStream random(7, "cone");
  for (int trial = 0; trial < 300; ++trial) {
    const int rows = trial % 3 == 0 ? 3 : trial % 3 == 1 ? 4 : 6;
    const double mu = random.Uniform(0.0, 2.0);
    double velocity[6];
    for (double& v : velocity) v = random.Uniform(-1.0, 1.0);
    double impulse[6];
    ConeImpulse(velocity, rows, 0.1, mu, 0.3, impulse, nullptr);
    const auto tangent = [&](const double* x) {
      double square = 0.0;
      for (int i = 1; i < rows; ++i) square += x[i] * x[i];
      return std::sqrt(square);
    };
    EXPECT_LE(tangent(impulse), mu * impulse[0] + 1e-12);
    const double least = Distance(impulse, velocity, rows, 0.1, 0.3);
    for (int other = 0; other < 50; ++other) {
      double x[6];
      for (int i = 0; i < rows; ++i) x[i] = impulse[i] + random.Uniform(-0.3, 0.3);
      if (x[0] < 0.0 || tangent(x) > mu * x[0]) continue;
      EXPECT_GE(Distance(x, velocity, rows, 0.1, 0.3), least - 1e-12);
    }
  }
}

TEST(ConeImpulse, StiffnessIsItsSlope) {
  RandomStream random(8, "cone");
  for (int trial = 0; trial < 100; ++trial) {
    const int rows = trial % 2 == 0 ? 3 : 6;
    const double mu = random.Uniform(0.1, 1.5);
    double velocity[6];
    for (double& v : velocity) v = random.Uniform(-1.0, 1.0);
    double impulse[6];
    double stiffness[36];
    ConeImpulse(velocity, rows, 0.0, mu, 0.5, impulse, stiffness);
    for (int k = 0; k < rows; ++k) {
      const double step = 1e-6;
      double low[6];
      double high[6];
      velocity[k] += step;
      ConeImpulse(velocity, rows, 0.0, mu, 0.5, high, nullptr);
      velocity[k] -= 2.0 * step;
      ConeImpulse(velocity, rows, 0.0, mu, 0.5, low, nullptr);
      velocity[k] += step;
      for (int i = 0; i < rows; ++i) {
        EXPECT_NEAR(stiffness[i * rows + k], -(high[i] - low[i]) / (2.0 * step), 1e-4);
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::engines::dart
