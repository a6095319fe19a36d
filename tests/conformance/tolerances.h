#pragma once

#include <string>
#include <vector>

namespace surefoot::conformance {

/// The maximum deviation of an engine from the ideal in one quantity.
struct ToleranceRow {
  /// The test and the measured quantity, e.g. "incline.acceleration".
  const char* quantity;
  double value;
  /// The unit; "1" for a fraction of the ideal value.
  const char* unit;
  const char* what;
};

/// The only table of tolerances. A test uses every row, and every deviation that a test allows an
/// engine is listed here or declared by the engine itself (BackendInfo::tolerances).
const std::vector<ToleranceRow>& Tolerances();

/// Returns nullptr if the table has no such row.
const ToleranceRow* FindTolerance(const std::string& quantity);
double ToleranceOf(const ToleranceRow& row, const std::string& engine);
/// Why the engine has its own value; empty if it uses the common one.
std::string ReasonOf(const ToleranceRow& row, const std::string& engine);

}  // namespace surefoot::conformance
