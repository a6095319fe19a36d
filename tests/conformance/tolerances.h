#pragma once

#include <string>
#include <vector>

namespace surefoot::conformance {

/// How far an engine may be from the ideal value of one quantity.
struct ToleranceRow {
  /// "incline.acceleration": the scenario, then the measured quantity.
  const char* quantity;
  double value;
  /// "1" for a share of the ideal value.
  const char* unit;
  const char* what;
};

/// The only table of tolerances. Every row is used by a test, and every error that a test allows an
/// engine is in this table or in the engine's description (BackendInfo::tolerances).
const std::vector<ToleranceRow>& Tolerances();

/// nullptr when the table has no such row.
const ToleranceRow* FindTolerance(const std::string& quantity);
double ToleranceOf(const ToleranceRow& row, const std::string& engine);
/// Why the engine has its own value; empty when it has none.
std::string ReasonOf(const ToleranceRow& row, const std::string& engine);

}  // namespace surefoot::conformance
