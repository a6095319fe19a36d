#pragma once

/// Maximum-likelihood fit of a range sensor: mean and standard deviation as curves over distance
/// and angles, and a uniform share of outliers.

#include <Eigen/Core>
#include <vector>

#include "surefoot/evaluation/characterize/range_samples.h"
#include "surefoot/evaluation/statistics/curve_form.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::gap {

/// A quantity as a sum of one curve each over distance, incidence and offset. Sums keep the parts
/// separately identifiable when the table varies one variable at a time, as test benches do.
struct RangeShape {
  CurveShape distance;
  CurveShape angle;
  CurveShape offset;

  int parameter_count() const {
    return distance.parameter_count() + angle.parameter_count() + offset.parameter_count();
  }
};

/// Piecewise linear with at most this many knots, spread over the places. An angle that is the same
/// at all places adds no parameters.
RangeShape PiecewiseShape(const std::vector<RangePlace>& places, std::size_t max_distances,
                          std::size_t max_angles);

/// The curves of a shape with these parameters.
noise::RangeModel::Sum SumOf(const RangeShape& shape, const Eigen::VectorXd& p);

/// Sufficient statistics of a normal distribution for the readings at one place: fits cost
/// O(places) and not O(readings).
struct PlaceStats {
  double distance = 0.0;
  double angle = 0.0;
  double offset = 0.0;
  /// Weight of the good readings, their mean and variance (over n, not n - 1).
  double n = 0.0;
  double mean = 0.0;
  double variance = 0.0;
};

/// Value of the sum with parameters `p` (distance, incidence, offset in this order).
double ValueAt(const RangeShape& shape, const Eigen::VectorXd& p, const PlaceStats& at);

/// A fitted model of mean and standard deviation.
struct RangeCurves {
  RangeShape mean_shape;
  RangeShape sd_shape;
  Eigen::VectorXd mean;
  Eigen::VectorXd sd;
  /// Lower limit of the standard deviation, which keeps the likelihood finite.
  double min_sd = 0.0;
  /// Quantization of the readings.
  double step = 0.0;

  double MeanAt(const PlaceStats& at) const { return ValueAt(mean_shape, mean, at); }
  double SdAt(const PlaceStats& at) const;
  /// Standard deviation including quantization: a uniform error of one step has the variance
  /// step^2 / 12.
  double WidthAt(const PlaceStats& at) const;
  /// Log-likelihood of the readings that `at` summarizes.
  double LogLikelihood(const PlaceStats& at) const;
};

/// Maximum-likelihood curves of these shapes. `step` is the quantization, whose share of the
/// variance is not the sensor's noise. Places without weight are ignored.
RangeCurves FitCurves(const RangeShape& mean, const RangeShape& sd,
                      const std::vector<PlaceStats>& places, double step);

/// Covariances of the fitted parameters from the Fisher information. That of the mean is scaled by
/// chi-square per degree of freedom where that exceeds 1, because places then scatter about the
/// curve more than their readings explain.
Eigen::MatrixXd MeanCovariance(const RangeCurves& curves, const std::vector<PlaceStats>& places);
Eigen::MatrixXd SdCovariance(const RangeCurves& curves, const std::vector<PlaceStats>& places);

/// A mixture of good readings and outliers that are unrelated to the object; outliers are uniform
/// between the smallest and the largest reading.
struct RangeMixture {
  RangeCurves curves;
  /// Share of outliers; 0 when a model without them is nearly as likely.
  double outliers = 0.0;
  double low = 0.0;
  double high = 0.0;
  /// Probability of each sample to be a good one.
  std::vector<double> good;
  std::vector<PlaceStats> places;
  bool converged = false;
};

/// Expectation maximization (Dempster, Laird and Rubin, 1977), started by medians: from a start
/// with least squares, far outliers would widen the curves until they count as good.
RangeMixture FitMixture(const RangeShape& mean, const RangeShape& sd, const RangeSamples& samples,
                        const std::vector<RangePlace>& places, double step);

/// The quantization of the readings: their common step, or 0 when there is none.
double StepOf(const RangeSamples& samples);

/// The share of lost samples: constant when places differ by no more than chance (chi-square test
/// at 1 %), else piecewise linear over distance and angles.
noise::RangeModel::Sum FitLoss(const std::vector<RangePlace>& places);

}  // namespace surefoot::gap
