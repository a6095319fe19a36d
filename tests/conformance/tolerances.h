#pragma once

#include <string>
#include <vector>

namespace surefoot::conformance {

/// How far an engine may be from the ideal in one quantity.
struct ToleranceRow {
  /// "incline.acceleration": what is tested, then what is measured.
  const char* quantity;
  double value;
  /// "1" for a share of the ideal.
  const char* unit;
  const char* what;
};

/// One engine's own value, and why it cannot meet the common one.
struct ToleranceOverride {
  const char* quantity;
  const char* engine;
  double value;
  const char* reason;
};

/// The one table of tolerances. Every row is used by a test, and every number that a test allows an
/// engine to be off is here.
const std::vector<ToleranceRow>& Tolerances();
const std::vector<ToleranceOverride>& ToleranceOverrides();

/// nullptr when there is none.
const ToleranceRow* FindTolerance(const std::string& quantity);
double ToleranceOf(const ToleranceRow& row, const std::string& engine);
/// Why the engine has a value of its own; empty when it has none.
std::string ReasonOf(const ToleranceRow& row, const std::string& engine);

}  // namespace surefoot::conformance
