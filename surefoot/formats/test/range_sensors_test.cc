#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "surefoot/formats/model_files.h"
#include "tests/source_dir.h"

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

class RangeSensors : public ::testing::Test {
 protected:
  RangeSensors() {
    folder_ = fs::temp_directory_path() /
              (std::string("surefoot_range_sensors_") +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "range_sensors");
  }
  ~RangeSensors() override { fs::remove_all(folder_); }

  void Write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }

  world::WorldSpec With(const std::string& child, const std::string& text,
                        const std::string& type = "sonar") const {
    auto model = std::make_shared<world::Model>();
    world::Sensor sensor;
    sensor.type = type;
    world::Element named;
    named.name = child;
    named.text = text;
    named.source = Source{(folder_ / "world.sdf").string(), 7, "sensor"};
    sensor.element.children.push_back(named);
    world::Link link;
    link.sensors.push_back(sensor);
    model->links.push_back(link);
    world::WorldSpec spec;
    spec.models.push_back(world::ModelInstance{"a", RigidTransform(), model});
    spec.models.push_back(world::ModelInstance{"b", RigidTransform(), model});
    return spec;
  }

  std::string Add(world::WorldSpec* spec) const {
    Problems problems;
    AddRangeSensors(UriResolver({folder_.string()}), "/nowhere/world.sdf", spec, &problems);
    return problems.ErrorText();
  }

  static const world::Element* Found(const world::WorldSpec& spec) {
    return spec.models[0].model->links[0].sensors[0].element.Child("surefoot:range_sensor");
  }

  fs::path folder_;
};

TEST_F(RangeSensors, AreReadOnceForAllOfAKind) {
  Write("range_sensors/bat.xml", "<range_sensor name='bat'>\n<max>3</max></range_sensor>");
  for (const char* child : {"surefoot:preset", "preset", "surefoot:model", "model"}) {
    world::WorldSpec spec = With(child, " bat\n");
    EXPECT_EQ(Add(&spec), "");
    ASSERT_NE(Found(spec), nullptr) << child;
    EXPECT_EQ(Found(spec)->children[0].text, "3");
    EXPECT_EQ(Found(spec)->children[0].source.line, 2);
    EXPECT_EQ(spec.models[0].model, spec.models[1].model) << "both share one description";
    // A world that was already read does not change.
    EXPECT_EQ(Add(&spec), "");
    EXPECT_EQ(spec.models[0].model->links[0].sensors[0].element.children.size(), 2u);
  }
}

TEST_F(RangeSensors, MayBeFilesBesideTheWorld) {
  Write("mine.xml", "<range_sensor name='mine'/>");
  world::WorldSpec spec = With("surefoot:model", "mine.xml");
  EXPECT_EQ(Add(&spec), "");
  EXPECT_NE(Found(spec), nullptr);
}

TEST_F(RangeSensors, AreNotLookedForInOtherSensors) {
  world::WorldSpec spec = With("surefoot:preset", "3dm-gx3-25", "imu");
  EXPECT_EQ(Add(&spec), "");
  EXPECT_EQ(Found(spec), nullptr);
}

TEST_F(RangeSensors, SayWhatIsWrong) {
  Write("range_sensors/bat.xml", "<range_sensor/>");
  world::WorldSpec spec = With("surefoot:preset", "bet");
  const std::string error = Add(&spec);
  EXPECT_NE(error.find("world.sdf:7"), std::string::npos) << error;
  EXPECT_NE(error.find("did you mean \"bat\""), std::string::npos) << error;
  EXPECT_EQ(Found(spec), nullptr);
  for (const char* name : {"", "../range_sensors/bat", "..", "missing.xml", "a/b"}) {
    spec = With("surefoot:model", name);
    EXPECT_NE(Add(&spec), "") << name;
  }
  Write("range_sensors/broken.xml", "<range_sensor><min>");
  Write("range_sensors/other.xml", "<ground/>");
  for (const char* name : {"broken", "other"}) {
    spec = With("surefoot:model", name);
    EXPECT_NE(Add(&spec).find(std::string(name) + ".xml:1"), std::string::npos) << name;
  }
}

TEST_F(RangeSensors, OfTheProjectAreNamedAsTheirFiles) {
  const UriResolver resolver({SUREFOOT_SOURCE_DIR});
  const std::vector<std::string> names = RangeSensorNames(resolver);
  EXPECT_GE(names.size(), 5u);
  for (const std::string& name : names) {
    Problems problems;
    const auto found = FindRangeSensor(resolver, "", name, Source{}, &problems);
    ASSERT_TRUE(found) << problems.ErrorText();
    ASSERT_NE(found->Attribute("name"), nullptr) << name;
    EXPECT_EQ(*found->Attribute("name"), name);
    EXPECT_NE(found->Child("source"), nullptr) << name;
  }
}

}  // namespace
}  // namespace surefoot::formats
