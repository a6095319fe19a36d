#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// A test that runs once per engine of the build.
class EngineTest : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<sim::Simulation> Run(const Scene& scene, double step = 0.001) {
    return scene.Run(GetParam(), step);
  }
};

}  // namespace surefoot::conformance

/// Instantiates a suite of EngineTest for all engines.
#define SUREFOOT_ALL_ENGINES(suite)                                                     \
  INSTANTIATE_TEST_SUITE_P(Engines, suite,                                              \
                           ::testing::ValuesIn(::surefoot::conformance::EngineNames()), \
                           [](const auto& parameter) { return parameter.param; })
