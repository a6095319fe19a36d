#include "surefoot/evaluation/statistics/robust_fit.h"

#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::gap {
namespace {

using Eigen::VectorXd;
using testing::HasSubstr;

/// Decays a exp(-b t) with noise: three samples per observation, five observations per group.
class Decay {
 public:
  Decay(double a, double b, double noise, bool outliers, std::uint64_t seed) {
    RandomStream random(seed, "decay");
    for (int i = 0; i < 300; ++i) {
      const double t = 0.01 * i;
      double value = a * std::exp(-b * t) + noise * random.Normal();
      if (outliers && i / 3 % 12 == 5) value += 5.0;
      seen_.push_back({t, value});
    }
    noise_ = noise;
  }

  FitModel Model() const {
    return [this](const std::vector<VectorXd>& points) {
      std::vector<VectorXd> all;
      for (const VectorXd& p : points) {
        VectorXd residuals(static_cast<Eigen::Index>(seen_.size()));
        for (std::size_t i = 0; i < seen_.size(); ++i) {
          residuals[static_cast<Eigen::Index>(i)] =
              (p[0] * std::exp(-p[1] * seen_[i].first) - seen_[i].second) / noise_;
        }
        all.push_back(residuals);
      }
      return Result<std::vector<VectorXd>>(std::move(all));
    };
  }

 private:
  std::vector<std::pair<double, double>> seen_;
  double noise_ = 1.0;
};

const std::vector<FitParameter> kDecay = {{"a", 1.0, 0.01, 100.0}, {"b", 1.0, 0.01, 100.0}};

std::vector<int> Groups(int observations, int each) {
  std::vector<int> groups;
  for (int i = 0; i < observations; ++i) groups.push_back(i / each);
  return groups;
}

TEST(RobustFit, FindsWhatMadeTheData) {
  const Decay data(3.7, 0.6, 1e-6, false, 1);
  const Fit fit = FitRobustly(kDecay, data.Model()).value();
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.values[0], 3.7, 1e-4);
  EXPECT_NEAR(fit.values[1], 0.6, 1e-4);
  EXPECT_FALSE(fit.at_limit[0]);
}

TEST(RobustFit, TakesDerivativesOfAModelThatIsOnlyNear) {
  const Decay data(3.7, 0.6, 0.02, false, 1);
  int own = 0, others = 0;
  const FitModel inner = data.Model();
  const FitModel counted = [&](const std::vector<VectorXd>& points) {
    own += static_cast<int>(points.size());
    return inner(points);
  };
  FitOptions options;
  options.iterations = 30;
  // Decays 5 % too fast.
  options.derivatives = [&](const std::vector<VectorXd>& points) {
    others += static_cast<int>(points.size());
    std::vector<VectorXd> moved = points;
    for (VectorXd& point : moved) point[1] *= 1.05;
    return inner(moved);
  };
  const Fit fit = FitRobustly(kDecay, counted, options).value();
  const Fit exact = FitRobustly(kDecay, data.Model()).value();
  EXPECT_NEAR(fit.values[0], exact.values[0], 0.003);
  EXPECT_NEAR(fit.values[1], exact.values[1], 0.003);
  EXPECT_EQ(fit.evaluations, own);
  EXPECT_EQ(others, 3 * (fit.iterations + 1));
  // It ends where these derivatives show no descent: near the optimum, not exactly there.
  EXPECT_LT(fit.cost, 1.005 * exact.cost);
}

TEST(RobustFit, IsNotDrawnAwayByOutliers) {
  const Decay data(3.7, 0.6, 0.02, true, 2);
  const Fit fit = FitRobustly(kDecay, data.Model()).value();
  EXPECT_NEAR(fit.values[0], 3.7, 0.03);
  EXPECT_NEAR(fit.values[1], 0.6, 0.01);
}

TEST(RobustFit, GivesIntervalsThatContainTheTruthAsOftenAsTheyState) {
  int inside = 0;
  const int kTimes = 60;
  for (int i = 0; i < kTimes; ++i) {
    const Decay data(3.7, 0.6, 0.1, false, 100 + static_cast<std::uint64_t>(i));
    const Fit fit = FitRobustly(kDecay, data.Model()).value();
    const FitQuality quality = QualityOf(fit, Groups(100, 1));
    const Interval& b = quality.parameters[1].interval;
    if (b.low <= 0.6 && 0.6 <= b.high) ++inside;
  }
  // 90 %; binomial with three standard deviations.
  EXPECT_GE(inside, 47);
  EXPECT_LE(inside, 60);
}

TEST(RobustFit, ReportsThatOnlyARatioIsSeen) {
  // The data depend on a / b, and only weakly on a.
  const FitModel model = [](const std::vector<VectorXd>& points) {
    std::vector<VectorXd> all;
    for (const VectorXd& p : points) {
      VectorXd residuals(60);
      for (Eigen::Index i = 0; i < 60; ++i) {
        const double noise = 0.3 * std::sin(12.9 * static_cast<double>(i * i));
        residuals[i] = 10.0 * (p[0] / p[1] - 4.0) + 0.05 * (p[0] - 2.0) + noise;
      }
      all.push_back(residuals);
    }
    return Result<std::vector<VectorXd>>(std::move(all));
  };
  const Fit fit = FitRobustly(kDecay, model).value();
  const FitQuality quality = QualityOf(fit, Groups(20, 1));
  EXPECT_GT(quality.condition, 1e4);
  EXPECT_GT(std::abs(quality.correlation(0, 1)), 0.99);
  ASSERT_EQ(quality.ratios.size(), 1u);
  const FitQuality::Ratio& ratio = quality.ratios[0];
  EXPECT_EQ(ratio.first, 1u);
  EXPECT_NEAR(ratio.range.value, 0.25, 0.01);
  EXPECT_LT(ratio.range.interval.high / ratio.range.interval.low, 1.1);
}

TEST(RobustFit, StaysInItsRangesAndSaysSo) {
  const Decay data(3.7, 0.6, 0.02, false, 3);
  std::vector<FitParameter> narrow = kDecay;
  narrow[1].high = 0.5;
  narrow[1].start = 0.3;
  const Fit fit = FitRobustly(narrow, data.Model()).value();
  EXPECT_TRUE(fit.at_limit[1]);
  EXPECT_NEAR(fit.values[1], 0.5, 1e-9);
  EXPECT_FALSE(fit.at_limit[0]);
}

TEST(RobustFit, HandsErrorsOn) {
  const FitModel model = [](const std::vector<VectorXd>&) {
    return Result<std::vector<VectorXd>>(Error{"no engine"});
  };
  EXPECT_THAT(FitRobustly(kDecay, model).error().message, HasSubstr("no engine"));
}

}  // namespace
}  // namespace surefoot::gap
