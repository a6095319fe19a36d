#include "surefoot/autonomy/estimate/ekf_slam.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>

namespace surefoot::estimate {
namespace {

constexpr double kDegree = M_PI / 180.0;

Eigen::Matrix3d PaperP0() {
  return Eigen::Vector3d(25.0, 25.0, std::pow(0.001 * kDegree, 2)).asDiagonal();
}

IncrementNoise PaperOdometry() { return {0.03, 0.8 * kDegree, 0.0}; }
RangeBearingNoise PaperLidar() { return {0.02, 0.3 * kDegree}; }

/// To the precision with which the reference prints numbers.
template <typename A, typename B>
void ExpectPrinted(const A& is, const B& printed) {
  ASSERT_EQ(is.rows(), printed.rows());
  ASSERT_EQ(is.cols(), printed.cols());
  for (Eigen::Index i = 0; i < is.rows(); ++i) {
    for (Eigen::Index j = 0; j < is.cols(); ++j) {
      EXPECT_NEAR(is(i, j), printed(i, j), 1e-9 * std::abs(printed(i, j)) + 1e-13) << i << "," << j;
    }
  }
}

// Numbers of a filter written independently with numpy, printed with ten digits.
TEST(EkfSlam, FollowsTheReference) {
  EkfSlam filter(Pose2(1.0, 2.0, 30.0 * kDegree), PaperP0());
  filter.Predict({0.7, 2.0 * kDegree}, PaperOdometry());
  Eigen::Matrix3d P3;
  P3 << 2.500066760e+01, 3.867830712e-04, -3.514337338e-05,  //
      3.867830712e-04, 2.500025628e+01, 5.848839526e-05,     //
      -3.514337338e-05, 5.848839526e-05, 1.949554533e-04;
  ExpectPrinted(filter.covariance(), P3);

  EXPECT_EQ(filter.Insert({40.0, 25.0 * kDegree}, PaperLidar()), 0);
  EXPECT_NEAR(filter.landmark(0).x(), 23.385578511, 1e-9);
  EXPECT_NEAR(filter.landmark(0).y(), 35.90734937, 1e-8);
  EXPECT_NEAR(filter.covariance()(3, 4), -1.646750547e-01, 1e-10);
  filter.Predict({0.65, -1.0 * kDegree}, PaperOdometry());
  EXPECT_NEAR(filter.covariance()(0, 3), 2.500407967e+01, 1e-8);
  EXPECT_NEAR(filter.covariance()(2, 4), 4.305702393e-03, 1e-12);

  const Innovation innovation = filter.Update(0, {39.45, 26.3 * kDegree}, PaperLidar());
  Eigen::Matrix2d S;
  S << 1.534321686e-03, 2.674329270e-05, 2.674329270e-05, 2.536190191e-04;
  ExpectPrinted(innovation.S, S);
  EXPECT_NEAR(innovation.nis, 0.8544614013325953, 1e-8);
  Eigen::VectorXd x(5);
  x << 2.137759329, 2.690543391, 0.542332034, 23.393728594, 35.913232191;
  EXPECT_LT((filter.state() - x).cwiseAbs().maxCoeff(), 1e-9);
  Eigen::MatrixXd P(5, 5);
  P << 2.500105612e+01, 5.189631460e-04, -1.051877390e-04, 2.500425853e+01, -1.742424971e-03,  //
      5.189631460e-04, 2.500051392e+01, 1.805131256e-04, -5.385251282e-03, 2.500415694e+01,    //
      -1.051877390e-04, 1.805131256e-04, 2.377869054e-04, -7.297838659e-03, 4.777042823e-03,   //
      2.500425853e+01, -5.385251282e-03, -7.297838659e-03, 2.524996101e+01, -1.624604448e-01,  //
      -1.742424971e-03, 2.500415694e+01, 4.777042823e-03, -1.624604448e-01, 2.510705033e+01;
  ExpectPrinted(filter.covariance(), P);
  EXPECT_NEAR(std::sqrt(filter.pose_covariance().determinant()), 3.855192058e-01, 1e-9);
}

template <int Rows, int Columns>
void ExpectDerivative(
    const Eigen::Matrix<double, Rows, Columns>& derivative,
    const std::function<Eigen::Matrix<double, Rows, 1>(const Eigen::Matrix<double, Columns, 1>&)>&
        f,
    const Eigen::Matrix<double, Columns, 1>& at) {
  const double h = 1e-5;
  for (int j = 0; j < Columns; ++j) {
    Eigen::Matrix<double, Columns, 1> step = Eigen::Matrix<double, Columns, 1>::Zero();
    step[j] = h;
    const Eigen::Matrix<double, Rows, 1> slope = (f(at + step) - f(at - step)) / (2.0 * h);
    EXPECT_LT((slope - derivative.col(j)).cwiseAbs().maxCoeff(), 1e-6) << "column " << j;
  }
}

TEST(EkfSlam, DerivativesAreThoseOfTheFunctions) {
  const Pose2 pose(1.0, -2.0, 0.7);
  const Increment increment{0.6, 0.3};
  ExpectDerivative<3, 3>(
      MovedByPose(pose, increment), [&](const Pose2& p) { return Moved(p, increment); }, pose);
  ExpectDerivative<3, 2>(
      MovedByIncrement(pose, increment).leftCols<2>(),
      [&](const Eigen::Vector2d& u) {
        return Moved(pose, {u[0], u[1]});
      },
      Eigen::Vector2d(increment.distance, increment.turn));
  const RangeBearing z{30.0, -0.4};
  ExpectDerivative<2, 3>(
      SightByPose(pose, z), [&](const Pose2& p) { return Sight(p, z); }, pose);
  ExpectDerivative<2, 2>(
      SightByMeasurement(pose, z),
      [&](const Eigen::Vector2d& m) {
        return Sight(pose, {m[0], m[1]});
      },
      Eigen::Vector2d(z.range, z.bearing));
}

// S from the filter's measurement Jacobian, against central differences.
TEST(EkfSlam, ExpectsWhatTheMeasurementsDerivativesSay) {
  EkfSlam filter(Pose2(1.0, 2.0, 0.3), Eigen::Vector3d(0.04, 0.09, 0.01).asDiagonal());
  filter.Insert({12.0, 0.5}, PaperLidar());
  filter.Predict({0.7, 0.1}, PaperOdometry());
  const Eigen::VectorXd x = filter.state();
  Eigen::MatrixXd H(2, 5);
  for (int j = 0; j < 5; ++j) {
    Eigen::Vector2d side[2];
    for (int k = 0; k < 2; ++k) {
      Eigen::VectorXd moved = x;
      moved[j] += k == 0 ? 1e-5 : -1e-5;
      const RangeBearing seen = See(moved.head<3>(), moved.tail<2>());
      side[k] = Eigen::Vector2d(seen.range, seen.bearing);
    }
    H.col(j) = (side[0] - side[1]) / 2e-5;
  }
  const Eigen::Matrix2d W =
      Eigen::Vector2d(std::pow(0.02, 2), std::pow(0.3 * kDegree, 2)).asDiagonal();
  const Eigen::Matrix2d S = H * filter.covariance() * H.transpose() + W;
  const Innovation expected = filter.Expect(0, {12.0, 0.5}, PaperLidar());
  EXPECT_LT((expected.S - S).cwiseAbs().maxCoeff(), 1e-7);
}

// The update in its textbook form, with full matrices.
TEST(EkfSlam, UpdatesLikeWholeMatrices) {
  EkfSlam filter(Pose2(0.0, 0.0, 0.2), PaperP0());
  for (int i = 0; i < 30; ++i) filter.Insert({10.0 + i, 0.2 * i - 3.0}, PaperLidar());
  filter.Predict({0.7, 0.05}, PaperOdometry());
  const Eigen::VectorXd x = filter.state();
  const Eigen::MatrixXd P = filter.covariance();
  const int i = 3 + 2 * 17;
  const RangeBearing z = See(Pose2(0.7, 0.15, 0.24), Eigen::Vector2d(x.segment<2>(i)));
  const Eigen::Vector2d e = x.segment<2>(i) - x.head<2>();
  const double q = e.squaredNorm();
  const double rho = std::sqrt(q);
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(2, x.size());
  H.leftCols<3>() << -e[0] / rho, -e[1] / rho, 0.0, e[1] / q, -e[0] / q, -1.0;
  H.middleCols<2>(i) << e[0] / rho, e[1] / rho, -e[1] / q, e[0] / q;
  const Eigen::Matrix2d W =
      Eigen::Vector2d(std::pow(0.02, 2), std::pow(0.3 * kDegree, 2)).asDiagonal();
  const Eigen::Matrix2d S = H * P * H.transpose() + W;
  const Eigen::MatrixXd K = P * H.transpose() * S.inverse();
  const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(x.size(), x.size()) - K * H;
  const Eigen::MatrixXd joseph = A * P * A.transpose() + K * W * K.transpose();
  filter.Update(17, z, PaperLidar());
  EXPECT_LT((filter.covariance() - joseph).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_EQ((filter.covariance() - filter.covariance().transpose()).cwiseAbs().maxCoeff(), 0.0);
}

TEST(EkfSlam, BearingsWrap) {
  EkfSlam filter(Pose2(0.0, 0.0, 3.1), Eigen::Vector3d(1e-4, 1e-4, 1e-4).asDiagonal());
  filter.Insert({5.0, 3.13}, PaperLidar());
  const Innovation innovation = filter.Update(0, {5.0, -3.14}, PaperLidar());
  EXPECT_NEAR(innovation.nu[1], 2.0 * M_PI - 6.27, 1e-9);
  EXPECT_LE(std::abs(filter.pose()[2]), M_PI);
}

TEST(Associate, JoinsNewAndDoubtful) {
  EkfSlam filter(Pose2::Zero(), Eigen::Vector3d(1e-4, 1e-4, 1e-6).asDiagonal());
  const RangeBearingNoise noise = PaperLidar();
  filter.Insert({10.0, 0.0}, noise);
  filter.Insert({10.0, 1.0}, noise);
  EXPECT_EQ(Associate(filter, {10.01, 0.001}, noise), 0);
  EXPECT_EQ(Associate(filter, {9.99, 1.002}, noise), 1);
  EXPECT_EQ(Associate(filter, {10.0, 0.5}, noise), -1);
  // Four standard deviations in range: neither a known nor a new landmark.
  const double sigma = std::sqrt(filter.Expect(0, {10.0, 0.0}, noise).S(0, 0));
  EXPECT_EQ(Associate(filter, {10.0 + 4.0 * sigma, 0.0}, noise), std::nullopt);
}

TEST(Associate, NoTwoOfAScanTakeTheSame) {
  EkfSlam filter(Pose2::Zero(), Eigen::Vector3d(1e-4, 1e-4, 1e-6).asDiagonal());
  const RangeBearingNoise noise = PaperLidar();
  filter.Insert({10.0, 0.0}, noise);
  const auto found = AssociateScan(filter, {{10.03, 0.002}, {10.0, 0.0}, {20.0, 0.0}}, noise);
  EXPECT_EQ(found[0], std::nullopt);
  EXPECT_EQ(found[1], 0);
  EXPECT_EQ(found[2], -1);
}

// Two landmarks so close that both match.
TEST(Associate, DoesNotGuessBetweenTwins) {
  EkfSlam filter(Pose2::Zero(), Eigen::Vector3d(1e-2, 1e-2, 1e-4).asDiagonal());
  const RangeBearingNoise noise = PaperLidar();
  filter.Insert({10.0, 0.0}, noise);
  filter.Insert({10.03, 0.001}, noise);
  EXPECT_EQ(Associate(filter, {10.01, 0.0}, noise), std::nullopt);
}

}  // namespace
}  // namespace surefoot::estimate
