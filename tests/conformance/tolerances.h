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

/// The one table of tolerances. Every row is used by a test, and every number that a test allows an
/// engine to be off is here, or among what the engine says of itself (BackendInfo::tolerances).
const std::vector<ToleranceRow>& Tolerances();

/// nullptr when there is none.
const ToleranceRow* FindTolerance(const std::string& quantity);
double ToleranceOf(const ToleranceRow& row, const std::string& engine);
/// Why the engine has a value of its own; empty when it has none.
std::string ReasonOf(const ToleranceRow& row, const std::string& engine);

}  // namespace surefoot::conformance
