/// Shapes, materials and other parts of a link.

#include <numbers>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

constexpr const char* kObj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

class SdfGeometryTest : public SdfTest {
 protected:
  /// Reads a static link with one collision of this geometry; the shape is in line 4.
  world::Collision ReadShape(const std::string& shape, const std::string& pose = "0 0 0 0 0 0") {
    const world::Model model =
        ReadModel("<static>true</static><link name=\"a\"><collision name=\"c\"><pose>" + pose +
                  "</pose><geometry>\n" + shape + "</geometry></collision></link>");
    EXPECT_EQ(model.links.at(0).collisions.size(), 1u) << AllProblems();
    if (model.links[0].collisions.empty()) return world::Collision();
    return model.links[0].collisions[0];
  }

  template <typename Shape>
  Shape ReadAs(const std::string& shape) {
    const world::Collision collision = ReadShape(shape);
    EXPECT_TRUE(std::holds_alternative<Shape>(collision.geometry));
    if (!std::holds_alternative<Shape>(collision.geometry)) return Shape();
    return std::get<Shape>(collision.geometry);
  }
};

/// Volume by the divergence theorem; positive if the triangles face outwards.
double VolumeOf(const TriMesh& mesh) {
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles) {
    volume += mesh.vertices[triangle[0]].dot(
                  mesh.vertices[triangle[1]].cross(mesh.vertices[triangle[2]])) /
              6.0;
  }
  return volume;
}

TEST_F(SdfGeometryTest, Primitives) {
  EXPECT_EQ(ReadAs<world::Box>("<box><size>1 2 3</size></box>").size, Vector3d(1, 2, 3));
  EXPECT_EQ(ReadAs<world::Sphere>("<sphere><radius>0.5</radius></sphere>").radius, 0.5);
  const auto cylinder =
      ReadAs<world::Cylinder>("<cylinder><radius>0.2</radius><length>3</length></cylinder>");
  EXPECT_EQ(cylinder.radius, 0.2);
  EXPECT_EQ(cylinder.length, 3.0);
  const auto capsule =
      ReadAs<world::Capsule>("<capsule><radius>0.1</radius><length>2</length></capsule>");
  EXPECT_EQ(capsule.radius, 0.1);
  EXPECT_EQ(capsule.length, 2.0);
  EXPECT_EQ(ReadAs<world::Ellipsoid>("<ellipsoid><radii>1 2 3</radii></ellipsoid>").radii,
            Vector3d(1, 2, 3));
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
}

TEST_F(SdfGeometryTest, ThePlanesNormalIsItsZAxis) {
  const world::Collision plane = ReadShape("<plane><normal>1 0 1</normal><size>3 4</size></plane>",
                                           "0 0 2 0 0 1.5707963267948966");
  EXPECT_EQ(std::get<world::Plane>(plane.geometry).size, Eigen::Vector2d(3, 4));
  EXPECT_TRUE(plane.X_LG.p.isApprox(Vector3d(0, 0, 2)));
  // The collision's own rotation, 90 degrees about z, turns the normal from xz into yz.
  const Vector3d normal_L = plane.X_LG.q * Vector3d::UnitZ();
  EXPECT_TRUE(normal_L.isApprox(Vector3d(0, 1, 1).normalized(), 1e-12)) << normal_L.transpose();
}

TEST_F(SdfGeometryTest, MeshesAreScaledAndShared) {
  folder_.Write("parts/a.obj", kObj);
  const std::string mesh =
      "<geometry><mesh><uri>model://parts/a.obj</uri><scale>1 2 3</scale></mesh></geometry>";
  const world::Model model =
      ReadModel(LinkText("a", "<collision name=\"c\">" + mesh + "</collision><visual name=\"v\">" +
                                  mesh + "</visual>"));
  const auto& collision = std::get<world::Mesh>(model.links[0].collisions.at(0).geometry);
  const auto& visual = std::get<world::Mesh>(model.links[0].visuals.at(0).geometry);
  EXPECT_EQ(collision.mesh, visual.mesh);
  EXPECT_EQ(collision.uri, "model://parts/a.obj");
  EXPECT_EQ(collision.scale, Vector3d(1, 2, 3));
  EXPECT_TRUE(collision.mesh->Bounds().sizes().isApprox(Vector3d(1, 2, 3)));
}

TEST_F(SdfGeometryTest, HeightMapsStandAtTheirPosition) {
  const world::Collision map = ReadShape(
      "<heightmap><uri>surefoot:terrain/bumps?seed=2&amp;pieces=2x1&amp;resolution=0.1</uri>"
      "<size>99 99 9</size><pos>1 2 3</pos></heightmap>",
      "10 0 0 0 0 0");
  const auto& shape = std::get<world::HeightMap>(map.geometry);
  ASSERT_NE(shape.field, nullptr);
  EXPECT_DOUBLE_EQ(shape.field->size_x, 2.0);
  EXPECT_TRUE(map.X_LG.p.isApprox(Vector3d(11, 2, 3)));
}

TEST_F(SdfGeometryTest, WhatIsNotSupportedIsLeftOutWithAWarning) {
  const world::Model model = ReadModel(LinkText(
      "a",
      "<collision name=\"c\"><geometry>\n<image><uri>a.png</uri></image></geometry></collision>\n"
      "<collision name=\"d\"><geometry><empty/></geometry></collision>\n"
      "<visual name=\"e\"><geometry/></visual>"));
  EXPECT_TRUE(model.links[0].collisions.empty());
  EXPECT_TRUE(model.links[0].visuals.empty());
  EXPECT_TRUE(Has(Severity::kWarning, 4, "image")) << AllProblems();
  EXPECT_TRUE(Has(Severity::kWarning, 6, "no shape")) << AllProblems();
}

TEST_F(SdfGeometryTest, PolylinesArePulledUp) {
  // An L of area 3 in the clockwise sense, 2 m high: 6 m3.
  const world::Mesh mesh = ReadAs<world::Mesh>(
      "<polyline><point>0 0</point><point>0 2</point><point>1 2</point><point>1 1</point>"
      "<point>2 1</point><point>2 0</point><height>2</height></polyline>");
  ASSERT_NE(mesh.mesh, nullptr);
  EXPECT_TRUE(mesh.mesh->Bounds().min().isApprox(Vector3d(0, 0, 0)));
  EXPECT_TRUE(mesh.mesh->Bounds().max().isApprox(Vector3d(2, 2, 2)));
  EXPECT_NEAR(VolumeOf(*mesh.mesh), 6.0, 1e-12);
}

TEST_F(SdfGeometryTest, ConesAreMeshes) {
  const world::Mesh mesh =
      ReadAs<world::Mesh>("<cone><radius>0.5</radius><length>2</length></cone>");
  ASSERT_NE(mesh.mesh, nullptr);
  EXPECT_NEAR(mesh.mesh->Bounds().max().z(), 1.0, 1e-12);
  // A third of the base area times the height; the base is a polygon inside the circle.
  EXPECT_NEAR(VolumeOf(*mesh.mesh), 3.14159 * 0.25 * 2.0 / 3.0, 0.01);
}

TEST_F(SdfGeometryTest, Surfaces) {
  const world::Model model = ReadModel(LinkText(
      "a",
      "<collision name=\"c\"><geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<friction><ode><mu>0.4</mu><mu2>0.3</mu2><fdir1>0 2 0</fdir1></ode>"
      "<bullet><friction>9</friction><rolling_friction>0.01</rolling_friction></bullet>"
      "<torsional><coefficient>0.5</coefficient><patch_radius>0.2</patch_radius></torsional>"
      "</friction><bounce><restitution_coefficient>0.7</restitution_coefficient>"
      "<threshold>0.05</threshold></bounce><contact><collide_bitmask>0x0f</collide_bitmask>"
      "<ode><kp>1e6</kp><kd>100</kd></ode></contact></surface>"
      "<surefoot:surface name=\"rubber\"/></collision>"
      "<collision name=\"d\"><geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<friction><bullet><friction>0.6</friction><friction2>0.5</friction2><fdir1>0 0 1</fdir1>"
      "</bullet></friction><contact><ode/></contact></surface></collision>"
      "<collision "
      "name=\"e\"><geometry><sphere><radius>1</radius></sphere></geometry></collision>"));
  const auto& collisions = model.links[0].collisions;
  ASSERT_EQ(collisions.size(), 3u);
  const world::Surface& full = collisions[0].surface;
  EXPECT_EQ(full.name, "rubber");
  EXPECT_EQ(full.mu, 0.4);
  EXPECT_EQ(full.mu2, 0.3);
  EXPECT_EQ(full.friction_direction, Vector3d(0, 1, 0));
  EXPECT_EQ(full.rolling_friction, 0.01);
  EXPECT_DOUBLE_EQ(full.torsional_friction, 0.1);
  EXPECT_EQ(full.restitution, 0.7);
  EXPECT_EQ(full.restitution_threshold, 0.05);
  EXPECT_EQ(full.stiffness, 1e6);
  EXPECT_EQ(full.damping, 100.0);
  EXPECT_EQ(full.collide_mask, 15u);
  const world::Surface& bullet = collisions[1].surface;
  EXPECT_EQ(bullet.mu, 0.6);
  EXPECT_EQ(bullet.mu2, 0.5);
  EXPECT_EQ(bullet.friction_direction, Vector3d(0, 0, 1));
  EXPECT_EQ(bullet.stiffness, 0.0) << "SDF's default means rigid";
  EXPECT_EQ(bullet.damping, 0.0);
  const world::Surface& none = collisions[2].surface;
  EXPECT_EQ(none.mu, 1.0);
  EXPECT_EQ(none.collide_mask, 0xffffu);
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
}

TEST_F(SdfGeometryTest, SlipIsKeptAsWritten) {
  const world::Model model = ReadModel(LinkText(
      "a",
      "<collision name=\"c\"><geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<friction><ode><slip1>0.02</slip1></ode></friction></surface></collision>"));
  const auto& extensions = model.links[0].collisions.at(0).extensions;
  ASSERT_EQ(extensions.size(), 1u);
  EXPECT_EQ(extensions[0].name, "surface");
  EXPECT_EQ(extensions[0].Child("friction")->Child("ode")->Child("slip1")->text, "0.02");
}

TEST_F(SdfGeometryTest, Materials) {
  folder_.Write("parts/wood.png", "x");
  const std::string box = "<geometry><box><size>1 1 1</size></box></geometry>";
  const world::Model model = ReadModel(LinkText(
      "a", "<visual name=\"plain\">" + box + "</visual><visual name=\"full\">" + box +
               "<transparency>0.25</transparency><cast_shadows>false</cast_shadows><material>"
               "<ambient>0.1 0.2 0.3 1</ambient><diffuse>0.4 0.5 0.6 0.7</diffuse>"
               "<specular>0.8 0.8 0.8 1</specular><emissive>0.9 0 0 1</emissive><pbr><metal>"
               "<albedo_map>model://parts/wood.png</albedo_map><roughness>0.5</roughness></metal>"
               "</pbr></material></visual><visual name=\"script\">" +
               box +
               "<material><script><uri>file://media/materials/scripts/gazebo.material</uri>"
               "<name>Gazebo/Red</name></script></material></visual>"));
  const auto& visuals = model.links[0].visuals;
  ASSERT_EQ(visuals.size(), 3u);
  EXPECT_FALSE(visuals[0].material);
  EXPECT_TRUE(visuals[0].cast_shadows);
  EXPECT_EQ(visuals[1].transparency, 0.25);
  EXPECT_FALSE(visuals[1].cast_shadows);
  const world::Material& full = *visuals[1].material;
  EXPECT_EQ(full.ambient, Eigen::Vector4d(0.1, 0.2, 0.3, 1.0));
  EXPECT_EQ(full.diffuse, Eigen::Vector4d(0.4, 0.5, 0.6, 0.7));
  EXPECT_EQ(full.specular, Eigen::Vector4d(0.8, 0.8, 0.8, 1.0));
  EXPECT_EQ(full.emissive, Eigen::Vector4d(0.9, 0.0, 0.0, 1.0));
  EXPECT_EQ(full.texture, folder_.path() + "/parts/wood.png");
  ASSERT_NE(full.element.Child("pbr"), nullptr);
  EXPECT_EQ(full.element.Child("pbr")->Child("metal")->Child("roughness")->text, "0.5");
  const world::Material& script = *visuals[2].material;
  EXPECT_EQ(script.name, "Gazebo/Red");
  EXPECT_EQ(script.diffuse, Eigen::Vector4d(1.0, 0.0, 0.0, 1.0));
}

TEST_F(SdfGeometryTest, SensorsLightsAndPluginsAreKeptWhole) {
  const world::Model model = ReadModel(
      LinkText("a",
               "<sensor name=\"laser\" type=\"gpu_lidar\">\n<pose>0 0 1 0 0 0</pose>"
               "<update_rate>15</update_rate><topic>/scan</topic><always_on>true</always_on>\n"
               "<lidar><scan><horizontal><samples>640</samples></horizontal></scan></lidar>"
               "<surefoot:sonar angle=\"0.3\"/></sensor>"
               "<sensor name=\"odd\" type=\"made_up\"/>"
               "<light name=\"lamp\" type=\"point\"><pose>0 0 2 0 0 0</pose>"
               "<diffuse>1 1 0 1</diffuse></light>"
               "<plugin name=\"p\" filename=\"libp.so\"><gain "
               "x=\"1\">\n<value>2.50</value></gain></plugin>"));
  ASSERT_EQ(model.links[0].sensors.size(), 2u);
  const world::Sensor& laser = model.links[0].sensors[0];
  EXPECT_EQ(laser.name, "laser");
  EXPECT_EQ(laser.type, "gpu_lidar");
  EXPECT_EQ(laser.update_rate, 15.0);
  EXPECT_EQ(laser.topic, "/scan");
  EXPECT_TRUE(laser.always_on);
  EXPECT_FALSE(laser.visualize);
  EXPECT_EQ(laser.source.line, 3);
  ExpectPose(laser.X_LS, {0, 0, 1}, AboutZ(0.0));
  const world::Element* lidar = laser.element.Child("lidar");
  ASSERT_NE(lidar, nullptr);
  EXPECT_EQ(lidar->source.line, 5);
  const world::Element* horizontal = lidar->Child("scan")->Child("horizontal");
  EXPECT_EQ(horizontal->Child("samples")->text, "640");
  EXPECT_EQ(horizontal->children.size(), 1u) << "defaults are not part of the file";
  const world::Element* sonar = laser.element.Child("surefoot:sonar");
  ASSERT_NE(sonar, nullptr);
  EXPECT_EQ(sonar->attributes.size(), 1u);
  EXPECT_EQ(*sonar->Attribute("angle"), "0.3");
  EXPECT_EQ(model.links[0].sensors[1].type, "made_up");

  ASSERT_EQ(model.links[0].lights.size(), 1u);
  EXPECT_EQ(model.links[0].lights[0].type, "point");
  ExpectPose(model.links[0].lights[0].X_PL, {0, 0, 2}, AboutZ(0.0));

  ASSERT_EQ(model.links[0].plugins.size(), 1u);
  const world::Plugin& plugin = model.links[0].plugins[0];
  EXPECT_EQ(plugin.filename, "libp.so");
  const world::Element* gain = plugin.element.Child("gain");
  ASSERT_NE(gain, nullptr);
  EXPECT_EQ(gain->attributes.size(), 1u);
  EXPECT_EQ(gain->Child("value")->text, "2.50");
  EXPECT_EQ(gain->Child("value")->source.line, 6);
}

}  // namespace
}  // namespace surefoot::formats
