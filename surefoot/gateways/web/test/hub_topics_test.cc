#include "surefoot/gateways/web/test/hub_fixture.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::web {
namespace {

using std::chrono::milliseconds;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class HubTopics : public HubTest {};

TEST_F(HubTopics, SubscribesAndUnsubscribes) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"subscribe","id":"s1","topic":"robot_0/imu/data","type":"sensor_msgs/Imu"})");
  Step(2);
  const std::vector<json> messages = peer.Take();
  ASSERT_THAT(messages, SizeIs(2));
  EXPECT_EQ(messages[0]["op"], "publish");
  EXPECT_EQ(messages[0]["topic"], "/robot_0/imu/data");
  EXPECT_EQ(messages[0]["msg"]["linear_acceleration"]["z"], 9.80665);
  EXPECT_EQ(messages[1]["msg"]["header"]["stamp"]["nanosec"], 30000000);
  EXPECT_FALSE(messages[0].contains("id"));
  peer.Send(R"({"op":"unsubscribe","id":"other","topic":"/robot_0/imu/data"})");
  Step();
  EXPECT_THAT(peer.Take(), SizeIs(1)) << "another id";
  peer.Send(R"({"op":"unsubscribe","id":"s1","topic":"/robot_0/imu/data"})");
  Step(2);
  EXPECT_THAT(peer.Take(), SizeIs(0));
}

TEST_F(HubTopics, ClientsShareOneFrame) {
  FakePeer a(&hub_);
  FakePeer b(&hub_);
  for (FakePeer* peer : {&a, &b}) peer->Send(R"({"op":"subscribe","topic":"/robot_0/odom"})");
  Step(2);
  ASSERT_THAT(a.frames, SizeIs(1));
  ASSERT_THAT(b.frames, SizeIs(1));
  EXPECT_EQ(a.frames[0], b.frames[0]);
}

TEST_F(HubTopics, LatchedTopicsGiveTheirLastMessageToEveryone) {
  FakePeer a(&hub_);
  a.Send(R"({"op":"subscribe","topic":"/map"})");
  Step();
  EXPECT_EQ(a.One()["msg"]["data"], (json{0, 100, -1, 50}));
  FakePeer b(&hub_);
  b.Send(R"({"op":"subscribe","topic":"/map","compression":"cbor"})");
  EXPECT_EQ(b.One()["msg"]["data"].get_binary().subtype(), 72u);
  b.Send(R"({"op":"unsubscribe","topic":"/map"})");
  a.Send(R"({"op":"unsubscribe","topic":"/map"})");
  Step();
  b.Send(R"({"op":"subscribe","topic":"/map"})");
  Step();
  EXPECT_THAT(b.Take(), SizeIs(1));
}

TEST_F(HubTopics, AnAdvertisementEndsWhenTheWorldHasTheTopic) {
  FakePeer driver(&hub_);
  FakePeer watcher(&hub_);
  driver.Send(
      R"({"op":"advertise","topic":"/new/imu/data","type":"std_msgs/String","latch":true})");
  watcher.Send(R"({"op":"subscribe","topic":"/new/imu/data"})");
  Step();
  driver.Send(R"({"op":"publish","topic":"/new/imu/data","msg":{"data":"fake"}})");
  Step();
  EXPECT_THAT(watcher.Take(), SizeIs(1));
  driver.Take();
  const Result<int> own = world_.graph().Advertise<msgs::sensor_msgs::Imu>("/new/imu/data");
  ASSERT_TRUE(own.ok()) << own.error().message;
  Step();
  const json status = driver.One();
  EXPECT_EQ(status["op"], "status");
  EXPECT_THAT(status["msg"], HasSubstr("has ended: the world has a topic of this name"));
  EXPECT_THAT(status["msg"], HasSubstr("sensor_msgs/msg/Imu"));
  driver.Send(R"({"op":"publish","topic":"/new/imu/data","msg":{"data":"fake"}})");
  EXPECT_EQ(driver.One()["op"], "status") << "refused";
  world_.graph().Publish(*own, 0, msgs::sensor_msgs::Imu{});
  Step();
  EXPECT_TRUE(watcher.One()["msg"].contains("linear_acceleration"));
  FakePeer late(&hub_);
  late.Send(R"({"op":"subscribe","topic":"/new/imu/data"})");
  Step();
  EXPECT_THAT(late.Take(), SizeIs(0)) << "the client's latched message is gone";
}

TEST_F(HubTopics, SubscriptionsOfOneClientMerge) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"subscribe","id":"1","topic":"/robot_0/imu/data","throttle_rate":1000})");
  peer.Send(R"({"op":"subscribe","id":"2","topic":"/robot_0/imu/data","compression":"cbor-raw"})");
  Step(2);
  const std::vector<json> messages = peer.Take();
  ASSERT_THAT(messages, SizeIs(2)) << "one copy each, not throttled";
  EXPECT_EQ(messages[1]["msg"]["nsecs"], 30000000);
  EXPECT_GT(messages[1]["msg"]["bytes"].get_binary().size(), 300u);
}

TEST_F(HubTopics, ThrottleDropsOrHolds) {
  FakePeer drop(&hub_);
  FakePeer hold(&hub_);
  drop.Send(R"({"op":"subscribe","topic":"/robot_0/imu/data","throttle_rate":100})");
  hold.Send(
      R"({"op":"subscribe","topic":"/robot_0/imu/data","throttle_rate":100,"queue_length":2})");
  now_ += std::chrono::hours(1);
  Step(5);
  EXPECT_THAT(drop.Take(), SizeIs(1));
  EXPECT_THAT(hold.Take(), SizeIs(1));
  ASSERT_TRUE(hub_.next().has_value());
  EXPECT_EQ(*hub_.next(), now_ + milliseconds(100));
  hub_.Tick(now_ + milliseconds(99));
  EXPECT_THAT(hold.Take(), SizeIs(0));
  std::vector<int> stamps;
  for (const int ms : {100, 200, 300}) {
    hub_.Tick(now_ + milliseconds(ms));
    for (const json& message : hold.Take())
      stamps.push_back(message["msg"]["header"]["stamp"]["nanosec"]);
  }
  EXPECT_THAT(stamps, ElementsAre(50000000, 60000000)) << "the last two of steps 2 to 6";
  EXPECT_FALSE(hub_.next().has_value());
  now_ += milliseconds(100);
  Step();
  EXPECT_THAT(drop.Take(), SizeIs(1));
}

TEST_F(HubTopics, PngAndFragmentsHoldTheMessage) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"subscribe","topic":"/robot_0/odom","fragment_size":200})");
  Step(2);
  std::string whole;
  for (const json& piece : peer.Take()) {
    ASSERT_EQ(piece["op"], "fragment");
    EXPECT_LE(piece["data"].get<std::string>().size(), 200u);
    whole += piece["data"].get<std::string>();
  }
  EXPECT_EQ(json::parse(whole)["topic"], "/robot_0/odom");
  FakePeer png(&hub_);
  png.Send(R"({"op":"subscribe","topic":"/robot_0/odom","compression":"png"})");
  Step(2);
  EXPECT_EQ(png.One()["op"], "png");
}

TEST_F(HubTopics, TypesMustFit) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"subscribe","id":5,"topic":"/robot_0/odom","type":"sensor_msgs/Imu"})");
  const json status = peer.One();
  EXPECT_EQ(status["op"], "status");
  EXPECT_EQ(status["level"], "error");
  EXPECT_EQ(status["id"], 5);
  EXPECT_THAT(status["msg"].get<std::string>(), HasSubstr("nav_msgs/msg/Odometry"));
  peer.Send(R"({"op":"set_level","level":"none"})");
  peer.Send(R"({"op":"subscribe","topic":"/robot_0/odom","type":"no/Type"})");
  peer.Send(R"({"op":"advertise","topic":"/robot_0/odom","type":"sensor_msgs/Imu"})");
  peer.Send(R"({"op":"advertise","topic":"no name","type":"sensor_msgs/Imu"})");
  EXPECT_THAT(peer.Take(), SizeIs(0));
  EXPECT_EQ(Refused("subscribe"), 2.0);
  EXPECT_EQ(Refused("advertise"), 2.0);
  // A topic that is advertised later, with another type than the subscriber expects.
  peer.Send(R"({"op":"set_level","level":"error"})");
  peer.Send(R"({"op":"subscribe","topic":"/new","type":"std_msgs/String"})");
  FakePeer other(&hub_);
  other.Send(R"({"op":"advertise","topic":"/new","type":"std_msgs/Int32"})");
  Step();
  EXPECT_THAT(peer.One()["msg"].get<std::string>(), HasSubstr("std_msgs/msg/Int32"));
  other.Send(R"({"op":"publish","topic":"/new","msg":{"data":1}})");
  Step();
  EXPECT_THAT(peer.Take(), SizeIs(0));
}

TEST_F(HubTopics, PublishesToOthersAndDrives) {
  FakePeer a(&hub_);
  FakePeer b(&hub_);
  b.Send(R"({"op":"subscribe","topic":"/talk"})");
  a.Send(R"({"op":"advertise","id":"1","topic":"/talk","type":"std_msgs/msg/String"})");
  a.Send(R"({"op":"publish","topic":"/talk","msg":{"data":"hello"}})");
  Step();
  EXPECT_EQ(b.One()["msg"]["data"], "hello");
  // Without advertise, and as TwistStamped.
  a.Send(R"({"op":"publish","topic":"/robot_0/cmd_vel","msg":{"linear":{"x":0.5}}})");
  Step();
  EXPECT_EQ(world_.speed(), 0.5);
  b.Send(R"({"op":"advertise","topic":"/robot_0/cmd_vel","type":"geometry_msgs/TwistStamped"})");
  b.Send(R"({"op":"publish","topic":"/robot_0/cmd_vel","msg":{"twist":{"linear":{"x":0.75}}}})");
  Step();
  EXPECT_EQ(world_.speed(), 0.75);
  EXPECT_THAT(world_.taken(), Contains("web:2 /robot_0/cmd_vel"));
  EXPECT_THAT(a.Take(), SizeIs(0));
}

TEST_F(HubTopics, BadPublicationsAreReported) {
  FakePeer peer(&hub_);
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"op":"publish","topic":"/nothing","msg":{}})", "advertise it first"},
      {R"({"op":"publish","topic":"/ping"})", "\"msg\" is missing"},
      {R"({"op":"publish","topic":"/ping","msg":{"data":1.5}})", "data: expected a whole number"},
      {R"({"op":"publish","topic":"/ping","msg":{"dta":1}})", "no such field"},
      {R"({"op":"publish","topic":"/ping","msg":5})", "an object"},
  };
  for (const auto& [text, part] : cases) {
    peer.Send(text);
    EXPECT_THAT(peer.One()["msg"].get<std::string>(), HasSubstr(part));
  }
  EXPECT_EQ(Refused("publish"), 5.0);
  Step();
  EXPECT_THAT(world_.taken(), SizeIs(0));
}

TEST_F(HubTopics, WhatTheSimulatorRefusesIsReportedOncePerSecond) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"advertise","topic":"/forbidden","type":"std_msgs/Int32"})");
  for (int i = 0; i < 5; ++i) peer.Send(R"({"op":"publish","topic":"/forbidden","msg":{}})");
  Step();
  const json status = peer.One();
  EXPECT_EQ(status["level"], "warning");
  EXPECT_THAT(status["msg"].get<std::string>(), HasSubstr("nobody may publish"));
  EXPECT_EQ(Refused("by the simulator"), 5.0);
}

TEST_F(HubTopics, ASlowClientLosesOldSamplesOnly) {
  FakePeer slow(&hub_);
  FakePeer quick(&hub_);
  slow.Send(R"({"op":"subscribe","topic":"/robot_0/imu/data"})");
  slow.Send(R"({"op":"subscribe","topic":"/robot_0/odom","queue_length":1})");
  quick.Send(R"({"op":"subscribe","topic":"/robot_0/imu/data"})");
  slow.slow = true;
  slow.Send(R"({"op":"call_service","id":"c","service":"/set","args":{"data":true}})");
  Step(2000);
  EXPECT_THAT(quick.frames, SizeIs(2000));
  slow.slow = false;
  slow.Ready();
  const std::vector<json> messages = slow.Take();
  EXPECT_EQ(messages[0]["op"], "service_response");
  EXPECT_THAT(messages, SizeIs(limits_.queued_samples + 1));
  int odoms = 0;
  for (const json& message : messages)
    odoms += message.value("topic", "") == "/robot_0/odom" ? 1 : 0;
  EXPECT_EQ(odoms, 1);
  EXPECT_EQ(messages.back()["msg"]["header"]["stamp"]["sec"], 20);
  EXPECT_GT(counters_.samples_lost->value(), 900.0);
  EXPECT_EQ(slow.closed, "");
}

TEST_F(HubTopics, TooManyAnswersCloseAClient) {
  FakePeer peer(&hub_);
  peer.slow = true;
  for (std::size_t i = 0; i <= limits_.queued_answers; ++i) {
    peer.Send(R"({"op":"call_service","service":"/rosapi/get_ros_version"})");
  }
  EXPECT_EQ(peer.closed, "stuck");
}

TEST_F(HubTopics, SubscriptionsHaveALimit) {
  limits_.subscriptions = 2;
  FakePeer peer(&hub_);
  for (const char* topic : {"/a", "/b", "/c"}) {
    peer.Send(R"({"op":"subscribe","topic":")" + std::string(topic) + "\"}");
  }
  EXPECT_THAT(peer.One()["msg"].get<std::string>(), HasSubstr("at most 2"));
  peer.Send(R"({"op":"subscribe","id":"2","topic":"/a"})");
  peer.Send(R"({"op":"subscribe","id":"3","topic":"/a"})");
  EXPECT_THAT(peer.One()["msg"].get<std::string>(), HasSubstr("at most 2"));
}

TEST_F(HubTopics, LeavingFreesEverything) {
  {
    FakePeer peer(&hub_);
    peer.Send(
        R"({"op":"subscribe","topic":"/robot_0/imu/data","throttle_rate":10,"queue_length":9})");
    Step(3);
  }
  EXPECT_FALSE(hub_.next().has_value());
  Step(2);
  EXPECT_THAT(world_.taken(), ElementsAre("web:1 left"));
  EXPECT_TRUE(hub_.core().directory.clients.empty());
}

TEST_F(HubTopics, SurvivesAnotherWorld) {
  FakePeer peer(&hub_);
  FakePeer server(&hub_);
  peer.Send(R"({"op":"subscribe","topic":"/robot_0/odom"})");
  peer.Send(R"({"op":"advertise","topic":"/talk","type":"std_msgs/String"})");
  server.Send(R"({"op":"advertise_service","service":"/mine","type":"std_srvs/Trigger"})");
  server.Send(
      R"({"op":"advertise_action","action":"/act","type":"simulation_interfaces/SimulateSteps"})");
  Step(2);
  peer.Take();
  world_.Replace();
  hub_.Pump(now_);
  Step(4);
  EXPECT_THAT(peer.Take(), SizeIs(2));
  EXPECT_EQ(hub_.core().directory.topics.count("/talk"), 1u);
  EXPECT_EQ(hub_.core().directory.services.count("/mine"), 1u);
  EXPECT_EQ(hub_.core().directory.actions.count("/act"), 1u);
  EXPECT_THAT(server.Take(), SizeIs(0));
}

/// Each op with another id is remembered, so ids count, not topics: a client could otherwise fill
/// the memory with one topic.
TEST_F(HubTopics, IdsCountTowardsTheLimits) {
  FakePeer peer(&hub_);
  const auto send = [&](const std::string& op, int id) {
    peer.Send(R"({"op":")" + op + R"(","id":")" + std::to_string(id) +
              R"(","topic":"/a","type":"std_msgs/String"})");
  };
  for (const std::string op : {"subscribe", "advertise"}) {
    const int limit =
        static_cast<int>(op == "subscribe" ? limits_.subscriptions : limits_.advertisements);
    for (int id = 0; id < limit; ++id) send(op, id);
    send(op, 0);
    EXPECT_THAT(peer.Take(), SizeIs(0)) << op << ": a known id is not a new one";
    send(op, limit);
    EXPECT_THAT(peer.One()["msg"], HasSubstr("at most 1000")) << op;
    send("un" + op, 5);
    send(op, limit + 1);
    EXPECT_THAT(peer.Take(), SizeIs(0)) << op;
    peer.Send(R"({"op":"un)" + op + R"(","topic":"/a"})");
    for (int id = 0; id < limit; ++id) send(op, id);
    EXPECT_THAT(peer.Take(), SizeIs(0)) << op << ": all were given back";
    peer.Send(R"({"op":"un)" + op + R"(","topic":"/a"})");
  }
}

/// Throttled subscriptions hold messages; a thousand pictures would be gigabytes.
TEST_F(HubTopics, HeldSamplesAreLimitedByBytes) {
  FakePeer writer(&hub_);
  writer.Send(R"({"op":"advertise","topic":"/big","type":"std_msgs/String"})");
  Step();
  FakePeer reader(&hub_);
  reader.Send(R"({"op":"subscribe","topic":"/big","throttle_rate":1000000,"queue_length":1000})");
  const std::string data(4 << 20, 'x');
  now_ += std::chrono::hours(1);
  for (int i = 0; i < 20; ++i) {
    writer.Send(R"({"op":"publish","topic":"/big","msg":{"data":")" + data + "\"}}");
    Step();
  }
  EXPECT_THAT(reader.Take(), SizeIs(1));
  int held = 0;
  for (int i = 1; hub_.next().has_value() && i < 100; ++i) {
    hub_.Tick(*hub_.next());
    held += static_cast<int>(reader.Take().size());
  }
  EXPECT_EQ(held, 7) << "of 4 MiB and some bytes each, within 32 MiB";
}

}  // namespace
}  // namespace surefoot::gateways::web
