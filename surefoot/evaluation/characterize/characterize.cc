#include "surefoot/evaluation/characterize/characterize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/characterize/range_fit.h"

namespace surefoot::gap {
namespace {

constexpr double kTogether = 0.01;

/// The good ones; steps are filled evenly, so that the test does not see the steps.
std::vector<double> GoodReadings(const Characterization& all, const RangePlace& place) {
  RandomStream random(1, "steps");
  std::vector<double> readings;
  for (const std::size_t i : place.samples) {
    if (all.fit.good[i] <= 0.5) continue;
    readings.push_back(all.samples.samples[i].reading + all.step * (random.Uniform() - 0.5));
  }
  return readings;
}

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

/// The size study is made where the most readings are, and of equal ones in the middle.
void StudySize(const CharacterizeOptions& options, Characterization* all) {
  std::size_t most = 0;
  for (const PlaceReport& report : all->places) most = std::max(most, report.place.samples.size());
  std::vector<const PlaceReport*> candidates;
  for (const PlaceReport& report : all->places) {
    if (report.place.samples.size() == most) candidates.push_back(&report);
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

void AddNotes(Characterization* all) {
  for (const std::string& note : all->choice.notes) all->notes.push_back(note);
  std::size_t most = 0;
  for (const PlaceReport& report : all->places) most = std::max(most, report.place.samples.size());
  if (!all->size.points.empty() && !all->size.enough) {
    all->notes.push_back(
        "Even 2000 readings at a place would not tell its mean and spread to an eighth "
        "of the spread: a few readings lie far from the others.");
  } else if (!all->size.enough) {
    all->notes.push_back(
        "How many readings are enough cannot be told: no place has 10 readings "
        "that differ.");
  } else if (most < static_cast<std::size_t>(*all->size.enough)) {
    all->notes.push_back("The places have at most " + std::to_string(most) + " readings; " +
                         std::to_string(*all->size.enough) +
                         " at each would tell its mean and spread to an eighth of the spread.");
  }
  if (!all->fit.converged) {
    all->notes.push_back(
        "Telling wrong readings from good ones did not settle; look at the "
        "figures before the file is used.");
  }
  if (all->fit.outliers > 0.3) {
    all->notes.push_back(
        "More than 30 % of the readings count as wrong: the sensor hardly measures, "
        "or the columns are not what they are taken for.");
  }
  if (all->step > 0.0 && all->step > all->fit.curves.SdAt(all->fit.places.front())) {
    all->notes.push_back("The readings come in steps of " + NumberText(all->step, 3) +
                         ", wider than their spread: the spread within a step is a guess.");
  }
}

}  // namespace

Result<Characterization> Characterize(RangeSamples samples, const CharacterizeOptions& options) {
  Characterization all;
  all.samples = std::move(samples);
  const std::vector<RangePlace> places = PlacesOf(all.samples);
  all.step = StepOf(all.samples);
  // Flexible curves tell good readings from wrong ones before any form is chosen. Many knots: a
  // curve that is too stiff would take good readings for wrong ones.
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

}  // namespace surefoot::gap
