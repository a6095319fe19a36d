#include "tests/conformance/engine_test_case.h"

#include <cmath>
#include <cstdio>

namespace surefoot::conformance {
namespace {

std::string Text(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

testing::AssertionResult ConformanceTest::Small(const std::string& quantity, double residual) {
  const ToleranceRow* row = FindTolerance(quantity);
  if (row == nullptr) return testing::AssertionFailure() << "no tolerance for " << quantity;
  double& worst = residuals_.try_emplace(quantity, 0.0).first->second;
  if (!(residual <= worst)) worst = residual;  // NaN counts as worse
  const double tolerance = ToleranceOf(*row, engine());
  if (residual <= tolerance) return testing::AssertionSuccess();
  return testing::AssertionFailure() << quantity << ": off by " << Text(residual) << " "
                                     << row->unit << ", tolerance " << Text(tolerance);
}

testing::AssertionResult ConformanceTest::Near(const std::string& quantity, double measured,
                                               double ideal) {
  return Small(quantity, std::abs(measured - ideal))
         << " (measured " << Text(measured) << ", ideal " << Text(ideal) << ")";
}

testing::AssertionResult ConformanceTest::NearShare(const std::string& quantity, double measured,
                                                    double ideal) {
  return Small(quantity, std::abs(measured / ideal - 1.0))
         << " (measured " << Text(measured) << ", ideal " << Text(ideal) << ")";
}

void ConformanceTest::TearDown() {
  for (const auto& [quantity, residual] : residuals_) {
    const ToleranceRow* row = FindTolerance(quantity);
    RecordProperty("residual:" + quantity,
                   Text(residual) + "\t" + Text(ToleranceOf(*row, engine())) + "\t" + row->unit +
                       "\t" + row->what + "\t" + ReasonOf(*row, engine()));
  }
  EngineTest::TearDown();
}

}  // namespace surefoot::conformance
