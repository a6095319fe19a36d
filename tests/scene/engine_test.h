#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "surefoot/physics/capability.h"
#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// The first of the world's needs that the engine declares it lacks, with its remark; empty when
/// there is none.
std::string LackOf(const physics::BackendInfo& engine, const world::World& world);

/// A test that runs once per engine of the build. It leaves out only what the engine declares that
/// it cannot do: this class is the only way to skip, and tests/test_main.cc fails a program in
/// which a test was skipped in another.
class EngineTest : public ::testing::TestWithParam<std::string> {
 protected:
  /// The name of the engine.
  const std::string& engine() const { return GetParam(); }

  /// Ends the test as skipped when the engine declares that it lacks what the world needs, and as
  /// failed when it refuses the world for another reason. Never nullptr.
  std::unique_ptr<sim::Simulation> Run(const Scene& scene, double step = 0.001);

  /// Ends the test as skipped when the engine declares that it lacks one of them. For what a world
  /// does not show: inputs, edits, snapshots, reports.
  void Needs(std::initializer_list<physics::Capability> capabilities);

  /// False, with a note, when the engine declares that it lacks what the world needs: for a test
  /// that goes through several worlds.
  bool CanRun(const Scene& scene);

  /// Fails and ends the test unless the status is ok.
  void Must(const Status& status);

  void TearDown() override;

 private:
  std::string LackOf(const Scene& scene) const;
  [[noreturn]] void SkipFor(const std::string& lack);

  std::string left_out_;
};

}  // namespace surefoot::conformance

/// Instantiates a suite of EngineTest for all engines. cmake gives a file that has this line one
/// ctest entry per engine.
#define SUREFOOT_ALL_ENGINES(suite)                                                     \
  INSTANTIATE_TEST_SUITE_P(Engines, suite,                                              \
                           ::testing::ValuesIn(::surefoot::conformance::EngineNames()), \
                           [](const auto& parameter) { return parameter.param; })
