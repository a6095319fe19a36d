#include "surefoot/world/wheels/find_wheels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/world/test/build_model.h"
#include "surefoot/world/test/markup.h"
#include "surefoot/world/world.h"

namespace surefoot::world {
namespace {

constexpr double kQuarter = 1.5707963267948966;

/// A box of 30 kg and 0.2 m height in the model's frame.
Model Base() {
  Model model;
  model.name = "cart";
  model.links.push_back(test::MakeLink("base", 30.0));
  model.links[0].X_ML = RigidTransform(Vector3d(0.0, 0.0, 0.3));
  model.links[0].collisions[0].geometry = Box{Vector3d(0.8, 0.4, 0.2)};
  return model;
}

/// A cylinder that rotates about its z axis, which is the model's y axis.
int AddWheel(Model* model, const Vector3d& p_M, double radius, double mass = 1.0) {
  const int link = static_cast<int>(model->links.size());
  model->links.push_back(test::MakeLink("w" + std::to_string(link), mass));
  model->links.back().X_ML = RigidTransform(QuaternionFromRpy(-kQuarter, 0, 0), p_M);
  model->links.back().collisions[0].geometry = Cylinder{radius, 0.1};
  test::Connect(model, JointType::kContinuous, 0, link);
  return link;
}

Model Cart() {
  Model model = Base();
  for (const double x : {0.3, -0.3}) {
    for (const double y : {0.25, -0.25}) AddWheel(&model, Vector3d(x, y, 0.15), 0.15);
  }
  return model;
}

std::vector<Wheel> Find(const Model& model, Problems* problems = nullptr) {
  Problems own;
  const Result<Tree> tree = MakeTree(model);
  EXPECT_TRUE(tree.ok());
  std::vector<Wheel> wheels =
      FindWheels(model, tree.value(), 10.0, problems != nullptr ? problems : &own);
  if (problems == nullptr) {
    EXPECT_TRUE(own.ok()) << own.ErrorText();
  }
  return wheels;
}

TEST(FindWheels, ProposesTheFourOfACart) {
  const std::vector<Wheel> wheels = Find(Cart());
  ASSERT_EQ(wheels.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    const Wheel& wheel = wheels[static_cast<std::size_t>(i)];
    EXPECT_EQ(wheel.link, i + 1);
    EXPECT_EQ(wheel.joint, i);
    EXPECT_TRUE(wheel.proposed);
    EXPECT_EQ(wheel.contact, WheelContact::kSoil);
    EXPECT_DOUBLE_EQ(wheel.radius, 0.15);
    EXPECT_NEAR(wheel.width, 0.1, 1e-12);
    EXPECT_NEAR(wheel.p_LC.norm(), 0.0, 1e-12);
    // The joint's axis points to the left in the model.
    EXPECT_NEAR((wheel.axle_L - Vector3d::UnitZ()).norm(), 0.0, 1e-9);
    EXPECT_NEAR(wheel.nominal_load, 85.0, 1e-6);
  }
}

TEST(FindWheels, AxlesPointToTheLeft) {
  Model model = Cart();
  model.joints[1].axes[0].axis_J = -Vector3d::UnitZ();
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 4u);
  EXPECT_NEAR((wheels[1].axle_L - Vector3d::UnitZ()).norm(), 0.0, 1e-9);
}

TEST(FindWheels, LoadsBalanceTheWeight) {
  Model model = Cart();
  model.links[0].inertia.p_BBcm = Vector3d(0.1, 0.05, 0.0);
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 4u);
  double force = 0.0;
  Vector3d moment = Vector3d::Zero();
  double weight_x = 0.0;
  double weight_y = 0.0;
  for (const Wheel& wheel : wheels) {
    const Vector3d p_M = model.links[static_cast<std::size_t>(wheel.link)].X_ML.p;
    force += wheel.nominal_load;
    moment += wheel.nominal_load * p_M;
  }
  weight_x = 300.0 * 0.1;
  weight_y = 300.0 * 0.05;
  EXPECT_NEAR(force, 340.0, 1e-6);
  EXPECT_NEAR(moment.x(), weight_x, 1e-6);
  EXPECT_NEAR(moment.y(), weight_y, 1e-6);
  // Four wheels in a rectangle: the loads of both sides differ by the same amount on each axle.
  EXPECT_NEAR(wheels[0].nominal_load - wheels[1].nominal_load,
              wheels[2].nominal_load - wheels[3].nominal_load, 1e-6);
}

TEST(FindWheels, CastersCarryTheirShare) {
  Model model = Base();
  AddWheel(&model, Vector3d(0.2, 0.25, 0.15), 0.15, 0.5);
  AddWheel(&model, Vector3d(0.2, -0.25, 0.15), 0.15, 0.5);
  Collision ball;
  ball.geometry = Sphere{0.05};
  ball.X_LG = RigidTransform(Vector3d(-0.3, 0.0, -0.25));
  model.links[0].collisions.push_back(ball);
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 2u);
  // Moments about the ball, 0.5 m behind the axle; the base is 0.3 m before it.
  EXPECT_NEAR(wheels[0].nominal_load, 0.5 * (300.0 * 0.3 + 10.0 * 0.5) / 0.5, 1e-6);
  EXPECT_NEAR(wheels[1].nominal_load, wheels[0].nominal_load, 1e-6);
}

TEST(FindWheels, TwoInARowCarryAllOfIt) {
  Model model = Base();
  AddWheel(&model, Vector3d(0.2, 0.25, 0.15), 0.15);
  AddWheel(&model, Vector3d(0.2, -0.25, 0.15), 0.15);
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 2u);
  EXPECT_NEAR(wheels[0].nominal_load + wheels[1].nominal_load, 320.0, 1e-6);
}

TEST(FindWheels, NotWhatSpinsUprightOrHighOrInLimits) {
  Model model = Cart();
  // A rotating scanner, a pulley above the wheels and a steering arm with limits.
  int link = AddWheel(&model, Vector3d(0.0, 0.0, 0.5), 0.05);
  model.links[static_cast<std::size_t>(link)].X_ML.q = Quaterniond::Identity();
  model.joints.back() = test::MakeJoint(model, "scan", JointType::kContinuous, 0, link);
  AddWheel(&model, Vector3d(0.0, 0.1, 0.3), 0.1);
  AddWheel(&model, Vector3d(0.0, 0.1, 0.15), 0.15);
  model.joints.back().type = JointType::kRevolute;
  model.joints.back().axes[0].lower = -1.0;
  model.joints.back().axes[0].upper = 1.0;
  EXPECT_EQ(Find(model).size(), 4u);
  model.joints.back().axes[0].lower = -1e16;
  model.joints.back().axes[0].upper = 1e16;
  EXPECT_EQ(Find(model).size(), 5u);
}

TEST(FindWheels, AUniversalJointSteersAndRolls) {
  Model model = Cart();
  Joint& joint = model.joints[0];
  joint.type = JointType::kUniversal;
  joint.axes[0].axis_J = -Vector3d::UnitY();  // upright in the model
  joint.axes[0].lower = -0.5;
  joint.axes[0].upper = 0.5;
  joint.axes[1].axis_J = Vector3d::UnitZ();
  ASSERT_EQ(Find(model).size(), 4u);
  EXPECT_NEAR((Find(model)[0].axle_L - Vector3d::UnitZ()).norm(), 0.0, 1e-9);
  joint.axes[1].lower = -1.0;
  joint.axes[1].upper = 1.0;
  EXPECT_EQ(Find(model).size(), 3u);
}

TEST(FindWheels, NotWhatIsNotRoundAboutItsAxis) {
  Model model = Cart();
  model.links[1].collisions[0].geometry = Box{Vector3d(0.3, 0.3, 0.1)};
  model.links[2].collisions[0].X_LG = RigidTransform(Vector3d(0.02, 0.0, 0.0));
  model.links[3].collisions[0].X_LG =
      RigidTransform(QuaternionFromRpy(0.3, 0, 0), Vector3d::Zero());
  // A flipper: a lever that extends beyond the round part.
  Collision lever;
  lever.geometry = Box{Vector3d(0.4, 0.05, 0.05)};
  model.links[4].collisions.push_back(lever);
  EXPECT_TRUE(Find(model).empty());
}

TriMesh Prism(int corners, double radius, double half) {
  TriMesh mesh;
  for (int i = 0; i < corners; ++i) {
    const double a = 0.1 + 2.0 * kQuarter * 2.0 * i / corners;
    for (const double z : {-half, half}) {
      mesh.vertices.emplace_back(radius * std::cos(a), radius * std::sin(a), z + 0.01);
    }
  }
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

TEST(FindWheels, RoundMeshesAreWheelsAndSquareOnesAreNot) {
  Model model = Cart();
  int corners = 4;
  for (std::size_t i = 1; i < 5; ++i, corners += 4) {
    Mesh shape;
    shape.mesh = std::make_shared<const TriMesh>(Prism(corners, 0.15, 0.04));
    model.links[i].collisions[0].geometry = shape;
  }
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 3u);
  EXPECT_EQ(wheels[0].link, 2);
  EXPECT_NEAR(wheels[0].radius, 0.15, 1e-12);
  EXPECT_NEAR(wheels[0].width, 0.08, 1e-12);
  EXPECT_NEAR((wheels[0].p_LC - Vector3d(0, 0, 0.01)).norm(), 0.0, 1e-12);
}

TEST(FindWheels, TheRoundPartMayHangOnAFixedJoint) {
  Model model = Cart();
  model.links[1].collisions.clear();
  model.links.push_back(test::MakeLink("tyre", 0.1));
  model.links.back().X_ML = model.links[1].X_ML * RigidTransform(Vector3d(0, 0, 0.03));
  model.links.back().collisions[0].geometry = Cylinder{0.15, 0.06};
  test::Connect(&model, JointType::kFixed, 1, 5);
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 4u);
  EXPECT_EQ(wheels[3].link, 5);
  EXPECT_EQ(wheels[3].joint, 0);
}

TEST(FindWheels, RollersOfAWheelAndSlipperyDirectionsAreLeftAlone) {
  Model model = Cart();
  model.links.push_back(test::MakeLink("roller", 0.01));
  model.links.back().X_ML =
      RigidTransform(QuaternionFromRpy(-kQuarter, 0, 0), Vector3d(0.3, 0.25, 0.01));
  model.links.back().collisions[0].geometry = Cylinder{0.01, 0.02};
  test::Connect(&model, JointType::kContinuous, 1, 5);
  model.links[2].collisions[0].surface.mu2 = 0.01;
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 3u);
  EXPECT_EQ(wheels[2].link, 4);
}

TEST(FindWheels, NothingIsProposedForWhatHangsOnTheWorld) {
  Model model = Cart();
  test::Connect(&model, JointType::kFixed, kWorldLink, 0);
  EXPECT_TRUE(Find(model).empty());
}

TEST(FindWheels, FilesSayMore) {
  Model model = Cart();
  model.links[1].extensions.push_back(test::ParseMarkup(
      "<surefoot:wheel radius=\"0.16\" width=\"0.12\" load=\"77\" contact=\"tyre\"/>"));
  model.links[2].collisions[0].extensions.push_back(
      test::ParseMarkup("<surefoot:tyre stiffness=\"87000\" lugs=\"14\" calibrated=\"true\">"
                        "<surefoot:lug_amplitudes>0.001 0.002 0 0</surefoot:lug_amplitudes>"
                        "<surefoot:lug_amplitudes_along>0.003</surefoot:lug_amplitudes_along>"
                        "<surefoot:lug_angle>-0.2</surefoot:lug_angle></surefoot:tyre>"));
  const std::vector<Wheel> wheels = Find(model);
  ASSERT_EQ(wheels.size(), 4u);
  EXPECT_FALSE(wheels[0].proposed);
  EXPECT_EQ(wheels[0].contact, WheelContact::kTyre);
  EXPECT_DOUBLE_EQ(wheels[0].radius, 0.16);
  EXPECT_DOUBLE_EQ(wheels[0].width, 0.12);
  EXPECT_DOUBLE_EQ(wheels[0].nominal_load, 77.0);
  EXPECT_FALSE(wheels[1].proposed);
  EXPECT_DOUBLE_EQ(wheels[1].radius, 0.15);
  EXPECT_DOUBLE_EQ(wheels[1].tyre.stiffness, 87000.0);
  EXPECT_EQ(wheels[1].tyre.lugs, 14);
  EXPECT_DOUBLE_EQ(wheels[1].tyre.lug_amplitudes[1], 0.002);
  EXPECT_DOUBLE_EQ(wheels[1].tyre.lug_amplitudes_along[0], 0.003);
  EXPECT_EQ(wheels[1].tyre.lug_angle, -0.2);
  EXPECT_FALSE(wheels[0].tyre.lug_angle);
  EXPECT_TRUE(wheels[1].tyre.calibrated);
  EXPECT_TRUE(wheels[2].proposed);
}

TEST(FindWheels, WrongElementsAreErrorsWithTheirLine) {
  const auto errors = [](int link, const std::string& markup) {
    Model model = Cart();
    model.links[static_cast<std::size_t>(link)].extensions.push_back(test::ParseMarkup(markup));
    Problems problems;
    Find(model, &problems);
    return problems.ErrorText();
  };
  EXPECT_NE(errors(1, "<surefoot:wheel contact=\"rubber\"/>").find("engine, tyre, soil"),
            std::string::npos);
  EXPECT_NE(errors(1, "<surefoot:wheel radius=\"-1\"/>").find("radius"), std::string::npos);
  EXPECT_NE(errors(1, "<surefoot:tyre stifness=\"1\"/>").find("stifness"), std::string::npos);
  EXPECT_NE(errors(1, "<surefoot:tyre lugs=\"1e9\"/>").find("test.sdf:1"), std::string::npos);
  for (const char* amplitudes : {"", "x", "0.2", "0 0 0 0 0 0 0 0 0", "0.001 nan"}) {
    const std::string markup = std::string("<surefoot:tyre><surefoot:lug_amplitudes>") +
                               amplitudes + "</surefoot:lug_amplitudes></surefoot:tyre>";
    EXPECT_NE(errors(1, markup).find("one to eight numbers"), std::string::npos) << amplitudes;
  }
  EXPECT_NE(errors(0, "<surefoot:wheel/>").find("not a wheel"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::world
