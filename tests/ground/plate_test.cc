// Plates in soil through the whole step: pressed, dropped, rotated, saved; against closed forms.

#include <cmath>

#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class Plates : public EngineTest {};
SUREFOOT_ALL_ENGINES(Plates);

constexpr double kGravity = 9.81;
constexpr double kRadius = 0.05;
constexpr double kInner = 0.03;
constexpr double kThick = 0.02;

world::GroundMaterial Sand() {
  world::GroundMaterial ground;
  ground.name = "sand";
  ground.has_soil = true;
  ground.soil.cohesion = 500.0;
  ground.soil.friction_angle = 0.6;
  ground.soil.exponent = 1.1;
  ground.soil.cohesive_modulus = 5e3;
  ground.soil.frictional_modulus = 1.2e6;
  ground.soil.shear_modulus_x = ground.soil.shear_modulus_y = 0.01;
  ground.soil.density = 1500.0;
  return ground;
}

double Bekker(double b, double z) {
  const world::Soil soil = Sand().soil;
  return (soil.cohesive_modulus / b + soil.frictional_modulus) * std::pow(z, soil.exponent);
}

world::Element PlateElement(const std::string& inner) {
  world::Element element;
  element.name = "surefoot:plate";
  if (!inner.empty()) element.attributes = {{"inner_radius", inner}};
  return element;
}

/// A disc of `mass` whose bottom is `height` above the model's frame.
world::Link PlateLink(double mass, const std::string& inner = "") {
  world::Link link = MakeLink("plate", world::Cylinder{kRadius, kThick}, mass);
  link.X_ML.p = Vector3d(0.0, 0.0, 0.5 * kThick);
  link.extensions.push_back(PlateElement(inner));
  return link;
}

Scene OnSand(std::shared_ptr<const world::Model> model, double height, double slope = 0.0) {
  Scene scene;
  const Quaterniond q_WM(Eigen::AngleAxisd(-slope, Vector3d::UnitY()));
  scene.Add(Solid("floor", world::Plane(), "sand"), RigidTransform(q_WM, Vector3d::Zero()))
      .Add(std::move(model), RigidTransform(q_WM, q_WM * Vector3d(0, 0, height)), "rig")
      .Gravity(Vector3d(0.0, 0.0, -kGravity));
  scene.spec.grounds.push_back(Sand());
  return scene;
}

const ground::WheelForce& ForceOn(const sim::Simulation& simulation) {
  static const ground::WheelForce kNone;
  const auto& touches = simulation.machine().ground().touches();
  EXPECT_EQ(touches.size(), 1u);
  return touches.empty() ? kNone : touches.front().force;
}

/// A plate that is pushed down at 5 mm/s.
std::shared_ptr<world::Model> Press(double speed) {
  auto rig = std::make_shared<world::Model>();
  rig->name = "rig";
  rig->links.push_back(PlateLink(2.0));
  rig->joints.push_back(MakeJoint("ram", world::JointType::kPrismatic, *rig, world::kWorldLink, 0,
                                  Vector3d::Zero(), Vector3d::UnitZ()));
  rig->joints.back().axes[0].effort = 5000.0;
  rig->initial_commands.push_back(
      world::InitialCommand{0, 0, world::ControlMode::kVelocity, speed});
  return rig;
}

TEST_P(Plates, ThePressureOfAPressIsBekkers) {
  auto simulation = Run(OnSand(Press(-0.005), 0.001));
  for (int i = 0; i < 4; ++i) {
    Advance(simulation.get(), 1.0);
    const ground::WheelForce& force = ForceOn(*simulation);
    EXPECT_NEAR(force.sinkage, 0.005 * (i + 1) - 0.001, 1e-4);
    const double expected = M_PI * kRadius * kRadius * Bekker(kRadius, force.sinkage);
    EXPECT_NEAR(force.load, expected, 1e-6 * expected);
    // The force on the ram is the soil's reaction less the weight.
    EXPECT_NEAR(EffortOf(*simulation, "rig::ram"), 2.0 * kGravity - expected, 0.02 * expected);
  }
}

TEST_P(Plates, LiftedItUnloads) {
  auto simulation = Run(OnSand(Press(-0.005), 0.001));
  Advance(simulation.get(), 4.0);
  const double deepest = ForceOn(*simulation).sinkage;
  const double max = ForceOn(*simulation).load;
  Must(simulation->Apply(sim::JointCommand{"rig::ram", 0, world::ControlMode::kVelocity, 0.001}));
  Advance(simulation.get(), 0.5);
  const ground::WheelForce& force = ForceOn(*simulation);
  const double back = deepest - force.sinkage;
  EXPECT_GT(back, 2e-4);
  EXPECT_NEAR(force.load, max * (1.0 - 10.0 * back / deepest), 0.02 * max);
  Advance(simulation.get(), 4.0);
  EXPECT_TRUE(simulation->machine().ground().touches().empty())
      << "a tenth rebounds, then it separates";
}

std::shared_ptr<world::Model> Loose(double mass) {
  auto rig = std::make_shared<world::Model>();
  rig->name = "rig";
  rig->links.push_back(PlateLink(mass));
  return rig;
}

TEST_P(Plates, DroppedItStandsAndDoesNotCreep) {
  for (const double slope : {0.0, 0.26}) {
    auto simulation = Run(OnSand(Loose(5.0), 0.01, slope));
    Advance(simulation.get(), 4.0);
    const Vector3d start = PoseOf(*simulation, "rig::plate").p;
    EXPECT_NEAR(ForceOn(*simulation).f_W.z(), 5.0 * kGravity, 1e-3);
    EXPECT_GT(ForceOn(*simulation).sinkage,
              std::pow(5.0 * kGravity * std::cos(slope) /
                           (M_PI * kRadius * kRadius * Bekker(kRadius, 1.0)),
                       1.0 / 1.1) -
                  1e-9);
    Advance(simulation.get(), 5.0);
    EXPECT_LT((PoseOf(*simulation, "rig::plate").p - start).norm(), 1e-6) << slope;
  }
}

/// A ring on a rotating shaft, under a load that may sink.
std::shared_ptr<world::Model> ShearHead(double mass, double rate) {
  auto rig = std::make_shared<world::Model>();
  rig->name = "rig";
  rig->links.push_back(MakeLink("shaft", world::Cylinder{0.01, 0.1}, 0.5 * mass));
  rig->links[0].X_ML.p = Vector3d(0.0, 0.0, 0.2);
  rig->links.push_back(PlateLink(0.5 * mass, "0.03"));
  rig->joints.push_back(MakeJoint("slide", world::JointType::kPrismatic, *rig, world::kWorldLink, 0,
                                  Vector3d::Zero(), Vector3d::UnitZ()));
  rig->joints.push_back(MakeJoint("turn", world::JointType::kContinuous, *rig, 0, 1,
                                  Vector3d::Zero(), Vector3d::UnitZ()));
  rig->joints.back().axes[0].effort = 500.0;
  rig->initial_commands.push_back(world::InitialCommand{1, 0, world::ControlMode::kVelocity, rate});
  return rig;
}

double RingTorque(double load, double angle) {
  const world::Soil soil = Sand().soil;
  const double pressure = load / (M_PI * (kRadius * kRadius - kInner * kInner));
  const double limit = soil.cohesion + pressure * std::tan(soil.friction_angle);
  double sum = 0.0;
  constexpr int kParts = 1000;
  for (int i = 0; i < kParts; ++i) {
    const double r = kInner + (kRadius - kInner) * (i + 0.5) / kParts;
    sum += 2.0 * M_PI * r * r * limit * -std::expm1(-r * angle / soil.shear_modulus_x);
  }
  return sum * (kRadius - kInner) / kParts;
}

TEST_P(Plates, AShearHeadTurnsAsJanosiAndHanamotoSay) {
  auto simulation = Run(OnSand(ShearHead(10.0, 0.0), 0.0));
  Advance(simulation.get(), 2.0);
  Must(simulation->Apply(sim::JointCommand{"rig::turn", 0, world::ControlMode::kVelocity, 0.25}));
  for (int i = 0; i < 6; ++i) {
    Advance(simulation.get(), 0.5);
    const ground::WheelForce& force = ForceOn(*simulation);
    EXPECT_NEAR(force.load, 10.0 * kGravity, 0.01);
    const double expected = RingTorque(force.load, PositionOf(*simulation, "rig::turn"));
    EXPECT_NEAR(force.t_C_W.z(), -expected, 0.01 * expected);
    EXPECT_NEAR(EffortOf(*simulation, "rig::turn"), expected, 0.01 * expected);
  }
}

TEST_P(Plates, ContinuesAsBeforeAfterASnapshot) {
  auto simulation = Run(OnSand(ShearHead(10.0, 0.3), 0.0));
  Advance(simulation.get(), 1.0);
  const sim::Snapshot snapshot = simulation->machine().Save();
  Advance(simulation.get(), 0.5);
  const std::uint64_t hash = simulation->hash();
  Must(simulation->machine().Restore(snapshot));
  Advance(simulation.get(), 0.5);
  EXPECT_EQ(simulation->hash(), hash);
}

TEST_P(Plates, OnHardGroundTheEngineCarriesThem) {
  Scene scene = OnSand(Loose(5.0), 0.001);
  scene.spec.grounds[0].has_soil = false;
  auto simulation = Run(scene);
  Advance(simulation.get(), 2.0);
  EXPECT_TRUE(simulation->machine().ground().touches().empty());
  EXPECT_NEAR(PoseOf(*simulation, "rig::plate").p.z(), 0.5 * kThick, 2e-3);
  // The same when the user selects it.
  Scene asked = OnSand(Loose(5.0), 0.001);
  asked.spec.wheel_contact = world::WheelContact::kEngine;
  auto other = Run(asked);
  Advance(other.get(), 0.5);
  EXPECT_TRUE(other->machine().ground().touches().empty());
}

}  // namespace
}  // namespace surefoot::conformance
