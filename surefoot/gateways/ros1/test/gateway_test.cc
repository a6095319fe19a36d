#include <algorithm>

#include "surefoot/gateways/ros1/node/action_messages.h"
#include "surefoot/gateways/ros1/test/gateway_fixture.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::ros1 {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;
using msgs::std_msgs::Float64;
using msgs::std_srvs::SetBool;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <typename T>
Bytes Ros1(const T& message) {
  Bytes bytes;
  msgs::EncodeRos1(message, 0, &bytes);
  return bytes;
}

Bytes Framed(const Bytes& bytes) {
  Bytes framed;
  ByteWriter writer(&framed);
  writer.Put(static_cast<std::uint32_t>(bytes.size()));
  writer.PutRaw(bytes.data(), bytes.size());
  return framed;
}

class Ros1GatewayTest : public GatewayFixture {
 protected:
  /// The services or topics of the system state (0 publishers, 1 subscribers, 2 services).
  std::vector<std::string> Names(std::size_t kind) {
    std::vector<std::string> names;
    const Value state = Master("getSystemState", {"/test"});
    if (state.array() == nullptr) return names;
    for (const Value& entry : *state.array()->at(kind).array()) {
      names.push_back(*entry.array()->at(0).text());
    }
    return names;
  }
};

TEST_F(Ros1GatewayTest, TheGraphIsRegistered) {
  Start();
  EXPECT_THAT(Names(0), Contains("/husky/speed"));
  EXPECT_THAT(Names(1), Contains("/husky/cmd_vel"));
  EXPECT_THAT(Names(2), Contains("/husky/beep"));
  EXPECT_EQ(Master("getParam", {"/test", "/use_sim_time"}), Value(true));
  EXPECT_TRUE(Until([&] {
    return Master("getParam", {"/test", "/husky/robot_description"}) ==
           Value("<robot name='husky'/>");
  }));
  const Result<Value> publications = Call(NodePort(), "getPublications", {"/test"});
  ASSERT_TRUE(publications.ok());
  EXPECT_THAT(*publications->array()->at(2).array(),
              Contains(Value(Value::Array{"/husky/speed", "std_msgs/Float64"})));
}

TEST_F(Ros1GatewayTest, MessagesComeOnlyWhileSomebodySubscribes) {
  Start();
  server_.speed = 2.5;
  for (int i = 0; i < 100; ++i) server_.Turn();
  EXPECT_EQ(Metric("surefoot_ros1_messages_out_total"), 0.0);
  Fields header;
  TestClient client = Subscribe("/husky/speed", &header);
  EXPECT_EQ(header["type"], "std_msgs/Float64");
  EXPECT_EQ(header["md5sum"], "fdb28210bfa9d7c91146260178d9a584");
  EXPECT_EQ(header["message_definition"], "float64 data\n");
  EXPECT_EQ(header["callerid"], "/surefoot");
  EXPECT_EQ(header["latching"], "0");
  EXPECT_EQ(NextFrame(&client), Ros1(Float64{.data = 2.5}));
  EXPECT_GE(Metric("surefoot_ros1_messages_out_total"), 1.0);
  client.Close();
  // Another subscription shows that the first one ended: messages in the meantime do not come.
  EXPECT_TRUE(Until([&] {
    const double before = Metric("surefoot_ros1_messages_out_total");
    for (int i = 0; i < 200; ++i) server_.Turn();
    return Metric("surefoot_ros1_messages_out_total") == before;
  }));
}

TEST_F(Ros1GatewayTest, LatchedMessagesComeToEachSubscriber) {
  Start();
  Fields header;
  std::vector<TestClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(Subscribe("/husky/robot_description", &header));
    EXPECT_EQ(header["latching"], "1");
    EXPECT_EQ(NextFrame(&clients.back()),
              Ros1(msgs::std_msgs::String{.data = "<robot name='husky'/>"}));
  }
}

// The description is also a parameter, for which the gateway reads the topic before anybody
// subscribes to it.
TEST_F(Ros1GatewayTest, LatchedMessagesComeAlsoLongAfterTheyWerePublished) {
  Start();
  const Value description("<robot name='husky'/>");
  EXPECT_TRUE(Until([&] {
    return Master("getParam", {"/test", "/husky/robot_description"}) == description;
  }));
  Fields header;
  TestClient client = Subscribe("/husky/robot_description", &header);
  EXPECT_EQ(NextFrame(&client), Ros1(msgs::std_msgs::String{.data = "<robot name='husky'/>"}));
}

TEST_F(Ros1GatewayTest, HeadersAreChecked) {
  Start();
  const auto error = [&](const Fields& fields) {
    Fields answer;
    TestClient client = Connect(fields, &answer);
    EXPECT_TRUE(Until([&] { return !client.Receive(); })) << "the connection ends";
    return answer["error"];
  };
  EXPECT_EQ(error({{"callerid", "/a"},
                   {"topic", "/husky/speed"},
                   {"type", "std_msgs/String"},
                   {"md5sum", "992ce8a1687cec8c8bd883ec73ca41d1"}}),
            "Client [/a] wants topic /husky/speed to have datatype/md5sum "
            "[std_msgs/String/992ce8a1687cec8c8bd883ec73ca41d1], but our version has "
            "[std_msgs/Float64/fdb28210bfa9d7c91146260178d9a584]. Dropping connection.");
  EXPECT_THAT(error({{"callerid", "/a"}, {"topic", "/none"}, {"md5sum", "*"}}),
              HasSubstr("received a connection for a nonexistent topic [/none] from [127.0.0.1:"));
  EXPECT_THAT(error({{"callerid", "/a"}, {"md5sum", "*"}}), HasSubstr("'topic' or 'service'"));
  EXPECT_THAT(error({{"callerid", "/a"}, {"service", "/none"}, {"md5sum", "*"}}),
              HasSubstr("nonexistent service [/none]"));
  EXPECT_THAT(error({{"callerid", "/a"}, {"service", "/husky/beep"}, {"md5sum", "0"}}),
              HasSubstr("wants service /husky/beep to have md5sum 0, but it has"));
  EXPECT_GE(Metric("surefoot_ros1_rejected_connections_total"), 5.0);
}

TEST_F(Ros1GatewayTest, ServicesAreCalledOneAfterTheOther) {
  Start();
  Fields header;
  TestClient client = Connect({{"callerid", "/test"},
                               {"service", "/husky/beep"},
                               {"md5sum", "09fb03525b03e7ea1fd3992bafd87e16"},
                               {"persistent", "1"}},
                              &header);
  EXPECT_EQ(header["type"], "std_srvs/SetBool");
  EXPECT_EQ(header["request_type"], "std_srvs/SetBoolRequest");
  // Three requests at once, and the second one in pieces.
  const Bytes yes = Framed(Ros1(SetBool::Request{.data = true}));
  const Bytes no = Framed(Ros1(SetBool::Request{.data = false}));
  client.Send(yes);
  client.Send(Bytes(no.begin(), no.begin() + 2));
  client.Send(Bytes(no.begin() + 2, no.end()));
  client.Send(yes);
  const std::string good("\x01\x09\0\0\0\x01\x04\0\0\0beep", 14);
  const std::string bad("\0\x12\0\0\0the horn is broken", 23);
  EXPECT_TRUE(Until([&] {
    client.Receive();
    return client.bytes().size() == 2 * good.size() + bad.size();
  }));
  EXPECT_EQ(client.bytes(), good + bad + good);
  EXPECT_THAT(server_.beeps, ElementsAre(true, false, true));
}

TEST_F(Ros1GatewayTest, AConnectionThatIsNotPersistentEndsWithItsAnswer) {
  Start();
  Fields header;
  TestClient client =
      Connect({{"callerid", "/test"}, {"service", "/husky/beep"}, {"md5sum", "*"}}, &header);
  client.Send(Framed(Ros1(SetBool::Request{.data = true})));
  EXPECT_TRUE(Until([&] { return !client.Receive(); }));
  EXPECT_THAT(client.bytes(), HasSubstr("beep"));
  // A client that leaves before its answer.
  server_.busy = true;
  TestClient impatient =
      Connect({{"callerid", "/test"}, {"service", "/husky/beep"}, {"md5sum", "*"}}, &header);
  impatient.Send(Framed(Ros1(SetBool::Request{.data = true})));
  EXPECT_TRUE(Until([&] { return Metric("surefoot_ros1_calls_total") == 2.0; }));
  impatient.Close();
  server_.busy = false;
  EXPECT_TRUE(Until([&] { return server_.beeps.size() == 2; }));
}

/// Two gateways, the second one as a node of the first one's master: each is a client of the other.
class TwoGatewaysTest : public Ros1GatewayTest {
 protected:
  void StartBoth(const Settings& second = {}) {
    Start();
    Settings settings = {{"", gateway_->addresses()[0]}};
    for (const auto& [name, value] : second) settings[name] = value;
    auto gateway = kind_.start({&other_.bridge(), &other_metrics_, nullptr, nullptr}, settings);
    ASSERT_TRUE(gateway.ok()) << gateway.error().message;
    other_gateway_ = std::move(*gateway);
  }
  bool BothUntil(const std::function<bool()>& done) {
    return Until([&] {
      other_.Turn();
      return done();
    });
  }
  /// As a node of the second server's side would publish.
  void Drive(double speed) {
    Twist twist;
    twist.linear.x = speed;
    graph::Graph& graph = other_.graph();
    graph.Publish(graph.FindTopic("/husky/cmd_vel")->id, 0, twist);
  }

  FakeServer other_;
  Metrics other_metrics_;
  std::unique_ptr<Gateway> other_gateway_;
};

TEST_F(TwoGatewaysTest, TheSecondOneTakesAnotherNameAndDrives) {
  StartBoth();
  EXPECT_TRUE(BothUntil([&] {
    return Master("lookupNode", {"/test", "/surefoot_2"}) != Value("");
  }));
  EXPECT_TRUE(BothUntil([&] {
    Drive(0.75);
    return !server_.twists.empty();
  }));
  EXPECT_EQ(server_.twists.back().linear.x, 0.75);
  // What came from a node does not go back to the nodes: otherwise it would circle for ever.
  const auto count = [](const FakeServer& server) {
    return std::count_if(server.twists.begin(), server.twists.end(),
                         [](const Twist& twist) { return twist.linear.x == 2.0; });
  };
  for (int i = 0; i < 5; ++i) Drive(2.0);
  Drive(3.0);
  EXPECT_TRUE(BothUntil([&] { return server_.twists.back().linear.x == 3.0; }));
  for (int i = 0; i < 300; ++i) BothUntil([] { return true; });
  EXPECT_EQ(count(server_), 5);
  EXPECT_EQ(count(other_), 5);
}

TEST_F(TwoGatewaysTest, ARobotIsReleasedWhenTheNodeEnds) {
  StartBoth();
  EXPECT_TRUE(BothUntil([&] {
    Drive(1.0);
    return !server_.twists.empty();
  }));
  other_gateway_ = nullptr;
  EXPECT_TRUE(Until([&] { return !server_.ended.empty(); }));
  EXPECT_THAT(server_.ended, Contains("/husky/cmd_vel ros1:nodes"));
  // It has unregistered.
  EXPECT_EQ(Master("lookupNode", {"/test", "/surefoot_2"}), Value(""));
}

TEST_F(TwoGatewaysTest, RefusalsAreReportedOnce) {
  StartBoth();
  server_.refusal = "web:1 has control of husky";
  EXPECT_TRUE(BothUntil([&] {
    Drive(1.0);
    return Metric("surefoot_ros1_refused_total") > 3.0;
  }));
  const std::string logged = Logged();
  const std::size_t first = logged.find("web:1 has control");
  ASSERT_NE(first, std::string::npos) << logged;
  EXPECT_EQ(logged.find("web:1 has control", first + 1), std::string::npos) << logged;
}

// A master that is restarted has lost everything.
TEST_F(TwoGatewaysTest, RegistersAgainAtARestartedMaster) {
  StartBoth({{"name", "other"}});
  EXPECT_TRUE(BothUntil([&] { return Master("lookupNode", {"/test", "/other"}) != Value(""); }));
  const std::string port = std::to_string(master_port());
  gateway_ = nullptr;
  // A gateway learns of the graph only when the bridge is attached.
  server_.bridge().Attach(nullptr);
  server_.bridge().Attach(&server_.graph());
  Start({{"master-port", port}});
  EXPECT_TRUE(BothUntil([&] { return Master("lookupNode", {"/test", "/other"}) != Value(""); }));
  server_.twists.clear();
  EXPECT_TRUE(BothUntil([&] {
    Drive(0.5);
    return !server_.twists.empty();
  }));
}

TEST_F(TwoGatewaysTest, NamesWithoutRobotAndRemapped) {
  StartBoth({{"name", "other"}, {"namespace", "/sim2"}, {"remap", "/sim2/husky/speed:=/speed"}});
  EXPECT_TRUE(BothUntil([&] {
    const auto names = Names(0);
    return std::count(names.begin(), names.end(), "/speed") == 1;
  }));
  EXPECT_THAT(Names(0), Contains("/sim2/husky/cmd_vel"));
  EXPECT_TRUE(BothUntil([&] {
    const auto names = Names(2);
    return std::count(names.begin(), names.end(), "/sim2/husky/beep") == 1;
  }));
}

TEST_F(Ros1GatewayTest, AnotherWorldHasOtherTopics) {
  Start();
  Fields header;
  TestClient client = Subscribe("/husky/speed", &header);
  NextFrame(&client);
  server_.ChangeWorld();
  EXPECT_TRUE(Until([&] { return !client.Receive(); }));
  EXPECT_TRUE(Until([&] {
    const auto names = Names(0);
    return std::count(names.begin(), names.end(), "/other") == 1;
  }));
  EXPECT_THAT(Names(2), IsEmpty());
  EXPECT_TRUE(Until([&] {
    return Master("hasParam", {"/test", "/husky/robot_description"}) == Value(false);
  }));
}

TEST_F(Ros1GatewayTest, ActionsHaveTheirTopics) {
  using SimulateSteps = msgs::simulation_interfaces::SimulateSteps;
  Start();
  const ActionTypes types = MakeActionTypes(SimulateSteps::action());
  EXPECT_EQ(types.goal.name, "simulation_interfaces/SimulateStepsActionGoal");
  Fields header;
  TestClient status = Subscribe("/simulate_steps/status", &header);
  EXPECT_EQ(header["latching"], "1");
  EXPECT_EQ(header["md5sum"], "8b2b82f13216d0a8ea88bd3af735e619");
  EXPECT_FALSE(NextFrame(&status).empty());
  TestClient result = Subscribe("/simulate_steps/result", &header);
  EXPECT_EQ(header["md5sum"], types.result.md5);
  EXPECT_THAT(Names(1), Contains("/simulate_steps/goal"));
  EXPECT_THAT(Names(1), Contains("/simulate_steps/cancel"));
}

TEST_F(Ros1GatewayTest, LogsAreTopics) {
  Start();
  EXPECT_THAT(Names(0), Contains("/rosout"));
  EXPECT_THAT(Names(0), Contains("/rosout_agg"));
  EXPECT_NE(Master("lookupNode", {"/test", "/rosout"}), Value(""));
  Fields header;
  TestClient log = Subscribe("/rosout_agg", &header);
  EXPECT_EQ(header["md5sum"], "acffd30cd6b6de30f120938c17c593fb");
  // The node reports that it does not end for others.
  const Result<Value> refused = Call(NodePort(), "shutdown", {"/test", "please"});
  ASSERT_TRUE(refused.ok());
  EXPECT_EQ(refused->array()->at(0), Value(-1));
  const Bytes message = NextFrame(&log);
  EXPECT_THAT(std::string(message.begin(), message.end()), HasSubstr("/test: please"));
}

TEST_F(Ros1GatewayTest, EndsInTimeWithoutItsMaster) {
  Start({{"", "http://127.0.0.1:1"}});
  EXPECT_TRUE(Until([&] { return Logged().find("waiting for the master") != std::string::npos; }));
  gateway_ = nullptr;
}

}  // namespace
}  // namespace surefoot::gateways::ros1
