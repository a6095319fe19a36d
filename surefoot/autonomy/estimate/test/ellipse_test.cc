#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/random.h"

namespace surefoot::estimate {
namespace {

TEST(Ellipse, HasTheAxesOfItsCovariance) {
  const double angle = 0.4;
  Eigen::Matrix2d R;
  R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  const Eigen::Matrix2d P = R * Eigen::Vector2d(9.0, 4.0).asDiagonal() * R.transpose();
  const Ellipse ellipse = MakeEllipse({1.0, 2.0}, P, 1.0 - std::exp(-0.5));
  EXPECT_NEAR(ellipse.major, 3.0, 1e-12);
  EXPECT_NEAR(ellipse.minor, 2.0, 1e-12);
  EXPECT_NEAR(std::remainder(ellipse.angle - angle, M_PI), 0.0, 1e-12);
}

TEST(Ellipse, HoldsItsShareOfPoints) {
  Eigen::Matrix2d L;
  L << 2.0, 0.0, 0.7, 0.3;
  const Eigen::Matrix2d P = L * L.transpose();
  RandomStream random(1, "ellipse");
  int inside = 0;
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector2d e = L * Eigen::Vector2d(random.Normal(), random.Normal());
    if (SquaredMahalanobis<2>(e, P) < ChiSquare2(0.9)) ++inside;
  }
  // Three standard deviations of the binomial share.
  EXPECT_NEAR(static_cast<double>(inside) / count, 0.9, 3.0 * std::sqrt(0.9 * 0.1 / count));
}

}  // namespace
}  // namespace surefoot::estimate
