#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "surefoot/physics/capability.h"
#include "tests/scene/scene.h"

namespace surefoot::conformance {

/// The first requirement of the world that the engine declares as unsupported, with its remark;
/// empty if there is none.
std::string LackOf(const physics::BackendInfo& engine, const world::World& world);

/// A test that runs once for each engine of the build. It omits only what the engine declares as
/// unsupported: this class is the only way to skip, and tests/test_main.cc fails a program in which
/// a test was skipped otherwise.
class EngineTest : public ::testing::TestWithParam<std::string> {
 protected:
  /// The name of the engine.
  const std::string& engine() const { return GetParam(); }

  /// Ends the test as skipped if the engine declares that it lacks a requirement of the world, and
  /// as failed if it rejects the world for another reason. Never nullptr.
  std::unique_ptr<sim::Simulation> Run(const Scene& scene, double step = 0.001);

  /// Ends the test as skipped if the engine declares that it lacks one of them. For requirements
  /// that are not in the world: inputs, edits, snapshots, reports.
  void Needs(std::initializer_list<physics::Capability> capabilities);

  /// False, with a note, if the engine declares that it lacks a requirement of the world: for tests
  /// with several worlds.
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

/// Instantiates a suite of EngineTest for all engines. CMake gives a file with this line one ctest
/// entry for each engine.
#define SUREFOOT_ALL_ENGINES(suite)                                                     \
  INSTANTIATE_TEST_SUITE_P(Engines, suite,                                              \
                           ::testing::ValuesIn(::surefoot::conformance::EngineNames()), \
                           [](const auto& parameter) { return parameter.param; })
