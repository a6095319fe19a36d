#include "surefoot/evaluation/gap/verdict/indistinguishability.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/test/u_turn.h"
#include "surefoot/evaluation/statistics/classifiers.h"

namespace surefoot::gap {
namespace {

double LastOf(const Comparison& comparison) {
  IndistinguishabilityOptions options;
  options.instants = 1;
  return MeasureIndistinguishability({comparison}, options).points.back().d;
}

/// Mean of d at the end over a few repetitions; docs/guides/gap.md contains the printed results.
double MeanLast(const UTurn& simulated, int runs, int repetitions) {
  double sum = 0.0;
  for (int i = 0; i < repetitions; ++i) {
    sum += LastOf(CompareUTurns(UTurn(), runs, simulated, runs, static_cast<std::uint64_t>(i + 1)));
  }
  std::printf("  %d x %d runs: mean d %.2f\n", runs, runs, sum / repetitions);
  return sum / repetitions;
}

/// The method of the paper: normal distributions of all positions of all runs, and the
/// Kullback-Leibler divergence between them.
double Divergence(const std::vector<Trace>& from, const std::vector<Trace>& to) {
  const auto moments = [](const std::vector<Trace>& runs) {
    Eigen::MatrixXd points(static_cast<Eigen::Index>(runs.size() * runs[0].size()), 2);
    Eigen::Index row = 0;
    for (const Trace& run : runs) {
      for (std::size_t k = 0; k < run.size(); ++k) {
        points.row(row++) << run.values[0][k], run.values[1][k];
      }
    }
    const Eigen::RowVector2d mean = points.colwise().mean();
    points.rowwise() -= mean;
    const Eigen::Matrix2d covariance =
        points.transpose() * points / static_cast<double>(points.rows());
    return std::pair(Eigen::Vector2d(mean.transpose()), covariance);
  };
  const auto [mean_p, cov_p] = moments(from);
  const auto [mean_q, cov_q] = moments(to);
  const Eigen::Matrix2d inverse = cov_q.inverse();
  const Eigen::Vector2d off = mean_q - mean_p;
  return 0.5 * ((inverse * cov_p).trace() + off.dot(inverse * off) - 2.0 +
                std::log(cov_q.determinant() / cov_p.determinant()));
}

TEST(Indistinguishability, RealAgainstRealIsAboutOne) {
  EXPECT_GT(MeanLast(UTurn(), 25, 12), 0.85);
}

TEST(Indistinguishability, AWrongSimulatorIsDetected) {
  UTurn wrong;
  wrong.speed = 0.30;
  wrong.drift = 0.0;
  EXPECT_LT(MeanLast(wrong, 25, 4), 0.1);
}

/// Models that this divergence cannot distinguish: the shape of the path hides the differences.
TEST(Indistinguishability, SeparatesWhereDivergenceDoesNot) {
  UTurn good;
  good.speed = 0.231;
  // Ideal motion: only the tracker is random.
  UTurn bad;
  bad.speed_deviation = bad.drift_deviation = bad.turn_deviation = bad.detection_deviation = 0.0;
  const auto real = MakeUTurns(UTurn(), 25, 1);
  double max_between_real = 0.0;
  for (std::uint64_t seed = 2; seed < 12; ++seed) {
    max_between_real = std::max(max_between_real, Divergence(real, MakeUTurns(UTurn(), 25, seed)));
  }
  EXPECT_LT(Divergence(real, MakeUTurns(bad, 25, 50)), max_between_real);
  EXPECT_GT(MeanLast(good, 25, 6), 0.75);
  EXPECT_LT(MeanLast(bad, 25, 6), 0.2);
}

/// More equal runs are not evidence of a difference: for equal models d stays near 1, and for
/// models that differ slightly it converges to one minus the advantage of the best possible
/// classifier.
TEST(Indistinguishability, DoesNotSinkWithTheNumberOfRuns) {
  EXPECT_GT(MeanLast(UTurn(), 100, 3), 0.88);
  // One number per run whose mean is 0 or 0.5: the best classifier has an advantage of 2 Phi(0.25)
  // - 1 = 0.197.
  const auto shifted = [](int runs, std::uint64_t seed) {
    RandomStream random(seed, "shifted");
    Comparison comparison{{"speed", "m/s", 1, false, 1.0, 0.0}, {}, {}, {{}}};
    for (int k = 0; k < 8; ++k) comparison.times.push_back(k);
    for (int i = 0; i < runs; ++i) {
      comparison.real.push_back({"r", {std::vector<double>(8, random.Normal())}});
      comparison.simulated[0].push_back({"s", {std::vector<double>(8, 0.5 + random.Normal())}});
    }
    return LastOf(comparison);
  };
  double small = 0.0, large = 0.0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) small += shifted(25, seed) / 10.0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) large += shifted(400, seed) / 3.0;
  std::printf("  400 x 400 runs half a deviation apart: mean d %.2f\n", large);
  EXPECT_NEAR(large, 1.0 - 0.197, 0.06);
  EXPECT_GT(small, 0.7);
}

TEST(Indistinguishability, NeedsSomeRuns) {
  EXPECT_TRUE(
      MeasureIndistinguishability({CompareUTurns(UTurn(), 5, UTurn(), 25, 1)}).points.empty());
  EXPECT_FALSE(
      MeasureIndistinguishability({CompareUTurns(UTurn(), 8, UTurn(), 25, 1)}).points.empty());
}

TEST(Indistinguishability, GivesTheSameAgainWithAnInterval) {
  const Comparison comparison = CompareUTurns(UTurn(), 13, UTurn(), 25, 3);
  const Indistinguishability first = MeasureIndistinguishability({comparison});
  const Indistinguishability second = MeasureIndistinguishability({comparison});
  ASSERT_GE(first.points.size(), 8u);
  for (std::size_t i = 0; i < first.points.size(); ++i) {
    EXPECT_EQ(first.points[i].d, second.points[i].d);
    EXPECT_LE(first.points[i].low, first.points[i].d);
    EXPECT_GE(first.points[i].high, first.points[i].d);
  }
}

/// Each classifier on the kind of difference it is for, against the best possible one.
TEST(Classifiers, DistinguishWhatTheyAreFor) {
  RandomStream random(9, "classes");
  constexpr int kRuns = 300;
  const auto make = [&](double shift, double scale) {
    LabelledRuns runs;
    runs.features.resize(2 * kRuns, 3);
    for (int i = 0; i < 2 * kRuns; ++i) {
      const bool second = i >= kRuns;
      for (int c = 0; c < 3; ++c) {
        runs.features(i, c) = (second ? shift : 0.0) + (second ? scale : 1.0) * random.Normal();
      }
      runs.kinds.push_back(second ? 1 : 0);
    }
    return runs;
  };
  const auto accuracy = [&](Classifier classifier, double shift, double scale) {
    const LabelledRuns training = make(shift, scale), seen = make(shift, scale);
    const std::vector<int> said = Classify(classifier, training, seen.features);
    int right = 0;
    for (std::size_t i = 0; i < said.size(); ++i) right += said[i] == seen.kinds[i] ? 1 : 0;
    return right / (2.0 * kRuns);
  };
  // Shifted by 2 in three dimensions: Phi(sqrt(3)) = 0.958.
  for (const Classifier classifier : kClassifiers) {
    EXPECT_GT(accuracy(classifier, 2.0, 1.0), 0.92) << NameOf(classifier);
  }
  // A third of the deviation: only distances show it.
  EXPECT_GT(accuracy(Classifier::kNormal, 0.0, 0.33), 0.85);
  EXPECT_GT(accuracy(Classifier::kLogistic, 0.0, 0.33), 0.8);
  EXPECT_LT(accuracy(Classifier::kLinear, 0.0, 0.33), 0.6);
}

}  // namespace
}  // namespace surefoot::gap
