#pragma once

/// Qualitative features of simulators as in Farley, Wang and Marshall (2022): Table 3, the scores
/// of Table 4 by the rules of section 3.2, and the equations that turn measurements into scores.

#include <string>
#include <vector>

namespace surefoot::gap {

enum class RosSupport {
  kNone,
  /// Available by an official plugin.
  kPlugin,
  kOnInstallation,
};

/// Abilities of a graphical user interface.
struct UiControls {
  bool visualize = false;
  bool start = false;
  bool stop = false;
  bool step = false;
  bool add_models = false;
};

struct Features {
  bool free_to_use = false;
  bool open_source = false;
  RosSupport ros = RosSupport::kNone;
  /// "C++" or "C/C++", "Python", "MATLAB", ...
  std::vector<std::string> languages;
  UiControls ui;
  /// "URDF", "SDF", ...; case is ignored.
  std::vector<std::string> formats;
  /// Formats that need a plugin which the user has to install.
  std::vector<std::string> formats_by_plugin;
  std::vector<std::string> engines;
};

/// Scores of Table 4, 0 to 1.
struct FeatureScores {
  double free_to_use = 0.0;
  double open_source = 0.0;
  double ros = 0.0;
  double languages = 0.0;
  double ui = 0.0;
  double formats = 0.0;
  double engines = 0.0;
};
FeatureScores ScoresOf(const Features& features);

/// Equations (3), (4) and (8): the smallest of all values divided by each value. Values that are
/// not above 0 were not measured: they are left out, and their score is NaN.
std::vector<double> MinOverEach(const std::vector<double>& values);

/// The rule that the article applies to the real-time factor in Table 11, in contrast to equation
/// (3): each value divided by the largest. Missing values as above.
std::vector<double> EachOverGreatest(const std::vector<double>& values);

/// A row of Table 11.
struct ScoreLine {
  std::string name;
  double weight = 0.0;
  /// One score per simulator.
  std::vector<double> scores;
};

/// Weighted sums of scores, one per simulator.
std::vector<double> WeightedTotals(const std::vector<ScoreLine>& lines);

}  // namespace surefoot::gap
