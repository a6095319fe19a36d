/// Settings of worlds, and extension elements in worlds and models.

#include <numbers>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

using SdfWorldTest = SdfTest;

TEST_F(SdfWorldTest, Defaults) {
  const world::WorldSpec spec = ReadWorld("");
  EXPECT_EQ(spec.name, "w");
  EXPECT_EQ(spec.gravity_W, Vector3d(0, 0, -9.8));
  EXPECT_EQ(spec.physics.step, 0.001);
  EXPECT_EQ(spec.physics.type, "");
  EXPECT_FALSE(spec.spherical_coordinates);
  EXPECT_TRUE(spec.models.empty());
  EXPECT_TRUE(spec.kept.empty());
}

TEST_F(SdfWorldTest, Settings) {
  const world::WorldSpec spec = ReadWorld(
      "<gravity>0 0 -1.62</gravity><magnetic_field>1e-6 2e-6 3e-6</magnetic_field>"
      "<physics name=\"slow\" type=\"ode\"><max_step_size>0.01</max_step_size></physics>"
      "<physics name=\"fast\" default=\"true\" type=\"bullet\"><max_step_size>0.002</max_step_size>"
      "<real_time_factor>0.5</real_time_factor><bullet><solver><iters>50</iters></solver></bullet>"
      "</physics><spherical_coordinates><surface_model>EARTH_WGS84</surface_model>"
      "<latitude_deg>44.2</latitude_deg><longitude_deg>-76.5</longitude_deg>"
      "<elevation>90</elevation><heading_deg>30</heading_deg></spherical_coordinates>"
      "<light name=\"sun\" type=\"directional\"><pose>0 0 10 0 0 0</pose>"
      "<direction>0 0 -1</direction></light>"
      "<plugin name=\"p\" filename=\"p.so\"/>");
  EXPECT_EQ(spec.gravity_W, Vector3d(0, 0, -1.62));
  EXPECT_EQ(spec.magnetic_field_W, Vector3d(1e-6, 2e-6, 3e-6));
  EXPECT_EQ(spec.physics.name, "fast");
  EXPECT_EQ(spec.physics.type, "bullet");
  EXPECT_EQ(spec.physics.step, 0.002);
  EXPECT_EQ(spec.physics.real_time_factor, 0.5);
  EXPECT_NE(spec.physics.element.Child("bullet"), nullptr);
  ASSERT_TRUE(spec.spherical_coordinates);
  EXPECT_EQ(spec.spherical_coordinates->latitude_deg, 44.2);
  EXPECT_EQ(spec.spherical_coordinates->longitude_deg, -76.5);
  EXPECT_EQ(spec.spherical_coordinates->elevation, 90.0);
  EXPECT_EQ(spec.spherical_coordinates->heading_deg, 30.0);
  ASSERT_EQ(spec.lights.size(), 1u);
  EXPECT_EQ(spec.lights[0].type, "directional");
  EXPECT_EQ(spec.lights[0].element.Child("direction")->text, "0 0 -1");
  ASSERT_EQ(spec.plugins.size(), 1u);
  EXPECT_EQ(spec.plugins[0].filename, "p.so");
}

TEST_F(SdfWorldTest, TheFirstPhysicsCountsWhenNoneIsMarked) {
  const world::WorldSpec spec = ReadWorld(
      "<physics name=\"a\" type=\"ode\"><max_step_size>0.01</max_step_size></physics>"
      "<physics name=\"b\" type=\"ode\"><max_step_size>0.02</max_step_size></physics>");
  EXPECT_EQ(spec.physics.name, "a");
  EXPECT_EQ(spec.physics.step, 0.01);
}

TEST_F(SdfWorldTest, KeepsWhatItHasNoWordsFor) {
  const world::WorldSpec spec = ReadWorld(
      "<scene><ambient>0.1 0.2 0.3 1</ambient></scene>\n<wind><linear_velocity>1 2 3"
      "</linear_velocity></wind>\n<gui><camera name=\"user\"><pose>1 2 3 0 0 "
      "0</pose></camera></gui>\n"
      "<atmosphere type=\"adiabatic\"><temperature>280</temperature></atmosphere>\n"
      "<actor name=\"walker\"><skin><filename>walk.dae</filename></skin></actor>");
  ASSERT_EQ(spec.kept.size(), 5u) << AllProblems();
  for (const world::Element& element : spec.kept) {
    if (element.name == "actor") {
      EXPECT_EQ(*element.Attribute("name"), "walker");
      EXPECT_EQ(element.Child("skin")->Child("filename")->text, "walk.dae");
      EXPECT_EQ(element.source.line, 7);
    }
    if (element.name == "wind") {
      EXPECT_EQ(element.Child("linear_velocity")->text, "1 2 3");
      EXPECT_EQ(element.children.size(), 1u);
    }
  }
}

TEST_F(SdfWorldTest, FramesOfTheWorld) {
  const world::WorldSpec spec = ReadWorld(
      "<frame name=\"dock\"><pose>10 0 0 0 0 1.5707963267948966</pose></frame>"
      "<model name=\"a\"><pose relative_to=\"dock\">1 0 0 0 0 0</pose>" +
      LinkText("l", "<pose>0 0 1 0 0 0</pose>") +
      "</model><model name=\"b\"><pose relative_to=\"a::l\">2 0 0 0 0 0</pose>" + LinkText("l") +
      "</model>");
  ASSERT_EQ(spec.models.size(), 2u);
  const Quaterniond left = AboutZ(std::numbers::pi / 2.0);
  ExpectPose(spec.models[0].X_WM, {10, 1, 0}, left);
  ExpectPose(spec.models[1].X_WM, {10, 3, 1}, left);
  ASSERT_EQ(spec.kept.size(), 1u);
  EXPECT_EQ(spec.kept[0].name, "frame");
}

TEST_F(SdfWorldTest, EqualModelsShareOneDescription) {
  const std::string same = LinkText("l") + "</model>";
  const world::WorldSpec spec =
      ReadWorld("<model name=\"a\"><pose>1 0 0 0 0 0</pose>" + same +
                "<model name=\"b\"><pose>2 0 0 0 0 0</pose>" + same +
                "<model name=\"c\"><pose relative_to=\"b\">3 0 0 0 0 0</pose>" + LinkText("other") +
                "</model><model name=\"d\"><static>true</static>" + same +
                "<model name=\"e\"><pose>5 0 0 0 0 0</pose>" + LinkText("l") +
                "<surefoot:soil name=\"sand\"/></model>");
  ASSERT_EQ(spec.models.size(), 5u);
  const char* names[] = {"a", "b", "c", "d", "e"};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(spec.models[i].name, names[i]);
  EXPECT_EQ(spec.models[0].model, spec.models[1].model);
  EXPECT_NE(spec.models[0].model, spec.models[2].model);
  EXPECT_NE(spec.models[0].model, spec.models[3].model);
  EXPECT_TRUE(spec.models[3].model->is_static);
  ExpectPose(spec.models[1].X_WM, {2, 0, 0}, AboutZ(0.0));
  ExpectPose(spec.models[2].X_WM, {5, 0, 0}, AboutZ(0.0));
  // Each model has its own extensions.
  EXPECT_TRUE(spec.models[0].model->extensions.empty());
  ASSERT_EQ(spec.models[4].model->extensions.size(), 1u);
  EXPECT_EQ(spec.models[4].model->links.size(), 1u);
}

TEST_F(SdfWorldTest, JointsBetweenModels) {
  const std::string model = "</pose>" + LinkText("l", "<pose>0 0 1 0 0 0</pose>") + "</model>";
  const std::string axis = "<axis><xyz>0 0 1</xyz></axis></joint>";
  const world::WorldSpec spec = ReadWorld(
      "<model name=\"a\"><pose>0 0 0 0 0 0" + model + "<model name=\"b\"><pose>1 0 0 0 0 0" +
      model + "<model name=\"c\"><pose>2 0 0 0 0 0" + model +
      "<model name=\"d\"><pose>3 0 0 0 0 0" + model +
      "<joint name=\"weld\" type=\"fixed\"><parent>a::l</parent><child>b::l</child></joint>"
      "<joint name=\"turn\" type=\"revolute\"><parent>b::l</parent><child>c::l</child>" +
      axis + "<joint name=\"pivot\" type=\"revolute\"><parent>world</parent><child>d::l</child>" +
      axis);
  ASSERT_EQ(spec.models.size(), 3u) << AllProblems();
  ASSERT_EQ(spec.attachments.size(), 1u);
  EXPECT_EQ(spec.attachments[0].model_b, "b");
  ExpectPose(spec.attachments[0].X_AB, {1, 0, 0}, AboutZ(0.0));
  // c is now a part of b, 1 m along x.
  const world::Model& b = *spec.models[1].model;
  ASSERT_EQ(b.links.size(), 2u);
  EXPECT_EQ(b.links[1].name, "c::l");
  ExpectPose(b.links[1].X_ML, {1, 0, 1}, AboutZ(0.0));
  ASSERT_EQ(b.joints.size(), 1u);
  EXPECT_EQ(b.joints[0].parent, 0);
  EXPECT_EQ(b.joints[0].child, 1);
  ExpectPose(b.joints[0].X_PJ, {1, 0, 0}, AboutZ(0.0));
  const world::Model& d = *spec.models[2].model;
  ASSERT_EQ(d.joints.size(), 1u);
  EXPECT_EQ(d.joints[0].parent, world::kWorldLink);
  ExpectPose(d.joints[0].X_PJ, {0, 0, 1}, AboutZ(0.0));
}

TEST_F(SdfWorldTest, ModelsOfOneNameGetOthers) {
  const world::WorldSpec spec =
      ReadWorld("<model name=\"a\">" + LinkText("l") + "</model><model name=\"a\">" +
                LinkText("l") + "</model>");
  ASSERT_EQ(spec.models.size(), 2u);
  EXPECT_EQ(spec.models[0].name, "a");
  EXPECT_EQ(spec.models[1].name, "a_2");
  EXPECT_TRUE(Has(Severity::kWarning, 4, "a_2")) << AllProblems();
}

TEST_F(SdfWorldTest, SeveralModelsWithoutAWorldAreAWorld) {
  const ReadResult result = Read("<sdf version=\"1.9\"><model name=\"a\">" + LinkText("l") +
                                 "</model><model name=\"b\">" + LinkText("l") + "</model></sdf>");
  ASSERT_TRUE(result.ok) << AllProblems();
  EXPECT_FALSE(result.is_model);
  EXPECT_EQ(result.spec.models.size(), 2u);
}

TEST_F(SdfWorldTest, LargeWorlds) {
  std::string body;
  for (int i = 0; i < 400; ++i) {
    body += "<model name=\"m" + std::to_string(i) + "\"><pose>" + std::to_string(i) +
            " 0 0 0 0 0</pose>\n" + LinkText("l" + std::to_string(i)) + "</model>\n";
  }
  const world::WorldSpec spec =
      ReadWorld(body + "<surefoot:attach parent=\"m7\" child=\"m9::l9\"/>");
  ASSERT_EQ(spec.models.size(), 400u);
  for (std::size_t i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    EXPECT_EQ(spec.models[i].name, "m" + number);
    EXPECT_EQ(spec.models[i].X_WM.p.x(), static_cast<double>(i));
    ASSERT_EQ(spec.models[i].model->links.size(), 1u);
    EXPECT_EQ(spec.models[i].model->links[0].name, "l" + number);
    EXPECT_EQ(spec.models[i].model->links[0].source.line, 4 + 3 * static_cast<int>(i));
  }
  ASSERT_EQ(spec.attachments.size(), 1u);
}

TEST_F(SdfWorldTest, ExtensionsOfTheWorld) {
  const world::WorldSpec spec = ReadWorld(
      "<model name=\"truck\"><pose>1 0 0 0 0 1.5707963267948966</pose>" + LinkText("bed") +
      LinkText("cab", "<pose>3 0 0 0 0 0</pose>") +
      "</model><model name=\"box\"><pose>1 2 1 0 0 0</pose>" + LinkText("l") +
      "</model>"
      "<surefoot:surface_pair a=\"rubber\" b=\"ice\" mu=\"0.1\" mu2=\"0.2\" restitution=\"0.3\"/>"
      "<surefoot:surface_pair a=\"rubber\" b=\"tar\" mu=\"0.9\"/>"
      "<surefoot:collision_filter a=\"truck::cab\" b=\"box\"/>"
      "<surefoot:attach name=\"strap\" parent=\"truck::bed\" child=\"box::l\"/>"
      "<surefoot:soil name=\"sand\"><n>1.1</n></surefoot:soil>");
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  ASSERT_EQ(spec.surface_pairs.size(), 2u);
  EXPECT_EQ(spec.surface_pairs[0].b, "ice");
  EXPECT_EQ(spec.surface_pairs[0].mu, 0.1);
  EXPECT_EQ(spec.surface_pairs[0].mu2, 0.2);
  EXPECT_EQ(spec.surface_pairs[0].restitution, 0.3);
  EXPECT_EQ(spec.surface_pairs[1].mu2, 0.9) << "as mu, when not given";
  ASSERT_EQ(spec.collision_filters.size(), 1u);
  EXPECT_EQ(spec.collision_filters[0].model_a, "truck");
  EXPECT_EQ(spec.collision_filters[0].link_a, "cab");
  EXPECT_EQ(spec.collision_filters[0].model_b, "box");
  EXPECT_EQ(spec.collision_filters[0].link_b, "");
  ASSERT_EQ(spec.attachments.size(), 1u);
  EXPECT_EQ(spec.attachments[0].name, "strap");
  // The box is 2 m along the world's y and 1 m up from the truck, which looks along y.
  ExpectPose(spec.attachments[0].X_AB, {2, 0, 1}, AboutZ(-std::numbers::pi / 2.0));
  ASSERT_EQ(spec.extensions.size(), 1u) << "only elements without a field in the description";
  EXPECT_EQ(spec.extensions[0].Child("n")->text, "1.1");
}

TEST_F(SdfWorldTest, ExtensionsOfModels) {
  const std::string joint =
      "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child>"
      "<axis><xyz>0 0 1</xyz></axis></joint>";
  const world::Model model =
      ReadModel(LinkText("a") + LinkText("b") + joint + "<model name=\"n\">" + LinkText("a") +
                LinkText("b") + joint +
                "<surefoot:position joint=\"j\" value=\"0.25\"/></model>"
                "<surefoot:command joint=\"j\" axis=\"0\" mode=\"velocity\" value=\"3.0\"/>"
                "<surefoot:command joint=\"n::j\" mode=\"position\" value=\"-1\"/>"
                "<surefoot:position joint=\"j\" axis=\"0\" value=\"0.5\"/>"
                "<surefoot:command joint=\"j\" mode=\"effort\" value=\"7\"/>");
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  ASSERT_EQ(model.initial_commands.size(), 2u);
  EXPECT_EQ(model.initial_commands[0].joint, 0);
  EXPECT_EQ(model.initial_commands[0].mode, world::ControlMode::kEffort) << "the last one is used";
  EXPECT_EQ(model.initial_commands[0].target, 7.0);
  EXPECT_EQ(model.initial_commands[1].joint, 1);
  EXPECT_EQ(model.initial_commands[1].mode, world::ControlMode::kPosition);
  ASSERT_EQ(model.initial_positions.size(), 2u);
  EXPECT_EQ(model.initial_positions[0].joint, 1)
      << "names are relative to the model that contains them";
  EXPECT_EQ(model.initial_positions[0].position, 0.25);
  EXPECT_EQ(model.initial_positions[1].joint, 0);
  EXPECT_EQ(model.initial_positions[1].position, 0.5);
  EXPECT_TRUE(model.extensions.empty()) << "the description has fields for all of them";
}

TEST_F(SdfWorldTest, ExtensionsOfParts) {
  const world::Model model = ReadModel(
      "<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 1 1</size></box></geometry>"
      "<surefoot:tyre width=\"0.1\"/></collision><visual name=\"v\"><geometry><box><size>1 1 1"
      "</size></box></geometry><surefoot:paint coat=\"2\"/></visual>"
      "<surefoot:wheel>yes</surefoot:wheel></link>");
  ASSERT_EQ(model.links[0].extensions.size(), 1u);
  EXPECT_EQ(model.links[0].extensions[0].name, "surefoot:wheel");
  EXPECT_EQ(model.links[0].extensions[0].text, "yes");
  ASSERT_EQ(model.links[0].collisions[0].extensions.size(), 1u);
  EXPECT_EQ(*model.links[0].collisions[0].extensions[0].Attribute("width"), "0.1");
  ASSERT_EQ(model.links[0].visuals[0].extensions.size(), 1u);
}

}  // namespace
}  // namespace surefoot::formats
