#include "surefoot/plugins/plugin_name.h"

#include <gtest/gtest.h>

#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {
namespace {

std::vector<std::string> Names(const std::string& filename, const std::string& name) {
  world::Plugin plugin;
  plugin.filename = filename;
  plugin.name = name;
  return NamesOf(plugin);
}

using Texts = std::vector<std::string>;

TEST(PluginName, LibrariesWithoutFolderAndEnding) {
  for (const char* file : {"libgazebo_ros_imu.so", "/opt/ros/lib/libgazebo_ros_imu.so",
                           "gazebo_ros_imu", "libgazebo_ros_imu.dylib", "libGazebo_ROS_imu.so"}) {
    EXPECT_EQ(Names(file, "imu"), Texts({"gazebo_ros_imu"})) << file;
  }
}

TEST(PluginName, SystemsByClassThenFile) {
  const Texts both = Names("gz-sim-diff-drive-system", "gz::sim::systems::DiffDrive");
  EXPECT_EQ(both.front(), "gz:diffdrive");
  EXPECT_EQ(Names("libignition-gazebo6-diff-drive-system.so", "x").front(), "gz:diffdrive");
  EXPECT_EQ(Names("ignition-gazebo-diff-drive-system", "ignition::gazebo::systems::DiffDrive")[0],
            "gz:diffdrive");
  // One library with two classes.
  EXPECT_EQ(Names("gz-sim-log-system", "gz::sim::systems::LogPlayback").front(), "gz:logplayback");
  EXPECT_EQ(Names("", "").size(), 0u);
}

TEST(PluginName, KnownNamesReportWhatIsMissing) {
  const auto kind = [](const std::string& file, const std::string& name) {
    const KnownPlugin* known = FindKnown(Names(file, name));
    return known == nullptr ? -1 : static_cast<int>(known->kind);
  };
  const int needless = static_cast<int>(KnownPlugin::Kind::kNotNeeded);
  const int missing = static_cast<int>(KnownPlugin::Kind::kMissing);
  EXPECT_EQ(kind("gz-sim-physics-system", "gz::sim::systems::Physics"), needless);
  EXPECT_EQ(kind("libgazebo_ros_init.so", ""), needless);
  EXPECT_EQ(kind("libgazebo_motor_model.so", "rotor_0"), missing);
  EXPECT_EQ(kind("gz-sim-thruster-system", "gz::sim::systems::Thruster"), missing);
  EXPECT_EQ(kind("libusv_gazebo_wind_plugin.so", ""), missing);
  EXPECT_EQ(kind("libmy_own.so", ""), -1);
}

}  // namespace
}  // namespace surefoot::plugins
