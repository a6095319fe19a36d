#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

using testing::TestPartResult;

std::string Lack(const physics::BackendInfo& info, physics::Capability capability) {
  const physics::Support& support = info.Of(capability);
  if (support.supported) return {};
  return info.name + " cannot do " + physics::CapabilityName(capability) + ": " + support.remark;
}

/// gtest interprets this exception as "the test ends here; its message was reported already".
[[noreturn]] void EndTest(TestPartResult::Type type, const std::string& text) {
  throw testing::AssertionException(TestPartResult(type, __FILE__, __LINE__, text.c_str()));
}

}  // namespace

std::string LackOf(const physics::BackendInfo& engine, const world::World& world) {
  for (const physics::Requirement& requirement : physics::RequirementsOf(world)) {
    const std::string lack = Lack(engine, requirement.capability);
    if (!lack.empty()) return lack;
  }
  return {};
}

std::string EngineTest::LackOf(const Scene& scene) const {
  const auto world = scene.Make();
  return world == nullptr ? "" : conformance::LackOf(EngineInfo(engine()), *world);
}

void EngineTest::SkipFor(const std::string& lack) {
  RecordProperty("declared_skip", lack);
  GTEST_MESSAGE_(lack.c_str(), TestPartResult::kSkip);
  EndTest(TestPartResult::kSkip, lack);
}

std::unique_ptr<sim::Simulation> EngineTest::Run(const Scene& scene, double step) {
  const std::string lack = LackOf(scene);
  if (!lack.empty()) SkipFor(lack);
  auto simulation = scene.Run(engine(), step);
  if (simulation == nullptr) EndTest(TestPartResult::kFatalFailure, "the world was refused");
  return simulation;
}

void EngineTest::Needs(std::initializer_list<physics::Capability> capabilities) {
  const physics::BackendInfo info = EngineInfo(engine());
  for (const physics::Capability capability : capabilities) {
    const std::string lack = Lack(info, capability);
    if (!lack.empty()) SkipFor(lack);
  }
}

bool EngineTest::CanRun(const Scene& scene) {
  const std::string lack = LackOf(scene);
  if (lack.empty()) return true;
  if (left_out_.find(lack) == std::string::npos)
    left_out_ += (left_out_.empty() ? "" : "; ") + lack;
  return false;
}

void EngineTest::Must(const Status& status) {
  if (status.ok()) return;
  ADD_FAILURE() << status.error().message;
  EndTest(TestPartResult::kFatalFailure, status.error().message);
}

void EngineTest::TearDown() {
  if (!left_out_.empty()) RecordProperty("left_out", left_out_);
}

}  // namespace surefoot::conformance
