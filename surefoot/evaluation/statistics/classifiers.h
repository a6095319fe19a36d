#pragma once

/// Classifiers for a two-sample test: can simulated runs be distinguished from real ones
/// (Lopez-Paz and Oquab, 2017; docs/guides/gap.md)? They are few, simple and deterministic, because
/// there are only tens of runs. Prior probabilities are equal, however many runs of each kind there
/// are. Private to this folder and its tests.

#include <Eigen/Core>
#include <vector>

namespace surefoot::gap {

/// One run per row; kinds are 0 or 1.
struct LabelledRuns {
  Eigen::MatrixXd features;
  std::vector<int> kinds;
};

enum class Classifier {
  /// Linear discriminant analysis; the covariance is shrunk towards its diagonal (Friedman, 1989),
  /// as
  /// there are more features than runs.
  kLinear,
  /// Gaussian naive Bayes: a mean and a variance for each kind and feature. Detects that one kind
  /// scatters more than the other, which a linear boundary cannot.
  kNormal,
  /// Majority of the five nearest runs.
  kNeighbours,
  /// Ridge logistic regression on the features and their distances from the mean.
  kLogistic,
};
constexpr Classifier kClassifiers[] = {Classifier::kLinear, Classifier::kNormal,
                                       Classifier::kNeighbours, Classifier::kLogistic};
const char* NameOf(Classifier classifier);

/// Trains a classifier on `training` and returns the kind of each row of `seen`. Features are
/// standardized by the training runs; constant ones are left out. Both kinds must occur in
/// `training`.
std::vector<int> Classify(Classifier classifier, const LabelledRuns& training,
                          const Eigen::MatrixXd& seen);

}  // namespace surefoot::gap
