#pragma once

/// Robust nonlinear least squares for a few parameters of an expensive model, such as a simulation:
///
///   const Fit fit = SUREFOOT_TRY(FitRobustly({{"mu", 0.6, 0.05, 2.0}}, model));
///   const FitQuality quality = QualityOf(fit, groups);   // intervals, correlations
///
/// The model is evaluated at several points at once, so that it can run them in parallel.

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {

struct FitParameter {
  std::string name;
  double start = 1.0;
  double low = 0.0;
  double high = 0.0;
  /// True: positive and of unknown magnitude, so the search is over its logarithm. False: the
  /// search is over value / scale.
  bool is_factor = true;
  double scale = 1.0;
};

/// The residuals at several points (values of the parameters). Residuals are in units of their
/// usual size; `FitOptions::block` of them belong to one observation.
using FitModel =
    std::function<Result<std::vector<Eigen::VectorXd>>(const std::vector<Eigen::VectorXd>& points)>;

struct FitOptions {
  int block = 3;
  int iterations = 15;
  /// Step of the finite differences, in search space: large against the noise of a simulation.
  double difference = 0.03;
  /// Converged when no parameter moves by more than this, in search space.
  double tolerance = 3e-3;
  /// A cheaper model that is accurate enough for derivatives; empty: the model itself.
  FitModel derivatives;
};

struct Fit {
  std::vector<FitParameter> parameters;
  Eigen::VectorXd values;
  Eigen::VectorXd residuals;
  /// Derivatives in search space: by logarithms of factors, by other values over their scale.
  Eigen::MatrixXd jacobian;
  int block = 3;
  /// Mean over observations of sqrt(1 + |r|^2) - 1.
  double cost = 0.0;
  int iterations = 0;
  int evaluations = 0;
  bool converged = false;
  /// Per parameter: the search ended at a limit of its range.
  std::vector<bool> at_limit;
};

/// Mean over observations of the pseudo-Huber loss sqrt(1 + |r|^2) - 1 (Charbonnier et al., 1994):
/// quadratic for small residuals, linear for large ones, so that a few observations that no
/// parameter explains do not dominate.
double RobustCost(const Eigen::VectorXd& residuals, int block);

/// Levenberg-Marquardt with iteratively reweighted observations (Marquardt, 1963). An error of the
/// model ends the search.
Result<Fit> FitRobustly(const std::vector<FitParameter>& parameters, const FitModel& model,
                        const FitOptions& options = {});

/// A value with its 90 % confidence interval.
struct FitRange {
  double value = 0.0;
  Interval interval;
};

/// How well the data determine the parameters.
struct FitQuality {
  std::vector<FitRange> parameters;
  /// All pairs: the first over the second.
  struct Ratio {
    std::size_t first = 0;
    std::size_t second = 0;
    FitRange range;
  };
  std::vector<Ratio> ratios;
  /// Correlations of the parameters in search space, from the inverse of the Gauss-Newton matrix.
  Eigen::MatrixXd correlation;
  /// Condition number of that matrix; large: some direction in parameter space is hardly
  /// observable.
  double condition = 0.0;
};

/// Cluster bootstrap: draws whole groups of observations with replacement (`groups` has one number
/// per observation) and refits with the known Jacobian, since new simulations would take too long.
/// Deterministic for the same input.
FitQuality QualityOf(const Fit& fit, const std::vector<int>& groups);

}  // namespace surefoot::gap
