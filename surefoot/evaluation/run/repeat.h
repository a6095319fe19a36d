#pragma once

/// Comparison of a repeated experiment with its manifest (`surefoot experiment --repeat`).

#include <string>
#include <vector>

#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/results.h"

namespace surefoot::experiment {

struct RepeatResult {
  int compared = 0;
  int same = 0;
  /// One sentence for each trial whose numbers differ.
  std::vector<std::string> differences;
};

/// Compares results with those of a manifest by their hashes. `folder` has the manifest's results,
/// to state what differs; they may have been deleted, then only that something differs is known.
RepeatResult CompareWith(const Manifest& manifest, const std::string& folder,
                         const Results& results);

}  // namespace surefoot::experiment
