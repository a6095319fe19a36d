#include "surefoot/evaluation/characterize/range_choice.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace surefoot::gap {
namespace {

constexpr std::size_t kFolds = 5;
/// A form that is worse than the best by less than so many standard errors may be as good. More
/// than one would let too plain a curve pass where there are few places.
constexpr double kErrors = 1.0;
/// Share of wrong readings that is always thought possible.
constexpr double kFewWrong = 1e-3;
/// More places than these are thinned out while forms are compared.
constexpr std::size_t kMostPlaces = 3000;

std::vector<double> Different(const std::vector<PlaceStats>& places, double PlaceStats::*variable) {
  std::set<double> values;
  for (const PlaceStats& place : places) {
    if (place.n > 1e-9) values.insert(place.*variable);
  }
  return {values.begin(), values.end()};
}

/// The group in which each place is left out; -1: never.
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

/// Mean logarithm of the likelihood of a reading that was left out, place by place.
std::vector<double> HeldOut(const RangeShape& mean, const RangeShape& sd,
                            const std::vector<PlaceStats>& places, const std::vector<int>& folds,
                            double step, double least) {
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
      scores.push_back(std::isfinite(score) ? std::max(score, least) : least);
    }
  }
  return scores;
}

class Chooser {
 public:
  Chooser(const std::vector<PlaceStats>& places, double step, double width)
      : step_(step), least_(std::log(kFewWrong / std::max(width, 1e-300))) {
    const std::size_t every = places.size() / kMostPlaces + 1;
    for (std::size_t i = 0; i < places.size(); i += every) places_.push_back(places[i]);
    distances_ = Different(places_, &PlaceStats::distance);
    angles_ = Different(places_, &PlaceStats::angle);
    offsets_ = Different(places_, &PlaceStats::offset);
  }

  RangeChoice Choose() {
    const bool few = distances_.size() < 3;
    const CurveForm most = distances_.size() == 1 ? CurveForm::kConstant : CurveForm::kLinear;
    for (RangeShape* shape : {&choice_.mean, &choice_.sd}) {
      shape->distance = MakeShape(few ? most : CurveForm::kPiecewise, distances_);
      shape->angle = AngleShape(CurveForm::kPiecewise, angles_);
      shape->offset = AngleShape(CurveForm::kPiecewise, offsets_);
    }
    if (few) {
      choice_.notes.push_back("With readings at " + std::to_string(distances_.size()) +
                              " distances, forms cannot be compared: " + CurveFormName(most) +
                              " curves are taken. Measure at 5 distances or more.");
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
  static CurveShape AngleShape(CurveForm form, const std::vector<double>& values) {
    const bool varies = values.size() > 1;
    return MakeShape(varies ? form : CurveForm::kNone, values, true, 5);
  }

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

  /// Puts the chosen form in the place of the flexible one.
  void Compare(const std::string& what, const std::vector<CurveForm>& forms, CurveShape* shape,
               const std::vector<double>& values, bool is_angle) {
    FormChoice choice;
    choice.what = what;
    std::vector<std::vector<double>> scores;
    std::vector<CurveShape> shapes;
    for (const CurveForm form : forms) {
      shapes.push_back(is_angle ? AngleShape(form, values) : MakeShape(form, values));
      *shape = shapes.back();
      scores.push_back(HeldOut(choice_.mean, choice_.sd, places_, folds_, step_, least_));
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

  /// Parameters; of as many, a line is simpler than a curve.
  static double CostOf(const FormScore& score) {
    return score.parameters + (score.form == CurveForm::kLinear ? 0.0 : 0.5);
  }

  static double MeanOf(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }

  /// Of the mean difference of two rows.
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
  /// Of the logarithm of a likelihood.
  double least_;
  std::vector<double> distances_, angles_, offsets_;
  std::vector<int> folds_;
  RangeChoice choice_;
};

}  // namespace

RangeChoice ChooseForms(const std::vector<PlaceStats>& places, double step, double width) {
  return Chooser(places, step, width).Choose();
}

}  // namespace surefoot::gap
