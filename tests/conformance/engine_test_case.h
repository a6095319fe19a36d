#pragma once

#include <map>
#include <string>

#include "tests/conformance/tolerances.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {

/// A test that runs on every engine, takes its tolerances from the table and records the deviation
/// of the engine from the ideal: EXPECT_TRUE(Near("incline.acceleration", measured, ideal)).
class ConformanceTest : public EngineTest {
 protected:
  /// Succeeds if |measured - ideal| is at most the tolerance.
  testing::AssertionResult Near(const std::string& quantity, double measured, double ideal);
  /// Succeeds if |measured / ideal - 1| is at most the tolerance.
  testing::AssertionResult NearShare(const std::string& quantity, double measured, double ideal);
  /// Succeeds if the residual itself is at most the tolerance.
  testing::AssertionResult Small(const std::string& quantity, double residual);

  void TearDown() override;

 private:
  /// The largest residual of each quantity in this test so far.
  std::map<std::string, double> residuals_;
};

}  // namespace surefoot::conformance
