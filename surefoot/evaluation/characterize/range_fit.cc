#include "surefoot/evaluation/characterize/range_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/statistics/curve_form.h"
#include "surefoot/evaluation/statistics/intervals.h"

// Mean and standard deviation are fitted in turn: with one fixed, the other is a (weighted) least
// squares problem on the sufficient statistics of the places. Around this, expectation maximization
// separates good readings from outliers.

namespace surefoot::gap {
namespace {

constexpr double kHalfLogTwoPi = 0.91893853320467274178;  // log(2 pi) / 2

/// Gradient of ValueAt() with respect to the parameters.
Eigen::VectorXd GradientAt(const RangeShape& shape, const Eigen::VectorXd& p,
                           const PlaceStats& at) {
  const Eigen::Index d = shape.distance.parameter_count();
  const Eigen::Index a = shape.angle.parameter_count();
  Eigen::VectorXd g(p.size());
  g.head(d) = shape.distance.Gradient(p.head(d), at.distance);
  g.segment(d, a) = shape.angle.Gradient(p.segment(d, a), at.angle);
  g.tail(p.size() - d - a) = shape.offset.Gradient(p.tail(p.size() - d - a), at.offset);
  return g;
}

/// Start of a sum: the distance curve is fitted first, then each angle to the remainder.
Eigen::VectorXd SumStart(const RangeShape& shape, const std::vector<PlaceStats>& places,
                         const std::vector<double>& y, const std::vector<double>& w) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(shape.parameter_count());
  std::vector<double> rest = y;
  Eigen::Index at = 0;
  const auto part = [&](const CurveShape& curve, double PlaceStats::*variable) {
    const auto x = Mapped<double>(places, [&](const PlaceStats& place) { return place.*variable; });
    const Eigen::VectorXd start = StartOf(curve, x, rest, w);
    p.segment(at, start.size()) = start;
    at += start.size();
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= curve.Value(start, x[i]);
  };
  part(shape.distance, &PlaceStats::distance);
  part(shape.angle, &PlaceStats::angle);
  part(shape.offset, &PlaceStats::offset);
  return p;
}

/// Weight of a place in the normal equations, and the change of the value that it asks for.
struct Pull {
  double weight = 0.0;
  double change = 0.0;
};

/// Maximizes `score` by Gauss-Newton steps with Levenberg-Marquardt damping (Marquardt, 1963: the
/// diagonal of H is scaled, so that units of parameters do not matter).
void Climb(const RangeShape& shape, const std::vector<PlaceStats>& places,
           const std::function<Pull(const PlaceStats&, double value)>& pull,
           const std::function<double(const Eigen::VectorXd&)>& score, Eigen::VectorXd* p) {
  const Eigen::Index size = p->size();
  if (size == 0) return;
  double best = score(*p);
  double damping = 1e-6;
  for (int iteration = 0; iteration < 100 && damping < 1e8; ++iteration) {
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(size);
    for (const PlaceStats& place : places) {
      const Pull here = pull(place, ValueAt(shape, *p, place));
      const Eigen::VectorXd g = GradientAt(shape, *p, place);
      H += here.weight * g * g.transpose();
      b += here.weight * here.change * g;
    }
    bool better = false;
    while (!better && damping < 1e8) {
      Eigen::MatrixXd damped = H;
      damped.diagonal() += damping * H.diagonal() + Eigen::VectorXd::Constant(size, 1e-300);
      const Eigen::VectorXd step = damped.completeOrthogonalDecomposition().solve(b);
      const Eigen::VectorXd next = *p + step;
      const double there = next.allFinite() ? score(next) : -1e300;
      better = there > best;
      damping = better ? damping * 0.2 : damping * 10.0;
      if (!better) continue;
      const double gain = there - best;
      *p = next;
      best = there;
      if (gain < 1e-9 * (1.0 + std::abs(best))) return;
    }
  }
}

/// Mean squared deviation of the readings from the mean curve, minus the variance of quantization.
double SquareAt(const RangeCurves& curves, const PlaceStats& at, double step) {
  const double miss = at.mean - curves.MeanAt(at);
  return std::max(at.variance + miss * miss - step * step / 12.0, curves.min_sd * curves.min_sd);
}

/// Weighted least squares for the mean at the present standard deviation.
void FitMean(const std::vector<PlaceStats>& places, RangeCurves* curves) {
  const auto pull = [&](const PlaceStats& at, double value) {
    const double sd = curves->SdAt(at);
    return Pull{at.n / (sd * sd), at.mean - value};
  };
  const auto score = [&](const Eigen::VectorXd& p) {
    double sum = 0.0;
    for (const PlaceStats& at : places) {
      const double z = (at.mean - ValueAt(curves->mean_shape, p, at)) / curves->SdAt(at);
      sum -= 0.5 * at.n * z * z;
    }
    return sum;
  };
  Climb(curves->mean_shape, places, pull, score, &curves->mean);
}

/// Maximum likelihood for the standard deviation at the present mean. Weight and change are those
/// of Fisher scoring: the information of n normal readings about their sd is 2 n / sd^2.
void FitSd(const std::vector<PlaceStats>& places, double step, RangeCurves* curves) {
  const auto pull = [&](const PlaceStats& at, double value) {
    const double sd = std::max(value, curves->min_sd);
    const double square = SquareAt(*curves, at, step);
    return Pull{2.0 * at.n / (sd * sd), (square - sd * sd) / (2.0 * sd)};
  };
  const auto score = [&](const Eigen::VectorXd& p) {
    double sum = 0.0;
    for (const PlaceStats& at : places) {
      const double sd = std::max(ValueAt(curves->sd_shape, p, at), curves->min_sd);
      sum -= at.n * (std::log(sd) + 0.5 * SquareAt(*curves, at, step) / (sd * sd));
    }
    return sum;
  };
  Climb(curves->sd_shape, places, pull, score, &curves->sd);
}

std::vector<PlaceStats> WithWeight(const std::vector<PlaceStats>& places) {
  return Filtered(places, [&](const PlaceStats& place) { return place.n > 1e-9; });
}

Eigen::MatrixXd Inverse(const Eigen::MatrixXd& H) {
  return H.completeOrthogonalDecomposition().pseudoInverse();
}

/// Readings farther from the median than this many robust standard deviations (1.4826 times the
/// median absolute deviation) are outliers in the first step.
constexpr double kFar = 5.0;
/// Readings needed for a useful median absolute deviation.
constexpr std::size_t kNeighbours = 25;

/// First judgement by the median and the median absolute deviation, which outliers hardly change.
void JudgeGroup(const RangeSamples& samples, const std::vector<std::size_t>& group,
                std::vector<double>* good) {
  std::vector<double> readings;
  for (const std::size_t i : group) readings.push_back(samples.samples[i].reading);
  const double middle = Median(readings);
  for (double& reading : readings) reading = std::abs(reading - middle);
  const double deviation = 1.4826 * Median(readings);
  for (const std::size_t i : group) {
    const double far = std::abs(samples.samples[i].reading - middle);
    (*good)[i] = deviation > 0.0 && far > kFar * deviation ? 0.0 : 1.0;
  }
}

/// First separation, by medians at each place; places with few readings are pooled with neighbours.
std::vector<double> FirstJudgement(const RangeSamples& samples,
                                   const std::vector<RangePlace>& places) {
  std::vector<double> good(samples.samples.size(), 1.0);
  std::vector<std::size_t> group;
  for (const RangePlace& place : places) {
    if (place.samples.size() >= kNeighbours) {
      JudgeGroup(samples, place.samples, &good);
      continue;
    }
    group.insert(group.end(), place.samples.begin(), place.samples.end());
    if (group.size() < kNeighbours) continue;
    JudgeGroup(samples, group, &good);
    group.clear();
  }
  return good;
}

/// Statistics of each place, readings weighted by their probability to be good.
std::vector<PlaceStats> StatsOf(const RangeSamples& samples, const std::vector<RangePlace>& places,
                                const std::vector<double>& good) {
  std::vector<PlaceStats> all;
  for (const RangePlace& place : places) {
    PlaceStats stats{place.distance, place.angle, place.offset, 0.0, 0.0, 0.0};
    for (const std::size_t i : place.samples) {
      stats.n += good[i];
      stats.mean += good[i] * samples.samples[i].reading;
    }
    if (stats.n > 0.0) stats.mean /= stats.n;
    for (const std::size_t i : place.samples) {
      stats.variance += good[i] * std::pow(samples.samples[i].reading - stats.mean, 2.0);
    }
    if (stats.n > 0.0) stats.variance /= stats.n;
    all.push_back(stats);
  }
  return all;
}

/// How likely each sample is a good one, and the likelihood of all.
double Judge(const RangeSamples& samples, const std::vector<RangePlace>& places,
             RangeMixture* fit) {
  const double wrong = fit->outliers / std::max(fit->high - fit->low, 1e-300);
  double sum = 0.0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const double mean = fit->curves.MeanAt(fit->places[k]);
    const double sd = fit->curves.WidthAt(fit->places[k]);
    for (const std::size_t i : places[k].samples) {
      const double z = (samples.samples[i].reading - mean) / sd;
      const double right =
          (1.0 - fit->outliers) * std::exp(-0.5 * z * z) / (sd * std::sqrt(2.0 * M_PI));
      fit->good[i] = right + wrong > 0.0 ? right / (right + wrong) : 0.0;
      sum += std::log(std::max(right + wrong, 1e-300));
    }
  }
  return sum;
}

/// Mean probability of being an outlier.
double ShareWrong(const std::vector<double>& good) {
  double sum = 0.0;
  for (const double g : good) sum += 1.0 - g;
  return sum / static_cast<double>(good.size());
}

struct Count {
  double lost = 0.0;
  double all = 0.0;
};

Count CountOf(const RangePlace& place) {
  const double lost = static_cast<double>(place.lost);
  return {lost, lost + static_cast<double>(place.samples.size())};
}

/// Whether chance alone makes the places differ so much: chi-square by Wilson and Hilferty.
bool IsTheSameEverywhere(const std::vector<RangePlace>& places, double share) {
  double chi_square = 0.0, freedom = -1.0;
  for (const RangePlace& place : places) {
    const Count count = CountOf(place);
    chi_square += std::pow(count.lost - share * count.all, 2.0) /
                  (std::max(share * (1.0 - share), 1e-12) * count.all);
    freedom += 1.0;
  }
  if (freedom < 1.0) return true;
  const double part = 2.0 / (9.0 * freedom);
  const double z = (std::cbrt(chi_square / freedom) - (1.0 - part)) / std::sqrt(part);
  return z < NormalQuantile(0.99);
}

}  // namespace

/// Sum of the curves over distance, angle and offset.
double ValueAt(const RangeShape& shape, const Eigen::VectorXd& p, const PlaceStats& at) {
  const Eigen::Index d = shape.distance.parameter_count();
  const Eigen::Index a = shape.angle.parameter_count();
  return shape.distance.Value(p.head(d), at.distance) +
         shape.angle.Value(p.segment(d, a), at.angle) +
         shape.offset.Value(p.tail(p.size() - d - a), at.offset);
}

double RangeCurves::SdAt(const PlaceStats& at) const {
  return std::max(ValueAt(sd_shape, sd, at), min_sd);
}

double RangeCurves::WidthAt(const PlaceStats& at) const {
  return std::hypot(SdAt(at), step / std::sqrt(12.0));
}

// Of normally distributed readings, from their number, mean and variance.
double RangeCurves::LogLikelihood(const PlaceStats& at) const {
  const double s = WidthAt(at);
  const double miss = at.mean - MeanAt(at);
  return -at.n * (std::log(s) + 0.5 * (at.variance + miss * miss) / (s * s) + kHalfLogTwoPi);
}

// Mean and standard deviation are fitted alternately, each weighted by the other.
RangeCurves FitCurves(const RangeShape& mean, const RangeShape& sd,
                      const std::vector<PlaceStats>& all_places, double step) {
  const std::vector<PlaceStats> places = WithWeight(all_places);
  RangeCurves curves;
  curves.mean_shape = mean;
  curves.sd_shape = sd;
  curves.step = step;
  std::vector<double> values, weights;
  double size = 0.0;
  for (const PlaceStats& place : places) {
    values.push_back(place.mean);
    weights.push_back(place.n);
    size = std::max({size, std::abs(place.mean), std::sqrt(place.variance)});
  }
  curves.min_sd = std::max({1e-6 * size, 0.1 * step, 1e-12});
  curves.mean = SumStart(mean, places, values, weights);
  // The first standard deviation is constant: that of the readings about the first curve.
  double square = 0.0, n = 0.0;
  for (const PlaceStats& place : places) {
    square += place.n * (place.variance + std::pow(place.mean - curves.MeanAt(place), 2.0) * 0.01);
    n += place.n;
  }
  curves.sd = Eigen::VectorXd::Zero(sd.parameter_count());
  const double level = std::sqrt(square / std::max(n, 1e-9));
  RangeCurves even = curves;
  even.sd_shape = {MakeShape(CurveForm::kConstant, {}), {}, {}};
  even.sd = Eigen::VectorXd::Constant(1, std::max(level, curves.min_sd));
  FitMean(places, &even);
  curves.mean = even.mean;
  for (std::size_t i = 0; i < places.size(); ++i) {
    values[i] = std::sqrt(SquareAt(curves, places[i], step));
  }
  curves.sd = SumStart(sd, places, values, weights);
  for (int round = 0; round < 4; ++round) {
    FitSd(places, step, &curves);
    FitMean(places, &curves);
  }
  FitSd(places, step, &curves);
  return curves;
}

// Scaled by the residuals' chi-square where the curve does not fit well.
Eigen::MatrixXd MeanCovariance(const RangeCurves& curves,
                               const std::vector<PlaceStats>& all_places) {
  const std::vector<PlaceStats> places = WithWeight(all_places);
  const Eigen::Index size = curves.mean.size();
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(size, size);
  double chi_square = 0.0;
  for (const PlaceStats& at : places) {
    const Eigen::VectorXd g = GradientAt(curves.mean_shape, curves.mean, at);
    const double weight = at.n / std::pow(curves.SdAt(at), 2.0);
    H += weight * g * g.transpose();
    chi_square += weight * std::pow(at.mean - curves.MeanAt(at), 2.0);
  }
  const double freedom = static_cast<double>(places.size()) - static_cast<double>(size);
  return Inverse(H) * (freedom > 0.0 ? std::max(1.0, chi_square / freedom) : 1.0);
}

// Variance of an estimated standard deviation: sd^2 / (2 n).
Eigen::MatrixXd SdCovariance(const RangeCurves& curves, const std::vector<PlaceStats>& all_places) {
  const Eigen::Index size = curves.sd.size();
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(size, size);
  for (const PlaceStats& at : WithWeight(all_places)) {
    const Eigen::VectorXd g = GradientAt(curves.sd_shape, curves.sd, at);
    H += 2.0 * at.n / std::pow(curves.SdAt(at), 2.0) * g * g.transpose();
  }
  return Inverse(H);
}

// Expectation maximization: normal readings and uniformly distributed outliers.
RangeMixture FitMixture(const RangeShape& mean, const RangeShape& sd, const RangeSamples& samples,
                        const std::vector<RangePlace>& places, double step) {
  RangeMixture fit;
  const auto [min, max] = std::minmax_element(
      samples.samples.begin(), samples.samples.end(),
      [](const RangeSample& a, const RangeSample& b) { return a.reading < b.reading; });
  fit.low = min->reading;
  fit.high = max->reading;
  fit.good = FirstJudgement(samples, places);
  double before = -1e300;
  for (int iteration = 0; iteration < 60 && !fit.converged; ++iteration) {
    fit.places = StatsOf(samples, places, fit.good);
    fit.outliers = std::clamp(ShareWrong(fit.good), 1e-6, 0.9);
    fit.curves = FitCurves(mean, sd, fit.places, step);
    const double now = Judge(samples, places, &fit);
    fit.converged = std::abs(now - before) < 1e-7 * std::abs(now) + 1e-6;
    before = now;
  }
  // The simpler model without outliers wins unless it is clearly less likely (likelihood ratio
  // test).
  RangeMixture plain = fit;
  plain.good.assign(fit.good.size(), 1.0);
  plain.places = StatsOf(samples, places, plain.good);
  plain.outliers = 0.0;
  plain.curves = FitCurves(mean, sd, plain.places, step);
  const double without = Judge(samples, places, &plain);
  constexpr double kGain = 5.0;  // chi-square of 10 with one degree of freedom: 0.2 % by chance
  if (before - without < kGain) {
    plain.good.assign(fit.good.size(), 1.0);
    plain.converged = true;
    return plain;
  }
  fit.outliers = ShareWrong(fit.good);
  return fit;
}

// The resolution of the readings: their smallest difference.
double StepOf(const RangeSamples& samples) {
  std::set<double> different;
  for (const RangeSample& sample : samples.samples) different.insert(sample.reading);
  // Readings that hardly ever repeat are not quantized to a step that matters.
  if (different.size() < 2 || different.size() * 4 > samples.samples.size()) return 0.0;
  double step = 1e300;
  double before = *different.begin();
  for (auto at = std::next(different.begin()); at != different.end(); before = *at++) {
    step = std::min(step, *at - before);
  }
  for (const double value : different) {
    const double parts = (value - *different.begin()) / step;
    if (std::abs(parts - std::round(parts)) > 1e-3) return 0.0;
  }
  return step;
}

// The probability of a lost reading, constant or over distance and angle.
noise::RangeModel::Sum FitLoss(const std::vector<RangePlace>& places) {
  noise::RangeModel::Sum sum;
  Count all;
  for (const RangePlace& place : places) {
    all.lost += CountOf(place).lost;
    all.all += CountOf(place).all;
  }
  const double share = all.lost / std::max(all.all, 1.0);
  if (all.lost == 0.0) return sum;
  if (IsTheSameEverywhere(places, share)) {
    sum.distance = noise::Curve::Constant(share);
    return sum;
  }
  const RangeShape shape = PiecewiseShape(places, 8, 6);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(shape.parameter_count());
  Eigen::MatrixXd A(static_cast<Eigen::Index>(places.size()), zero.size());
  Eigen::VectorXd b(A.rows());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const RangePlace& place = places[static_cast<std::size_t>(i)];
    const Count count = CountOf(place);
    const PlaceStats at{place.distance, place.angle, place.offset, 0.0, 0.0, 0.0};
    A.row(i) = std::sqrt(count.all) * GradientAt(shape, zero, at).transpose();
    b(i) = std::sqrt(count.all) * count.lost / count.all;
  }
  return SumOf(shape, A.completeOrthogonalDecomposition().solve(b));
}

// Knots at the measured values, at most as many as given.
RangeShape PiecewiseShape(const std::vector<RangePlace>& places, std::size_t max_distances,
                          std::size_t max_angles) {
  const auto values_of = [&](double RangePlace::*variable) {
    return Mapped<double>(places, [&](const RangePlace& place) { return place.*variable; });
  };
  const auto angular = [&](double RangePlace::*variable) {
    const std::vector<double> values = values_of(variable);
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    return MakeShape(*max > *min ? CurveForm::kPiecewise : CurveForm::kNone, values, true,
                     max_angles);
  };
  return {MakeShape(CurveForm::kPiecewise, values_of(&RangePlace::distance), false, max_distances),
          angular(&RangePlace::angle), angular(&RangePlace::offset)};
}

noise::RangeModel::Sum SumOf(const RangeShape& shape, const Eigen::VectorXd& p) {
  const Eigen::Index d = shape.distance.parameter_count();
  const Eigen::Index a = shape.angle.parameter_count();
  return {shape.distance.ToCurve(p.head(d)), shape.angle.ToCurve(p.segment(d, a)),
          shape.offset.ToCurve(p.tail(p.size() - d - a))};
}

}  // namespace surefoot::gap
