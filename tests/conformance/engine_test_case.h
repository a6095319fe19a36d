#pragma once

#include <map>
#include <string>

#include "tests/conformance/tolerances.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {

/// A test on every engine with the tolerances of the table. It records how far the engine is from
/// the ideal value: EXPECT_TRUE(Near("incline.acceleration", measured, ideal)).
class ConformanceTest : public EngineTest {
 protected:
  /// measured - ideal| is at most the tolerance.
  testing::AssertionResult Near(const std::string& quantity, double measured, double ideal);
  /// measured / ideal - 1| is at most the tolerance.
  testing::AssertionResult NearShare(const std::string& quantity, double measured, double ideal);
  /// The given residual is at most the tolerance.
  testing::AssertionResult Small(const std::string& quantity, double residual);

  void TearDown() override;

 private:
  /// The largest residual of the test so far.
  std::map<std::string, double> residuals_;
};

}  // namespace surefoot::conformance
