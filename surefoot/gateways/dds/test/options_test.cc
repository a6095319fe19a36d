#include "surefoot/gateways/dds/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "surefoot/gateways/dds/test/dds_fixture.h"
#include "surefoot/gateways/dds/vendors.h"

namespace surefoot::gateways::dds {
namespace {

using testing::HasSubstr;

std::string ErrorOf(const std::function<void(ParticipantOptions*)>& change) {
  ParticipantOptions options;
  change(&options);
  const auto checked = CheckedOptions(options);
  return checked.ok() ? "" : checked.error().message;
}

TEST(OptionsTest, NamesTheWrongOptionAndWhatIsAccepted) {
  using Range = ParticipantOptions::Range;
  EXPECT_THAT(ErrorOf([](auto* options) { options->domain = 233; }), HasSubstr("0 to 232"));
  EXPECT_THAT(ErrorOf([](auto* options) { options->domain = -1; }), HasSubstr("0 to 232"));
  EXPECT_THAT(ErrorOf([](auto* options) { options->max_message = 10; }), HasSubstr("max_message"));
  EXPECT_THAT(ErrorOf([](auto* options) { options->peers = {"127.0.0.1"}; }),
              HasSubstr("range subnet"));
  EXPECT_THAT(ErrorOf([](auto* options) {
                options->range = Range::kSubnet;
                options->peers = {"no.such.host.invalid"};
              }),
              HasSubstr("\"no.such.host.invalid\""));
  EXPECT_THAT(ErrorOf([](auto* options) {
                options->range = Range::kSubnet;
                options->interface = "203.0.113.77";
              }),
              HasSubstr("present: 127.0.0.1"));
  EXPECT_THAT(ErrorOf([](auto* options) { options->interface = "127.0.0.1"; }),
              HasSubstr("loopback"));
}

TEST(OptionsTest, ReplacesNamesOfPeersByAddresses) {
  ParticipantOptions options;
  options.range = ParticipantOptions::Range::kOff;
  options.peers = {"127.0.0.1", "192.0.2.7"};
  const auto checked = CheckedOptions(options);
  ASSERT_TRUE(checked.ok()) << checked.error().message;
  EXPECT_EQ(checked.value().peers, options.peers);
}

TEST(OptionsTest, EndpointsHaveNamesOfLimitedLength) {
  const EndpointSpec good = {"rt/imu/data", "sensor_msgs::msg::dds_::Imu_", {}, ""};
  EXPECT_TRUE(CheckEndpoint(good).ok());
  for (const std::string& name : {std::string(), std::string("rt/a b"), std::string(256, 'x')}) {
    EndpointSpec topic = good;
    topic.topic = name;
    EXPECT_FALSE(CheckEndpoint(topic).ok());
    EndpointSpec type = good;
    type.type = name;
    EXPECT_FALSE(CheckEndpoint(type).ok());
  }
  EndpointSpec depth = good;
  depth.qos.depth = -1;
  EXPECT_THAT(CheckEndpoint(depth).error().message, HasSubstr("depth"));
}

TEST(OptionsTest, ServicesHaveTwoTopics) {
  const ServiceSpec spec = {"/lab/reset", "Request_", "Response_", {}, ""};
  EXPECT_TRUE(CheckService(spec).ok());
  EXPECT_EQ(RequestEndpoint(spec).topic, "rq/lab/resetRequest");
  EXPECT_EQ(ReplyEndpoint(spec).topic, "rr/lab/resetReply");
  EXPECT_EQ(RequestEndpoint(spec).type, "Request_");
  EXPECT_EQ(ReplyEndpoint(spec).type, "Response_");
  EXPECT_FALSE(CheckService({"reset", "Request_", "Response_", {}, ""}).ok());
}

TEST(VendorsTest, BothAreBuiltForTests) {
  EXPECT_EQ(Vendors(), (std::vector<std::string>{"fastdds", "cyclone"}));
}

TEST(VendorsTest, MissingOnesAreNamedWithWhatToDo) {
  const auto opened = OpenParticipant("opendds", {});
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message, HasSubstr("./run --with"));
  EXPECT_THAT(opened.error().message, HasSubstr("installed: fastdds"));
  EXPECT_FALSE(OpenParticipant("../dds/fastdds", {}).ok());
  EXPECT_FALSE(OpenParticipant("", {}).ok());
}

class EachVendor : public testing::TestWithParam<Pair> {};
INSTANTIATE_TEST_SUITE_P(Vendors, EachVendor, testing::ValuesIn(SamePairs()), PairName);

TEST_P(EachVendor, RefusesWrongSpecs) {
  const auto participant = OpenLocal(GetParam().first, NextDomain());
  EXPECT_FALSE(participant->MakeWriter({"", kTextType, {}, ""}, nullptr).ok());
  EXPECT_FALSE(participant->MakeReader({"rt/a", "", {}, ""}, nullptr, nullptr).ok());
  EXPECT_FALSE(participant->MakeServer({"reset", "A_", "B_", {}, ""}, nullptr).ok());
  EXPECT_FALSE(participant->MakeClient({"reset", "A_", "B_", {}, ""}, nullptr).ok());
}

}  // namespace
}  // namespace surefoot::gateways::dds
