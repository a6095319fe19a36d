/// MJCF texts read by Surefoot and by MuJoCo.

#include <gtest/gtest.h>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/formats/format.h"
#include "tests/integration/mujoco_reference.h"

namespace surefoot::test {
namespace {

/// Numbers in MuJoCo's meshes are floats.
constexpr double kTolerance = 1e-9;
constexpr double kMeshTolerance = 2e-6;
/// MuJoCo 2 finds principal axes by iteration.
constexpr double kMatrixTolerance = 1e-6;

void ExpectSame(const std::string& text, double tolerance = kTolerance) {
  const TempFolder folder;
  const std::string path = folder.Write("test.xml", text);
  formats::FormatRegistry registry;
  RegisterFormats(&registry);
  Problems problems;
  formats::ReadResult read = formats::ReadFile(registry, formats::UriResolver(), path, &problems);
  ASSERT_TRUE(read.ok) << problems.ErrorText();
  const auto world = world::MakeWorld(std::move(read.spec), &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  const ReferenceDifference difference = CompareWithMujoco(path, *world.value());
  ASSERT_EQ(difference.error, "");
  EXPECT_GT(difference.bodies, 0);
  EXPECT_EQ(difference.missing_bodies, 0);
  EXPECT_EQ(difference.missing_geoms, 0);
  EXPECT_LT(difference.position, tolerance) << difference.worst;
  EXPECT_LT(difference.angle, 1e-7) << difference.worst;
  EXPECT_LT(difference.mass, tolerance) << difference.worst;
  EXPECT_LT(difference.inertia, tolerance) << difference.worst;
  EXPECT_LT(difference.bounds, tolerance) << difference.worst;
}

TEST(MjcfReference, OrientationsOfAllKinds) {
  ExpectSame(R"(<mujoco><compiler eulerseq="zYx"/><worldbody>
    <body name="a" pos="0.1 0.2 0.3" euler="10 20 30"><freejoint/><geom size="0.1"/>
      <body name="b" axisangle="1 2 3 40"><joint/><geom type="box" size="0.1 0.2 0.3"
        xyaxes="1 1 0 0 1 1" pos="0.1 0 0"/>
        <body name="c" zaxis="1 1 1" pos="0 1 0"><joint/><geom type="ellipsoid" size="0.1 0.2 0.3"
          quat="1 2 3 4"/></body></body></body></worldbody></mujoco>)");
}

TEST(MjcfReference, PosesAtRefWithSeveralJoints) {
  ExpectSame(R"(<mujoco><compiler angle="radian"/><worldbody>
    <body name="a" pos="0 0 1"><joint type="slide" axis="1 0 0" ref="0.3"/>
      <joint axis="0 1 1" pos="0.1 0.2 0" ref="0.7"/><joint type="ball" pos="0 0.1 0"/>
      <geom type="capsule" fromto="0 0 0 0.3 0.2 0.1" size="0.05"/>
      <body name="b" pos="0.3 0.2 0.1"><joint ref="-0.4" axis="0 0 1" pos="0 0 0.1"/>
        <geom type="cylinder" fromto="0 0 0 0 0.1 0.3" size="0.02" density="2000"/></body>
    </body></worldbody></mujoco>)");
}

TEST(MjcfReference, MassOfGeomsAndInertials) {
  ExpectSame(R"(<mujoco><compiler inertiagrouprange="0 1" boundmass="0.2" boundinertia="0.001"/>
    <worldbody>
    <body name="a"><freejoint/><geom type="capsule" size="0.1 0.2" mass="3"/>
      <geom type="box" size="0.1 0.1 0.1" pos="0.5 0 0" group="1"/>
      <geom type="box" size="1 1 1" group="2"/></body>
    <body name="b"><freejoint/><inertial pos="0.1 0 0" mass="2" fullinertia="0.3 0.4 0.5 0.01 0.02 0.03"/>
      <geom size="1"/></body>
    <body name="c"><freejoint/><inertial pos="0 0 0" mass="0.1" diaginertia="1e-5 1e-5 1e-5"
      euler="10 0 0"/></body></worldbody></mujoco>)",
             kMatrixTolerance);
}

TEST(MjcfReference, TotalMass) {
  ExpectSame(R"(<mujoco><compiler settotalmass="7"/><worldbody>
    <body name="a"><freejoint/><geom size="0.1"/><body name="b"><joint/><geom size="0.2"/></body>
    </body></worldbody></mujoco>)");
}

TEST(MjcfReference, CoordinatesInTheWorld) {
  ExpectSame(R"(<mujoco><compiler coordinate="global" angle="radian"/><worldbody>
    <body name="a" pos="0 0 1.25"><joint type="slide" axis="1 0 0" pos="0 0 0"/>
      <joint axis="0 -1 0" pos="0 0 1.25"/><geom type="capsule" fromto="0 0 1.45 0 0 1.05" size="0.05"/>
      <body name="b" pos="0 0 1.05"><joint axis="0 -1 0" pos="0 0 1.05"/>
        <geom type="capsule" fromto="0 0 1.05 0 0 0.6" size="0.05"/></body></body>
    </worldbody></mujoco>)");
}

TEST(MjcfReference, DefaultClasses) {
  ExpectSame(R"(<mujoco><default><geom type="box" size="0.1 0.2 0.3" density="500"/>
    <joint axis="0 1 0"/><default class="leg"><geom type="capsule" size="0.1 0.2"/>
      <default class="foot"><geom pos="0.1 0 0"/></default></default></default><worldbody>
    <body name="a"><freejoint/><geom/>
      <body name="b" childclass="leg"><joint/><geom/><geom class="foot"/>
        <body name="c" pos="0 0 1"><joint/><geom/><geom class="main"/></body></body></body>
    </worldbody></mujoco>)");
}

constexpr const char* kMesh =
    R"(<mesh name="m" vertex="0 0 0  1 0 0  0 2 0  0 0 3" face="0 2 1  0 1 3  1 2 3  0 3 2" scale="0.1 0.2 0.1" refpos="0.1 0.2 0.3" refquat="1 0.2 0.1 0"/>
       <mesh name="hull" vertex="0 0 0  0.1 0 0  0 0.2 0  0 0 0.3"/>)";

TEST(MjcfReference, MeshesStandWhereTheirFilesSay) {
  // Otherwise MuJoCo 2 uses the volume of the box of equal inertia, which later versions do not.
  ExpectSame(std::string("<mujoco><compiler exactmeshinertia=\"true\"/><asset>") + kMesh +
                 R"(</asset><worldbody>
    <body name="a"><freejoint/><geom type="mesh" mesh="hull" pos="0.1 0 0" euler="10 20 30"/></body>
    <body name="b"><freejoint/><geom type="mesh" mesh="hull"/><geom type="mesh" mesh="m"
      contype="0" conaffinity="0"/></body></worldbody></mujoco>)",
             kMeshTolerance);
}

TEST(MjcfReference, PrimitivesFittedToMeshes) {
  ExpectSame(std::string("<mujoco><asset>") + kMesh + R"(</asset><worldbody>
    <body name="a"><freejoint/><geom type="box" mesh="hull" pos="0.1 0 0"/></body>
    <body name="b"><freejoint/><geom type="sphere" mesh="hull"/></body>
    <body name="c"><freejoint/><geom type="cylinder" mesh="hull"/></body>
    <body name="d"><freejoint/><geom type="ellipsoid" mesh="hull"/></body></worldbody></mujoco>)",
             kMeshTolerance);
}

}  // namespace
}  // namespace surefoot::test
