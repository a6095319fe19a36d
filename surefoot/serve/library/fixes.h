#pragma once

/// Repairs of mistakes in descriptions where the right correction is clear. A repair replaces one
/// line; the user confirms it on the page.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

/// A proposed repair.
struct Fix {
  /// Text of the button: "Use 0 0 1".
  std::string label;
  /// Line number from 1, and the complete new text of that line.
  int line = 0;
  std::string text;
};

/// The repair for a problem; nullopt if none is known. `lines` are those of the problem's file,
/// `spec` is as much of the description as could be read. Runs on the worker's thread.
std::optional<Fix> FindFix(const Problem& problem, const std::vector<std::string>& lines,
                           const world::WorldSpec& spec);

}  // namespace surefoot::serve
