// A steady step does not allocate: malloc is counted while a flag is set.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"
#include "tests/scene/engine_test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUREFOOT_MALLOC_IS_TAKEN 1
#endif

// Sanitizers have their own malloc; with them, nothing is counted.

namespace {

// Plain, not thread_local: the step under test runs in one thread, and malloc must not allocate.
bool counting = false;
long allocations = 0;

}  // namespace

#ifndef SUREFOOT_MALLOC_IS_TAKEN
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  if (counting) ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  if (counting) ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  if (counting) ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (counting) ++allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace surefoot::conformance {
namespace {

class Allocation : public EngineTest {};
SUREFOOT_ALL_ENGINES(Allocation);

long CountOver(sim::Simulation* simulation, int steps) {
  allocations = 0;
  counting = true;
  bool ok = true;
  for (int i = 0; i < steps; ++i) ok = simulation->Step().ok() && ok;
  counting = false;
  EXPECT_TRUE(ok);
  return allocations;
}

void ExpectSteady(const std::string& engine, sim::Simulation* simulation) {
  const long first = CountOver(simulation, 500);
  if (EngineInfo(engine).allocates.empty()) {
    EXPECT_EQ(first, 0);
  } else {
    // The engine declares that it allocates internally: then at least not increasingly.
    EXPECT_LE(CountOver(simulation, 500), first + first / 10);
  }
}

TEST_P(Allocation, TheCounterCounts) {
  allocations = 0;
  counting = true;
  void* volatile block = std::malloc(10);
  std::vector<int>* volatile numbers = new std::vector<int>(10);
  counting = false;
  std::free(block);
  delete numbers;
#ifndef SUREFOOT_MALLOC_IS_TAKEN
  EXPECT_EQ(allocations, 3);
#endif
}

TEST_P(Allocation, ASteadyStepAllocatesNothing) {
  Scene scene;
  scene.Floor(0.8);
  for (int i = 0; i < 5; ++i) {
    scene.Add(MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0),
              RigidTransform(Vector3d(0.5 * i, 0, 0.1)), "box" + std::to_string(i));
  }
  auto arm = std::make_shared<world::Model>();
  arm->name = "arm";
  arm->links.push_back(MakeLink("rod", world::Box{Vector3d(0.03, 0.03, 0.6)}, 2.0));
  arm->joints.push_back(MakeJoint("motor", world::JointType::kRevolute, *arm, world::kWorldLink, 0,
                                  Vector3d(0, 0, 0.3), Vector3d::UnitY()));
  arm->initial_commands.push_back(world::InitialCommand{0, 0, world::ControlMode::kPosition, 0.5});
  scene.Add(arm, RigidTransform(Vector3d(0, 3, 1)));
  auto simulation = Run(scene);
  sim::LinkWrench push;
  push.link = "box2::link";
  push.F_L_W.force = Vector3d(1, 0, 0);
  push.steps = -1;
  ASSERT_TRUE(simulation->Apply(push).ok());
  Advance(simulation.get(), 0.2);  // Buffers reach their size.
  EXPECT_GT(simulation->report().contacts.size(), 15u);
  ExpectSteady(engine(), simulation.get());
}

world::Element Element(const std::string& name,
                       std::vector<std::pair<std::string, std::string>> attributes) {
  world::Element element;
  element.name = name;
  element.attributes = std::move(attributes);
  return element;
}

TEST_P(Allocation, AStepThatLooksAtEventsAllocatesNothing) {
  Scene scene;
  scene.Floor(0.8);
  for (int i = 0; i < 4; ++i) {
    scene.Add(MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0),
              RigidTransform(Vector3d(i < 2 ? -0.5 - i : 0.5 * i, 0, 0.1)),
              "box" + std::to_string(i));
  }
  auto& extensions = scene.spec.extensions;
  for (const char* by : {"base", "any", "shape"}) {
    const std::string name = by;
    extensions.push_back(Element(
        "surefoot:trigger", {{"name", "in_" + name}, {"by", by}, {"box", "5 5 5"}, {"who", "*"}}));
    extensions.push_back(Element("surefoot:trigger", {{"name", "out_" + name},
                                                      {"by", by},
                                                      {"cylinder", "0.3 1"},
                                                      {"pose", "0 0 0.7 0.1 0.2 0.3"}}));
  }
  extensions.push_back(Element("surefoot:timer", {{"name", "late"}, {"first", "1000"}}));
  extensions.push_back(Element("surefoot:random", {{"name", "rare"}, {"mean", "1e7"}}));
  for (const char* quantity : {"x", "y", "z", "speed", "tilt", "contact"}) {
    extensions.push_back(Element("surefoot:condition", {{"name", std::string("is_") + quantity},
                                                        {"quantity", quantity},
                                                        {"of", "box1"},
                                                        {"above", "100"}}));
  }
  world::Element referee = Element("surefoot:referee", {{"name", "referee"}, {"ball", "box3"}});
  for (const char* team : {"0", "1"}) {
    referee.children.push_back(Element("team", {{"name", team}, {"number", team}}));
    referee.children.back().children.push_back(
        Element("player", {{"model", std::string("box") + team}}));
  }
  extensions.push_back(referee);
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::FireEvent{"", "play", "referee"}));
  Advance(simulation.get(), 0.5);
  ExpectSteady(engine(), simulation.get());
}

TEST_P(Allocation, ASteadyRobotAllocatesNothing) {
  Problems problems;
  const auto dog = LoadModel(BuiltinParts(), "quadruped", &problems);
  const auto husky = LoadModel(BuiltinParts(), "husky", &problems);
  ASSERT_TRUE(dog.ok() && husky.ok()) << problems.ErrorText();
  Scene scene;
  scene.Floor(0.8)
      .Add(*dog, RigidTransform(Vector3d(0, 0, 0.3)), "dog")
      .Add(*husky, RigidTransform(Vector3d(2, 0, 0.14)), "husky");
  auto simulation = Run(scene);
  for (const char* wheel : {"front_left", "rear_left", "front_right", "rear_right"}) {
    Must(simulation->Apply(sim::JointCommand{std::string("husky::") + wheel + "_wheel", 0,
                                             physics::ControlMode::kVelocity, 2.0}));
  }
  Advance(simulation.get(), 0.5);
  ExpectSteady(engine(), simulation.get());
}

}  // namespace
}  // namespace surefoot::conformance
