// A sensor is added by its own file and one line in the registry: it is then read from files, can
// be edited, is shown by the page and is known to plugins. docs/development/adding_a_sensor.md.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sim/property.h"
#include "surefoot/view/scene.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensors {

SensorKind PlumbKind();

}  // namespace surefoot::sensors

namespace surefoot::sensor_tests {
namespace {

using msgs::std_msgs::Float64;
using testing::HasSubstr;

Parts PartsWithPlumb() {
  Parts parts = BuiltinParts();
  parts.sensors.Add("plumb", sensors::PlumbKind());
  return parts;
}

/// A static post of 2 m, with `in_link` and `in_model` inside.
std::string Post(const std::string& in_link, const std::string& in_model) {
  return World(
      "<plugin name='gz::sim::systems::Plumb' filename='gz-sim-plumb-system'/>"
      "<model name='post'><static>true</static><pose>0 0 2 0 0 0</pose><link name='top'>" +
      in_link + "</link>" + in_model + "</model>");
}

std::unique_ptr<Session> OpenText(const std::string& sdf, Problems* problems) {
  const std::string file = testing::TempDir() + "adding_a_sensor.sdf";
  std::ofstream(file) << sdf;
  auto opened = Session::Open(PartsWithPlumb(), file, {}, problems);
  EXPECT_TRUE(opened.ok()) << opened.error().message;
  return opened.ok() ? std::move(opened).value() : nullptr;
}

constexpr const char* kInFile =
    "<sensor name='line' type='plumb'><update_rate>50</update_rate>"
    "<surefoot:knot>0.5</surefoot:knot></sensor>";

TEST(AddingASensor, FilesNameItAndItPublishes) {
  Problems problems;
  const auto session = OpenText(Post(kInFile, ""), &problems);
  ASSERT_NE(session, nullptr);
  // Its enable switch is known as well.
  EXPECT_TRUE(problems.all().empty()) << ToString(problems.all().front());
  std::vector<double> heights;
  const auto heard = session->Subscribe<Float64>(
      "/post/height", [&](const Float64& message) { heights.push_back(message.data); });
  ASSERT_TRUE(session->RunFor(1.0).ok());
  ASSERT_EQ(heights.size(), 50u);
  EXPECT_DOUBLE_EQ(heights.front(), 1.5);
  EXPECT_EQ(session->simulation().machine().sensors().Statuses().front().type, "plumb");
}

TEST(AddingASensor, WrongParametersAreReportedWithTheirLine) {
  const std::string file = testing::TempDir() + "adding_a_sensor.sdf";
  std::ofstream(file) << Post(
      "<sensor name='line' type='plumb'><surefoot:knot>1e9</surefoot:knot></sensor>", "");
  Problems problems;
  EXPECT_FALSE(Session::Open(PartsWithPlumb(), file, {}, &problems).ok());
  EXPECT_THAT(problems.ErrorText(), HasSubstr("knot"));
}

TEST(AddingASensor, ItsErrorsCanBeEdited) {
  Problems problems;
  const auto session = OpenText(Post(kInFile, ""), &problems);
  ASSERT_NE(session, nullptr);
  sim::Simulation& simulation = session->simulation();
  const auto properties = sim::PropertiesOf(simulation.world(), simulation.machine().sensor_kinds(),
                                            "post", "sensor:line");
  ASSERT_TRUE(properties.ok());
  std::vector<std::string> labels;
  for (const sim::Property& property : *properties) labels.push_back(property.label);
  EXPECT_THAT(labels, testing::Contains("Height, spread"));
  double last = 0.0;
  const auto heard = session->Subscribe<Float64>(
      "/post/height", [&](const Float64& message) { last = message.data; });
  ASSERT_TRUE(
      simulation.Apply(sim::PropertyChange{"post", {"sensor:line"}, "mean", {0.25}, ""}).ok());
  ASSERT_TRUE(session->RunFor(0.1).ok());
  EXPECT_DOUBLE_EQ(last, 1.75);
}

TEST(AddingASensor, ThePageLearnsHowToShowIt) {
  Problems problems;
  const auto session = OpenText(Post(kInFile, ""), &problems);
  ASSERT_NE(session, nullptr);
  view::Assets assets;
  view::SceneJson(session->simulation(), {}, &assets);
  std::string texts;
  for (const view::Asset& asset : assets.EndScene().added) {
    texts.append(asset.bytes->begin(), asset.bytes->end());
  }
  EXPECT_THAT(texts, HasSubstr(R"("name":"line","type":"plumb","icon":"ruler","view":"")"));
}

TEST(AddingASensor, PluginsNameIt) {
  Problems problems;
  const auto session =
      OpenText(Post("",
                    "<plugin name='line' filename='libgazebo_ros_plumb.so'><bodyName>top</bodyName>"
                    "<topicName>over_ground</topicName><updateRate>10</updateRate>"
                    "<knotHeight>1.25</knotHeight></plugin>"),
               &problems);
  ASSERT_NE(session, nullptr);
  EXPECT_TRUE(problems.all().empty()) << ToString(problems.all().front());
  std::vector<double> heights;
  const auto heard = session->Subscribe<Float64>(
      "/post/over_ground", [&](const Float64& message) { heights.push_back(message.data); });
  ASSERT_TRUE(session->RunFor(1.0).ok());
  ASSERT_EQ(heights.size(), 10u);
  EXPECT_DOUBLE_EQ(heights.front(), 0.75);
}

}  // namespace
}  // namespace surefoot::sensor_tests
