#include "surefoot/physics/solver/skyline.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace surefoot::solver {
namespace {

/// A positive definite matrix with the given first columns, as a Skyline and dense.
Eigen::MatrixXd Fill(const std::vector<int>& first, Skyline* skyline) {
  const int size = static_cast<int>(first.size());
  skyline->Reset(size);
  for (int i = 0; i < size; ++i) skyline->Cover(i, first[static_cast<std::size_t>(i)]);
  skyline->Layout();
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = skyline->first(i); j <= i; ++j) {
      const double value = i == j ? 10.0 + i : 1.0 / (1.0 + i + 2.0 * j);
      dense(i, j) = dense(j, i) = skyline->row(i)[j] = value;
    }
  }
  return dense;
}

TEST(SkylineTest, SolvesLikeADenseMatrix) {
  Skyline skyline;
  const Eigen::MatrixXd dense = Fill({0, 1, 0, 3, 3, 2, 6, 0, 5}, &skyline);
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(9, -1.0, 2.0);
  Eigen::VectorXd product(9);
  skyline.Multiply(0, 9, x.data(), product.data());
  EXPECT_LT((product - dense * x).norm(), 1e-13);
  const Eigen::VectorXd expected = dense.llt().solve(x);
  ASSERT_TRUE(skyline.Factor());
  skyline.Solve(x.data());
  EXPECT_LT((x - expected).norm(), 1e-13);
}

TEST(SkylineTest, BlocksOfRowsAreSolvedTheSame) {
  // Seven and six rows with equal first columns, and single rows between them.
  std::vector<int> first = {0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 8, 3, 3, 3, 3, 3, 3, 17, 4};
  Skyline skyline;
  const Eigen::MatrixXd dense = Fill(first, &skyline);
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(dense.rows(), -1.0, 2.0);
  const Eigen::VectorXd expected = dense.llt().solve(x);
  ASSERT_TRUE(skyline.Factor());
  skyline.Solve(x.data());
  EXPECT_LT((x - expected).norm(), 1e-13);
}

TEST(SkylineTest, RefusesWhatIsNotPositiveDefinite) {
  Skyline skyline;
  Fill({0, 0, 1}, &skyline);
  skyline.row(1)[1] = -1.0;
  EXPECT_FALSE(skyline.Factor());
  Fill({0, 0, 1}, &skyline);
  skyline.row(2)[2] = NAN;
  EXPECT_FALSE(skyline.Factor());
}

TEST(SkylineTest, MultipliesPartsThatNothingCouples) {
  Skyline skyline;
  const Eigen::MatrixXd dense = Fill({0, 0, 2, 2, 3}, &skyline);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(5, 1.0, 2.0);
  Eigen::VectorXd product = Eigen::VectorXd::Zero(5);
  skyline.Multiply(2, 5, x.data(), product.data());
  EXPECT_LT((product.tail(3) - dense.bottomRightCorner(3, 3) * x.tail(3)).norm(), 1e-13);
  EXPECT_EQ(product.head(2).norm(), 0.0);
}

}  // namespace
}  // namespace surefoot::solver
