#include "surefoot/gateways/ros/name_map.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::ros {
namespace {

using testing::AllOf;
using testing::HasSubstr;

NameMap MapOf(std::string_view scope, std::string_view remappings = "") {
  Result<NameRules> rules = ReadNameRules(scope, remappings);
  EXPECT_TRUE(rules.ok());
  return NameMap(std::move(rules).value());
}

TEST(NameMap, NamesAreThoseOfTheGraphByDefault) {
  NameMap names = MapOf("robots");
  names.set_robot("husky");
  EXPECT_EQ(names.ToRos("/husky/cmd_vel"), "/husky/cmd_vel");
  EXPECT_EQ(names.ToGraph("/husky/cmd_vel"), "/husky/cmd_vel");
  EXPECT_EQ(names.ToGraph("/cmd_vel"), "");
}

TEST(NameMap, TheOnlyRobotNeedsNoNamespace) {
  NameMap names = MapOf("none");
  EXPECT_TRUE(names.set_robot("husky"));
  EXPECT_FALSE(names.set_robot("husky"));
  EXPECT_EQ(names.ToRos("/husky/imu/data"), "/imu/data");
  EXPECT_EQ(names.ToRos("/husky2/imu/data"), "/husky2/imu/data");
  EXPECT_EQ(names.ToRos("/clock"), "/clock");
  EXPECT_EQ(names.ToGraph("/imu/data"), "/husky/imu/data");
  // A second robot was added.
  EXPECT_TRUE(names.set_robot(""));
  EXPECT_EQ(names.ToGraph("/imu/data"), "");
  EXPECT_EQ(names.ToRos("/husky/imu/data"), "/husky/imu/data");
}

TEST(NameMap, TwoNamesDoNotBecomeOne) {
  NameMap names = MapOf("none");
  names.set_robot("husky");
  EXPECT_EQ(names.ToRos("/clock"), "/clock");
  EXPECT_EQ(names.ToRos("/husky/clock"), "/husky/clock");
  EXPECT_EQ(names.ToGraph("/clock"), "/clock");
  EXPECT_EQ(names.ToGraph("/husky/clock"), "/husky/clock");
}

TEST(NameMap, ARobotsNameMayBeInvalidInRos) {
  NameMap names = MapOf("none");
  names.set_robot("my robot");
  EXPECT_EQ(names.ToRos("/my_robot/odom"), "/odom");
}

TEST(NameMap, APrefixLeavesSharedNames) {
  NameMap names = MapOf("sim1");
  EXPECT_EQ(names.ToRos("/husky/odom"), "/sim1/husky/odom");
  EXPECT_EQ(names.ToGraph("/sim1/husky/odom"), "/husky/odom");
  for (const char* shared : {"/clock", "/tf", "/tf_static", "/rosout", "/parameter_events"}) {
    EXPECT_EQ(names.ToRos(shared), shared);
  }
}

TEST(NameMap, RemappingsApplyToRosNames) {
  NameMap names = MapOf("none", "cmd_vel:=/base/cmd_vel,/tf:=/husky/tf  odom:=odometry");
  names.set_robot("husky");
  EXPECT_EQ(names.ToRos("/husky/cmd_vel"), "/base/cmd_vel");
  EXPECT_EQ(names.ToGraph("/base/cmd_vel"), "/husky/cmd_vel");
  EXPECT_EQ(names.ToGraph("/cmd_vel"), "");
  EXPECT_EQ(names.ToRos("/tf"), "/husky/tf");
  EXPECT_EQ(names.ToRos("/husky/odom"), "/odometry");
  EXPECT_EQ(names.ToRos("/husky/joint_states"), "/joint_states");
}

TEST(NameMap, TheFirstRemappingCounts) {
  NameMap names = MapOf("robots", "a:=b a:=c");
  EXPECT_EQ(names.ToRos("/a"), "/b");
}

TEST(NameMap, BadOptionsAreErrors) {
  EXPECT_THAT(ReadNameRules("two words", "").error().message,
              AllOf(HasSubstr("'two words'"), HasSubstr("robots, none")));
  EXPECT_THAT(ReadNameRules("robots", "odom").error().message,
              AllOf(HasSubstr("'odom'"), HasSubstr("FROM:=TO")));
  EXPECT_THAT(ReadNameRules("robots", "odom:=a//b").error().message, HasSubstr("'odom:=a//b'"));
  EXPECT_FALSE(ReadNameRules("robots", ":=b").ok());
  EXPECT_FALSE(ReadNameRules("robots", "~/a:=b").ok());
  EXPECT_FALSE(ReadNameRules("", "").ok());
}

}  // namespace
}  // namespace surefoot::gateways::ros
