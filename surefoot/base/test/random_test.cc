#include "surefoot/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace surefoot {
namespace {

constexpr int kCount = 200000;

/// Inverts the output function of NextBits: the second word of the state that makes it return
/// `bits`.
RandomStream StreamThatReturns(std::uint64_t bits) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;  // correct in the last three bits; each Newton step doubles their number
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  };
  const std::uint64_t rotated = bits * inverse(9);
  RandomStream stream(0, "");
  stream.set_state({1, ((rotated >> 7) | (rotated << 57)) * inverse(5), 3, 4});
  RandomStream probe = stream;
  EXPECT_EQ(probe.NextBits(), bits);
  return stream;
}

double Correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double sum_a = 0, sum_b = 0, sum_aa = 0, sum_bb = 0, sum_ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    sum_aa += a[i] * a[i];
    sum_bb += b[i] * b[i];
    sum_ab += a[i] * b[i];
  }
  const double covariance = sum_ab / n - sum_a / n * sum_b / n;
  const double variance_a = sum_aa / n - sum_a / n * sum_a / n;
  const double variance_b = sum_bb / n - sum_b / n * sum_b / n;
  return covariance / std::sqrt(variance_a * variance_b);
}

std::vector<double> Uniforms(RandomStream stream, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(stream.Uniform());
  return values;
}

TEST(RandomStream, IsXoshiro256StarStar) {
  // Outputs of the authors' reference implementation for the state 1, 2, 3, 4.
  const std::uint64_t expected[] = {11520u,
                                    0u,
                                    1509978240u,
                                    1215971899390074240u,
                                    1216172134540287360u,
                                    607988272756665600u,
                                    16172922978634559625u,
                                    8476171486693032832u,
                                    10595114339597558777u,
                                    2904607092377533576u};
  RandomStream stream(0, "");
  stream.set_state({1, 2, 3, 4});
  for (const std::uint64_t bits : expected) EXPECT_EQ(stream.NextBits(), bits);
}

TEST(RandomStream, EveryBitIsSetHalfOfTheTime) {
  RandomStream stream(1, "bits");
  std::array<int, 64> set{};
  for (int i = 0; i < kCount; ++i) {
    const std::uint64_t bits = stream.NextBits();
    for (std::size_t b = 0; b < 64; ++b) set[b] += static_cast<int>((bits >> b) & 1u);
  }
  for (const int count : set) EXPECT_NEAR(count, kCount / 2, 5.0 * std::sqrt(kCount / 4.0));
}

TEST(RandomStream, UniformHasTheMomentsOfAUniform) {
  RandomStream stream(2, "uniform");
  double sum = 0, sum_squares = 0;
  for (int i = 0; i < kCount; ++i) {
    const double u = stream.Uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u - 0.5;
    sum_squares += (u - 0.5) * (u - 0.5);
  }
  // Standard errors: sqrt(1/12/n) of the mean, sqrt(1/180/n) of the variance.
  EXPECT_NEAR(sum / kCount, 0.0, 4.0 * std::sqrt(1.0 / 12.0 / kCount));
  EXPECT_NEAR(sum_squares / kCount, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / kCount));
}

TEST(RandomStream, UniformFillsItsBinsEvenly) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    RandomStream stream(seed, "bins");
    std::array<int, 100> bins{};
    for (int i = 0; i < kCount; ++i) ++bins[static_cast<std::size_t>(stream.Uniform() * 100.0)];
    double chi_square = 0;
    for (const int count : bins) chi_square += std::pow(count - kCount / 100.0, 2);
    chi_square /= kCount / 100.0;
    // 99 degrees of freedom: 99 +- sqrt(198). A value that is too small is as suspicious as a large
    // one.
    EXPECT_NEAR(chi_square, 99.0, 4.0 * std::sqrt(198.0)) << seed;
  }
}

TEST(RandomStream, PairsFillTheSquareEvenly) {
  RandomStream stream(4, "pairs");
  std::array<int, 400> cells{};
  for (int i = 0; i < kCount; ++i) {
    const auto x = static_cast<std::size_t>(stream.Uniform() * 20.0);
    const auto y = static_cast<std::size_t>(stream.Uniform() * 20.0);
    ++cells[20 * x + y];
  }
  double chi_square = 0;
  for (const int count : cells) chi_square += std::pow(count - kCount / 400.0, 2);
  chi_square /= kCount / 400.0;
  EXPECT_NEAR(chi_square, 399.0, 4.0 * std::sqrt(2.0 * 399.0));
}

TEST(RandomStream, NormalHasTheMomentsOfANormal) {
  RandomStream stream(3, "normal");
  std::array<double, 5> moment{};
  std::array<int, 4> beyond{};
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.Normal();
    for (std::size_t k = 1; k < moment.size(); ++k) {
      moment[k] += std::pow(x, static_cast<int>(k)) / kCount;
    }
    for (std::size_t k = 0; k < beyond.size(); ++k) {
      if (std::abs(x) > static_cast<double>(k)) ++beyond[k];
    }
  }
  // Standard errors of the moments: sqrt(1/n), sqrt(2/n), sqrt(15/n), sqrt(96/n).
  EXPECT_NEAR(moment[1], 0.0, 4.0 * std::sqrt(1.0 / kCount));
  EXPECT_NEAR(moment[2], 1.0, 4.0 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(moment[3], 0.0, 4.0 * std::sqrt(15.0 / kCount));
  EXPECT_NEAR(moment[4], 3.0, 4.0 * std::sqrt(96.0 / kCount));
  for (std::size_t k = 1; k < beyond.size(); ++k) {
    const double share = std::erfc(static_cast<double>(k) / std::sqrt(2.0));
    EXPECT_NEAR(beyond[k], share * kCount, 4.0 * std::sqrt(share * kCount)) << k;
  }
}

TEST(RandomStream, NormalsInARowAreIndependent) {
  RandomStream stream(5, "row");
  std::vector<double> first, second;
  for (int i = 0; i < kCount; ++i) {
    first.push_back(stream.Normal());
    second.push_back(stream.Normal());
  }
  EXPECT_NEAR(Correlation(first, second), 0.0, 4.0 / std::sqrt(kCount));
}

TEST(RandomStream, StreamsOfOtherNamesAndSeedsAreIndependent) {
  const std::vector<double> reference = Uniforms(RandomStream(7, "lidar"), kCount);
  const RandomStream others[] = {RandomStream(7, "lidar2"), RandomStream(7, "Lidar"),
                                 RandomStream(7, ""), RandomStream(8, "lidar"),
                                 RandomStream(0, "lidar")};
  for (const RandomStream& other : others) {
    EXPECT_NEAR(Correlation(reference, Uniforms(other, kCount)), 0.0, 4.0 / std::sqrt(kCount));
  }
  std::set<RandomStream::State> states;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (int name = 0; name < 100; ++name) {
      EXPECT_TRUE(states.insert(RandomStream(seed, std::to_string(name)).state()).second);
    }
  }
}

TEST(RandomStream, IsTheSameForTheSameSeedAndName) {
  EXPECT_EQ(Uniforms(RandomStream(7, "imu"), 100), Uniforms(RandomStream(7, "imu"), 100));
}

TEST(RandomStream, ContinuesFromASavedState) {
  RandomStream stream(9, "saved");
  for (int i = 0; i < 13; ++i) stream.Normal();
  const RandomStream::State saved = stream.state();
  std::vector<double> ahead;
  for (int i = 0; i < 50; ++i) ahead.push_back(i % 3 == 0 ? stream.Normal() : stream.Uniform());
  RandomStream restored(1, "other");
  restored.set_state(saved);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(i % 3 == 0 ? restored.Normal() : restored.Uniform(),
              ahead[static_cast<std::size_t>(i)]);
  }
}

TEST(RandomStream, StaysInItsRangeAtBothEnds) {
  constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};
  EXPECT_EQ(StreamThatReturns(0).Uniform(), 0.0);
  EXPECT_EQ(StreamThatReturns(kAllOnes).Uniform(), 1.0 - std::ldexp(1.0, -53));
  // Here low + (high - low) u rounds up to high.
  EXPECT_LT(StreamThatReturns(kAllOnes).Uniform(1.0, 2.0), 2.0);
  EXPECT_LT(StreamThatReturns(kAllOnes).Uniform(-3.0, 1e9), 1e9);
  EXPECT_EQ(StreamThatReturns(0).Uniform(1.0, 2.0), 1.0);
  EXPECT_EQ(StreamThatReturns(kAllOnes).Uniform(4.0, 4.0), 4.0);
  EXPECT_TRUE(std::isfinite(StreamThatReturns(0).Normal()));
  EXPECT_TRUE(std::isfinite(StreamThatReturns(kAllOnes).Normal()));
}

TEST(RandomStream, UniformCoversTheGivenRange) {
  RandomStream stream(11, "range");
  double min = 1e9, max = -1e9, sum = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.Uniform(-2.0, 6.0);
    min = std::min(min, x);
    max = std::max(max, x);
    sum += x;
  }
  EXPECT_GE(min, -2.0);
  EXPECT_LT(min, -1.99);
  EXPECT_LT(max, 6.0);
  EXPECT_GT(max, 5.99);
  EXPECT_NEAR(sum / kCount, 2.0, 4.0 * 8.0 * std::sqrt(1.0 / 12.0 / kCount));
}

}  // namespace
}  // namespace surefoot
