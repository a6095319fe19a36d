// Bit-equal results in a world of many features: Surefoot's robots, terrain, a linkage, a
// gear, attachments. Also in another process, where every address is different.

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

std::shared_ptr<const world::Model> Load(const std::string& name) {
  Problems problems;
  const auto model = LoadModel(BuiltinParts(), name, &problems);
  EXPECT_TRUE(model.ok()) << problems.ErrorText();
  return model.ok() ? *model : nullptr;
}

/// A parallelogram linkage driven by a motor, and a wheel geared to its crank.
std::shared_ptr<world::Model> MakeLinkage(bool loop, bool gear) {
  auto model = std::make_shared<world::Model>();
  model->name = "linkage";
  const Vector3d a(0, 0, 0), b(0, 0, 0.5), c(1, 0, 0.5), d(1, 0, 0);
  const auto bar = [&](const std::string& name, const Vector3d& from, const Vector3d& to) {
    model->links.push_back(
        MakeLink(name, world::Box{Vector3d(0.03, 0.03, (to - from).norm())}, 0.5));
    model->links.back().X_ML = RigidTransform(QuaternionFromZAxis(to - from), 0.5 * (from + to));
  };
  bar("crank", a, b);
  bar("coupler", b, c);
  bar("rocker", d, c);
  const Vector3d y = Vector3d::UnitY();
  using world::JointType;
  model->joints.push_back(MakeJoint("A", JointType::kRevolute, *model, world::kWorldLink, 0, a, y));
  model->joints.push_back(MakeJoint("B", JointType::kRevolute, *model, 0, 1, b, y));
  model->joints.push_back(MakeJoint("D", JointType::kRevolute, *model, world::kWorldLink, 2, d, y));
  if (loop) model->joints.push_back(MakeJoint("C", JointType::kRevolute, *model, 1, 2, c, y));
  if (gear) model->joints[2].mimic = world::Mimic{0, 1.0, 0.0};
  model->initial_commands.push_back({0, 0, world::ControlMode::kVelocity, 1.0});
  return model;
}

class RichWorld : public EngineTest {
 protected:
  void SetUp() override {
    const physics::BackendInfo info = EngineInfo(engine());
    const auto can = [&](physics::Capability capability) { return info.Of(capability).supported; };
    Problems problems;
    scene_.Floor(0.9);
    scene_.Add(Load("quadruped"), RigidTransform(Vector3d(0, 0, 0.31)), "dog");
    scene_.Add(Load("husky"), RigidTransform(Vector3d(3, 0, 0.2)), "husky");
    scene_.Add(MakeLinkage(can(physics::Capability::kLoopJoint), false),
               RigidTransform(Vector3d(0, 4, 1)));
    scene_.Add(MakeLinkage(false, can(physics::Capability::kMimic)),
               RigidTransform(Vector3d(3, 4, 1)), "geared");
    for (int i = 0; i < 4; ++i) {
      scene_.Add(MakeBody("box", world::Box{Vector3d(0.3, 0.2, 0.1)}, 1.0),
                 RigidTransform(QuaternionFromRpy(0.1 * i, 0.2, 0.3),
                                Vector3d(-2, 0.05 * i, 0.2 + 0.2 * i)),
                 "box" + std::to_string(i));
    }
  }

  void Drive(sim::Simulation* simulation) {
    Must(simulation->Apply(
        sim::JointCommand{"husky::front_left_wheel", 0, physics::ControlMode::kVelocity, 3.0}));
    Must(simulation->Apply(
        sim::JointCommand{"husky::rear_right_wheel", 0, physics::ControlMode::kVelocity, -2.0}));
    if (EngineInfo(engine()).Of(physics::Capability::kAttachment).supported) {
      Must(simulation->Apply(sim::Attach{"tie", "box0::link", "box1::link"}));
    }
  }

  std::unique_ptr<sim::Simulation> Start() {
    auto simulation = Run(scene_);
    Drive(simulation.get());
    return simulation;
  }

  Scene scene_;
};
SUREFOOT_ALL_ENGINES(RichWorld);

TEST_P(RichWorld, SnapshotsContinueBitForBit) {
  Needs({physics::Capability::kSnapshot});
  auto straight = Start();
  Advance(straight.get(), 0.4);
  const sim::Snapshot snapshot = straight->machine().Save();
  Advance(straight.get(), 0.4);
  RecordProperty("hash", std::to_string(straight->hash()));
  auto other = Run(scene_);
  Advance(other.get(), 0.05);
  Must(other->machine().Restore(snapshot));
  Advance(other.get(), 0.4);
  EXPECT_EQ(other->hash(), straight->hash());
}

TEST_P(RichWorld, ASnapshotSurvivesAnEditThatIsTakenBack) {
  // Removing and spawning builds new engine instances with other ids; the snapshot restores the
  // world it was taken in.
  Needs({physics::Capability::kSnapshot, physics::Capability::kSpawn});
  auto straight = Start();
  Advance(straight.get(), 0.3);
  const sim::Snapshot snapshot = straight->machine().Save();
  Advance(straight.get(), 0.3);
  const std::uint64_t hash = straight->hash();
  Must(straight->Apply(sim::Remove{"dog"}));
  Must(straight->Apply(sim::Spawn{world::ModelInstance{"late", RigidTransform(Vector3d(-4, 0, 0.5)),
                                                       MakeLinkage(false, false)}}));
  Advance(straight.get(), 0.1);
  Must(straight->machine().Restore(snapshot));
  Advance(straight.get(), 0.3);
  EXPECT_EQ(straight->hash(), hash);
}

TEST_P(RichWorld, ARepeatedEditGivesTheSameBits) {
  Needs({physics::Capability::kSpawn});
  std::uint64_t hashes[2] = {};
  for (std::uint64_t& hash : hashes) {
    auto simulation = Start();
    Advance(simulation.get(), 0.2);
    Must(simulation->Apply(sim::Remove{"geared"}));
    Must(simulation->Apply(
        sim::Spawn{world::ModelInstance{"late", RigidTransform(Vector3d(-2, 0.1, 1.2)),
                                        MakeBody("ball", world::Sphere{0.1}, 1.0)}}));
    Advance(simulation.get(), 0.4);
    hash = simulation->hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_P(RichWorld, InstancesInThreadsOfTheirOwnGiveTheSameBits) {
  const auto alone = Run(scene_);
  for (int i = 0; i < 200; ++i) Must(alone->Step());
  for (int round = 0; round < 5; ++round) {
    std::vector<std::unique_ptr<sim::Simulation>> together;
    for (int i = 0; i < 3; ++i) together.push_back(Run(scene_));
    std::vector<std::thread> threads;
    for (const auto& simulation : together) {
      threads.emplace_back([&simulation] {
        for (int i = 0; i < 200 && simulation->Step().ok(); ++i) {
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& simulation : together) EXPECT_EQ(simulation->hash(), alone->hash());
  }
}

TEST_P(RichWorld, AnotherProcessGivesTheSameBits) {
  Needs({physics::Capability::kSnapshot});
  const std::string path = testing::TempDir() + "surefoot_rich_" + std::to_string(::getpid());
  char self[4096] = {};
  ASSERT_GT(::readlink("/proc/self/exe", self, sizeof self - 1), 0);
  std::string hashes[2];
  for (int i = 0; i < 2; ++i) {
    const std::string file = path + "_" + std::to_string(i);
    const std::string command = std::string(self) +
                                " --gtest_filter='*RichWorld.SnapshotsContinueBitForBit/" +
                                engine() + "' --residuals=" + file + " >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("hash\t")) hashes[i] = line.substr(line.rfind('\t') + 1);
    }
    std::remove(file.c_str());
  }
  EXPECT_NE(hashes[0], "");
  EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace surefoot::conformance
