#pragma once

/// What the comparison of simulators calls qualitative features: its Table 3, and by the rules of
/// its section 3.2 its Table 4; and how its equations make scores of what was measured.

#include <string>
#include <vector>

namespace surefoot::gap {

enum class RosSupport {
  kNone,
  /// By an official plugin.
  kPlugin,
  kOnInstallation,
};

/// What a user can do in a window.
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
  /// "URDF", "SDF", ...; in any case of letters.
  std::vector<std::string> formats;
  /// Those that need a plugin which the user has to install.
  std::vector<std::string> formats_by_plugin;
  std::vector<std::string> engines;
};

/// Table 4, from 0 to 1.
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

/// Equations (3), (4) and (8): the least of all values over each value. What is not a number above
/// 0 was not measured: it is left out, and its score is NaN.
std::vector<double> LeastOverEach(const std::vector<double>& values);

/// What the print does for the real-time factor in its Table 11, against equation (3): each value
/// over the greatest. The same rule for what was not measured.
std::vector<double> EachOverGreatest(const std::vector<double>& values);

/// One line of their Table 11.
struct ScoreLine {
  std::string name;
  double weight = 0.0;
  /// One score per simulator.
  std::vector<double> scores;
};

/// Sums of weight times score, one per simulator.
std::vector<double> WeightedTotals(const std::vector<ScoreLine>& lines);

}  // namespace surefoot::gap
