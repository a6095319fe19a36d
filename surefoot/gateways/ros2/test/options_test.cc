#include "surefoot/gateways/ros2/options.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/ros2/gateway.h"

namespace surefoot::gateways::ros2 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Range = dds::ParticipantOptions::Range;

Result<Options> Read(const Settings& settings, const Environment& environment = {}) {
  return ReadOptions(Kind(""), settings, environment);
}

std::string ErrorOf(const Settings& settings, const Environment& environment = {}) {
  const Result<Options> options = Read(settings, environment);
  return options.ok() ? "accepted" : options.error().message;
}

const Settings kOpen = {{"", "on"}, {"listen", "subnet"}, {"insecure", "on"}};

TEST(Ros2Options, OffUnlessAskedFor) {
  EXPECT_TRUE(IsOff({}));
  EXPECT_TRUE(IsOff({{"", "off"}}));
  EXPECT_FALSE(IsOff({{"", "on"}}));
}

TEST(Ros2Options, TheVendorIsThatOfTheMiddleware) {
  EXPECT_EQ(Read({{"", "on"}})->vendor, "fastdds");
  EXPECT_EQ(Read({{"", "on"}}, {.rmw = "rmw_cyclonedds_cpp"})->vendor, "cyclone");
  EXPECT_EQ(Read({{"", "on"}}, {.rmw = "rmw_fastrtps_dynamic_cpp"})->vendor, "fastdds");
  EXPECT_EQ(Read({{"", "fastdds"}}, {.rmw = "rmw_cyclonedds_cpp"})->vendor, "fastdds");
  EXPECT_THAT(ErrorOf({{"", "on"}}, {.rmw = "rmw_zenoh_cpp"}),
              HasSubstr("RMW_IMPLEMENTATION is 'rmw_zenoh_cpp', accepted: rmw_fastrtps_cpp"));
  EXPECT_THAT(ErrorOf({{"", "yes"}}), HasSubstr("ros2 is 'yes', accepted: off, on"));
}

TEST(Ros2Options, TheDomainIsThatOfTheEnvironment) {
  EXPECT_EQ(Read({{"", "on"}})->participant.domain, 0);
  EXPECT_EQ(Read({{"", "on"}}, {.domain = "42"})->participant.domain, 42);
  EXPECT_EQ(Read({{"", "on"}, {"domain", "7"}}, {.domain = "42"})->participant.domain, 7);
  EXPECT_THAT(ErrorOf({{"", "on"}}, {.domain = "233"}), HasSubstr("ROS_DOMAIN_ID is '233'"));
  EXPECT_THAT(ErrorOf({{"", "on"}}, {.domain = "4x"}), HasSubstr("accepted: 0 to 232"));
  EXPECT_THAT(ErrorOf({{"", "on"}, {"domain", "-1"}}), HasSubstr("domain"));
}

TEST(Ros2Options, OtherComputersNeedAWord) {
  EXPECT_EQ(Read({{"", "on"}})->participant.range, Range::kLocalhost);
  EXPECT_THAT(ErrorOf({{"", "on"}, {"listen", "subnet"}}),
              HasSubstr("neither passwords nor encryption"));
  const Result<Options> open = Read(kOpen);
  ASSERT_TRUE(open.ok());
  EXPECT_EQ(open->participant.range, Range::kSubnet);
  EXPECT_EQ(open->participant.interface, "");
  EXPECT_THAT(open->warnings, ElementsAre(HasSubstr("WARNING: ROS 2")));
  Settings one = kOpen;
  one["listen"] = "10.0.0.7";
  EXPECT_EQ(Read(one)->participant.interface, "10.0.0.7");
}

TEST(Ros2Options, TheEnvironmentNarrowsTheRangeButDoesNotWidenIt) {
  const Result<Options> wide = Read({{"", "on"}}, {.range = "SUBNET", .peers = "10.0.0.9"});
  ASSERT_TRUE(wide.ok());
  EXPECT_EQ(wide->participant.range, Range::kLocalhost);
  EXPECT_THAT(wide->participant.peers, IsEmpty());
  EXPECT_THAT(wide->warnings, ElementsAre(HasSubstr("--ros2-listen subnet --ros2-insecure")));
  EXPECT_EQ(Read(kOpen, {.range = "LOCALHOST"})->participant.range, Range::kLocalhost);
  EXPECT_EQ(Read(kOpen, {.range = "OFF"})->participant.range, Range::kOff);
  EXPECT_THAT(Read(kOpen, {.peers = "10.0.0.9;robot"})->participant.peers,
              ElementsAre("10.0.0.9", "robot"));
  EXPECT_THAT(ErrorOf({{"", "on"}}, {.range = "WORLD"}),
              HasSubstr("ROS_AUTOMATIC_DISCOVERY_RANGE is 'WORLD', accepted: SUBNET"));
}

TEST(Ros2Options, TheDistributionDecidesAboutTheSizeOfGuids) {
  EXPECT_EQ(Read({{"", "on"}})->gid_size, GidSize::k16);
  EXPECT_EQ(Read({{"", "on"}}, {.distro = "humble"})->gid_size, GidSize::k24);
  EXPECT_EQ(Read({{"", "on"}}, {.distro = "iron"})->gid_size, GidSize::k16);
  EXPECT_EQ(Read({{"", "on"}, {"distro", "foxy"}}, {.distro = "jazzy"})->gid_size, GidSize::k24);
  EXPECT_THAT(ErrorOf({{"", "on"}, {"distro", "24.04"}}), HasSubstr("such as jazzy"));
}

TEST(Ros2Options, NamesOfTheNodeAndOfWhatItOffers) {
  EXPECT_EQ(Read({{"", "on"}})->full_node_name(), "/surefoot");
  const Result<Options> options = Read({{"", "on"}, {"namespace", "sim1"}, {"name", "world"}});
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->full_node_name(), "/sim1/world");
  EXPECT_EQ(options->names.prefix, "/sim1");
  EXPECT_THAT(ErrorOf({{"", "on"}, {"name", "a b"}}), HasSubstr("name is 'a b'"));
  EXPECT_THAT(ErrorOf({{"", "on"}, {"name", ""}}), HasSubstr("such as surefoot"));
  EXPECT_THAT(ErrorOf({{"", "on"}, {"remap", "cmd_vel"}}), HasSubstr("cmd_vel"));
}

TEST(Ros2Options, NodesHaveTheRoleOfGuests) {
  const Settings settings = {{"", "on"}};
  EXPECT_EQ(ReadOptions(Kind(""), settings, {}, graph::Role::kViewer)->role, graph::Role::kViewer);
  const Result<Options> off = ReadOptions(Kind(""), settings, {}, std::nullopt);
  EXPECT_EQ(off->role, std::nullopt);
  EXPECT_THAT(off->warnings, ElementsAre(HasSubstr("ROS 2 is off")));
}

}  // namespace
}  // namespace surefoot::gateways::ros2
