/// Joints, contacts, constraints, actuators and keyframes.

#include <cmath>

#include "surefoot/formats/mjcf/test/mjcf_test_file.h"
#include "surefoot/world/validate/validate.h"

namespace surefoot::formats {
namespace {

TEST(MjcfBuild, SeveralJointsAreAChainWithoutMass) {
  const Loaded loaded = LoadBodies(R"(<body name="b" pos="0 0 2">
    <joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
    <joint name="tilt" axis="0 1 0" pos="0 0 1"/><geom size="0.1"/></body>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  const world::Model& model = *loaded.FindModel("b");
  ASSERT_EQ(model.links.size(), 3u);
  EXPECT_EQ(model.links[0].name, "b::x");
  EXPECT_EQ(model.links[1].name, "b::z");
  EXPECT_EQ(model.links[2].name, "b");
  EXPECT_EQ(model.links[0].inertia.mass, 0.0);
  EXPECT_GT(model.links[2].inertia.mass, 0.0);
  EXPECT_EQ(loaded.joint("tilt").X_CJ.p, Vector3d(0, 0, 1));
}

TEST(MjcfBuild, TheDrawnPoseIsAtRef) {
  const Loaded loaded = LoadText(R"(<compiler angle="radian"/><worldbody><body name="b">
    <joint name="s" type="slide" axis="1 0 0" ref="0.25"/><geom size="0.1"/></body></worldbody>)");
  const world::Model& model = *loaded.FindModel("b");
  // At zero, the joint is a quarter of a metre behind its drawn position.
  EXPECT_EQ(model.links[0].X_ML.p, Vector3d(-0.25, 0, 0));
  ASSERT_EQ(model.initial_positions.size(), 1u);
  EXPECT_EQ(model.initial_positions[0].position, 0.25);
}

TEST(MjcfBuild, MasksDecideWhatCollides) {
  // The floor collides with everything, the robot's parts only with the floor.
  const Loaded loaded = LoadBodies(R"(<geom type="plane" size="1 1 1" contype="1" conaffinity="0"/>
    <body name="a"><freejoint/><geom size="0.1" contype="0" conaffinity="1"/>
      <body name="b" pos="1 0 0"><joint/><geom size="0.1" contype="0" conaffinity="1"/>
        <geom size="0.2" contype="0" conaffinity="0"/></body></body>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_FALSE(loaded.FindModel("a")->self_collide);
  EXPECT_EQ(loaded.link("b").collisions.size(), 1u);
  EXPECT_EQ(loaded.link("b").visuals.size(), 2u);
  const auto mask = [&](const char* link) {
    return loaded.link(link).collisions[0].surface.collide_mask;
  };
  EXPECT_NE(mask("a") & mask("worldbody"), 0u);
}

TEST(MjcfBuild, MasksOfThreeKinds) {
  // a collides with b, b with c, but a not with c.
  const Loaded loaded = LoadBodies(R"(
    <body name="a"><freejoint/><geom size="0.1" contype="1" conaffinity="1"/></body>
    <body name="b"><freejoint/><geom size="0.1" contype="3" conaffinity="3"/></body>
    <body name="c"><freejoint/><geom size="0.1" contype="2" conaffinity="2"/></body>)");
  const auto mask = [&](const char* link) {
    return loaded.link(link).collisions[0].surface.collide_mask;
  };
  EXPECT_NE(mask("a") & mask("b"), 0u);
  EXPECT_NE(mask("b") & mask("c"), 0u);
  EXPECT_EQ(mask("a") & mask("c"), 0u);
  EXPECT_TRUE(loaded.read.spec.collision_filters.empty());
}

TEST(MjcfBuild, PairsLetCollideWhatMasksDoNot) {
  const Loaded loaded = LoadText(R"(<worldbody>
    <geom name="floor" type="plane" size="1 1 1" contype="0" conaffinity="0"/>
    <body name="a"><freejoint/><geom name="foot" size="0.1" contype="0" conaffinity="0"/>
      <geom name="skin" size="0.1" contype="0" conaffinity="0"/></body></worldbody>
    <contact><pair geom1="foot" geom2="floor"/></contact>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  ASSERT_EQ(loaded.link("a").collisions.size(), 1u);
  ASSERT_EQ(loaded.link("worldbody").collisions.size(), 1u);
  EXPECT_NE(loaded.link("a").collisions[0].surface.collide_mask &
                loaded.link("worldbody").collisions[0].surface.collide_mask,
            0u);
}

TEST(MjcfBuild, TheLargerFrictionApplies) {
  const Loaded loaded = LoadBodies(R"(<geom type="plane" size="1 1 1" friction="0.5"/>
    <body name="a"><freejoint/><geom size="0.1" friction="0.9 0.02 0.001" condim="6"/></body>)");
  const world::Surface& a = loaded.link("a").collisions[0].surface;
  const world::Surface& floor = loaded.link("worldbody").collisions[0].surface;
  const world::ContactLaw law = Combine(a, floor, loaded.read.spec.surface_pairs);
  EXPECT_EQ(law.mu, 0.9);
  EXPECT_EQ(law.torsional_friction, 0.02);
  EXPECT_EQ(law.rolling_friction, 0.001);
}

TEST(MjcfBuild, GroupsAboveTwoAreNotDrawn) {
  const Loaded loaded = LoadBodies(R"(<body name="a"><freejoint/>
    <geom size="0.1" group="2" contype="0" conaffinity="0"/><geom size="0.1" group="3"/></body>)");
  EXPECT_EQ(loaded.link("a").visuals.size(), 1u);
  EXPECT_EQ(loaded.link("a").collisions.size(), 1u);
  const Loaded only =
      LoadBodies(R"(<body name="a"><freejoint/><geom size="0.1" group="3"/></body>)");
  EXPECT_EQ(only.link("a").visuals.size(), 1u);
}

TEST(MjcfBuild, ConstraintsCloseLoopsAndJoinTrees) {
  const Loaded loaded = LoadText(R"(<worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="b" pos="1 0 1"><joint name="jb"/><geom size="0.1"/>
      <body name="b2"><joint name="jb2"/><geom size="0.1"/></body></body></worldbody>
    <equality><connect name="loop" body1="a" body2="b" anchor="0.5 0 0"/>
      <joint joint1="jb2" joint2="jb" polycoef="0.1 -2 0 0 0"/>
      <weld body1="a" body2="b2" active="false"/></equality>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  ASSERT_EQ(loaded.read.spec.models.size(), 1u);
  const world::Joint& loop = loaded.joint("loop");
  EXPECT_EQ(loop.type, world::JointType::kBall);
  EXPECT_EQ(loop.X_PJ.p, Vector3d(0.5, 0, 0));
  EXPECT_EQ(loop.X_CJ.p, Vector3d(-0.5, 0, 0));
  const world::Joint& follower = loaded.joint("jb2");
  ASSERT_TRUE(follower.mimic);
  EXPECT_EQ(follower.mimic->multiplier, -2.0);
  EXPECT_EQ(follower.mimic->offset, 0.1);
  Problems found;
  world::Validate(*loaded.read.spec.models[0].model, &found);
  EXPECT_TRUE(found.ok()) << found.ErrorText();
}

TEST(MjcfBuild, ActuatorsLimitAndCommand) {
  const Loaded loaded = LoadText(R"(<compiler angle="radian"/><worldbody><body name="b">
    <joint name="m" axis="1 0 0"/><joint name="p" range="0.5 2" axis="0 1 0"/>
    <joint name="g" axis="0 0 1"/><joint name="v" axis="1 0 0"/><geom size="0.1"/></body></worldbody>
    <actuator><motor joint="m" gear="10" ctrlrange="-2 2"/>
      <position joint="p" kp="100" forcerange="-30 30"/>
      <general joint="g" gainprm="40" biastype="affine" biasprm="0 -40 -4" ctrlrange="1 2"/>
      <velocity joint="v" kv="3" forcerange="-5 5"/></actuator>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_EQ(loaded.joint("m").axes[0].effort, 20.0);
  EXPECT_EQ(loaded.joint("p").axes[0].effort, 30.0);
  const auto& commands = loaded.FindModel("b")->initial_commands;
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(commands[0].mode, world::ControlMode::kPosition);
  EXPECT_EQ(commands[0].target, 0.5);
  EXPECT_EQ(commands[1].target, 1.0);
  EXPECT_EQ(commands[2].mode, world::ControlMode::kVelocity);
}

TEST(MjcfBuild, KeyframesAreSplitOverModels) {
  const Loaded loaded = LoadText(R"(<compiler angle="radian"/><worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom size="0.1"/>
      <body name="a2"><joint name="ja"/><geom size="0.1"/></body></body>
    <body name="b"><joint name="jb"/><geom size="0.1"/></body></worldbody>
    <actuator><position joint="jb" kp="9"/></actuator>
    <keyframe><key name="home" qpos="1 2 3 1 0 0 0 0.5 0.7" ctrl="0.6"/><key qpos="1"/></keyframe>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  const world::Model& a = *loaded.FindModel("a");
  const world::Model& b = *loaded.FindModel("b");
  ASSERT_EQ(a.keyframes.size(), 1u);
  EXPECT_EQ(a.keyframes[0].X_MB->p, Vector3d(1, 2, 2));
  EXPECT_EQ(a.keyframes[0].positions[0].position, 0.5);
  EXPECT_EQ(b.keyframes[0].positions[0].position, 0.7);
  EXPECT_EQ(b.keyframes[0].commands[0].target, 0.6);
  EXPECT_NE(loaded.Find(Severity::kWarning, "keyframe is ignored"), nullptr);
}

TEST(MjcfBuild, SensorsAndSites) {
  const Loaded loaded = LoadText(R"(<worldbody><body name="b"><freejoint/><geom size="0.1"/>
    <site name="imu" pos="0 0 0.1"/><camera name="eye" fovy="90" resolution="100 100"/></body>
    </worldbody><sensor><gyro site="imu"/><accelerometer site="imu"/><framepos objtype="site"
    objname="imu"/></sensor>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  const world::Link& link = loaded.link("b");
  ASSERT_EQ(link.sensors.size(), 2u);
  EXPECT_EQ(link.sensors[0].type, "camera");
  // The camera looks along -z.
  EXPECT_TRUE((link.sensors[0].X_LS.q * Vector3d::UnitX()).isApprox(-Vector3d::UnitZ(), 1e-12));
  EXPECT_EQ(link.sensors[1].type, "imu");
  EXPECT_EQ(link.sensors[1].element.children.size(), 2u);
  EXPECT_EQ(link.sensors[1].X_LS.p.z(), 0.1);
  EXPECT_EQ(loaded.FindModel("b")->frames.size(), 1u);
}

TEST(MjcfBuild, ReportsIgnoredElementsByName) {
  const Loaded loaded = LoadText(R"(<worldbody><body name="b"><freejoint/><geom size="0.1"/>
    <composite type="grid" count="2 2 1"/></body></worldbody>
    <tendon><spatial name="rope"><site site="s"/></spatial></tendon>
    <actuator><muscle name="m" tendon="rope"/></actuator>)");
  EXPECT_TRUE(loaded.read.ok) << loaded.Text();
  EXPECT_NE(loaded.Find(Severity::kWarning, "composite"), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "rope"), nullptr);
  EXPECT_NE(loaded.Find(Severity::kWarning, "tendon are kept"), nullptr);
}

}  // namespace
}  // namespace surefoot::formats
