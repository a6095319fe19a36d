// Measures run in every step of every trial: they must not allocate there.

#include <gtest/gtest.h>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/measures/measure.h"
#include "surefoot/evaluation/run/yaml.h"
#include "tests/allocation_counter.h"

namespace surefoot::experiment {
namespace {

const char kMetrics[] =
    "a: {kind: series, topic: /husky/imu/data, field: angular_velocity.x}\n"
    "b: {kind: path, model: husky}\n"
    "c: {kind: slip, model: husky}\n"
    "d: {kind: contacts, model: husky}\n"
    "e: {kind: odometry_error, model: husky, topic: /husky/husky_velocity_controller/odom}\n"
    "f: {kind: energy, model: husky}\n"
    "g: {kind: wheels, model: husky, window: 0.2, end_when_steady: true}\n";
const char kPass[] =
    "pass: [{goal: {model: husky, at: [50, 0, 0]}}, {no_collision: {model: husky, with: "
    "[husky]}},\n"
    " {time: {at_most: 20}}, {slip: {model: husky, limit: 0.9}}, {upright: {model: husky}},\n"
    " {inside: {model: husky, box: [-50, -50, 50, 50]}}, {metric: {name: b.length, at_most: 9}}]";

TEST(Measures, DoNotAllocateInSteps) {
  Problems problems;
  auto session = Open("flat.sdf");
  ASSERT_TRUE(session.ok());
  auto measures = MakeMetrics(*ParseYaml(kMetrics, "metrics", &problems), &problems);
  const world::Element pass = *ParseYaml(kPass, "pass", &problems);
  for (auto& condition : MakeConditions(*pass.Child("pass"), &problems)) {
    measures.push_back(std::move(condition));
  }
  EXPECT_EQ(problems.ErrorText(), "");
  // All kinds are included.
  EXPECT_EQ(measures.size(),
            BuiltinMetrics().entries().size() + BuiltinConditions().entries().size());
  for (const auto& measure : measures) ASSERT_TRUE(measure->Start(session->get()).ok());
  long count = 0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(session.value()->Step().ok());
    const long before = AllocationCount();
    for (const auto& measure : measures) measure->Update(**session);
    // The wheel with the largest slip is named; that settles soon.
    if (i > 300) count += AllocationCount() - before;
  }
  EXPECT_EQ(count, 0);
  TrialResult result;
  for (const auto& measure : measures) measure->Finish(**session, &result);
  EXPECT_EQ(result.verdicts.size(), BuiltinConditions().entries().size());
}

}  // namespace
}  // namespace surefoot::experiment
