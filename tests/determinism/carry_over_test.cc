// A model is carried from one engine instance to another, built for another world in which it has
// another index and name: saving again gives the same bytes, and the next step is the same.

#include <gtest/gtest.h>

#include "surefoot/engines/register.h"
#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

using physics::Backend;
using physics::State;

/// A floor and several carts, as islands build them: all at the origin, named by their index.
std::shared_ptr<const world::World> WorldOfCarts(int count) {
  Scene scene;
  scene.Floor(0.7);
  for (int i = 0; i < count; ++i) {
    scene.Add(MakeCart(0.0, 0.0), RigidTransform(), "member_" + std::to_string(i));
  }
  return scene.Make();
}

/// An instance whose member k is the cart with the k-th name; its commands are kept.
class Instance {
 public:
  Instance(const physics::BackendFactory& engine, const std::vector<std::string>& names)
      : world_(WorldOfCarts(static_cast<int>(names.size()))),
        state_(physics::MakeInitialState(*world_)) {
    physics::BackendArgs args;
    args.world = world_;
    for (int model = 0; model < world_->model_count(); ++model) args.models.push_back(model);
    backend_ = std::move(engine.make(args)).value();
    std::vector<std::string> all{"floor"};
    all.insert(all.end(), names.begin(), names.end());
    backend_->NameModels(all);
    inputs_.gravity_W = world_->spec().gravity_W;
    inputs_.motors.resize(static_cast<std::size_t>(world_->v_count()));
  }

  void Put(int member, const RigidTransform& X_WM) {
    const world::Range& links = world_->layout(1 + member).links;
    for (int i = 0; i < links.count; ++i) {
      const auto link = static_cast<std::size_t>(links.first + i);
      state_.X_WL[link] = X_WM * world_->link(links.first + i).X_ML;
    }
    backend_->WriteModel(1 + member, state_);
  }
  /// Speeds of the wheels on the left and right.
  void Drive(int member, double left, double right) {
    const world::Range& v = world_->layout(1 + member).v;
    for (int i = 0; i < v.count; ++i) {
      inputs_.motors[static_cast<std::size_t>(v.first + i)] = {physics::ControlMode::kVelocity,
                                                               i % 2 == 0 ? left : right};
    }
  }
  void Step(int steps) {
    for (int i = 0; i < steps; ++i) {
      physics::StepReport report;
      backend_->Step(inputs_, 0.001, &state_, &report);
      ASSERT_EQ(report.flags, physics::kStepOk);
    }
  }
  Bytes Save(int member) const {
    Bytes saved;
    backend_->SaveModel(1 + member, &saved);
    return saved;
  }
  void Restore(int member, const Bytes& saved) {
    const Status status = backend_->RestoreModel(1 + member, saved);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
  /// Largest difference of any number of two members after the last step: positions, then
  /// velocities.
  static std::pair<double, double> Apart(const Instance& a, int member_a, const Instance& b,
                                         int member_b) {
    const world::ModelLayout& at_a = a.world_->layout(1 + member_a);
    const world::ModelLayout& at_b = b.world_->layout(1 + member_b);
    std::pair<double, double> max{0.0, 0.0};
    for (int i = 0; i < at_a.links.count; ++i) {
      const auto x = static_cast<std::size_t>(at_a.links.first + i);
      const auto y = static_cast<std::size_t>(at_b.links.first + i);
      max.first = std::max(max.first, (a.state_.X_WL[x].p - b.state_.X_WL[y].p).norm());
      const Twist& V_a = a.state_.V_WL_W[x];
      const Twist& V_b = b.state_.V_WL_W[y];
      max.second = std::max({max.second, (V_a.v - V_b.v).norm(), (V_a.w - V_b.w).norm()});
    }
    return max;
  }

 private:
  std::shared_ptr<const world::World> world_;
  State state_;
  physics::Inputs inputs_;
  std::unique_ptr<Backend> backend_;
};

class CarryOver : public EngineTest {
 protected:
  void SetUp() override {
    physics::BackendRegistry engines;
    engines::RegisterBackends(&engines);
    factory_ = *engines.Find(engine());
    names_ = {"anna", "bert", "carl"};
    for (std::size_t i = 0; i < names_.size(); ++i) {
      single_.push_back(std::make_unique<Instance>(factory_, std::vector<std::string>{names_[i]}));
      Start(static_cast<int>(i), 0, single_.back().get());
      single_.back()->Step(150);
    }
  }
  /// Each turns differently, 5 m from the others.
  static void Start(int which, int member, Instance* instance) {
    instance->Put(
        member, RigidTransform(QuaternionFromRpy(0, 0, which), Vector3d(0.0, 5.0 * which, 0.101)));
    Drive(which, member, instance);
  }
  static void Drive(int which, int member, Instance* instance) {
    instance->Drive(member, 3.0 + which, 5.0 - which);
  }

  physics::BackendFactory factory_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Instance>> single_;
};

SUREFOOT_ALL_ENGINES(CarryOver);

TEST_P(CarryOver, SavedStatesAreTheSameInALargerComposition) {
  Instance joint(factory_, names_);
  for (int i = 0; i < 3; ++i) joint.Restore(i, single_[static_cast<std::size_t>(i)]->Save(0));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(joint.Save(i), single_[static_cast<std::size_t>(i)]->Save(0)) << i;
  }
  // And back, into instances that contained others before.
  for (int i = 0; i < 3; ++i) {
    Instance parted(factory_, {names_[static_cast<std::size_t>(i)]});
    Start((i + 1) % 3, 0, &parted);
    parted.Step(20);
    parted.Restore(0, joint.Save(i));
    EXPECT_EQ(parted.Save(0), joint.Save(i)) << i;
  }
}

TEST_P(CarryOver, TheNextStepsAreThoseTheyWouldHaveMadeAlone) {
  Instance joint(factory_, names_);
  for (int i = 0; i < 3; ++i) {
    joint.Restore(i, single_[static_cast<std::size_t>(i)]->Save(0));
    Drive(i, i, &joint);
  }
  joint.Step(1);
  for (int i = 0; i < 3; ++i) {
    Instance& single = *single_[static_cast<std::size_t>(i)];
    single.Step(1);
    const auto [place, velocity] = Instance::Apart(joint, i, single, 0);
    EXPECT_LT(place, 1e-12) << i;
    EXPECT_LT(velocity, 1e-9) << i;
  }
  // Separated again: with what the joint instance saved, the same step as there.
  Instance parted(factory_, {"carl"});
  Drive(2, 0, &parted);
  parted.Restore(0, joint.Save(2));
  parted.Step(1);
  joint.Step(1);
  const auto [place, velocity] = Instance::Apart(joint, 2, parted, 0);
  EXPECT_LT(place, 1e-12);
  EXPECT_LT(velocity, 1e-9);
}

}  // namespace
}  // namespace surefoot::conformance
