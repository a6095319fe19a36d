#pragma once

/// Classifiers that must tell simulated runs from real ones: few, plain and documented
/// (docs/guides/gap.md). Both kinds are equally likely to them however many runs of each there are.
/// Private to this folder and its tests.

#include <Eigen/Core>
#include <vector>

namespace surefoot::gap {

/// A run each row; kinds are 0 or 1.
struct LabelledRuns {
  Eigen::MatrixXd features;
  std::vector<int> kinds;
};

enum class Classifier {
  /// Linear discriminant with a covariance that is shrunk towards its diagonal.
  kLinear,
  /// Normal distributions with a mean and a deviation for each kind and feature: sees that one kind
  /// is more scattered than the other.
  kNormal,
  /// The kind of the five nearest runs.
  kNeighbours,
  /// Logistic regression on features and their distances from the middle, with a ridge.
  kLogistic,
};
constexpr Classifier kClassifiers[] = {Classifier::kLinear, Classifier::kNormal,
                                       Classifier::kNeighbours, Classifier::kLogistic};
const char* NameOf(Classifier classifier);

/// The kinds that a classifier made from `training` gives to the rows of `seen`. Features are
/// scaled by the training runs' means and deviations; those without a deviation are left out. Both
/// kinds must be there.
std::vector<int> Classify(Classifier classifier, const LabelledRuns& training,
                          const Eigen::MatrixXd& seen);

}  // namespace surefoot::gap
