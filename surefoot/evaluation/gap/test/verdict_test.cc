#include "surefoot/evaluation/gap/verdict/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

std::vector<double> TimesTo(double end, double step) {
  std::vector<double> times;
  for (int k = 0; step * k <= end + 1e-9; ++k) times.push_back(step * k);
  return times;
}

Quantity Position(double tolerance) { return {"position", "m", 2, false, tolerance, 0.0}; }

/// Moves along x with this speed, and to the side.
Trace Straight(const std::vector<double>& times, double speed, double side_speed) {
  Trace trace{"run", {{}, {}}};
  for (const double t : times) {
    trace.values[0].push_back(speed * t);
    trace.values[1].push_back(side_speed * t);
  }
  return trace;
}

/// Real runs diverge from the simulated path at 0 to 1 m/s: c(t) = tolerance / t.
Comparison Leaving(RandomStream* random, int runs, double tolerance,
                   const std::vector<double>& times) {
  Comparison comparison{Position(tolerance), times, {}, {{Straight(times, 0.3, 0.0)}}};
  for (int run = 0; run < runs; ++run) {
    comparison.real.push_back(Straight(times, 0.3, random->Uniform()));
  }
  return comparison;
}

TEST(Verdict, ErrorsAreThoseToTheSimulatedMedian) {
  const std::vector<double> times = {0.0, 1.0};
  Comparison comparison{Position(1.0), times, {}, {{}}};
  comparison.real.push_back({"a", {{0.0, 3.0}, {0.0, 4.0}}});
  comparison.real.push_back({"short", {{1.0}, {0.0}}});
  // The median of x is 0 at both times whatever the third run does.
  comparison.simulated[0] = {{"1", {{0.0, 0.0}, {0.0, 0.0}}},
                             {"2", {{0.0, 0.0}, {0.0, 0.0}}},
                             {"3", {{9.0, 9.0}, {0.0, 0.0}}}};
  const auto errors = ErrorsOf(comparison);
  EXPECT_EQ(errors[0], (std::vector<double>{0.0, 5.0}));
  EXPECT_EQ(errors[1], (std::vector<double>{1.0}));
}

TEST(Verdict, AnglesGoAround) {
  constexpr double kPi = std::numbers::pi;
  Comparison comparison{{"heading", "rad", 1, true, 0.1, 0.0}, {0.0}, {}, {{}}};
  comparison.real.push_back({"real", {{-kPi + 0.02}}});
  for (const double angle : {kPi - 0.1, kPi - 0.05, -kPi + 0.3}) {
    comparison.simulated[0].push_back({"simulated", {{angle}}});
  }
  EXPECT_NEAR(ErrorsOf(comparison)[0][0], 0.07, 1e-12);
}

TEST(Verdict, KindsHaveTheirSentences) {
  const std::vector<double> times = TimesTo(6.0, 0.1);
  RandomStream random(1, "kinds");
  const auto judge = [&](int runs, double tolerance, double reference) {
    Comparison comparison = Leaving(&random, runs, tolerance, times);
    comparison.quantity.reference_deviation = reference;
    return Judge({comparison}).quantities.front();
  };
  const QuantityVerdict until = judge(2000, 2.0, 0.0);
  EXPECT_EQ(until.kind, VerdictKind::kUntil);
  EXPECT_EQ(until.sentence,
            "Trust position to 2 m for " + SecondsText(*until.confidence.crossing) + ".");
  EXPECT_NEAR(*until.confidence.crossing, 2.5, 0.15);
  EXPECT_EQ(judge(20, 7.0, 0.0).sentence, "Trust position to 7 m for the whole run (6 s).");
  EXPECT_EQ(judge(20, 0.02, 0.0).sentence,
            "Do not trust position to 2 cm: the limit is crossed within 0.1 s.");
  EXPECT_EQ(judge(3, 1.0, 0.0).sentence, "Not enough data: 3 runs, at least 11 needed.");
  EXPECT_EQ(judge(20, 0.05, 0.05).sentence,
            "Cannot judge position to 5 cm: the reference itself is uncertain by 5 cm.");
}

/// The promise holds in 87 to 98 % of repetitions: at the end of the time for which a verdict
/// trusts the simulator, the true c is at least the limit. The true time is 2.5 s.
TEST(Verdict, TrustsNoLongerThanIsTrue) {
  const std::vector<double> times = TimesTo(6.0, 0.02);
  RandomStream random(2, "repetitions");
  int right = 0, bound_right = 0;
  for (int repetition = 0; repetition < 1000; ++repetition) {
    const Comparison comparison = Leaving(&random, 25, 2.0, times);
    const ConfidenceCurve curve =
        MakeConfidence("position", times, ErrorsOf(comparison), comparison.quantity.tolerance);
    right += *curve.crossing <= 2.5 ? 1 : 0;
    // c(4 s) = 0.5.
    bound_right += curve.points[200].lower <= 0.5 ? 1 : 0;
  }
  EXPECT_GE(right, 870);
  EXPECT_LE(right, 980);
  EXPECT_GE(bound_right, 870);
  EXPECT_LE(bound_right, 980);
}

/// An uncertain reference must not make the verdict promise more.
TEST(Verdict, AnUncertainReferencePromisesLess) {
  const std::vector<double> times = TimesTo(4.0, 0.1);
  RandomStream random(3, "reference");
  int right = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    Comparison comparison = Leaving(&random, 25, 2.0, times);
    for (Trace& real : comparison.real) {
      for (std::vector<double>& component : real.values) {
        for (double& value : component) value += 0.2 * random.Normal();
      }
    }
    const ConfidenceCurve curve = MakeConfidence("position", times, ErrorsOf(comparison), 2.0, 0.2);
    right += curve.crossing.value_or(0.0) <= 2.5 ? 1 : 0;
  }
  EXPECT_GE(right, 270);
}

/// A drift that continues: overlapping restarts all observe the same one. The truth is computed
/// from independent random walks.
TEST(Verdict, RestartsThatOverlapDoNotCountTwice) {
  constexpr int kStepsPerSecond = 10;
  constexpr int kHorizon = 4 * kStepsPerSecond;
  const double tolerance = 2.2;
  RandomStream random(4, "walk");
  const auto walk_error = [](const std::vector<double>& walk, std::size_t from) {
    std::vector<double> errors;
    for (std::size_t k = 0; k <= kHorizon; ++k)
      errors.push_back(std::abs(walk[from + k] - walk[from]));
    return errors;
  };
  const auto make_walk = [&](std::size_t steps) {
    std::vector<double> walk(steps + 1, 0.0);
    for (std::size_t k = 1; k <= steps; ++k)
      walk[k] = walk[k - 1] + std::sqrt(0.1) * random.Normal();
    return walk;
  };
  int within = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const auto errors = walk_error(make_walk(kHorizon), 0);
    within += *std::max_element(errors.begin(), errors.end()) <= tolerance ? 1 : 0;
  }
  const double truth = within / 20000.0;
  const std::vector<double> times = TimesTo(4.0, 0.1);
  int right = 0, naive = 0;
  for (int repetition = 0; repetition < 400; ++repetition) {
    const std::vector<double> walk = make_walk(64 * kStepsPerSecond);
    std::vector<std::vector<double>> errors;
    for (std::size_t restart = 0; restart < 60; ++restart) {
      errors.push_back(walk_error(walk, restart * kStepsPerSecond));
    }
    const auto lower = [&](double interval) {
      return MakeConfidence("position", times, errors, tolerance, 0.0, interval)
          .points.back()
          .lower;
    };
    right += lower(1.0) <= truth ? 1 : 0;
    naive += lower(0.0) <= truth ? 1 : 0;
  }
  EXPECT_GE(right, 348);
  EXPECT_LT(naive, right);
}

TEST(Verdict, CountsRestartsThatDoNotOverlap) {
  const std::vector<double> times = TimesTo(4.0, 1.0);
  const std::vector<std::vector<double>> errors(20, std::vector<double>(5, 0.0));
  const ConfidenceCurve curve = MakeConfidence("x", times, errors, 1.0, 0.0, 2.0);
  EXPECT_EQ(curve.points[2].n, 20);
  EXPECT_EQ(curve.points[3].n, 10);
  EXPECT_EQ(*curve.crossing, 2.0);
}

/// Normal runs around a common path, and simulated ones with a part of the deviation: at every time
/// the ratio is this part, and coverages are those of a normal distribution.
TEST(Verdict, SpreadAndCoverageOfKnownDistributions) {
  RandomStream random(5, "spread");
  const auto spread = [&](double deviation) {
    Trace trace{"run", {{}, {}}};
    for (std::vector<double>& component : trace.values) {
      const double off = deviation * random.Normal();
      component = {off, off};
    }
    return trace;
  };
  Comparison comparison{Position(1.0), {0.0, 1.0}, {}, {{}}};
  for (int i = 0; i < 3000; ++i) {
    comparison.real.push_back(spread(0.2));
    comparison.simulated[0].push_back(spread(0.1));
  }
  const GapVerdict verdict = Judge({comparison});
  const Distributions& sets = verdict.quantities.front().distributions;
  EXPECT_NEAR(sets.spread_ratio[1], 0.5, 0.03);
  // P(|z| < 0.5 z_q).
  const auto inside = [](double share) {
    return std::erf(0.5 * NormalQuantile(0.5 + 0.5 * share) / std::sqrt(2.0));
  };
  EXPECT_NEAR(sets.coverage50[1], inside(0.5), 0.03);
  EXPECT_NEAR(sets.coverage90[1], inside(0.9), 0.03);
  EXPECT_NE(verdict.summary.find("The position spread is half of reality's."), std::string::npos)
      << verdict.summary;
}

/// Equal distributions: few simulated runs must not give a narrow band.
TEST(Verdict, CoverageIsRightForFewRuns) {
  RandomStream random(6, "few");
  double sum50 = 0.0, sum90 = 0.0;
  for (int repetition = 0; repetition < 400; ++repetition) {
    Comparison comparison{{"speed", "m/s", 1, false, 1.0, 0.0}, {0.0}, {}, {{}}};
    for (int i = 0; i < 25; ++i) {
      comparison.real.push_back({"real", {{random.Normal()}}});
      comparison.simulated[0].push_back({"simulated", {{random.Normal()}}});
    }
    const GapVerdict verdict = Judge({comparison});
    sum50 += verdict.quantities[0].distributions.coverage50[0] / 400.0;
    sum90 += verdict.quantities[0].distributions.coverage90[0] / 400.0;
  }
  EXPECT_NEAR(sum50, 0.5, 0.02);
  EXPECT_NEAR(sum90, 0.9, 0.02);
}

/// The bootstrap interval of the median error contains the true median.
TEST(Verdict, MedianIntervalsHoldTheTruth) {
  const std::vector<double> times = {0.0, 2.0};
  RandomStream random(7, "median");
  int held = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    const GapVerdict verdict = Judge({Leaving(&random, 25, 1.0, times)});
    const ErrorBand& band = verdict.quantities.front().error;
    // Uniform from 0 to 2 m.
    held += band.median_low[1] <= 1.0 && 1.0 <= band.median_high[1] ? 1 : 0;
  }
  EXPECT_GE(held, 270);
}

TEST(Verdict, AmountsAreReadable) {
  EXPECT_EQ(AmountText(0.05, "m"), "5 cm");
  EXPECT_EQ(AmountText(0.008, "m"), "8 mm");
  EXPECT_EQ(AmountText(1.5, "m"), "1.5 m");
  EXPECT_EQ(AmountText(0.0349066, "rad"), "2 deg");
  EXPECT_EQ(AmountText(0.035, "rad"), "2 deg");
  EXPECT_EQ(AmountText(0.0035, "rad"), "0.201 deg");
  EXPECT_EQ(AmountText(0.25, "m/s"), "25 cm/s");
  EXPECT_EQ(AmountText(0.25, "V"), "0.25 V");
  EXPECT_EQ(SecondsText(3.2999), "3.2 s");
  EXPECT_EQ(SecondsText(0.1 + 0.2), "0.3 s");
  EXPECT_EQ(SecondsText(60.0), "60 s");
}

}  // namespace
}  // namespace surefoot::gap
