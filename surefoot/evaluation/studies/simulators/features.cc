#include "surefoot/evaluation/studies/simulators/features.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "surefoot/base/check.h"
#include "surefoot/base/text.h"

// The rules of section 3.2 as code, so that Surefoot is scored by the same rules as the article's
// four simulators and not by our judgement.

namespace surefoot::gap {
namespace {

/// Whether a list contains a name, ignoring case.
bool Has(const std::vector<std::string>& list, const char* name) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& entry) { return Lower(entry) == name; });
}

/// Score of programming languages.
double LanguageScore(const std::vector<std::string>& languages) {
  const bool c = Has(languages, "c") || Has(languages, "c++") || Has(languages, "c/c++");
  const bool python = Has(languages, "python");
  const auto both = static_cast<std::size_t>(Has(languages, "c") && Has(languages, "c++"));
  // "C/C++, Python, MATLAB and more": C and C++ count as one.
  if (c && python && Has(languages, "matlab") && languages.size() - both > 3) return 1.0;
  if (c && python) return 0.667;
  return c || python ? 0.333 : 0.0;
}

/// Score of the user interface.
double UiScore(const UiControls& ui) {
  const int controls = static_cast<int>(ui.start) + static_cast<int>(ui.stop) +
                       static_cast<int>(ui.step) + static_cast<int>(ui.add_models);
  if (controls == 4 && ui.visualize) return 1.0;
  if (controls > 0) return 0.667;
  return ui.visualize ? 0.333 : 0.0;
}

/// Score of robot description formats.
double FormatScore(const Features& features) {
  const bool urdf = Has(features.formats, "urdf");
  const bool sdf = Has(features.formats, "sdf");
  if (urdf && sdf && features.formats.size() > 2) return 1.0;
  if (urdf || sdf) return 0.5;
  const bool plugin =
      Has(features.formats_by_plugin, "urdf") || Has(features.formats_by_plugin, "sdf");
  return plugin ? 0.25 : 0.0;
}

}  // namespace

FeatureScores ScoresOf(const Features& features) {
  FeatureScores scores;
  scores.free_to_use = features.free_to_use ? 1.0 : 0.0;
  scores.open_source = features.open_source ? 1.0 : 0.0;
  scores.ros = features.ros == RosSupport::kOnInstallation ? 1.0
               : features.ros == RosSupport::kPlugin       ? 0.8
                                                           : 0.0;
  scores.languages = LanguageScore(features.languages);
  scores.ui = UiScore(features.ui);
  scores.formats = FormatScore(features);
  scores.engines = features.engines.size() > 1 ? 1.0 : 0.0;
  return scores;
}

namespace {

/// `score(value, lowest, highest)` of each value that was measured.
template <typename Score>
std::vector<double> ScoresOfMeasured(const std::vector<double>& values, Score score) {
  std::vector<double> measured;
  const auto is_measured = [](double value) { return std::isfinite(value) && value > 0.0; };
  std::copy_if(values.begin(), values.end(), std::back_inserter(measured), is_measured);
  std::vector<double> scores(values.size(), std::numeric_limits<double>::quiet_NaN());
  if (measured.empty()) return scores;
  const auto [min, greatest] = std::minmax_element(measured.begin(), measured.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_measured(values[i])) scores[i] = score(values[i], *min, *greatest);
  }
  return scores;
}

}  // namespace

std::vector<double> MinOverEach(const std::vector<double>& values) {
  return ScoresOfMeasured(values, [](double value, double min, double) { return min / value; });
}

std::vector<double> EachOverGreatest(const std::vector<double>& values) {
  return ScoresOfMeasured(values, [](double value, double, double max) { return value / max; });
}

std::vector<double> WeightedTotals(const std::vector<ScoreLine>& lines) {
  std::vector<double> totals;
  for (const ScoreLine& line : lines) {
    if (totals.empty()) totals.resize(line.scores.size(), 0.0);
    SUREFOOT_CHECK(line.scores.size() == totals.size(), "one score per simulator: " + line.name);
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += line.weight * line.scores[i];
  }
  return totals;
}

}  // namespace surefoot::gap
