#include "surefoot/evaluation/gap/verdict/indistinguishability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/classifiers.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Minimum number of runs of each kind: one per fold, and one to spare.
constexpr int kFewest = 6;
constexpr int kDraws = 300;

/// Stratified random folds: each has its share of both kinds.
std::vector<int> DrawFolds(const std::vector<int>& kinds, int folds, RandomStream* random) {
  std::vector<int> fold(kinds.size(), 0);
  for (const int kind : {0, 1}) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == kind) members.push_back(i);
    }
    for (std::size_t i = members.size(); i > 1; --i) {
      const auto other = static_cast<std::size_t>(random->Uniform() * static_cast<double>(i));
      std::swap(members[i - 1], members[other]);
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      fold[members[i]] = static_cast<int>(i % static_cast<std::size_t>(folds));
    }
  }
  return fold;
}

/// The runs inside a fold, or those outside.
LabelledRuns Part(const LabelledRuns& runs, const std::vector<int>& fold, int which, bool inside,
                  std::vector<std::size_t>* members) {
  members->clear();
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if ((fold[i] == which) == inside) members->push_back(i);
  }
  LabelledRuns part;
  part.features.resize(static_cast<Eigen::Index>(members->size()), runs.features.cols());
  for (std::size_t i = 0; i < members->size(); ++i) {
    part.features.row(static_cast<Eigen::Index>(i)) =
        runs.features.row(static_cast<Eigen::Index>((*members)[i]));
    part.kinds.push_back(runs.kinds[(*members)[i]]);
  }
  return part;
}

/// Balanced accuracy: mean over the kinds of the share classified correctly, so that unequal
/// numbers of runs do not matter.
double BalancedAccuracy(const std::vector<int>& kinds, const std::vector<double>& right) {
  std::array<double, 2> sum{}, count{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto kind = static_cast<std::size_t>(kinds[i]);
    sum[kind] += right[i];
    count[kind] += 1.0;
  }
  return 0.5 * (sum[0] / count[0] + sum[1] / count[1]);
}

/// The classifier with the best cross-validated accuracy on these runs; the first of equals.
Classifier Choose(const LabelledRuns& runs, int folds, RandomStream* random) {
  const std::vector<int> fold = DrawFolds(runs.kinds, folds, random);
  std::map<Classifier, std::vector<double>> right;
  for (const Classifier classifier : kClassifiers) right[classifier].resize(runs.kinds.size());
  std::vector<std::size_t> members;
  for (int which = 0; which < folds; ++which) {
    const LabelledRuns training = Part(runs, fold, which, false, &members);
    const LabelledRuns held = Part(runs, fold, which, true, &members);
    for (const Classifier classifier : kClassifiers) {
      const std::vector<int> said = Classify(classifier, training, held.features);
      for (std::size_t i = 0; i < members.size(); ++i) {
        right[classifier][members[i]] = said[i] == held.kinds[i] ? 1.0 : 0.0;
      }
    }
  }
  Classifier best = kClassifiers[0];
  for (const Classifier classifier : kClassifiers) {
    if (BalancedAccuracy(runs.kinds, right[classifier]) >
        BalancedAccuracy(runs.kinds, right[best]) + 1e-9) {
      best = classifier;
    }
  }
  return best;
}

/// d from the balanced accuracy a: 1 when a is at chance (0.5), 0 when it is 1.
double FromAccuracy(double accuracy) { return 1.0 - std::max(0.0, 2.0 * accuracy - 1.0); }

/// 90 % bootstrap interval of d, resampling runs within each kind.
void AddInterval(const std::vector<int>& kinds, const std::vector<double>& right,
                 RandomStream* random, IndistinguishabilityPoint* point) {
  std::array<std::vector<double>, 2> by_kind;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    by_kind[static_cast<std::size_t>(kinds[i])].push_back(right[i]);
  }
  std::vector<double> drawn;
  for (int draw = 0; draw < kDraws; ++draw) {
    double accuracy = 0.0;
    for (const std::vector<double>& members : by_kind) {
      double sum = 0.0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        sum += members[static_cast<std::size_t>(random->Uniform() *
                                                static_cast<double>(members.size()))];
      }
      accuracy += 0.5 * sum / static_cast<double>(members.size());
    }
    drawn.push_back(FromAccuracy(accuracy));
  }
  point->low = Quantile(drawn, 0.05);
  point->high = Quantile(drawn, 0.95);
}

/// d at one time, with its interval.
IndistinguishabilityPoint MeasureAt(const LabelledRuns& runs,
                                    const IndistinguishabilityOptions& options) {
  RandomStream random(options.seed, "indistinguishability");
  std::vector<double> right(runs.kinds.size(), 0.0);
  std::map<Classifier, int> chosen;
  std::vector<std::size_t> members;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const std::vector<int> fold = DrawFolds(runs.kinds, options.folds, &random);
    for (int which = 0; which < options.folds; ++which) {
      const LabelledRuns training = Part(runs, fold, which, false, &members);
      const Classifier classifier = Choose(training, options.folds - 1, &random);
      ++chosen[classifier];
      const LabelledRuns held = Part(runs, fold, which, true, &members);
      const std::vector<int> said = Classify(classifier, training, held.features);
      for (std::size_t i = 0; i < members.size(); ++i) {
        if (said[i] == held.kinds[i]) right[members[i]] += 1.0 / options.repetitions;
      }
    }
  }
  IndistinguishabilityPoint point;
  point.d = FromAccuracy(BalancedAccuracy(runs.kinds, right));
  AddInterval(runs.kinds, right, &random, &point);
  point.classifier = NameOf(std::max_element(chosen.begin(), chosen.end(), [](auto& a, auto& b) {
                              return a.second < b.second;
                            })->first);
  return point;
}

constexpr int kPerComponent = 7;

/// Values up to the k-th time, the last one held after the end of a run, angles unwrapped.
std::vector<double> SeenOf(const std::vector<double>& values, std::size_t k, bool is_angle,
                           double first) {
  std::vector<double> seen;
  for (std::size_t i = 0; i <= k; ++i) {
    const double value = values[std::min(i, values.size() - 1)];
    seen.push_back(is_angle ? NearestTurn(value, seen.empty() ? first : seen.back()) : value);
  }
  return seen;
}

/// Sum of absolute changes.
double Change(const std::vector<double>& seen) {
  double sum = 0.0;
  for (std::size_t i = 1; i < seen.size(); ++i) sum += std::abs(seen[i] - seen[i - 1]);
  return sum;
}

double Roughness(const std::vector<double>& seen, double scale) {
  double sum = 0.0;
  for (std::size_t i = 2; i < seen.size(); ++i) {
    const double second = seen[i] - 2.0 * seen[i - 1] + seen[i - 2];
    sum += second * second;
  }
  const double count = std::max(1.0, static_cast<double>(seen.size()) - 2.0);
  // A floor far below measurement noise, so that a perfectly smooth run has a finite logarithm.
  return std::log(std::sqrt(sum / count) + 1e-6 * scale);
}

/// Writes the features of one component into a row.
void PutComponent(const std::vector<double>& seen, double scale, Eigen::Index row,
                  Eigen::Index column, Eigen::MatrixXd* features) {
  const std::size_t last = seen.size() - 1;
  Eigen::Index c = column;
  for (const std::size_t quarters : {1u, 2u, 3u, 4u}) {
    (*features)(row, c++) = seen[last * quarters / 4];
  }
  (*features)(row, c++) = Mean(seen);
  (*features)(row, c++) = Change(seen);
  (*features)(row, c++) = Roughness(seen, scale);
}

/// Feature vectors of all real runs (kind 0), then all simulated runs (kind 1), up to the k-th
/// time. For each component of each quantity: values after a quarter, half, three quarters and all
/// of the time, mean, total variation, and roughness (logarithm of the root mean square of second
/// differences). A run that has ended keeps its last value. Angles are unwrapped.
LabelledRuns FeaturesOf(const std::vector<Comparison>& comparisons, std::size_t k) {
  LabelledRuns runs;
  const std::size_t real = comparisons.front().real.size();
  const std::size_t simulated = comparisons.front().simulated.front().size();
  runs.kinds.assign(real, 0);
  runs.kinds.insert(runs.kinds.end(), simulated, 1);
  Eigen::Index columns = 0;
  for (const Comparison& comparison : comparisons) {
    columns += kPerComponent * comparison.quantity.components;
  }
  runs.features.resize(static_cast<Eigen::Index>(real + simulated), columns);
  Eigen::Index column = 0;
  for (const Comparison& comparison : comparisons) {
    const bool is_angle = comparison.quantity.is_angle;
    const double scale = std::max(comparison.quantity.tolerance, 1e-9);
    for (std::size_t c = 0; c < static_cast<std::size_t>(comparison.quantity.components); ++c) {
      const double first = comparison.real.front().values[c].front();
      for (std::size_t run = 0; run < real + simulated; ++run) {
        const Trace& trace =
            run < real ? comparison.real[run] : comparison.simulated.front()[run - real];
        PutComponent(SeenOf(trace.values[c], k, is_angle, first), scale,
                     static_cast<Eigen::Index>(run), column, &runs.features);
      }
      column += kPerComponent;
    }
  }
  return runs;
}

}  // namespace

Indistinguishability MeasureIndistinguishability(const std::vector<Comparison>& comparisons,
                                                 const IndistinguishabilityOptions& options) {
  Indistinguishability all;
  if (comparisons.empty() || comparisons.front().simulated.empty()) return all;
  const std::size_t count = comparisons.front().times.size();
  all.real_runs = static_cast<int>(comparisons.front().real.size());
  all.simulated_runs = static_cast<int>(comparisons.front().simulated.front().size());
  if (std::min(all.real_runs, all.simulated_runs) < kFewest || count < 4) return all;
  std::size_t before = 0;
  for (int i = 1; i <= options.instants; ++i) {
    const std::size_t k =
        (count - 1) * static_cast<std::size_t>(i) / static_cast<std::size_t>(options.instants);
    // Fewer than four steps have no quarters.
    if (k < 4 || k == before) continue;
    before = k;
    IndistinguishabilityPoint point = MeasureAt(FeaturesOf(comparisons, k), options);
    point.t = comparisons.front().times[k];
    all.points.push_back(std::move(point));
  }
  return all;
}

}  // namespace surefoot::gap
