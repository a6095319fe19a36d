#pragma once

/// Repairs of descriptions that are clear: one line becomes another.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

struct Fix {
  /// For a button: "Use 0 0 1".
  std::string label;
  /// From 1, and the whole new text of that line.
  int line = 0;
  std::string text;
};

/// `lines` are those of the problem's file; `spec` is what was read, as far as it came.
std::optional<Fix> FindFix(const Problem& problem, const std::vector<std::string>& lines,
                           const world::WorldSpec& spec);

}  // namespace surefoot::serve
