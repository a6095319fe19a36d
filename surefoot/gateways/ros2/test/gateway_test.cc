#include "surefoot/gateways/ros2/gateway.h"

#include <algorithm>

#include "surefoot/gateways/dds/vendors.h"
#include "surefoot/gateways/ros2/graph_info.h"
#include "surefoot/gateways/ros2/test/gateway_fixture.h"
#include "surefoot/msgs/cdr.h"
#include "surefoot/msgs/rcl_interfaces.h"

namespace surefoot::gateways::ros2 {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;
using msgs::std_msgs::Float64;
using msgs::std_msgs::String;
using msgs::std_srvs::SetBool;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kFloat = "std_msgs/msg/Float64";
constexpr const char* kString = "std_msgs/msg/String";
constexpr const char* kTwist = "geometry_msgs/msg/Twist";
constexpr const char* kTwistStamped = "geometry_msgs/msg/TwistStamped";
constexpr dds::Qos kSensorData = {.reliable = false, .depth = 5};
constexpr dds::Qos kLatched = {.latched = true, .depth = 1};

Twist Forward(double speed) {
  Twist twist;
  twist.linear.x = speed;
  return twist;
}

TEST_P(Ros2GatewayTest, PublishesToReliableAndBestEffortSubscribers) {
  Start();
  Peer other(GetParam(), domain_);
  peer_->Subscribe("/husky/speed", kFloat);
  other.Subscribe("/husky/speed", kFloat, kSensorData);
  server_->speed = 1.5;
  const auto has = [](const Peer& peer) {
    const auto last = peer.Last<Float64>("/husky/speed");
    return last && last->data == 1.5;
  };
  EXPECT_TRUE(Until([&] { return has(*peer_) && has(other); }));
  EXPECT_EQ(Metric("surefoot_ros2_matched_topics"), 1.0);
  EXPECT_GT(Metric("surefoot_ros2_messages_out_total"), 0.0);
}

TEST_P(Ros2GatewayTest, ReadsATopicOnlyWhileItHasSubscribers) {
  Start();
  peer_->Subscribe("/husky/speed", kFloat);
  ASSERT_TRUE(Until([&] { return !peer_->Received("/husky/speed").empty(); }));
  EXPECT_TRUE(server_->graph().IsListenedTo("/husky/speed"));
  peer_->Unsubscribe("/husky/speed");
  EXPECT_TRUE(Until([&] { return !server_->graph().IsListenedTo("/husky/speed"); }));
}

TEST_P(Ros2GatewayTest, LateSubscribersGetTheLatchedDescription) {
  Start();
  peer_->Subscribe("/husky/robot_description", kString, kLatched);
  const auto has = [](const Peer& peer) {
    const auto last = peer.Last<String>("/husky/robot_description");
    return last && last->data == "<robot name='husky'/>";
  };
  ASSERT_TRUE(Until([&] { return has(*peer_); }));
  Peer late(GetParam(), domain_);
  late.Subscribe("/husky/robot_description", kString, kLatched);
  EXPECT_TRUE(Until([&] { return has(late); }));
}

TEST_P(Ros2GatewayTest, TakesCommandsOnceWhateverTheReliability) {
  Start();
  Peer weak(GetParam(), domain_);
  peer_->Advertise("/husky/cmd_vel", kTwist);
  weak.Advertise("/husky/cmd_vel", kTwist, kSensorData);
  // Of the latter, the reader is made when it appears.
  ASSERT_TRUE(Until([&] {
    return peer_->MatchedReaders("/husky/cmd_vel") > 1 && weak.MatchedReaders("/husky/cmd_vel") > 0;
  }));
  peer_->Publish("/husky/cmd_vel", Forward(1.0));
  ASSERT_TRUE(Until([&] { return !server_->twists.empty(); }));
  weak.Publish("/husky/cmd_vel", Forward(2.0));
  ASSERT_TRUE(Until([&] { return server_->twists.size() > 1; }));
  Wait();
  EXPECT_THAT(server_->twists, ElementsAre(Forward(1.0), Forward(2.0)));
}

TEST_P(Ros2GatewayTest, TakesCommandsInTheOtherForm) {
  Start();
  peer_->Advertise("/husky/cmd_vel", kTwistStamped);
  ASSERT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") > 0; }));
  TwistStamped stamped;
  stamped.header.frame_id = "husky/base_link";
  stamped.twist = Forward(0.5);
  peer_->Publish("/husky/cmd_vel", stamped);
  ASSERT_TRUE(Until([&] { return !server_->twists.empty(); }));
  EXPECT_EQ(server_->twists.back(), Forward(0.5));
}

TEST_P(Ros2GatewayTest, DoesNotRepeatMessagesOfNodes) {
  Start();
  Peer writer(GetParam(), domain_);
  writer.Advertise("/husky/cmd_vel", kTwist);
  peer_->Subscribe("/husky/cmd_vel", kTwist);
  // The gateway's writer and that of the other node.
  ASSERT_TRUE(Until([&] {
    return peer_->MatchedWriters("/husky/cmd_vel") == 2 &&
           writer.MatchedReaders("/husky/cmd_vel") == 2;
  }));
  writer.Publish("/husky/cmd_vel", Forward(1.0));
  ASSERT_TRUE(Until([&] { return !server_->twists.empty(); }));
  Wait();
  EXPECT_EQ(peer_->Received("/husky/cmd_vel").size(), 1u);
}

TEST_P(Ros2GatewayTest, ReleasesTheRobotWhenTheLastCommanderLeaves) {
  Start();
  peer_->Advertise("/husky/cmd_vel", kTwist);
  ASSERT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") > 0; }));
  peer_->Publish("/husky/cmd_vel", Forward(1.0));
  ASSERT_TRUE(Until([&] { return !server_->twists.empty(); }));
  peer_->StopAdvertising("/husky/cmd_vel");
  EXPECT_TRUE(Until([&] { return !server_->ended.empty(); }));
  EXPECT_THAT(server_->ended, ElementsAre("/husky/cmd_vel ros2:nodes"));
}

TEST_P(Ros2GatewayTest, DropsDamagedMessagesAndReportsRefusals) {
  Start();
  peer_->Advertise("/husky/cmd_vel", kTwist);
  ASSERT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") > 0; }));
  peer_->PublishCdr("/husky/cmd_vel", {0, 1, 0, 0, 1, 2, 3, 4});
  ASSERT_TRUE(Until([&] { return Metric("surefoot_ros2_dropped_total") > 0.0; }));
  EXPECT_THAT(server_->twists, IsEmpty());
  server_->refusal = "alice drives the husky";
  peer_->Publish("/husky/cmd_vel", Forward(1.0));
  EXPECT_TRUE(Until([&] { return Metric("surefoot_ros2_refused_total") > 0.0; }));
  EXPECT_THAT(Logged(), HasSubstr("ros2: alice drives the husky"));
}

TEST_P(Ros2GatewayTest, ServesCallsAndFailures) {
  Start();
  const auto good = Call<SetBool>("/husky/beep", {.data = true});
  ASSERT_TRUE(good);
  EXPECT_TRUE(good->success);
  EXPECT_EQ(good->message, "beep");
  const auto bad = Call<SetBool>("/husky/beep", {.data = false});
  ASSERT_TRUE(bad);
  EXPECT_FALSE(bad->success);
  EXPECT_EQ(bad->message, "the horn is broken");
  EXPECT_THAT(server_->beeps, ElementsAre(true, false));
  const auto damaged = Call("/husky/beep", "std_srvs/srv/SetBool", {0, 1, 0, 0});
  ASSERT_TRUE(damaged);
  SetBool::Response response;
  ASSERT_TRUE(msgs::Decode(*damaged, &response));
  EXPECT_THAT(response.message, HasSubstr("the request is no std_srvs/srv/SetBool_Request"));
}

TEST_P(Ros2GatewayTest, AnswersManyCallsEachWithItsOwnReply) {
  Start();
  peer_->MakeClient("/husky/beep", "std_srvs/srv/SetBool");
  ASSERT_TRUE(Until([&] { return peer_->IsReady("/husky/beep"); }));
  server_->busy = true;
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < 8; ++i) {
    Bytes cdr;
    msgs::Encode(SetBool::Request{.data = i % 2 == 0}, &cdr);
    numbers.push_back(peer_->Call("/husky/beep", cdr));
  }
  ASSERT_TRUE(Until([&] { return Metric("surefoot_ros2_calls_total") == 8.0; }));
  server_->busy = false;
  for (int i = 0; i < 8; ++i) {
    const std::int64_t number = numbers[static_cast<std::size_t>(i)];
    ASSERT_TRUE(Until([&] { return peer_->Reply("/husky/beep", number).has_value(); }));
    SetBool::Response response;
    ASSERT_TRUE(msgs::Decode(*peer_->Reply("/husky/beep", number), &response));
    EXPECT_EQ(response.success, i % 2 == 0);
  }
}

TEST_P(Ros2GatewayTest, ListsItsNodeAndEndpoints) {
  Start();
  peer_->SubscribeRaw(kDiscoveryTopic, kDiscoveryType, {.latched = true, .depth = 0});
  peer_->Advertise("/husky/cmd_vel", kTwist);
  ASSERT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") > 0; }));
  const auto listed = [&] {
    const std::vector<Bytes> all = peer_->Received(kDiscoveryTopic);
    return all.empty() ? Bytes() : all.back();
  };
  const auto contains = [](const Bytes& bytes, const dds::Guid& guid) {
    return std::search(bytes.begin(), bytes.end(), guid.begin(), guid.end()) != bytes.end();
  };
  const auto missing = [&] {
    std::vector<std::string> topics;
    const Bytes message = listed();
    for (const auto& [guid, topic] : peer_->Endpoints()) {
      // Cyclone DDS also reports its built-in readers, "DCPSPublication".
      const bool of_ros = topic.starts_with("r") && topic != kDiscoveryTopic;
      if (of_ros && !contains(message, guid)) topics.push_back(topic);
    }
    return topics;
  };
  Until([&] { return peer_->Endpoints().size() > 20 && missing().empty(); });
  EXPECT_THAT(missing(), IsEmpty());
  const std::string name = "surefoot";
  const Bytes message = listed();
  EXPECT_NE(std::search(message.begin(), message.end(), name.begin(), name.end()), message.end());
}

TEST_P(Ros2GatewayTest, FollowsTheWorld) {
  Start();
  peer_->Subscribe("/husky/speed", kFloat);
  peer_->Subscribe("/other", kFloat);
  ASSERT_TRUE(Until([&] { return !peer_->Received("/husky/speed").empty(); }));
  EXPECT_EQ(peer_->MatchedWriters("/other"), 0);
  server_->ChangeWorld();
  EXPECT_TRUE(Until([&] {
    return peer_->MatchedWriters("/husky/speed") == 0 && peer_->MatchedWriters("/other") == 1;
  }));
}

TEST_P(Ros2GatewayTest, SaysWhyASubscriberGetsNothing) {
  Start();
  peer_->Subscribe("/husky/speed", kFloat, kLatched);
  EXPECT_TRUE(Until([&] {
    return Logged().find("/husky/speed with durability transient local") != std::string::npos;
  }));
  Peer other(GetParam(), domain_);
  other.Subscribe("/husky/speed", "std_msgs/msg/Float32");
  EXPECT_TRUE(Until(
      [&] { return Logged().find("/husky/speed as std_msgs/msg/Float32") != std::string::npos; }));
  other.Advertise("/husky/cmd_vel", kString);
  EXPECT_TRUE(Until([&] {
    return Logged().find("publishes /husky/cmd_vel as std_msgs/msg/String") != std::string::npos;
  }));
}

TEST_P(Ros2GatewayTest, PutsItsNamesIntoANamespace) {
  Start({{"namespace", "/sim1"}});
  peer_->Subscribe("/sim1/husky/speed", kFloat);
  EXPECT_TRUE(Until([&] { return !peer_->Received("/sim1/husky/speed").empty(); }));
  EXPECT_THAT(gateway_->addresses(), ElementsAre(HasSubstr("node /sim1/surefoot")));
}

TEST_P(Ros2GatewayTest, NodesThatWereThereBeforeAreServedAndLeaveNothing) {
  peer_->Advertise("/husky/cmd_vel", kTwist, kSensorData);
  peer_->Subscribe("/husky/speed", kFloat);
  Start();
  ASSERT_TRUE(Until([&] {
    return peer_->MatchedReaders("/husky/cmd_vel") > 0 && !peer_->Received("/husky/speed").empty();
  }));
  peer_->Publish("/husky/cmd_vel", Forward(3.0));
  EXPECT_TRUE(Until([&] { return !server_->twists.empty(); }));
  // A restart of the simulator.
  Stop();
  EXPECT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") == 0; }));
  Start();
  EXPECT_TRUE(Until([&] { return peer_->MatchedReaders("/husky/cmd_vel") > 0; }));
  peer_->Publish("/husky/cmd_vel", Forward(4.0));
  EXPECT_TRUE(Until([&] { return !server_->twists.empty(); }));
}

TEST_P(Ros2GatewayTest, HasTheParametersOfANode) {
  Start();
  using msgs::rcl_interfaces::GetParameters;
  const auto values = Call<GetParameters>("/surefoot/get_parameters", {.names = {"use_sim_time"}});
  ASSERT_TRUE(values);
  ASSERT_EQ(values->values.size(), 1u);
  EXPECT_TRUE(values->values[0].bool_value);
  using msgs::rcl_interfaces::ListParameters;
  const auto list = Call<ListParameters>("/surefoot/list_parameters", {});
  ASSERT_TRUE(list);
  EXPECT_THAT(list->result.names, Contains("use_sim_time"));
}

TEST_P(Ros2GatewayTest, WarningsAreOnRosout) {
  Start();
  peer_->Subscribe("/rosout", "rcl_interfaces/msg/Log", {.latched = true, .depth = 10});
  peer_->Subscribe("/husky/speed", kFloat, kLatched);
  ASSERT_TRUE(Until([&] { return !peer_->Received("/rosout").empty(); }));
  const auto log = peer_->Last<msgs::rcl_interfaces::Log>("/rosout");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->name, "surefoot");
  EXPECT_EQ(log->level, msgs::rcl_interfaces::Log::WARN);
  EXPECT_THAT(log->msg, HasSubstr("transient local"));
}

INSTANTIATE_TEST_SUITE_P(Vendors, Ros2GatewayTest, testing::ValuesIn(dds::Vendors()),
                         [](const auto& vendor) { return vendor.param; });

}  // namespace
}  // namespace surefoot::gateways::ros2
