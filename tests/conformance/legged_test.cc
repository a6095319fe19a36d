// Surefoot's quadruped stands without support.

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"
#include "tests/conformance/engine_test_case.h"
#include "tests/scene/measure.h"

namespace surefoot::conformance {
namespace {

class Legged : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Legged);

constexpr double kHeight = 0.29868;

Scene QuadrupedOnFloor() {
  Problems problems;
  const auto model = LoadModel(BuiltinParts(), "quadruped", &problems);
  EXPECT_TRUE(model.ok()) << problems.ErrorText();
  Scene scene;
  if (model.ok()) scene.Floor(1.0).Add(*model, RigidTransform(Vector3d(0, 0, kHeight)), "dog");
  return scene;
}

TEST_P(Legged, AQuadrupedStands) {
  Needs({physics::Capability::kContactReport});
  auto simulation = Run(QuadrupedOnFloor());
  Advance(simulation.get(), 1.0);
  const RigidTransform start = PoseOf(*simulation, "dog::base_link");
  Advance(simulation.get(), 2.0);
  const RigidTransform& X = PoseOf(*simulation, "dog::base_link");
  EXPECT_TRUE(Near("standing.height", X.p.z(), kHeight));
  EXPECT_TRUE(Small("standing.tilt", X.q.angularDistance(Quaterniond::Identity())));
  EXPECT_TRUE(Small("standing.drift", (X.p - start.p).norm()));
  EXPECT_TRUE(
      NearShare("standing.weight", -ContactForceOn(*simulation, "floor::link").z(), 12.0 * 9.81));
  // The left and the right legs carry the same load.
  EXPECT_TRUE(Near("standing.symmetry", EffortOf(*simulation, "front_left_knee"),
                   EffortOf(*simulation, "front_right_knee")));
  EXPECT_TRUE(Near("standing.symmetry", EffortOf(*simulation, "rear_left_knee"),
                   EffortOf(*simulation, "rear_right_knee")));
  EXPECT_GT(std::abs(EffortOf(*simulation, "rear_right_knee")), 1.0);
}

TEST_P(Legged, AQuadrupedCrouchesAndRises) {
  auto simulation = Run(QuadrupedOnFloor());
  const auto command = [&](double hip, double knee) {
    for (const char* leg : {"front_left", "front_right", "rear_left", "rear_right"}) {
      Must(simulation->Apply(
          sim::JointCommand{std::string(leg) + "_hip", 0, physics::ControlMode::kPosition, hip}));
      Must(simulation->Apply(
          sim::JointCommand{std::string(leg) + "_knee", 0, physics::ControlMode::kPosition, knee}));
    }
  };
  // Small motions one after the other, so that the feet do not slip.
  for (int i = 0; i <= 20; ++i) {
    const double hip = 0.8 + 0.02 * i;
    command(hip, -2.0 * hip);
    Advance(simulation.get(), 0.05);
  }
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("standing.height", PoseOf(*simulation, "dog::base_link").p.z(),
                   0.4 * std::cos(1.2) + 0.02));
  for (int i = 20; i >= 0; --i) {
    const double hip = 0.8 + 0.02 * i;
    command(hip, -2.0 * hip);
    Advance(simulation.get(), 0.05);
  }
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("standing.height", PoseOf(*simulation, "dog::base_link").p.z(), kHeight));
  EXPECT_TRUE(
      Small("standing.tilt",
            PoseOf(*simulation, "dog::base_link").q.angularDistance(Quaterniond::Identity())));
}

}  // namespace
}  // namespace surefoot::conformance
