#pragma once

/// Fits what a range sensor reads: mean and spread as curves, and how many readings are wrong.

#include <Eigen/Core>
#include <vector>

#include "surefoot/evaluation/characterize/range_samples.h"
#include "surefoot/evaluation/statistics/curve_form.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::gap {

/// A number as a sum over distance and angles, each with its shape.
struct RangeShape {
  CurveShape distance;
  CurveShape angle;
  CurveShape offset;

  int parameter_count() const {
    return distance.parameter_count() + angle.parameter_count() + offset.parameter_count();
  }
};

/// Straight between at most so many knots, which are spread over the places; an angle that is the
/// same at all of them adds nothing.
RangeShape PiecewiseShape(const std::vector<RangePlace>& places, std::size_t most_distances,
                          std::size_t most_angles);

/// The curves of a shape with these parameters.
noise::RangeModel::Sum SumOf(const RangeShape& shape, const Eigen::VectorXd& p);

/// All that a normal distribution needs of the readings at one place.
struct PlaceStats {
  double distance = 0.0;
  double angle = 0.0;
  double offset = 0.0;
  /// Weight of the good readings, their mean and variance (over n, not n - 1).
  double n = 0.0;
  double mean = 0.0;
  double variance = 0.0;
};

double ValueAt(const RangeShape& shape, const Eigen::VectorXd& p, const PlaceStats& at);

struct RangeCurves {
  RangeShape mean_shape;
  RangeShape sd_shape;
  Eigen::VectorXd mean;
  Eigen::VectorXd sd;
  /// A spread is at least this.
  double least_sd = 0.0;
  /// Of the readings.
  double step = 0.0;

  double MeanAt(const PlaceStats& at) const { return ValueAt(mean_shape, mean, at); }
  double SdAt(const PlaceStats& at) const;
  /// The same with what the steps of the readings add.
  double WidthAt(const PlaceStats& at) const;
  /// Of the readings that the stats stand for.
  double LogLikelihood(const PlaceStats& at) const;
};

/// Most likely curves of these shapes. `step`: of the readings, whose share of the variance is not
/// the sensor's noise. Places without weight are passed over.
RangeCurves FitCurves(const RangeShape& mean, const RangeShape& sd,
                      const std::vector<PlaceStats>& places, double step);

/// Of the parameters of a fit, by the curvature of the likelihood; wider where places scatter more
/// about the curve than their readings explain.
Eigen::MatrixXd MeanCovariance(const RangeCurves& curves, const std::vector<PlaceStats>& places);
Eigen::MatrixXd SdCovariance(const RangeCurves& curves, const std::vector<PlaceStats>& places);

/// Readings, some of which have nothing to do with the object: those are even between the least and
/// the greatest reading of all.
struct RangeMixture {
  RangeCurves curves;
  /// Share of the wrong ones; 0 where the data do not ask for any.
  double outliers = 0.0;
  double low = 0.0;
  double high = 0.0;
  /// Of each sample, how likely it is a good one.
  std::vector<double> good;
  std::vector<PlaceStats> places;
  bool converged = false;
};

/// Expectation and maximisation, from a start by medians.
RangeMixture FitMixture(const RangeShape& mean, const RangeShape& sd, const RangeSamples& samples,
                        const std::vector<RangePlace>& places, double step);

/// The step between readings when all are multiples of one, else 0.
double StepOf(const RangeSamples& samples);

/// The share of samples without a reading: one number where the places do not differ by more than
/// chance (1 %), else straight between distances and between angles.
noise::RangeModel::Sum FitLoss(const std::vector<RangePlace>& places);

}  // namespace surefoot::gap
