#include "surefoot/evaluation/statistics/classifiers.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace surefoot::gap {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kShrinkage = 0.3;
constexpr double kRidge = 1.0;
constexpr int kNeighbourCount = 5;

/// Both sets of runs, standardized by the same means and deviations.
struct Scaled {
  MatrixXd training;
  MatrixXd seen;
};

Scaled Scale(const MatrixXd& training, const MatrixXd& seen) {
  const VectorXd mean = training.colwise().mean();
  std::vector<Eigen::Index> kept;
  VectorXd deviation(training.cols());
  for (Eigen::Index c = 0; c < training.cols(); ++c) {
    deviation[c] = std::sqrt((training.col(c).array() - mean[c]).square().mean());
    // Differences at the level of rounding are not a feature.
    if (deviation[c] > 1e-9 * (1.0 + std::abs(mean[c]))) kept.push_back(c);
  }
  Scaled scaled{MatrixXd(training.rows(), static_cast<Eigen::Index>(kept.size())),
                MatrixXd(seen.rows(), static_cast<Eigen::Index>(kept.size()))};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto to = static_cast<Eigen::Index>(i);
    const Eigen::Index from = kept[i];
    scaled.training.col(to) = (training.col(from).array() - mean[from]) / deviation[from];
    scaled.seen.col(to) = (seen.col(from).array() - mean[from]) / deviation[from];
  }
  return scaled;
}

std::array<double, 2> CountKinds(const std::vector<int>& kinds) {
  std::array<double, 2> counts{};
  for (const int kind : kinds) counts[static_cast<std::size_t>(kind)] += 1.0;
  return counts;
}

std::array<VectorXd, 2> MeansOf(const MatrixXd& features, const std::vector<int>& kinds) {
  std::array<VectorXd, 2> means = {VectorXd::Zero(features.cols()),
                                   VectorXd::Zero(features.cols())};
  for (Eigen::Index i = 0; i < features.rows(); ++i) {
    means[static_cast<std::size_t>(kinds[static_cast<std::size_t>(i)])] +=
        features.row(i).transpose();
  }
  const std::array<double, 2> counts = CountKinds(kinds);
  for (std::size_t kind : {0u, 1u}) means[kind] /= counts[kind];
  return means;
}

/// Kind 1 where the score is positive.
std::vector<int> SignsOf(const VectorXd& scores) {
  std::vector<int> kinds;
  for (Eigen::Index i = 0; i < scores.size(); ++i) kinds.push_back(scores[i] > 0.0 ? 1 : 0);
  return kinds;
}

std::vector<int> Linear(const Scaled& runs, const std::vector<int>& kinds) {
  const auto means = MeansOf(runs.training, kinds);
  MatrixXd centred = runs.training;
  for (Eigen::Index i = 0; i < centred.rows(); ++i) {
    centred.row(i) -=
        means[static_cast<std::size_t>(kinds[static_cast<std::size_t>(i)])].transpose();
  }
  MatrixXd covariance = centred.transpose() * centred / static_cast<double>(centred.rows());
  const VectorXd diagonal = covariance.diagonal();
  covariance *= 1.0 - kShrinkage;
  covariance.diagonal() = diagonal.array() + 1e-6;
  const VectorXd weights = covariance.ldlt().solve(means[1] - means[0]);
  const double middle = 0.5 * weights.dot(means[0] + means[1]);
  return SignsOf((runs.seen * weights).array() - middle);
}

std::vector<int> Normal(const Scaled& runs, const std::vector<int>& kinds) {
  const auto means = MeansOf(runs.training, kinds);
  const std::array<double, 2> counts = CountKinds(kinds);
  std::array<VectorXd, 2> variances = {VectorXd::Zero(runs.training.cols()),
                                       VectorXd::Zero(runs.training.cols())};
  for (Eigen::Index i = 0; i < runs.training.rows(); ++i) {
    const auto kind = static_cast<std::size_t>(kinds[static_cast<std::size_t>(i)]);
    variances[kind].array() += (runs.training.row(i).transpose() - means[kind]).array().square();
  }
  VectorXd scores = VectorXd::Zero(runs.seen.rows());
  for (std::size_t kind : {0u, 1u}) {
    // A prior that counts as one more run with unit variance (features are standardized): few runs
    // must not give a variance near 0.
    const VectorXd variance = (variances[kind].array() + 1.0) / (counts[kind] + 1.0);
    for (Eigen::Index i = 0; i < runs.seen.rows(); ++i) {
      const VectorXd off = runs.seen.row(i).transpose() - means[kind];
      const double density =
          -0.5 * (off.array().square() / variance.array() + variance.array().log()).sum();
      scores[i] += kind == 1 ? density : -density;
    }
  }
  return SignsOf(scores);
}

std::vector<int> Neighbours(const Scaled& runs, const std::vector<int>& kinds) {
  const std::array<double, 2> counts = CountKinds(kinds);
  const auto nearest = std::min<std::size_t>(kNeighbourCount, kinds.size());
  VectorXd scores(runs.seen.rows());
  for (Eigen::Index i = 0; i < runs.seen.rows(); ++i) {
    std::vector<std::pair<double, std::size_t>> distances;
    for (std::size_t j = 0; j < kinds.size(); ++j) {
      const auto row = static_cast<Eigen::Index>(j);
      distances.emplace_back((runs.training.row(row) - runs.seen.row(i)).squaredNorm(), j);
    }
    std::partial_sort(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(nearest),
                      distances.end());
    double score = 0.0;
    for (std::size_t j = 0; j < nearest; ++j) {
      const int kind = kinds[distances[j].second];
      score += (kind == 1 ? 1.0 : -1.0) / counts[static_cast<std::size_t>(kind)];
    }
    scores[i] = score;
  }
  return SignsOf(scores);
}

/// Design matrix: a column of ones, the features, and their absolute values. The latter let a
/// linear model detect different spreads.
MatrixXd WithDistances(const MatrixXd& features) {
  MatrixXd all(features.rows(), 1 + 2 * features.cols());
  // E|z| = sqrt(2 / pi) = 0.8 of the standard normal distribution centres the column.
  all << VectorXd::Ones(features.rows()), features, (features.array().abs() - 0.8).matrix();
  return all;
}

std::vector<int> Logistic(const Scaled& runs, const std::vector<int>& kinds) {
  const MatrixXd x = WithDistances(runs.training);
  const std::array<double, 2> counts = CountKinds(kinds);
  VectorXd requested(x.rows()), weight(x.rows());
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const int kind = kinds[static_cast<std::size_t>(i)];
    requested[i] = kind;
    weight[i] = 0.5 * static_cast<double>(kinds.size()) / counts[static_cast<std::size_t>(kind)];
  }
  VectorXd ridge = VectorXd::Constant(x.cols(), kRidge);
  ridge[0] = 1e-6;
  VectorXd w = VectorXd::Zero(x.cols());
  for (int step = 0; step < 8; ++step) {
    const VectorXd p = (1.0 + (-(x * w).array()).exp()).inverse();
    const VectorXd gradient =
        x.transpose() * (weight.array() * (requested - p).array()).matrix() - ridge.cwiseProduct(w);
    // Newton's method. The floor of the curvature keeps the step finite when the kinds are linearly
    // separable.
    const VectorXd curvature = weight.array() * (p.array() * (1.0 - p.array())).max(1e-3);
    MatrixXd hessian = x.transpose() * curvature.asDiagonal() * x;
    hessian.diagonal() += ridge;
    const VectorXd change = hessian.ldlt().solve(gradient);
    w += change;
    if (change.norm() < 1e-4 * (1.0 + w.norm())) break;
  }
  return SignsOf(WithDistances(runs.seen) * w);
}

}  // namespace

const char* NameOf(Classifier classifier) {
  constexpr const char* kNames[] = {"linear discriminant", "normal distributions",
                                    "nearest neighbours", "logistic regression"};
  return kNames[static_cast<std::size_t>(classifier)];
}

std::vector<int> Classify(Classifier classifier, const LabelledRuns& training,
                          const MatrixXd& seen) {
  const Scaled scaled = Scale(training.features, seen);
  // No feature differs between runs: any answer is a guess.
  if (scaled.training.cols() == 0) {
    return std::vector<int>(static_cast<std::size_t>(seen.rows()), 0);
  }
  constexpr decltype(&Linear) kMethods[] = {Linear, Normal, Neighbours, Logistic};
  return kMethods[static_cast<std::size_t>(classifier)](scaled, training.kinds);
}

}  // namespace surefoot::gap
