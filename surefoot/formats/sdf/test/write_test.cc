#include "surefoot/formats/write.h"

#include <filesystem>
#include <fstream>
#include <sdf/Error.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>
#include <sstream>

#include "surefoot/formats/sdf/test/random_world.h"
#include "surefoot/formats/sdf/test/sdf_test_tools.h"
#include "surefoot/formats/test/spec_text.h"
#include "surefoot/world/content_hash.h"

namespace surefoot::formats {
namespace {

class WriteTest : public SdfTest {
 protected:
  static std::string TextOf(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }

  /// Writes, reads and compares a description; returns the written text.
  std::string ExpectSame(const world::WorldSpec& spec, const std::string& name,
                         WriteOptions options = {}) {
    options.overwrite = true;
    const Status written = WriteFile(registry_, spec, Path(name), options);
    EXPECT_TRUE(written.ok()) << written.error().message;
    if (!written.ok()) return "";
    const ReadResult read = ReadPath(Path(name));
    EXPECT_TRUE(read.ok) << AllProblems();
    if (!read.ok) return "";
    const std::string difference = SpecText::FirstDifference(spec, read.spec);
    EXPECT_EQ(difference, "");
    EXPECT_EQ(world::ContentHash(spec), world::ContentHash(read.spec));
    read_same_ = difference.empty();
    EXPECT_EQ(read.is_model, options.as_model);
    read_ = read.spec;
    return TextOf(Path(name));
  }

  world::WorldSpec read_;
  bool read_same_ = false;
};

TEST_F(WriteTest, ReadsBackEveryFieldOfRandomWorlds) {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 300 && wrong < 20; ++seed) {
    const world::WorldSpec spec = RandomWorld(seed);
    read_ = spec;
    const std::string first = ExpectSame(spec, "random.sdf");
    // Writing the result again must give the same text.
    const std::string second = ExpectSame(read_, "random.sdf");
    const bool same = first == second && !first.empty() && read_same_;
    EXPECT_TRUE(same) << "seed " << seed;
    wrong += same ? 0 : 1;
  }
}

constexpr const char* kArm = R"(
<model name="robot">
  <pose>1 2 3 0.1 0.2 0.3</pose>
  <link name="base"><pose>0 0 0.1 0 0 0.5</pose>
    <inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
    <sensor name="imu" type="imu"><pose relative_to="tool">0 0 0.3 0 0 0</pose>
      <update_rate>50</update_rate></sensor>
    <visual name="v"><geometry><sphere><radius>0.1</radius></sphere></geometry>
      <material><ambient>1 0 0 1</ambient></material></visual>
  </link>
  <model name="arm">
    <pose>0.1 0 0 0 0.7 0</pose>
    <link name="hand"><pose>0 0.3 0 0.4 0 0</pose>
      <inertial><pose>0 0 0.1 0.3 0 0</pose><mass>1</mass>
        <inertia><ixx>1</ixx><iyy>1.1</iyy><izz>1.2</izz></inertia></inertial></link>
    <link name="finger">
      <inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
    </link>
    <joint name="knuckle" type="revolute"><parent>hand</parent><child>finger</child>
      <axis><xyz expressed_in="__model__">0 1 1</xyz><limit><lower>-1</lower></limit></axis></joint>
  </model>
  <frame name="tool" attached_to="arm::hand"><pose>0 0 0.2 0 0 1</pose></frame>
  <joint name="shoulder" type="ball"><parent>base</parent><child>arm::hand</child>
    <pose>0.1 0.2 0.3 0 1 0</pose></joint>
</model>)";

TEST_F(WriteTest, KeepsNestedModelsNested) {
  const std::string text = ExpectSame(ReadWorld(kArm), "arm.sdf");
  EXPECT_NE(text.find("<model name=\"arm\">"), std::string::npos) << text;
  EXPECT_EQ(text.find("surefoot:name"), std::string::npos) << text;
  EXPECT_NE(text.find("<child>arm::hand</child>"), std::string::npos) << text;
}

/// Values that SDF's own elements express are not repeated in extensions.
TEST_F(WriteTest, WritesPlainThingsPlainly) {
  const std::string text = ExpectSame(ReadWorld(R"(
<model name="crate"><link name="body">
  <inertial><pose>0 0 0.1 0 0 0</pose><mass>0.1</mass>
    <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
  <visual name="v"><geometry><box><size>1 2 3</size></box></geometry>
    <material><diffuse>1 0 0 1</diffuse><script><name>Gazebo/Red</name></script></material>
  </visual>
  <sensor name="s" type="imu"><pose>0 0 0 0.3 0 0</pose><imu/></sensor>
</link></model>)"),
                                      "plain.sdf");
  EXPECT_EQ(text.find("<surefoot:"), std::string::npos) << text;
  EXPECT_NE(text.find("<mass>0.1</mass>"), std::string::npos) << text;
  EXPECT_NE(text.find("<pose>0 0 0.1 0 0 0</pose>"), std::string::npos) << text;
}

TEST_F(WriteTest, SharesEqualModelsAgain) {
  std::string models;
  for (int i = 0; i < 5; ++i) {
    models += "<model name=\"m" + std::to_string(i) + "\"><pose>" + std::to_string(i) +
              " 0 0 0 0 0</pose>" + LinkText("l") + "</model>";
  }
  const world::WorldSpec spec = ReadWorld(models);
  ASSERT_EQ(spec.models[0].model, spec.models[4].model);
  ExpectSame(spec, "five.sdf");
  ASSERT_EQ(read_.models.size(), 5u);
  EXPECT_EQ(read_.models[0].model, read_.models[4].model);
}

TEST_F(WriteTest, WritesAModelAlone) {
  const ReadResult read = Read("<sdf version=\"1.9\"><model name=\"m\"><pose>1 0 0 0 0 1</pose>" +
                               LinkText("l") + "</model></sdf>");
  WriteOptions options;
  options.as_model = true;
  const std::string text = ExpectSame(read.spec, "m.sdf", options);
  EXPECT_EQ(text.find("<world"), std::string::npos);
}

TEST_F(WriteTest, RefusesAModelAloneOfAWorldWithTwo) {
  const world::WorldSpec spec =
      ReadWorld("<model name=\"a\">" + LinkText("l") + "</model><model name=\"b\">" +
                LinkText("l") + "</model>");
  WriteOptions options;
  options.as_model = true;
  const Status written = WriteFile(registry_, spec, Path("m.sdf"), options);
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("single model"), std::string::npos);
}

constexpr const char* kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

std::string MeshModel(const std::string& uri, const std::string& more = {}) {
  return "<model name=\"m\">" +
         LinkText("l", "<visual name=\"v\"><geometry><mesh><uri>" + uri + "</uri>" + more +
                           "</mesh></geometry></visual>") +
         "</model>";
}

TEST_F(WriteTest, NamesMeshesRelativeToItsFolder) {
  folder_.Write("meshes/part one.obj", kTriangle);
  const world::WorldSpec spec =
      ReadWorld(MeshModel("meshes/part one.obj", "<scale>2 1 -1</scale>"));
  const std::string text = ExpectSame(spec, "deep/folder/w.sdf");
  EXPECT_NE(text.find("<uri>../../meshes/part one.obj</uri>"), std::string::npos) << text;
  EXPECT_NE(text.find("<scale>2 1 -1</scale>"), std::string::npos) << text;
}

/// Files that a mesh refers to keep their positions relative to it.
TEST_F(WriteTest, CopiesMeshesWithWhatTheyName) {
  folder_.Write("robot/meshes/a.obj", std::string("mtllib a.mtl\nusemtl red\n") + kTriangle);
  folder_.Write("robot/meshes/a.mtl", "newmtl red\nKd 1 0 0\nmap_Kd ../textures/wood.png\n");
  folder_.Write("robot/textures/wood.png", "no picture");
  folder_.Write("robot/height/unused.txt", "");
  const world::WorldSpec spec = ReadWorld(MeshModel("robot/meshes/a.obj"));
  WriteOptions options;
  options.copy_files = true;
  const std::string text = ExpectSame(spec, "out/w.sdf", options);
  EXPECT_NE(text.find("<uri>w_files/meshes/a.obj</uri>"), std::string::npos) << text;
  EXPECT_EQ(TextOf(Path("out/w_files/textures/wood.png")), "no picture");
  std::filesystem::remove_all(Path("robot"));
  const ReadResult alone = ReadPath(Path("out/w.sdf"));
  ASSERT_TRUE(alone.ok) << AllProblems();
  EXPECT_EQ(world::ContentHash(alone.spec), world::ContentHash(spec));
  // Writing again to the same folder must keep the copies in place.
  ExpectSame(alone.spec, "out/w.sdf", options);
}

TEST_F(WriteTest, CopiesImagesOfMaps) {
  // A TGA of two pixels: red, blue.
  const char tga[24] = {0, 0, 2, 0, 0,  0,    0, 0, 0,  0,  0, 0,
                        2, 0, 1, 0, 24, 0x20, 0, 0, -1, -1, 0, 0};
  folder_.Write("maps/field.tga", std::string(tga, 24));
  const world::WorldSpec spec = ReadWorld(
      "<surefoot:ground name=\"field\"><surefoot:map>"
      "<surefoot:image uri=\"maps/field.tga\" size=\"3 1.5\" yaw=\"0.1\">"
      "<surefoot:colour value=\"#ff0000\" ground=\"field\"/>"
      "<surefoot:colour grey=\"0 40\" ground=\"field\"/></surefoot:image>"
      "</surefoot:map></surefoot:ground>");
  ASSERT_EQ(spec.grounds.size(), 1u);
  const auto& image = std::get<world::GroundImage>(spec.grounds[0].map.layers.at(0));
  ASSERT_NE(image.cells, nullptr) << AllProblems();
  EXPECT_EQ(image.cells->labels, (std::vector<std::uint8_t>{1, 2}));
  WriteOptions options;
  options.copy_files = true;
  const std::string text = ExpectSame(spec, "out/w.sdf", options);
  EXPECT_NE(text.find("w_files/field.tga"), std::string::npos) << text;
  std::filesystem::remove_all(Path("maps"));
  const ReadResult alone = ReadPath(Path("out/w.sdf"));
  ASSERT_TRUE(alone.ok) << AllProblems();
  EXPECT_EQ(world::ContentHash(alone.spec), world::ContentHash(spec));
}

TEST_F(WriteTest, ReplacesFilesOnlyWhenAllowed) {
  const world::WorldSpec spec = ReadWorld("<model name=\"a\">" + LinkText("l") + "</model>");
  folder_.Write("there.sdf", "precious");
  const Status refused = WriteFile(registry_, spec, Path("there.sdf"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("exists"), std::string::npos);
  EXPECT_EQ(TextOf(Path("there.sdf")), "precious");
  WriteOptions options;
  options.overwrite = true;
  EXPECT_TRUE(WriteFile(registry_, spec, Path("there.sdf"), options).ok());
  EXPECT_NE(TextOf(Path("there.sdf")), "precious");
  EXPECT_FALSE(std::filesystem::exists(Path("there.sdf.part")));
}

TEST_F(WriteTest, SaysWhatItCannotWrite) {
  const world::WorldSpec spec = ReadWorld("");
  const Status ending = WriteFile(registry_, spec, Path("w.obj"));
  ASSERT_FALSE(ending.ok());
  EXPECT_NE(ending.error().message.find(".sdf"), std::string::npos) << ending.error().message;
  folder_.Write("file", "");
  EXPECT_FALSE(WriteFile(registry_, spec, Path("file/w.sdf")).ok());
  EXPECT_FALSE(WriteFile(registry_, spec, "/proc/w.sdf").ok());
}

/// A parent's pose that differs from that of the links: a loop that is open at zero.
TEST_F(WriteTest, KeepsJointsThatAreOpenAtZero) {
  world::WorldSpec spec = ReadWorld(kArm);
  auto model = std::make_shared<world::Model>(*spec.models[0].model);
  model->joints[0].X_PJ.p.x() += 0.1;
  spec.models[0].model = model;
  const std::string text = ExpectSame(spec, "open.sdf");
  EXPECT_NE(text.find("<surefoot:parent_pose>"), std::string::npos);
}

/// A joint of the world makes a model part of another; a frame may still name it.
TEST_F(WriteTest, KeepsFramesThatNameWhatIsNoLongerThere) {
  const std::string text = ExpectSame(
      ReadWorld("<model name=\"a\">" + LinkText("l") + "</model><model name=\"b\">" +
                    LinkText("l") +
                    "</model><frame name=\"f\" attached_to=\"b\"/><frame name=\"g\"/>"
                    "<joint name=\"j\" type=\"ball\"><parent>a::l</parent><child>f</child></joint>",
                "1.10"),
      "joined.sdf");
  EXPECT_NE(text.find("<surefoot:kept>"), std::string::npos) << text;
}

/// libsdformat accepts written files, including Surefoot's elements.
TEST_F(WriteTest, IsReadByLibsdformat) {
  ExpectSame(ReadWorld(kArm), "arm.sdf");
  sdf::Root root;
  for (const sdf::Error& error : root.Load(Path("arm.sdf"))) ADD_FAILURE() << error.Message();
  const sdf::World* world = root.WorldByIndex(0);
  ASSERT_NE(world, nullptr);
  const sdf::Model* arm = world->ModelByName("robot")->ModelByName("arm");
  ASSERT_NE(arm, nullptr);
  const RigidTransform& X_WM = read_.models[0].X_WM;
  const RigidTransform X_ML = read_.models[0].model->links[1].X_ML;
  ignition::math::Pose3d in_model;
  ASSERT_TRUE(arm->LinkByName("hand")->SemanticPose().Resolve(in_model).empty());
  EXPECT_NEAR(in_model.Pos().X(), X_ML.p.x(), 1e-12);
  EXPECT_NEAR(in_model.Pos().Y(), X_ML.p.y(), 1e-12);
  EXPECT_NEAR(in_model.Rot().W(), X_ML.q.w(), 1e-12);
  EXPECT_NEAR(world->ModelByName("robot")->RawPose().Pos().X(), X_WM.p.x(), 1e-12);
}

}  // namespace
}  // namespace surefoot::formats
