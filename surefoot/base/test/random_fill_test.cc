#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

constexpr std::size_t kCount = 2'000'000;

std::vector<float> Normals(const char* name) {
  RandomStream stream(5, name);
  std::vector<float> values(kCount);
  stream.FillNormals(values.data(), values.size());
  return values;
}

/// Share of the normal distribution below x.
double Below(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// Mean plus 4 standard deviations of chi-square: exceeded by chance once in some 30,000 times.
double ChiSquareLimit(double degrees) { return degrees + 4.0 * std::sqrt(2.0 * degrees); }

TEST(RandomFillTest, NormalsHaveTheRightMoments) {
  const std::vector<float> values = Normals("moments");
  double sums[5] = {};
  for (const float value : values) {
    double power = 1.0;
    for (double& sum : sums) {
      sum += power;
      power *= static_cast<double>(value);
    }
  }
  // Within four standard errors: the variance of x^k is E x^2k - (E x^k)^2.
  const double expected[5] = {1.0, 0.0, 1.0, 0.0, 3.0};
  const double variance[5] = {0.0, 1.0, 2.0, 15.0, 96.0};
  for (int k = 1; k < 5; ++k) {
    EXPECT_NEAR(sums[k] / kCount, expected[k], 4.0 * std::sqrt(variance[k] / kCount)) << k;
  }
}

TEST(RandomFillTest, NormalsFillTheBinsOfTheCurve) {
  // The tails begin at 3.65: bins go beyond.
  constexpr int kBins = 90;
  const auto edge = [](int bin) { return -4.5 + 0.1 * bin; };
  std::vector<double> counts(kBins + 2);
  for (const float value : Normals("bins")) {
    const int bin = static_cast<int>(std::floor((static_cast<double>(value) + 4.5) / 0.1)) + 1;
    ++counts[static_cast<std::size_t>(std::clamp(bin, 0, kBins + 1))];
  }
  double chi_square = 0.0;
  for (int bin = 0; bin < kBins + 2; ++bin) {
    const double low = bin == 0 ? 0.0 : Below(edge(bin - 1));
    const double high = bin == kBins + 1 ? 1.0 : Below(edge(bin));
    const double expected = kCount * (high - low);
    const double difference = counts[static_cast<std::size_t>(bin)] - expected;
    chi_square += difference * difference / expected;
  }
  EXPECT_LT(chi_square, ChiSquareLimit(kBins + 1));
  EXPECT_GT(chi_square, 91.0 - 4.0 * std::sqrt(182.0));
}

TEST(RandomFillTest, NeighbouringNormalsAreIndependent) {
  const std::vector<float> values = Normals("independence");
  for (std::size_t lag = 1; lag <= 8; ++lag) {
    double product = 0.0;
    double square_product = 0.0;
    for (std::size_t i = 0; i + lag < kCount; ++i) {
      const double a = static_cast<double>(values[i]);
      const double b = static_cast<double>(values[i + lag]);
      product += a * b;
      square_product += (a * a - 1.0) * (b * b - 1.0);
    }
    EXPECT_NEAR(product / kCount, 0.0, 4.0 / std::sqrt(kCount)) << lag;
    EXPECT_NEAR(square_product / kCount, 0.0, 4.0 * 2.0 / std::sqrt(kCount)) << lag;
  }
}

TEST(RandomFillTest, PairsOfNormalsFillSquaresOfEqualShare) {
  // 16 x 16 cells of equal probability for (x_i, x_i+1).
  std::vector<double> counts(256);
  const std::vector<float> values = Normals("pairs");
  for (std::size_t i = 0; i + 1 < kCount; i += 2) {
    const int a = std::min(15, static_cast<int>(16.0 * Below(static_cast<double>(values[i]))));
    const int b = std::min(15, static_cast<int>(16.0 * Below(static_cast<double>(values[i + 1]))));
    ++counts[static_cast<std::size_t>(16 * a + b)];
  }
  const double expected = 0.5 * kCount / 256.0;
  double chi_square = 0.0;
  for (const double count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, ChiSquareLimit(255.0));
}

TEST(RandomFillTest, UniformsAreUniform) {
  RandomStream stream(9, "uniform");
  std::vector<float> values(kCount + 1);
  stream.FillUniforms(values.data(), values.size());
  std::vector<double> counts(100);
  for (const float value : values) {
    ASSERT_GE(value, 0.0F);
    ASSERT_LT(value, 1.0F);
    ++counts[static_cast<std::size_t>(100.0F * value)];
  }
  const double expected = static_cast<double>(values.size()) / 100.0;
  double chi_square = 0.0;
  for (const double count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, ChiSquareLimit(99.0));
}

TEST(RandomFillTest, TheSameStreamGivesTheSameNumbersInAnyPortions) {
  RandomStream whole(1, "portions");
  RandomStream parts(1, "portions");
  std::vector<float> a(1000);
  std::vector<float> b(1000);
  whole.FillNormals(a.data(), 1000);
  for (std::size_t i = 0; i < 1000; i += 10) parts.FillNormals(&b[i], 10);
  EXPECT_EQ(a, b);
  EXPECT_EQ(whole.state(), parts.state());
}

}  // namespace
}  // namespace surefoot
