#include <cmath>

#include "surefoot/formats/mjcf/test/mjcf_test_file.h"

namespace surefoot::formats {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(Mjcf, ARobotAloneIsAModel) {
  const Loaded loaded = LoadBodies(
      R"(<body name="base" pos="0 0 1"><freejoint/><geom size="0.1"/></body><light pos="0 0 3"/>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_TRUE(loaded.read.is_model);
  ASSERT_EQ(loaded.read.spec.models.size(), 1u);
  EXPECT_EQ(loaded.read.spec.models[0].name, "base");
  EXPECT_EQ(loaded.read.spec.models[0].X_WM.p.z(), 1.0);
  EXPECT_TRUE(loaded.read.spec.models[0].model->joints.empty());
}

TEST(Mjcf, WithGroundItIsAWorldOfOneModelPerTree) {
  const Loaded loaded = LoadBodies(R"(
    <geom name="floor" type="plane" size="0 0 1"/>
    <body name="shelf" pos="1 0 0"><geom type="box" size="1 1 1"/></body>
    <body name="a"><freejoint/><geom size="0.1"/></body>
    <body name="b"><geom size="0.1"/>
      <body name="b2"><joint name="hinge"/><geom size="0.1"/></body></body>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_FALSE(loaded.read.is_model);
  ASSERT_EQ(loaded.read.spec.models.size(), 3u);
  const world::Model* fixed = loaded.FindModel("worldbody");
  ASSERT_NE(fixed, nullptr);
  EXPECT_TRUE(fixed->is_static);
  EXPECT_EQ(fixed->links.size(), 2u);
  ASSERT_NE(loaded.FindModel("b"), nullptr);
  EXPECT_EQ(loaded.joint("b_fixed").parent, world::kWorldLink);
  EXPECT_EQ(loaded.joint("hinge").type, world::JointType::kContinuous);
}

TEST(Mjcf, AnglesAreDegreesByDefault) {
  const char* body =
      R"(<worldbody><body name="b" euler="0 0 90"><joint name="j" range="-90 45"/>
         <geom size="1"/></body></worldbody>)";
  const Loaded degrees = LoadText(body);
  EXPECT_NEAR(degrees.joint("j").axes[0].lower, -kPi / 2, 1e-12);
  EXPECT_EQ(degrees.joint("j").type, world::JointType::kRevolute);
  const Loaded radians = LoadText(std::string("<compiler angle=\"radian\"/>") + body);
  EXPECT_EQ(radians.joint("j").axes[0].upper, 45.0);
}

TEST(Mjcf, ClassesAndChildClasses) {
  const Loaded loaded = LoadText(R"(
    <default><geom size="0.1" rgba="1 0 0 1"/>
      <default class="big"><geom size="0.5"/>
        <default class="blue"><geom rgba="0 0 1 1"/></default></default></default>
    <worldbody>
      <body name="a"><joint/><geom name="g1"/><geom name="g2" class="blue"/></body>
      <body name="b" childclass="big"><joint/><geom name="g3"/><geom name="g4" size="2"/></body>
    </worldbody>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  const auto radius = [](const world::Collision& collision) {
    return std::get<world::Sphere>(collision.geometry).radius;
  };
  const world::Link& a = loaded.link("a");
  const world::Link& b = loaded.link("b");
  EXPECT_EQ(radius(a.collisions[0]), 0.1);
  EXPECT_EQ(radius(a.collisions[1]), 0.5);
  EXPECT_EQ(a.visuals[0].material->diffuse, Eigen::Vector4d(1, 0, 0, 1));
  EXPECT_EQ(a.visuals[1].material->diffuse, Eigen::Vector4d(0, 0, 1, 1));
  EXPECT_EQ(radius(b.collisions[0]), 0.5);
  EXPECT_EQ(radius(b.collisions[1]), 2.0);
}

TEST(Mjcf, IncludesAreReadInPlace) {
  const TempFolder folder;
  folder.Write("parts/robot.xml",
               "<mujocoinclude><body name=\"r\"><freejoint/><geom size=\"1\"/>"
               "<include file=\"arm.xml\"/></body></mujocoinclude>");
  folder.Write("parts/arm.xml",
               "<mujoco><body name=\"arm\"><joint/><geom size=\"1\"/></body></mujoco>");
  const Loaded loaded = LoadFile(folder.Write(
      "main.xml", "<mujoco><worldbody><include file=\"parts/robot.xml\"/></worldbody></mujoco>"));
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_EQ(loaded.link("arm").source.line, 1);
  EXPECT_NE(loaded.link("arm").source.file.find("arm.xml"), std::string::npos);
}

TEST(Mjcf, CyclicIncludesAreErrors) {
  const TempFolder folder;
  folder.Write("a.xml", "<mujoco>\n<include file=\"b.xml\"/></mujoco>");
  const std::string b = folder.Write("b.xml", "<mujoco>\n\n<include file=\"a.xml\"/></mujoco>");
  const Loaded loaded = LoadFile(b);
  EXPECT_FALSE(loaded.read.ok);
  const Problem* problem = loaded.Find(Severity::kError, "includes itself");
  ASSERT_NE(problem, nullptr) << loaded.Text();
  EXPECT_EQ(problem->source.line, 2);
  EXPECT_FALSE(LoadText("\n<include file=\"nowhere.xml\"/>").read.ok);
}

TEST(Mjcf, FramesAndCopies) {
  const Loaded loaded = LoadBodies(R"(
    <frame pos="1 0 0" euler="0 0 90">
      <body name="a" pos="1 0 0"><joint/><geom size="1"/></body></frame>
    <replicate count="3" offset="0 2 0"><body name="b"><joint/><geom size="1"/></body></replicate>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  ASSERT_EQ(loaded.read.spec.models.size(), 4u);
  EXPECT_TRUE(loaded.read.spec.models[0].X_WM.p.isApprox(Vector3d(1, 1, 0), 1e-12));
  EXPECT_EQ(loaded.read.spec.models[3].name, "b2");
  EXPECT_EQ(loaded.read.spec.models[3].X_WM.p, Vector3d(0, 4, 0));
  EXPECT_FALSE(LoadBodies(R"(<replicate count="99999"><replicate count="99999"><geom size="1"/>
    </replicate></replicate>)")
                   .read.ok);
}

TEST(Mjcf, AttachedModelsHaveAPrefix) {
  const TempFolder folder;
  folder.Write("hand.xml",
               R"(<mujoco><compiler angle="radian"/><default><geom size="0.3"/></default>
    <worldbody><body name="palm"><joint name="j" range="-1 1"/><geom/></body></worldbody>
    <actuator><position name="p" joint="j" kp="10"/></actuator></mujoco>)");
  const Loaded loaded = LoadFile(folder.Write("main.xml", R"(<mujoco>
    <asset><model name="hand" file="hand.xml"/></asset>
    <worldbody><body name="arm"><freejoint/><geom size="1"/>
      <frame pos="0 0 1"><attach model="hand" body="palm" prefix="left_"/></frame></body>
    </worldbody></mujoco>)"));
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_EQ(loaded.joint("left_j").axes[0].upper, 1.0);
  EXPECT_EQ(loaded.link("left_palm").X_ML.p, Vector3d(0, 0, 1));
  EXPECT_EQ(loaded.FindModel("arm")->initial_commands.size(), 1u);
}

TEST(Mjcf, ErrorsHaveLineAndAdvice) {
  const Loaded loaded = LoadText(R"(<worldbody>
    <body name="a"><joint name="hip"/><geom size="0,1"/></body>
    <body name="b" pos="1 2"><geom size="1"/></body>
    <body name="c" childclass="nosuch"><geom type="bax" size="1"/></body>
    <body name="a"/>
  </worldbody>
  <actuator><motor joint="hop"/></actuator>
  <equality><connect body1="a" body2="zz" anchor="0 0 0"/></equality>)");
  EXPECT_FALSE(loaded.read.ok);
  const auto line_of = [&](const char* text) {
    const Problem* problem = loaded.Find(Severity::kError, text);
    return problem == nullptr ? 0 : problem->source.line;
  };
  EXPECT_EQ(line_of("comma"), 2) << loaded.Text();
  EXPECT_EQ(line_of("2 numbers where 3"), 3);
  EXPECT_EQ(line_of("default class"), 4);
  EXPECT_EQ(line_of("did you mean \"box\""), 4);
  EXPECT_EQ(line_of("more than one body"), 5);
  EXPECT_EQ(line_of("no body has this name"), 8);
}

TEST(Mjcf, UnknownWordsAreWarningsWithTheNearestName) {
  const Loaded loaded = LoadText(R"(<worldbody><body><freejoint/><geom size="1" colour="red"
    fluidshape="ellipsoid"/><geon/><geom size="1" frictoin="1"/></body></worldbody><actuators/>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_NE(loaded.Find(Severity::kWarning, "colour"), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "did you mean \"friction\""), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "has no effect here"), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "did you mean \"geom\""), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "did you mean \"actuator\""), nullptr);
}

TEST(Mjcf, ReadsOptions) {
  const Loaded loaded = LoadText(
      R"(<option timestep="0.005" gravity="0 0 -1.6"/><worldbody><geom type="plane" size="1 2 1"/>
      <light name="sun" directional="true" dir="0 0 -1"/></worldbody>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_NEAR(loaded.read.spec.physics.step, 0.001, 1e-12);  // a fifth of the file's step
  EXPECT_EQ(loaded.read.spec.gravity_W.z(), -1.6);
  ASSERT_EQ(loaded.read.spec.lights.size(), 1u);
  EXPECT_EQ(loaded.read.spec.lights[0].type, "directional");
  const world::Link& link = loaded.link("worldbody");
  EXPECT_EQ(std::get<world::Plane>(link.visuals[0].geometry).size, Eigen::Vector2d(2, 4));
}

}  // namespace
}  // namespace surefoot::formats
