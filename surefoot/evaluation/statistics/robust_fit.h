#pragma once

/// Fits a few parameters of a costly model so that its residuals get small.

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
  /// True: positive, of unknown size, so that factors are searched. False: in parts of `scale`.
  bool is_factor = true;
  double scale = 1.0;
};

/// The residuals at several points (values of the parameters) at once, so that all of them can be
/// computed in parallel. Residuals are in units of their usual size, `block` of them belong to one
/// observation.
using FitModel =
    std::function<Result<std::vector<Eigen::VectorXd>>(const std::vector<Eigen::VectorXd>& points)>;

struct FitOptions {
  int block = 3;
  int iterations = 15;
  /// Of the differences that give the derivatives: large enough for a simulation's own noise.
  double difference = 0.03;
  /// Stops when every parameter moves less than this.
  double tolerance = 3e-3;
  /// A cheaper model, near enough for derivatives; empty: they are those of the model itself.
  FitModel derivatives;
};

struct Fit {
  std::vector<FitParameter> parameters;
  Eigen::VectorXd values;
  Eigen::VectorXd residuals;
  /// By the parameters as they are searched: logarithms of factors, others over their scale.
  Eigen::MatrixXd jacobian;
  int block = 3;
  /// Mean over observations of sqrt(1 + |r|^2) - 1.
  double cost = 0.0;
  int iterations = 0;
  int evaluations = 0;
  bool converged = false;
  /// Per parameter: it ended at the end of its range.
  std::vector<bool> at_limit;
};

/// Mean over observations of sqrt(1 + |r|^2) - 1: squares for small residuals, absolute values for
/// large ones, so that a few observations that no parameter explains do not decide.
double RobustCost(const Eigen::VectorXd& residuals, int block);

/// Levenberg's and Marquardt's method with reweighted observations. The model's errors end it.
Result<Fit> FitRobustly(const std::vector<FitParameter>& parameters, const FitModel& model,
                        const FitOptions& options = {});

/// Value between which and which it lies with 90 % confidence.
struct FitRange {
  double value = 0.0;
  Interval interval;
};

/// How well the data tell the parameters.
struct FitQuality {
  std::vector<FitRange> parameters;
  /// All pairs: the first over the second.
  struct Ratio {
    std::size_t first = 0;
    std::size_t second = 0;
    FitRange range;
  };
  std::vector<Ratio> ratios;
  /// Of the parameters as they are searched, by the curvature at the fit.
  Eigen::MatrixXd correlation;
  /// Largest over smallest curvature; large: some direction is hardly seen.
  double condition = 0.0;
};

/// Draws whole groups (one number per observation) with replacement and fits again with the
/// derivatives that are known. The same numbers for the same input.
FitQuality QualityOf(const Fit& fit, const std::vector<int>& groups);

}  // namespace surefoot::gap
