#include "surefoot/evaluation/characterize/characterize.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/characterize/range_fit.h"

// The order matters: flexible curves separate good readings from outliers, then forms are compared
// on the good readings, then the chosen forms are fitted to all readings again with outliers.
// Comparing forms first would let a poor form call good readings outliers and so win.

namespace surefoot::gap {
namespace {

/// Level of significance of all normality tests together.
constexpr double kTogether = 0.01;

/// Good readings at a place. Quantized readings get uniform noise of one step, because a normality
/// test on many readings would otherwise reject the steps and not the distribution.
std::vector<double> GoodReadings(const Characterization& all, const RangePlace& place) {
  RandomStream random(1, "steps");
  std::vector<double> readings;
  for (const std::size_t i : place.samples) {
    if (all.fit.good[i] <= 0.5) continue;
    readings.push_back(all.samples.samples[i].reading + all.step * (random.Uniform() - 0.5));
  }
  return readings;
}

/// The fit and a test of normality at each distance. The tests are corrected for their number.
void ReportPlaces(const std::vector<RangePlace>& places, Characterization* all) {
  std::vector<double> p;
  for (std::size_t i = 0; i < places.size(); ++i) {
    PlaceReport report;
    report.place = places[i];
    report.good = all->fit.places[i];
    report.fitted_mean = all->fit.curves.MeanAt(report.good);
    report.fitted_sd = all->fit.curves.SdAt(report.good);
    report.normality = TestNormality(GoodReadings(*all, places[i]));
    p.push_back(report.normality.p);
    all->places.push_back(std::move(report));
  }
  const std::vector<bool> rejected = RejectedTogether(p, kTogether);
  for (std::size_t i = 0; i < places.size(); ++i) all->places[i].is_normal = !rejected[i];
}

/// Parameters with 90 % intervals, from the covariance of the fit.
void AddParameters(const std::string& what, const RangeShape& shape, const Eigen::VectorXd& p,
                   const Eigen::MatrixXd& covariance, std::vector<RangeParameter>* parameters) {
  Eigen::Index at = 0;
  const auto add = [&](const CurveShape& curve, const char* over) {
    for (const std::string& name : curve.ParameterNames()) {
      const double half = NormalQuantile(0.95) * std::sqrt(std::max(0.0, covariance(at, at)));
      parameters->push_back(
          {what + ", " + over + ", " + name, p(at), {p(at) - half, p(at) + half}});
      ++at;
    }
  };
  add(shape.distance, "distance");
  add(shape.angle, "incidence");
  add(shape.offset, "offset");
}

/// The sensor model of the simulation, with the fitted curves.
noise::RangeModel ModelOf(const Characterization& all, const std::vector<RangePlace>& places,
                          const CharacterizeOptions& options) {
  noise::RangeModel model;
  model.mean = SumOf(all.fit.curves.mean_shape, all.fit.curves.mean);
  model.stddev = SumOf(all.fit.curves.sd_shape, all.fit.curves.sd);
  model.dropout = FitLoss(places);
  model.outliers = all.fit.outliers;
  model.outlier_low = all.fit.low;
  model.outlier_high = all.fit.high;
  model.resolution = all.step;
  model.distance_unit = options.distance_unit;
  model.angle_unit = options.angle_unit;
  model.reading_unit = options.reading_unit;
  model.reading_name = options.reading_name;
  model.from = places.front().distance * options.distance_unit;
  model.to = places.back().distance * options.distance_unit;
  return model;
}

/// Studies the sample size at the place with the most readings; among equals at the middle one.
void StudySize(const CharacterizeOptions& options, Characterization* all) {
  std::size_t max = 0;
  for (const PlaceReport& report : all->places) max = std::max(max, report.place.samples.size());
  std::vector<const PlaceReport*> candidates;
  for (const PlaceReport& report : all->places) {
    if (report.place.samples.size() == max) candidates.push_back(&report);
  }
  const PlaceReport& at = *candidates[(candidates.size() - 1) / 2];
  const double sd = std::sqrt(at.good.variance);
  const double scott = 3.49 * sd / std::cbrt(std::max(at.good.n, 1.0));
  all->bin = options.bin > 0.0 ? options.bin : scott;
  if (options.bin <= 0.0 && all->step > 0.0) {
    all->bin = all->step * std::max(1.0, std::round(scott / all->step));
  }
  std::vector<double> readings;
  for (const std::size_t i : at.place.samples) {
    if (all->fit.good[i] > 0.5) readings.push_back(all->samples.samples[i].reading);
  }
  all->size = StudySampleSize(readings, all->bin);
  all->size.distance = at.place.distance;
}

/// What a reader should know before using the model.
void AddNotes(Characterization* all) {
  for (const std::string& note : all->choice.notes) all->notes.push_back(note);
  std::size_t max = 0;
  for (const PlaceReport& report : all->places) max = std::max(max, report.place.samples.size());
  if (!all->size.points.empty() && !all->size.enough) {
    all->notes.push_back(
        "Even 2000 readings at a distance would not determine its mean and standard deviation to "
        "an eighth of the standard deviation: a few readings are far from the others.");
  } else if (!all->size.enough) {
    all->notes.push_back(
        "The sufficient number of readings cannot be determined: no distance has 10 readings that "
        "differ.");
  } else if (max < static_cast<std::size_t>(*all->size.enough)) {
    all->notes.push_back(
        "The distances have at most " + std::to_string(max) + " readings; " +
        std::to_string(*all->size.enough) +
        " at each would determine its mean and standard deviation to an eighth of the "
        "standard deviation.");
  }
  if (!all->fit.converged) {
    all->notes.push_back(
        "The separation of outliers did not converge; check the figures before you use the file.");
  }
  if (all->fit.outliers > 0.3) {
    all->notes.push_back(
        "More than 30 % of the readings are outliers: the sensor hardly measures, or the columns "
        "have another meaning.");
  }
  if (all->step > 0.0 && all->step > all->fit.curves.SdAt(all->fit.places.front())) {
    all->notes.push_back("The readings come in steps of " + NumberText(all->step, 3) +
                         ", larger than their standard deviation, which is therefore uncertain.");
  }
}

constexpr std::size_t kFolds = 5;
/// Forms within this many standard errors of the best are considered equal. With more than one, too
/// simple a curve would win where there are few places.
constexpr double kErrors = 1.0;
/// Share of outliers that is always assumed possible.
constexpr double kFewWrong = 1e-3;
/// Above this number, places are thinned out for the comparison of forms: its cost is
/// forms x folds x fit, and a fit is linear in the places.
constexpr std::size_t kMaxPlaces = 3000;

/// Sorted distinct values of a variable over the places that have readings.
std::vector<double> Different(const std::vector<PlaceStats>& places, double PlaceStats::*variable) {
  std::set<double> values;
  for (const PlaceStats& place : places) {
    if (place.n > 1e-9) values.insert(place.*variable);
  }
  return {values.begin(), values.end()};
}

/// The fold in which each place is held out; -1: never (the nearest and the farthest distance).
std::vector<int> FoldsOf(const std::vector<PlaceStats>& places,
                         const std::vector<double>& distances) {
  std::vector<int> folds;
  const int groups = static_cast<int>(std::min(kFolds, distances.size() - 2));
  for (const PlaceStats& place : places) {
    const auto at = std::lower_bound(distances.begin(), distances.end(), place.distance);
    const auto index = at - distances.begin();
    const bool inner = index > 0 && index + 1 < static_cast<long>(distances.size());
    folds.push_back(inner ? static_cast<int>(index - 1) % groups : -1);
  }
  return folds;
}

/// Mean log-likelihood of a held-out reading, one value for each place that was held out.
std::vector<double> HeldOut(const RangeShape& mean, const RangeShape& sd,
                            const std::vector<PlaceStats>& places, const std::vector<int>& folds,
                            double step, double min) {
  const int groups = *std::max_element(folds.begin(), folds.end()) + 1;
  std::vector<double> scores;
  for (int group = 0; group < groups; ++group) {
    std::vector<PlaceStats> kept;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (folds[i] != group) kept.push_back(places[i]);
    }
    const RangeCurves curves = FitCurves(mean, sd, kept, step);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (folds[i] != group || !(places[i].n > 0.0)) continue;
      const double score = curves.LogLikelihood(places[i]) / places[i].n;
      scores.push_back(std::isfinite(score) ? std::max(score, min) : min);
    }
  }
  return scores;
}

/// Chooses one part after the other (mean, then spread; distance, then angles) while all other
/// parts have the form chosen so far, or a flexible one: comparing all combinations would need some
/// thousand fits.
class Chooser {
 public:
  /// Forms are compared on at most kMaxPlaces places, which bounds the time.
  Chooser(const std::vector<PlaceStats>& places, double step, double width)
      : step_(step), min_(std::log(kFewWrong / std::max(width, 1e-300))) {
    const std::size_t every = places.size() / kMaxPlaces + 1;
    for (std::size_t i = 0; i < places.size(); i += every) places_.push_back(places[i]);
    distances_ = Different(places_, &PlaceStats::distance);
    angles_ = Different(places_, &PlaceStats::angle);
    offsets_ = Different(places_, &PlaceStats::offset);
  }

  /// Distance first, then the angles. The parts that are not chosen yet have flexible curves.
  RangeChoice Choose() {
    const bool few = distances_.size() < 3;
    const CurveForm max = distances_.size() == 1 ? CurveForm::kConstant : CurveForm::kLinear;
    for (RangeShape* shape : {&choice_.mean, &choice_.sd}) {
      shape->distance = MakeShape(few ? max : CurveForm::kPiecewise, distances_);
      shape->angle = AngleShape(CurveForm::kPiecewise, angles_);
      shape->offset = AngleShape(CurveForm::kPiecewise, offsets_);
    }
    if (few) {
      choice_.notes.push_back(
          "With readings at " + std::to_string(distances_.size()) +
          " distances, the forms of curves cannot be compared: " + CurveFormName(max) +
          " curves are used. Measure at 5 distances or more.");
      return choice_;
    }
    folds_ = FoldsOf(places_, distances_);
    Compare("mean over distance", DistanceForms(true), &choice_.mean.distance, distances_, false);
    Compare("spread over distance", DistanceForms(false), &choice_.sd.distance, distances_, false);
    const std::vector<CurveForm> angular = {CurveForm::kNone, CurveForm::kLinear, CurveForm::kPower,
                                            CurveForm::kPiecewise};
    if (angles_.size() > 1) {
      Compare("mean over incidence", angular, &choice_.mean.angle, angles_, true);
      Compare("spread over incidence", angular, &choice_.sd.angle, angles_, true);
    }
    if (offsets_.size() > 1) {
      Compare("mean over offset", angular, &choice_.mean.offset, offsets_, true);
      Compare("spread over offset", angular, &choice_.sd.offset, offsets_, true);
    }
    return choice_;
  }

 private:
  /// No curve over an angle that was not varied.
  static CurveShape AngleShape(CurveForm form, const std::vector<double>& values) {
    const bool varies = values.size() > 1;
    return MakeShape(varies ? form : CurveForm::kNone, values, true, 5);
  }

  /// Forms with more parameters need more distances.
  std::vector<CurveForm> DistanceForms(bool with_offsets) const {
    std::vector<CurveForm> forms = {CurveForm::kConstant, CurveForm::kLinear, CurveForm::kPower,
                                    CurveForm::kExponential};
    if (with_offsets && distances_.size() > 4) {
      forms.push_back(CurveForm::kPowerOffset);
      forms.push_back(CurveForm::kExponentialOffset);
    }
    if (distances_.size() > 3) forms.push_back(CurveForm::kPiecewise);
    return forms;
  }

  /// Compares `forms` for one part and replaces its flexible form by the chosen one.
  void Compare(const std::string& what, const std::vector<CurveForm>& forms, CurveShape* shape,
               const std::vector<double>& values, bool is_angle) {
    FormChoice choice;
    choice.what = what;
    std::vector<std::vector<double>> scores;
    std::vector<CurveShape> shapes;
    for (const CurveForm form : forms) {
      shapes.push_back(is_angle ? AngleShape(form, values) : MakeShape(form, values));
      *shape = shapes.back();
      scores.push_back(HeldOut(choice_.mean, choice_.sd, places_, folds_, step_, min_));
      choice.scores.push_back({form, shape->parameter_count(), MeanOf(scores.back()), 0.0, false});
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < scores.size(); ++i) {
      if (choice.scores[i].score > choice.scores[best].score) best = i;
    }
    std::size_t chosen = best;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      FormScore& score = choice.scores[i];
      score.error = ErrorOf(scores[best], scores[i]);
      score.score -= MeanOf(scores[best]);
      const bool simpler = CostOf(score) < CostOf(choice.scores[chosen]);
      if (simpler && score.score + kErrors * score.error >= 0.0) chosen = i;
    }
    choice.scores[chosen].chosen = true;
    *shape = shapes[chosen];
    choice_.choices.push_back(std::move(choice));
  }

  /// Complexity: the number of parameters; a line is simpler than a curve with as many.
  static double CostOf(const FormScore& score) {
    return score.parameters + (score.form == CurveForm::kLinear ? 0.0 : 0.5);
  }

  /// Arithmetic mean.
  static double MeanOf(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }

  /// Standard error of the mean difference of paired values.
  static double ErrorOf(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < 2) return 0.0;
    double square = 0.0;
    const double mean = MeanOf(a) - MeanOf(b);
    for (std::size_t i = 0; i < a.size(); ++i) square += std::pow(a[i] - b[i] - mean, 2.0);
    const double n = static_cast<double>(a.size());
    return std::sqrt(square / (n - 1.0) / n);
  }

  std::vector<PlaceStats> places_;
  double step_;
  /// Lower limit of a reading's log-likelihood.
  double min_;
  std::vector<double> distances_, angles_, offsets_;
  std::vector<int> folds_;
  RangeChoice choice_;
};

}  // namespace

// Outliers, forms, final fit, in this order: each step uses the result of the previous one.
Result<Characterization> Characterize(RangeSamples samples, const CharacterizeOptions& options) {
  Characterization all;
  all.samples = std::move(samples);
  const std::vector<RangePlace> places = PlacesOf(all.samples);
  all.step = StepOf(all.samples);
  // Flexible curves separate good readings from outliers before any form is chosen. They need many
  // knots: a curve that is too stiff would treat good readings as outliers.
  const RangeShape flexible = PiecewiseShape(places, 40, 5);
  const RangeMixture first = FitMixture(flexible, flexible, all.samples, places, all.step);
  all.choice = ChooseForms(first.places, all.step, first.high - first.low);
  all.fit = FitMixture(all.choice.mean, all.choice.sd, all.samples, places, all.step);
  if (!all.fit.curves.mean.allFinite() || !all.fit.curves.sd.allFinite()) {
    return Error{all.samples.source + ": no curve fits these readings"};
  }
  const RangeCurves& curves = all.fit.curves;
  AddParameters("mean", curves.mean_shape, curves.mean, MeanCovariance(curves, all.fit.places),
                &all.parameters);
  AddParameters("spread", curves.sd_shape, curves.sd, SdCovariance(curves, all.fit.places),
                &all.parameters);
  const int count = static_cast<int>(all.samples.samples.size());
  all.outliers =
      WilsonInterval(static_cast<int>(std::lround(all.fit.outliers * count)), count, 0.9);
  ReportPlaces(places, &all);
  StudySize(options, &all);
  all.model = ModelOf(all, places, options);
  AddNotes(&all);
  return all;
}

RangeChoice ChooseForms(const std::vector<PlaceStats>& places, double step, double width) {
  return Chooser(places, step, width).Choose();
}

}  // namespace surefoot::gap
