#include "surefoot/gateways/ros1/options.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/ros1/gateway.h"

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<Options> Read(const Settings& settings, const Environment& environment = {}) {
  return ReadOptions(Kind(""), settings, environment);
}

std::string ErrorOf(const Settings& settings, const Environment& environment = {}) {
  const Result<Options> options = Read(settings, environment);
  return options.ok() ? "accepted" : options.error().message;
}

TEST(Ros1Options, OffUnlessAskedFor) {
  EXPECT_TRUE(IsOff({}));
  EXPECT_TRUE(IsOff({{"", "off"}}));
  EXPECT_FALSE(IsOff({{"", "master"}}));
}

TEST(Ros1Options, ThisProgramsMasterOrAnotherOne) {
  EXPECT_EQ(Read({{"", "master"}})->master_uri, "");
  EXPECT_EQ(Read({{"", "http://robot:11311"}})->master_uri, "http://robot:11311");
  EXPECT_EQ(Read({{"", "on"}})->master_uri, "http://localhost:11311");
  EXPECT_EQ(Read({{"", "on"}}, {.master_uri = "http://robot:1"})->master_uri, "http://robot:1");
  EXPECT_THAT(ErrorOf({{"", "yes"}}), HasSubstr("ros1 is 'yes', accepted: off, on, master"));
  EXPECT_THAT(ErrorOf({{"", "on"}}, {.master_uri = "robot"}), HasSubstr("ROS_MASTER_URI is"));
  EXPECT_THAT(ErrorOf({{"", "rosrpc://a:1"}}), HasSubstr("accepted"));
}

TEST(Ros1Options, OtherComputersNeedAWord) {
  EXPECT_EQ(Read({{"", "master"}})->listen, "127.0.0.1");
  EXPECT_THAT(ErrorOf({{"", "master"}, {"listen", "0.0.0.0"}}),
              HasSubstr("neither passwords nor encryption"));
  const Result<Options> open =
      Read({{"", "master"}, {"listen", "0.0.0.0"}, {"insecure", "on"}}, {.ip = "10.0.0.7"});
  ASSERT_TRUE(open.ok());
  EXPECT_THAT(open->warnings, ElementsAre(HasSubstr("WARNING: ROS 1 listens on 0.0.0.0")));
  EXPECT_EQ(open->host, "10.0.0.7");
}

TEST(Ros1Options, NodesHaveTheRoleOfGuests) {
  const Settings settings = {{"", "master"}};
  EXPECT_EQ(ReadOptions(Kind(""), settings, {}, graph::Role::kViewer)->role, graph::Role::kViewer);
  const Result<Options> off = ReadOptions(Kind(""), settings, {}, std::nullopt);
  EXPECT_EQ(off->role, std::nullopt);
  EXPECT_THAT(off->warnings, ElementsAre(HasSubstr("ROS 1 is off")));
}

TEST(Ros1Options, NameForOtherNodes) {
  EXPECT_EQ(Read({{"", "master"}})->host, "127.0.0.1");
  EXPECT_EQ(Read({{"", "master"}}, {.hostname = "localhost", .ip = "127.0.0.2"})->host,
            "localhost");
  EXPECT_EQ(Read({{"", "master"}}, {.ip = "127.0.0.2"})->host, "127.0.0.2");
  // Others could not connect to an address of this computer's network card.
  const Result<Options> local = Read({{"", "master"}}, {.ip = "10.0.0.7"});
  EXPECT_EQ(local->host, "127.0.0.1");
  EXPECT_THAT(local->warnings, ElementsAre(HasSubstr("ROS_IP is '10.0.0.7'")));
  EXPECT_THAT(ErrorOf({{"", "master"}}, {.hostname = "a b"}), HasSubstr("ROS_HOSTNAME is 'a b'"));
  EXPECT_THAT(Read({{"", "master"}})->warnings, IsEmpty());
}

TEST(Ros1Options, NamesAndLimits) {
  EXPECT_EQ(Read({{"", "master"}, {"name", "sim/one"}})->node, "/sim/one");
  EXPECT_THAT(ErrorOf({{"", "master"}, {"name", "a b"}}), HasSubstr("name is 'a b'"));
  EXPECT_THAT(ErrorOf({{"", "master"}, {"remap", "a"}}), HasSubstr("':='"));
  EXPECT_THAT(ErrorOf({{"", "master"}, {"namespace", "a b"}}), HasSubstr("namespace is"));
  EXPECT_THAT(ErrorOf({{"", "master"}, {"port", "70000"}}), HasSubstr("port"));
  EXPECT_EQ(Read({{"", "master"}, {"max-message", "0.5"}})->max_message, 524288U);
}

}  // namespace
}  // namespace surefoot::gateways::ros1
