/// Included files, compared with expectations and with the result of libsdformat.

#include "surefoot/formats/sdf/test/peer.h"
#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

class SdfIncludeTest : public SdfTest {
 protected:
  SdfIncludeTest() {
    folder_.Write("models/arm/model.config", "<model><sdf version=\"1.9\">arm.sdf</sdf></model>");
    folder_.Write(
        "models/arm/arm.sdf",
        "<sdf version=\"1.9\">\n<model name=\"arm\">\n<pose>0 0 5 0 0 0.3</pose>\n" +
            LinkText("base", "<pose>1 2 3 0.1 0.2 0.3</pose>") +
            LinkText("tip", "<pose relative_to=\"base\">0 0 1 0 0 0</pose>") +
            "<frame name=\"grip\" attached_to=\"tip\"><pose>0 0 0.5 0 0.4 0</pose></frame>"
            "<joint name=\"j\" type=\"revolute\"><parent>base</parent><child>tip</child>"
            "<axis><xyz>0 1 0</xyz></axis></joint></model></sdf>");
    for (const char* name : {"old", "pair"}) {
      // libsdformat requires it.
      folder_.Write(std::string("models/") + name + "/model.config",
                    "<model><sdf version=\"1.9\">model.sdf</sdf></model>");
    }
    folder_.Write("models/old/model.sdf",
                  "<sdf version=\"1.5\"><model name=\"old\"><pose>0 0 7 0 0 0</pose>" +
                      LinkText("l", "<pose>0 1 0 0 0 0</pose>") + "</model></sdf>");
    folder_.Write(
        "models/pair/model.sdf",
        "<sdf version=\"1.9\"><model name=\"pair\">" + LinkText("own") +
            "<include><uri>../arm</uri><name>left</name><pose>0 1 0 0 0 0</pose></include>"
            "<include><uri>model://arm</uri><name>right</name>"
            "<placement_frame>grip</placement_frame><pose>0 -1 0 0 0 0</pose></include>"
            "<joint name=\"weld\" type=\"fixed\"><parent>own</parent>"
            "<child>left::base</child></joint></model></sdf>");
  }

  void CompareWithLibrary(const world::WorldSpec& spec) {
    CompareWithPeer(folder_.path() + "/models", folder_.path() + "/w.sdf", spec);
  }
};

TEST_F(SdfIncludeTest, OverridesNamePoseAndStatic) {
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://arm</uri></include>"
      "<include><uri>model://arm</uri><name>second</name><pose>1 0 0 0 0 0</pose></include>"
      "<include><uri>model://arm</uri><name>third</name><static>true</static></include>");
  ASSERT_EQ(spec.models.size(), 3u);
  EXPECT_EQ(spec.models[0].name, "arm");
  ExpectPose(spec.models[0].X_WM, {0, 0, 5}, AboutZ(0.3));
  EXPECT_EQ(spec.models[1].name, "second");
  ExpectPose(spec.models[1].X_WM, {1, 0, 0}, AboutZ(0.0));
  ExpectPose(spec.models[2].X_WM, {0, 0, 5}, AboutZ(0.3));
  EXPECT_TRUE(spec.models[2].model->is_static);
  EXPECT_FALSE(spec.models[0].model->is_static);
  EXPECT_EQ(spec.models[0].model, spec.models[1].model) << "equal models share one description";
  EXPECT_EQ(spec.models[0].model->links[0].source.file, folder_.path() + "/models/arm/arm.sdf");
  EXPECT_EQ(spec.models[0].model->links[0].source.line, 4);
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  CompareWithLibrary(spec);
}

TEST_F(SdfIncludeTest, AgreesWithTheLibraryOnFrames) {
  CompareWithLibrary(ReadWorld(
      "<frame name=\"f\"><pose>3 2 1 0.3 0.2 0.1</pose></frame>"
      "<include><uri>model://arm</uri><name>a</name><pose relative_to=\"f\">1 0 0 0 0 "
      "0.5</pose></include>"
      "<include><uri>model://arm</uri><name>b</name><placement_frame>grip</placement_frame>"
      "<pose relative_to=\"a::tip\">0 1 0 0 0.5 0</pose></include>"
      "<include><uri>model://arm</uri><name>c</name><pose relative_to=\"b\">0 0 1 0 0 "
      "0</pose></include>"
      "<include><uri>model://arm</uri><name>d</name><pose relative_to=\"c\">0 0 1 0 0 "
      "0</pose></include>"));
}

TEST_F(SdfIncludeTest, AgreesWithTheLibraryOnNesting) {
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://pair</uri><pose>0 0 1 0 0 1</pose></include>"
      "<model name=\"m\">" +
      LinkText("first") +
      "<include merge=\"true\"><uri>model://arm</uri><pose>0 2 0 0 0 1</pose></include></model>"
      "<model name=\"n\"><pose>4 0 0 0 0 0</pose>"
      "<include merge=\"true\"><uri>model://arm</uri><pose>0 0 0 0 0 0</pose></include></model>");
  EXPECT_TRUE(problems_.all().empty()) << AllProblems();
  CompareWithLibrary(spec);
  EXPECT_GE(spec.models[0].model->FindLink("left::tip"), 0);
  EXPECT_GE(spec.models[1].model->FindLink("tip"), 0);
  const world::Joint& weld = spec.models[0].model->joints[0];
  EXPECT_EQ(spec.models[0].model->links[static_cast<std::size_t>(weld.child)].name, "left::base");
}

TEST_F(SdfIncludeTest, AgreesWithTheLibraryOnOldFiles) {
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://old</uri></include>"
      "<include><uri>model://old</uri><name>b</name><pose>1 2 3 0 0 0.5</pose></include>");
  CompareWithLibrary(spec);
  EXPECT_EQ(spec.models[0].model->links[0].source.file, folder_.path() + "/models/old/model.sdf");
  CompareWithLibrary(ReadWorld("<include><uri>model://arm</uri></include>", "1.6"));
}

TEST_F(SdfIncludeTest, ExtensionsMayBeInTheInclude) {
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://arm</uri><name>a</name>"
      "<surefoot:command joint=\"j\" mode=\"velocity\" value=\"1\"/></include>"
      "<include><uri>model://arm</uri><name>b</name>"
      "<surefoot:command joint=\"j\" mode=\"velocity\" value=\"2\"/></include>");
  ASSERT_EQ(spec.models.size(), 2u);
  EXPECT_EQ(spec.models[0].model->initial_commands.at(0).target, 1.0);
  EXPECT_EQ(spec.models[1].model->initial_commands.at(0).target, 2.0);
}

TEST_F(SdfIncludeTest, ParamsChangeTheIncludedModel) {
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://arm</uri><experimental:params>"
      "<link element_id=\"tip\" action=\"modify\"><inertial><mass>7</mass></inertial></link>"
      "<frame element_id=\"grip\" action=\"remove\"/>"
      "<link element_id=\"base\"><visual action=\"add\" name=\"v\"><geometry><box><size>1 1 1"
      "</size></box></geometry></visual></link></experimental:params></include>");
  ASSERT_EQ(spec.models.size(), 1u) << AllProblems();
  const world::Model& model = *spec.models[0].model;
  EXPECT_EQ(model.links[1].inertia.mass, 7.0);
  EXPECT_TRUE(model.frames.empty());
  EXPECT_EQ(model.links[0].visuals.size(), 1u);
  Read(
      WorldText("<include><uri>model://arm</uri><experimental:params>\n<link element_id=\"x\" "
                "action=\"remove\"/></experimental:params></include>"));
  EXPECT_TRUE(Has(Severity::kError, 4, "no such element")) << AllProblems();
}

TEST_F(SdfIncludeTest, ParamsRefuseToRemoveANameWithColons) {
  folder_.Write("models/odd/model.config", "<model><sdf version=\"1.9\">model.sdf</sdf></model>");
  folder_.Write("models/odd/model.sdf", "<sdf version=\"1.9\"><model name=\"odd\">" +
                                            LinkText("a::b") + LinkText("c") + "</model></sdf>");
  Read(
      WorldText("<include><uri>model://odd</uri><experimental:params>\n<link element_id=\"a::b\" "
                "action=\"remove\"/></experimental:params></include>"));
  EXPECT_TRUE(Has(Severity::kError, 4, "the element to change was not found")) << AllProblems();
}

TEST_F(SdfIncludeTest, MeshesAreSearchedFromTheFileThatNamesThem) {
  folder_.Write("models/cup/cup.obj",
                "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  folder_.Write("models/cup/model.sdf",
                "<sdf version=\"1.9\"><model name=\"cup\">" +
                    LinkText("l",
                             "<visual name=\"v\"><geometry><mesh><uri>cup.obj</uri></mesh>"
                             "</geometry></visual>") +
                    "</model></sdf>");
  const world::WorldSpec spec = ReadWorld("<include><uri>model://cup</uri></include>");
  EXPECT_EQ(spec.models.at(0).model->links[0].visuals.size(), 1u);
}

TEST_F(SdfIncludeTest, LightsAndActorsMayBeIncluded) {
  folder_.Write("models/sun/model.sdf",
                "<sdf version=\"1.9\"><light name=\"sun\" type=\"directional\"><pose>0 0 9 0 0 0"
                "</pose></light></sdf>");
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://sun</uri></include>"
      "<include><uri>model://sun</uri><name>moon</name><pose>0 0 8 0 0 0</pose></include>");
  ASSERT_EQ(spec.lights.size(), 2u) << AllProblems();
  EXPECT_EQ(spec.lights[0].name, "sun");
  ExpectPose(spec.lights[0].X_PL, {0, 0, 9}, AboutZ(0.0));
  EXPECT_EQ(spec.lights[1].name, "moon");
  ExpectPose(spec.lights[1].X_PL, {0, 0, 8}, AboutZ(0.0));
}

/// Replaces the reader of another format: returns a model with one link and one joint to the world.
bool ReadOther(const std::string& path, const ReadContext&, world::WorldSpec* spec,
               bool* is_model) {
  auto model = std::make_shared<world::Model>();
  model->name = "other";
  model->links.resize(1);
  model->links[0].name = "only";
  model->joints.resize(1);
  model->joints[0].name = "j";
  model->joints[0].type = world::JointType::kRevolute;
  model->source.file = path;
  spec->models.push_back({"other", RigidTransform(), model});
  *is_model = true;
  return true;
}

TEST_F(SdfIncludeTest, OtherFormatsAreReadByTheirReaders) {
  Format other;
  other.endings = {"urdf"};
  other.read = ReadOther;
  registry_.Add("other", other);
  folder_.Write("models/bot/model.config", "<model><sdf version=\"1.9\">bot.urdf</sdf></model>");
  folder_.Write("models/bot/bot.urdf", "<robot name=\"bot\"/>");
  const world::WorldSpec spec = ReadWorld(
      "<include><uri>model://bot</uri><pose>1 0 0 0 0 0</pose></include>"
      "<model name=\"b\"><pose>2 0 0 0 0 0</pose><include "
      "merge=\"true\"><uri>model://bot</uri></include>"
      "<surefoot:command joint=\"j\" mode=\"velocity\" value=\"4\"/></model>");
  ASSERT_EQ(spec.models.size(), 2u) << AllProblems();
  EXPECT_EQ(spec.models[0].name, "bot");
  ExpectPose(spec.models[0].X_WM, {1, 0, 0}, AboutZ(0.0));
  EXPECT_EQ(spec.models[0].model->links.at(0).name, "only");
  EXPECT_EQ(spec.models[1].name, "b");
  ExpectPose(spec.models[1].X_WM, {2, 0, 0}, AboutZ(0.0));
  EXPECT_EQ(spec.models[1].model->initial_commands.at(0).target, 4.0);
  // To merge it with other parts, libsdformat would have to know the format.
  Read(WorldText("<model name=\"b\">" + LinkText("x") +
                 "\n<include><uri>model://bot</uri></include></model>"));
  EXPECT_TRUE(Has(Severity::kError, 5, "not SDF")) << AllProblems();
}

}  // namespace
}  // namespace surefoot::formats
