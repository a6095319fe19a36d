#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/distances.h"

namespace surefoot::gap {
namespace {

/// Under the null hypothesis p is uniform: P(p < level) = level.
TEST(Normality, RejectsNormalSamplesAsOftenAsItSays) {
  RandomStream random(1, "null");
  for (const int n : {20, 200}) {
    int below5 = 0, below50 = 0;
    constexpr int kTrials = 2000;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> values;
      for (int i = 0; i < n; ++i) values.push_back(3.0 + 0.2 * random.Normal());
      const double p = TestNormality(values).p;
      below5 += p < 0.05 ? 1 : 0;
      below50 += p < 0.5 ? 1 : 0;
    }
    EXPECT_NEAR(below5 / 2000.0, 0.05, 0.02) << n;
    EXPECT_NEAR(below50 / 2000.0, 0.5, 0.05) << n;
  }
}

TEST(Normality, SeesOtherDistributions) {
  RandomStream random(2, "other");
  std::vector<double> even, skewed;
  for (int i = 0; i < 300; ++i) {
    even.push_back(random.Uniform());
    skewed.push_back(-std::log(1.0 - random.Uniform()));
  }
  EXPECT_LT(TestNormality(even).p, 0.01);
  EXPECT_LT(TestNormality(skewed).p, 1e-6);
  // Largest distance between the uniform distribution and the normal one with its moments: 0.057.
  EXPECT_NEAR(TestNormality(even).distance, 0.06, 0.03);
}

TEST(Normality, FewOrEqualValues) {
  EXPECT_EQ(TestNormality({}).p, 1.0);
  EXPECT_EQ(TestNormality({1.0, 2.0, 3.0}).p, 1.0);
  EXPECT_EQ(TestNormality(std::vector<double>(50, 4.0)).p, 0.0);
}

TEST(Normality, HolmsRule) {
  // 0.01 / 3, 0.01 / 2, 0.01: the first two are rejected, the third is not.
  const std::vector<bool> rejected = RejectedTogether({0.0049, 0.2, 0.003}, 0.01);
  EXPECT_EQ(rejected, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(RejectedTogether({0.006, 0.2, 0.004}, 0.01), (std::vector<bool>{false, false, false}));
}

}  // namespace
}  // namespace surefoot::gap
