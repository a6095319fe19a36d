#pragma once

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/range_belief.h"
#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

/// Lengths of the file are in cm, here in m.
struct BeliefSettings {
  /// Presets or files of range sensors.
  std::vector<std::string> sensors = {"centurion_hc-sr04", "centurion_gp2y0a41sk0f"};
  std::vector<double> distances;
  /// Those of them that figures show.
  std::vector<double> shown;
  int trials = 200;
  int samples = 10;
  double share = 0.9;
  estimate::RangeBelief::Grid grid;
};

/// What is wrong is reported.
BeliefSettings ReadBeliefSettings(const world::ElementReader& reader);

}  // namespace surefoot::studies
