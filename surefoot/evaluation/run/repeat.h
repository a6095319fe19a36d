#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/results.h"

namespace surefoot::experiment {

struct RepeatResult {
  int compared = 0;
  int same = 0;
  /// One sentence for each trial whose numbers are others.
  std::vector<std::string> differences;
};

/// Compares results with those of a manifest. `folder`: where its results are, to say what differs;
/// they may be gone.
RepeatResult CompareWith(const Manifest& manifest, const std::string& folder,
                         const Results& results);

}  // namespace surefoot::experiment
