#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/formats/urdf/test/urdf_test_file.h"
#include "surefoot/world/world.h"

namespace surefoot::formats {
namespace {

TEST(UrdfLink, InertiaIsExpressedInLinkAxes) {
  // The inertial frame is rotated by 90 degrees about z: its x axis is the link's y axis, so that
  // Iyy = ixx, Ixx = iyy, Ixy = -ixy; and Iyz = ixz, Ixz = -iyz.
  const Loaded loaded = LoadBody(R"(<link name="a">
  <inertial>
    <origin xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"/>
    <mass value="2.5"/>
    <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="2.5"/>
  </inertial>
</link>)");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  EXPECT_TRUE(loaded.is_model);
  EXPECT_EQ(loaded.spec.models[0].name, "r");
  const Inertia& inertia = loaded.link("a").inertia;
  EXPECT_EQ(inertia.mass, 2.5);
  EXPECT_TRUE(inertia.p_BBcm.isApprox(Vector3d(0.1, 0.2, 0.3)));
  Matrix3d expected;
  expected << 2.0, -0.1, -0.3, -0.1, 1.0, 0.2, -0.3, 0.2, 2.5;
  EXPECT_TRUE(inertia.I_BBcm_B.isApprox(expected, 1e-12)) << inertia.I_BBcm_B;
  EXPECT_EQ(loaded.link("a").source.line, 2);
  EXPECT_EQ(loaded.link("a").source.element, "robot[r]/link[a]");
}

TEST(UrdfLink, SeveralShapesOfAllKinds) {
  const Loaded loaded = LoadBody(R"(<link name="a">
  <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <collision><geometry><box size="1 2 3"/></geometry></collision>
  <collision name="tank"><origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/>
    <geometry><cylinder radius="0.5" length="2"/></geometry></collision>
  <collision><geometry><sphere radius="0.25"/></geometry></collision>
  <collision name="tank"><geometry><capsule radius="0.1" length="0.4"/></geometry></collision>
  <visual name="look"><geometry><sphere radius="3"/></geometry></visual>
</link>)");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  const auto& shapes = loaded.link("a").collisions;
  ASSERT_EQ(shapes.size(), 4u);
  EXPECT_TRUE(std::get<world::Box>(shapes[0].geometry).size.isApprox(Vector3d(1.0, 2.0, 3.0)));
  EXPECT_EQ(shapes[0].name, "a_collision");
  EXPECT_EQ(shapes[0].source.line, 4);
  EXPECT_EQ(std::get<world::Cylinder>(shapes[1].geometry).radius, 0.5);
  EXPECT_EQ(std::get<world::Cylinder>(shapes[1].geometry).length, 2.0);
  EXPECT_EQ(shapes[1].name, "tank");
  EXPECT_TRUE(shapes[1].X_LG.p.isApprox(Vector3d(0.0, 0.0, 1.0)));
  // A roll of 90 degrees turns z onto -y.
  EXPECT_TRUE((shapes[1].X_LG.q * Vector3d::UnitZ()).isApprox(-Vector3d::UnitY(), 1e-12));
  EXPECT_EQ(std::get<world::Sphere>(shapes[2].geometry).radius, 0.25);
  EXPECT_EQ(std::get<world::Capsule>(shapes[3].geometry).length, 0.4);
  EXPECT_NE(shapes[3].name, "tank") << "names are made unique";
  ASSERT_EQ(loaded.link("a").visuals.size(), 1u);
  EXPECT_EQ(loaded.link("a").visuals[0].name, "look");
  EXPECT_FALSE(loaded.link("a").visuals[0].material.has_value());
}

TEST(UrdfLink, MaterialsByNameFromAnywhere) {
  const Loaded loaded = LoadBody(R"(<link name="a">
  <visual><geometry><box size="1 1 1"/></geometry><material name="later"/></visual>
  <visual><geometry><box size="1 1 1"/></geometry><material name="own"><color rgba="0 0 1 0.5"/></material></visual>
  <visual><geometry><box size="1 1 1"/></geometry><material><color rgba="0.1 0.2 0.3 1"/></material></visual>
  <visual><geometry><box size="1 1 1"/></geometry><material name="own"/></visual>
  <visual><geometry><box size="1 1 1"/></geometry><material name="owm"/></visual>
</link>
<material name="later"><color rgba="1 0.5 0 1"/></material>)");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  const auto& visuals = loaded.link("a").visuals;
  ASSERT_EQ(visuals.size(), 5u);
  EXPECT_TRUE(visuals[0].material->diffuse.isApprox(Eigen::Vector4d(1.0, 0.5, 0.0, 1.0)));
  EXPECT_TRUE(visuals[0].material->ambient.isApprox(Eigen::Vector4d(1.0, 0.5, 0.0, 1.0)));
  EXPECT_TRUE(visuals[1].material->diffuse.isApprox(Eigen::Vector4d(0.0, 0.0, 1.0, 0.5)));
  EXPECT_EQ(visuals[2].material->diffuse.y(), 0.2);
  EXPECT_EQ(visuals[3].material->name, "own");
  EXPECT_FALSE(visuals[4].material.has_value());
  ExpectProblem(loaded, kWarning, 7, "did you mean \"own\"?");
}

TEST(UrdfLink, TexturesAreResolved) {
  const TempFolder folder;
  folder.Write("wood.png", "not looked into");
  const Loaded loaded = LoadFile(folder.Write("r.urdf", R"(<robot name="r"><link name="a">
  <visual><geometry><box size="1 1 1"/></geometry><material name="w"><texture filename="wood.png"/></material></visual>
  <visual><geometry><box size="1 1 1"/></geometry><material name="x"><texture filename="oak.png"/></material></visual>
</link></robot>)"));
  EXPECT_EQ(std::filesystem::path(loaded.link("a").visuals[0].material->texture).filename(),
            "wood.png");
  EXPECT_EQ(loaded.link("a").visuals[1].material->texture, "");
  ExpectProblem(loaded, kWarning, 3, "the texture \"oak.png\" was not found");
}

constexpr const char* kTetrahedron = R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
)";

TEST(UrdfLink, MeshesWithScale) {
  const TempFolder folder;
  folder.Write("pkg/package.xml", "<package><name>my_robot</name></package>");
  folder.Write("pkg/meshes/tetra.obj", kTetrahedron);
  const Loaded loaded = LoadFile(folder.Write("pkg/urdf/r.urdf", R"(<robot name="r">
<link name="a">
  <collision><geometry><mesh filename="package://my_robot/meshes/tetra.obj" scale="2 3 4"/></geometry></collision>
  <visual><geometry><mesh filename="../meshes/tetra.obj"/></geometry></visual>
</link></robot>)"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  const auto& mesh = std::get<world::Mesh>(loaded.link("a").collisions.at(0).geometry);
  EXPECT_EQ(mesh.uri, "package://my_robot/meshes/tetra.obj");
  EXPECT_TRUE(mesh.mesh->Bounds().max().isApprox(Vector3d(2.0, 3.0, 4.0)));
  const auto& visual = std::get<world::Mesh>(loaded.link("a").visuals.at(0).geometry);
  EXPECT_TRUE(visual.mesh->Bounds().max().isApprox(Vector3d::Ones()));
  // No <inertial>: the mass of the collision, 1000 kg/m3 times 2 * 3 * 4 / 6.
  EXPECT_NEAR(loaded.link("a").inertia.mass, 4000.0, 1e-6);
  EXPECT_TRUE(loaded.link("a").inertia_computed);
}

TEST(UrdfLink, MissingMeshIsAnErrorOnlyForCollisions) {
  const Loaded visual = LoadBody(LinkText(
      "a", "<visual><geometry><mesh filename=\"package://gone/a.dae\"/></geometry></visual>"));
  EXPECT_TRUE(visual.read);
  EXPECT_TRUE(visual.problems.ok()) << visual.Text();
  ExpectProblem(visual, kWarning, 2, "not drawn: the mesh \"package://gone/a.dae\"");
  EXPECT_TRUE(visual.link("a").visuals.empty());
  const Loaded collision = LoadBody(LinkText(
      "a",
      "<collision><geometry><mesh filename=\"package://gone/a.stl\"/></geometry></collision>"));
  ExpectProblem(collision, kError, 2, "the mesh \"package://gone/a.stl\" was not found");
}

TEST(UrdfLink, MassIsComputedOnlyForBodiesWithoutAny) {
  // The base's mass is in a link that is fixed to it, as in the Husky; the wheel has none at all.
  const Loaded loaded = LoadBody(
      "<link name=\"base\"><collision><geometry><box size=\"1 1 "
      "1\"/></geometry></collision></link>\n" +
      LinkText("mass") + JointText("f", "fixed", "base", "mass") +
      "<link name=\"wheel\"><collision><geometry><box size=\"0.1 0.1 0.1\"/></geometry></collision>"
      "</link>\n" +
      JointText("w", "continuous", "base", "wheel"));
  ASSERT_TRUE(loaded.problems.ok()) << loaded.Text();
  EXPECT_EQ(loaded.link("base").inertia.mass, 0.0);
  EXPECT_NEAR(loaded.link("wheel").inertia.mass, 1.0, 1e-12);
  ExpectProblem(loaded, kNote, 5, "link \"wheel\" has no inertia; computed from its collisions");
  EXPECT_EQ(loaded.problems.all().size(), 1u) << loaded.Text();
}

TEST(UrdfLink, ZeroMassIsNoMass) {
  const Loaded loaded = LoadBody(R"(<link name="a"><inertial><mass value="0"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>)");
  EXPECT_EQ(loaded.link("a").inertia.mass, 0.0);
  EXPECT_TRUE(loaded.link("a").inertia.I_BBcm_B.isZero());
  ExpectProblem(loaded, kWarning, 3, "an inertia without mass is ignored");
}

TEST(UrdfLink, SurfaceNames) {
  const Loaded loaded =
      LoadBody(LinkText("a",
                        "<collision><geometry><box size=\"1 1 1\"/></geometry>"
                        "<surefoot:surface name=\"rubber\"/></collision>"
                        "<collision><geometry><box size=\"1 1 1\"/></geometry>"
                        "<surefoot:surfaces name=\"rubber\"/></collision>") +
               LinkText("b",
                        "<surefoot:surface name=\"steel\"/><surefoot:other/>"
                        "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>") +
               JointText("j", "fixed", "a", "b"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.link("a").collisions[0].surface.name, "rubber");
  EXPECT_EQ(loaded.link("a").collisions[0].extensions.size(), 1u);
  EXPECT_EQ(loaded.link("a").collisions[1].surface.name, "");
  EXPECT_EQ(loaded.link("a").collisions[1].extensions.size(), 1u);
  ExpectProblem(loaded, kWarning, 2, "did you mean \"surefoot:surface\"?");
  EXPECT_EQ(loaded.link("b").collisions[0].surface.name, "steel");
  ASSERT_EQ(loaded.link("b").extensions.size(), 2u);
  EXPECT_EQ(loaded.link("b").extensions[1].name, "surefoot:other");
}

TEST(UrdfLink, Errors) {
  const struct {
    const char* text;
    Severity severity;
    int line;
    const char* part;
  } rows[] = {
      {"<link/>", kError, 2, "<link> needs the attribute name"},
      {"<link name=\"\"/>", kError, 2, "needs the attribute name, but it is empty"},
      {"<link name=\"a\"/>\n<link name=\"a\"/>", kError, 3, "more than one link"},
      {"<link name=\"a\">\n<inertial>\n<inertia ixx=\"1\"/></inertial></link>", kError, 3,
       "<inertial> needs a <mass>"},
      {"<link name=\"a\">\n<inertial><mass/>\n<inertia ixx=\"1\" iyy=\"1\" "
       "izz=\"1\"/></inertial></link>",
       kError, 3, "<mass> needs the attribute value"},
      {"<link name=\"a\">\n<inertial><mass value=\"1\"/></inertial></link>", kWarning, 2,
       "the inertia of a sphere of its mass is used instead"},
      {"<link name=\"a\">\n<inertial><mass value=\"1\"/><mass value=\"2\"/></inertial></link>",
       kError, 3, "<inertial> has more than one <mass>"},
      {"<link name=\"a\">\n<inertial><mass value=\"1\"/>\n<inertia ixx=\"1\" "
       "iyy=\"1\"/></inertial></link>",
       kError, 4, "<inertia> needs the attribute izz"},
      {"<link name=\"a\"><inertial>\n<mass value=\"1,5\"/></inertial></link>", kError, 3,
       "decimal point instead of a comma"},
      {"<link name=\"a\"><inertial>\n<origin xyz=\"1 2\"/></inertial></link>", kError, 3,
       "2 numbers where 3 are needed"},
      {"<link name=\"a\"><inertial>\n<origin xyz=\"1 nan 2\"/></inertial></link>", kError, 3,
       "not a finite number"},
      {"<link name=\"a\"><inertial><mass value=\"0\"/></inertial><inertial/></link>", kWarning, 2,
       "more than one <inertial>; the first one is used"},
      {"<link name=\"a\"/>\n<material><color rgba=\"1 0 0 1\"/></material>", kWarning, 3,
       "a material without a name is ignored"},
      {"<link name=\"a\"><collision><geometry>\n<cdf/></geometry></collision></link>", kWarning, 3,
       "this kind of shape is not supported; it is ignored"},
      {"<link name=\"a\"><visual/></link>", kError, 2, "<visual> needs a <geometry>"},
      {"<link name=\"a\"><collision>\n<geometry/></collision></link>", kError, 3, "has no shape"},
      {"<link name=\"a\"><collision><geometry>\n<cylnder/></geometry></collision></link>", kError,
       3, "did you mean \"cylinder\"?"},
      {"<link name=\"a\"><collision><geometry><sphere radius=\"1\"/>\n<box size=\"1 1 "
       "1\"/></geometry></collision></link>",
       kError, 3, "more than one shape"},
      {"<link name=\"a\"><collision><geometry>\n<box/></geometry></collision></link>", kError, 3,
       "<box> needs the attribute size"},
      {"<link name=\"a\"><collision><geometry>\n<sphere "
       "radius=\"x\"/></geometry></collision></link>",
       kError, 3, "not a number"},
      {"<link name=\"a\"><collision><geometry>\n<mesh/></geometry></collision></link>", kError, 3,
       "<mesh> needs the attribute filename"},
      {"<link name=\"a\"><collision><geometry><sphere radius=\"1\"/>\n<origin/></geometry>"
       "</collision></link>",
       kWarning, 2, "<geometry> does not accept this element"},
      {"<link name=\"a\"><visual><geometry>\n<box size=\"0 0 0\"/></geometry></visual></link>",
       kWarning, 3, "a shape of size zero is ignored"},
      {"<link name=\"a\"><visual><geometry><box size=\"1 1 1\"/></geometry><material "
       "name=\"m\"><color rgba=\"1 0 0 1\"/></material>\n<material/></visual></link>",
       kWarning, 3, "more than one <material>; the first one is used"},
      {"<link name=\"a\"><colision/></link>", kWarning, 2, "did you mean \"collision\"?"},
      {"<link name=\"a\" nme=\"b\"/>", kWarning, 2, "did you mean \"name\"?"},
      {"<link name=\"a\"><visual><geometry><box size=\"1 1 1\"/></geometry>\n<material "
       "name=\"m\"><color rgba=\"1 0\"/></material></visual></link>",
       kError, 3, "numbers where 4 are needed"},
      {"<link name=\"a\"/><material name=\"m\"><color rgba=\"1 0 0 1\"/></material>\n<material "
       "name=\"m\"><color rgba=\"1 1 0 1\"/></material>",
       kWarning, 3, "defined differently before"},
  };
  for (const auto& row : rows) {
    const Loaded loaded = LoadBody(row.text);
    ExpectProblem(loaded, row.severity, row.line, row.part);
    EXPECT_EQ(loaded.problems.ok(), row.severity != kError) << row.text;
  }
}

TEST(UrdfLink, WrongSizesAreFoundWithTheirLines) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"><inertial><mass value=\"-1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>"
      "</inertial>\n<collision><geometry><box size=\"1 -1 1\"/></geometry></collision></link>");
  ASSERT_TRUE(loaded.read);
  Loaded checked;
  EXPECT_FALSE(world::MakeWorld(loaded.spec, &checked.problems).ok());
  ExpectProblem(checked, kError, 2, "the mass of link \"a\" is negative");
  ExpectProblem(checked, kError, 3, "the box's size must be above zero");
}

/// Errors that only world::Validate() finds are reported together with errors in the text.
TEST(UrdfLink, ValidationErrorsAreReportedWithSyntaxErrors) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"><inertial><mass value=\"-1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>"
      "</inertial>\n<collision><geometry><box size=\"1 -1 1\"/></geometry></collision></link>\n" +
      LinkText("b") + JointText("j", "revolut", "a", "b") +
      JointText("k", "continuous", "a", "b", "<dynamics damping=\"-1\"/>"));
  EXPECT_FALSE(loaded.read);
  ExpectProblem(loaded, kError, 2, "the mass of link \"a\" is negative");
  ExpectProblem(loaded, kError, 3, "the box's size must be above zero");
  ExpectProblem(loaded, kError, 5, "did you mean \"revolute\"?");
  ExpectProblem(loaded, kError, 6, "the damping of joint \"k\" must not be negative");
  EXPECT_EQ(loaded.Count(kError), 4) << loaded.Text();
}

std::string WithInertia(const std::string& matrix, const std::string& shape) {
  return "<link name=\"a\"><inertial><mass value=\"3\"/><inertia " + matrix + "/></inertial>" +
         shape + "</link>";
}

TEST(UrdfLink, ImpossibleInertiaIsThatOfTheShapes) {
  const std::string box = "<collision><geometry><box size=\"1 2 3\"/></geometry></collision>";
  const Matrix3d expected = Vector3d(13.0, 10.0, 5.0).asDiagonal();  // m/12 (b2 + c2), ...
  for (const char* matrix : {"ixx=\"0\" iyy=\"0\" izz=\"0\"", "ixx=\"0\" iyy=\"1\" izz=\"1\"",
                             "ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"2\""}) {
    const Loaded loaded = LoadBody(WithInertia(matrix, box));
    ASSERT_TRUE(loaded.read);
    ExpectProblem(loaded, kWarning, 2, "the inertia of its shapes is used instead");
    EXPECT_EQ(loaded.link("a").inertia.mass, 3.0);
    EXPECT_TRUE(loaded.link("a").inertia.I_BBcm_B.isApprox(expected * 0.25, 1e-12)) << matrix;
  }
  const Loaded negative = LoadBody(WithInertia("ixx=\"-1\" iyy=\"1\" izz=\"1\"", box));
  Problems problems;
  EXPECT_FALSE(world::MakeWorld(negative.spec, &problems).ok());
  // 3 kg of water are a sphere with a radius of 8.947 cm.
  const Loaded ball = LoadBody(WithInertia("ixx=\"0\" iyy=\"0\" izz=\"0\"", ""));
  EXPECT_NEAR(ball.link("a").inertia.I_BBcm_B(0, 0), 0.4 * 3.0 * 0.08947 * 0.08947, 1e-6);
  // After a rotation, some of the zeros are negative by rounding.
  const Loaded turned = LoadBody(
      "<link name=\"a\"><inertial><origin rpy=\"0.3 0.7 1.1\"/><mass value=\"3\"/><inertia "
      "ixx=\"0\" "
      "iyy=\"0\" izz=\"0\" ixy=\"1e-19\" ixz=\"1e-19\"/></inertial></link>");
  EXPECT_NEAR(turned.link("a").inertia.I_BBcm_B(0, 0), 0.4 * 3.0 * 0.08947 * 0.08947, 1e-6);
  // It is unchanged where it has no effect.
  const Loaded fixed = LoadBody(WithInertia("ixx=\"0\" iyy=\"0\" izz=\"0\"", "") + LinkText("b") +
                                JointText("j", "fixed", "b", "a", "<origin xyz=\"1 0 0\"/>"));
  EXPECT_TRUE(fixed.link("a").inertia.I_BBcm_B.isZero(0.0)) << fixed.Text();
}

TEST(UrdfLink, ContactOfPyBullet) {
  const Loaded loaded = LoadBody(LinkText(
      "a",
      "<contact><lateral_friction value=\"0.3\"/><rolling_friction value=\"0.01\"/>"
      "<spinning_friction value=\"0.02\"/><restitution value=\"0.5\"/><stiffness value=\"30000\"/>"
      "<damping value=\"1000\"/><friction_anchor/></contact>"
      "<collision><geometry><sphere radius=\"1\"/></geometry></collision>"));
  ASSERT_TRUE(loaded.problems.all().empty()) << loaded.Text();
  const world::Surface& surface = loaded.link("a").collisions[0].surface;
  EXPECT_EQ(surface.mu, 0.3);
  EXPECT_EQ(surface.mu2, 0.3);
  EXPECT_EQ(surface.rolling_friction, 0.01);
  EXPECT_EQ(surface.torsional_friction, 0.02);
  EXPECT_EQ(surface.restitution, 0.5);
  EXPECT_EQ(surface.stiffness, 30000.0);
  EXPECT_EQ(surface.damping, 1000.0);
  ASSERT_EQ(loaded.link("a").extensions.size(), 1u);
}

TEST(UrdfLink, ShapesOfOtherPrograms) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"><inertial><mass value=\"0\"/></inertial><collision><origin xyz=\"0 0 1\"/>"
      "<geometry><plane normal=\"1 0 0\"/></geometry></collision><collision><geometry>"
      "<drake:ellipsoid a=\"1\" b=\"2\" c=\"3\"/></geometry></collision><collision><geometry>"
      "<drake:capsule radius=\"1\" length=\"2\"/></geometry></collision></link>");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.Count(kWarning) + loaded.Count(kError), 0) << loaded.Text();
  const auto& shapes = loaded.link("a").collisions;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<world::Plane>(shapes[0].geometry));
  EXPECT_TRUE((shapes[0].X_LG.q * Vector3d::UnitZ()).isApprox(Vector3d::UnitX()));
  EXPECT_EQ(std::get<world::Ellipsoid>(shapes[1].geometry).radii, Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(std::get<world::Capsule>(shapes[2].geometry).length, 2.0);
  // A mass of zero and no moving parts: it is static.
  EXPECT_TRUE(loaded.model().is_static);
}

}  // namespace
}  // namespace surefoot::formats
