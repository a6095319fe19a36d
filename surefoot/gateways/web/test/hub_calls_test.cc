#include "surefoot/gateways/web/test/hub_fixture.h"

namespace surefoot::gateways::web {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class HubCalls : public HubTest {
 protected:
  /// The answer's values.
  json Call(FakePeer* peer, const std::string& service, const std::string& args = "{}") {
    peer->Send(R"({"op":"call_service","id":"x","service":")" + service + R"(","args":)" + args +
               "}");
    Step();
    const json answer = peer->One();
    EXPECT_EQ(answer["op"], "service_response");
    EXPECT_EQ(answer["result"], true) << answer;
    return answer["values"];
  }
};

TEST_F(HubCalls, AreAnswered) {
  FakePeer peer(&hub_);
  peer.Send(
      R"({"op":"call_service","id":12,"service":"set","type":"std_srvs/SetBool","args":{"data":true}})");
  Step();
  EXPECT_EQ(peer.One(), json::parse(R"({"op":"service_response","id":12,"service":"set",
      "values":{"success":true,"message":"of web:1"},"result":true})"));
  EXPECT_EQ(Call(&peer, "/set", "[false]")["success"], false);
  EXPECT_EQ(Call(&peer, "/set", "[]")["success"], false);
  EXPECT_EQ(peer.client()->calls, 0u);
}

TEST_F(HubCalls, FailWithAText) {
  FakePeer peer(&hub_);
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"("service":"/fail")", "it \"always\" fails"},
      {R"("service":"/none")", "unknown service '/none'"},
      {R"("service":"/set","args":{"x":1})", "no such field"},
      {R"("service":"/rosapi/topic_type","args":{"x":1})", "no such field"},
  };
  for (const auto& [members, part] : cases) {
    peer.Send(R"({"op":"call_service","id":"i",)" + members + "}");
    Step();
    const json answer = peer.One();
    EXPECT_EQ(answer["id"], "i");
    EXPECT_EQ(answer["result"], false);
    EXPECT_THAT(answer["values"].get<std::string>(), HasSubstr(part));
  }
}

TEST_F(HubCalls, AreAnsweredLaterAndInAnyOrder) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"call_service","id":"slow","service":"/later"})");
  peer.Send(R"({"op":"call_service","id":"fast","service":"/set"})");
  Step();
  EXPECT_EQ(peer.One()["id"], "fast");
  Step(2);
  EXPECT_EQ(peer.One()["id"], "slow");
}

TEST_F(HubCalls, HaveATimeout) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"call_service","id":"t","service":"/never","timeout":1.5})", now_);
  Step(2);
  ASSERT_TRUE(hub_.next().has_value());
  EXPECT_EQ(*hub_.next(), now_ + std::chrono::milliseconds(1500));
  hub_.Tick(now_ + std::chrono::milliseconds(1499));
  EXPECT_THAT(peer.Take(), SizeIs(0));
  hub_.Tick(now_ + std::chrono::milliseconds(1500));
  EXPECT_THAT(peer.One()["values"].get<std::string>(), HasSubstr("timeout"));
  EXPECT_FALSE(hub_.next().has_value());
}

TEST_F(HubCalls, ClientsOfferServices) {
  FakePeer server(&hub_);
  FakePeer caller(&hub_);
  server.Send(R"({"op":"advertise_service","service":"/mine","type":"std_srvs/SetBool"})");
  Step();
  caller.Send(R"({"op":"call_service","id":"c1","service":"/mine","args":{"data":true}})");
  Step();
  json call = server.One();
  EXPECT_EQ(call["op"], "call_service");
  EXPECT_EQ(call["service"], "/mine");
  EXPECT_EQ(call["args"], json::parse(R"({"data":true})"));
  const json answer{{"op", "service_response"},
                    {"id", call["id"]},
                    {"service", "/mine"},
                    {"values", {{"success", true}, {"message", "hi"}}},
                    {"result", true}};
  caller.Send(answer.dump());
  EXPECT_THAT(caller.One()["msg"].get<std::string>(), HasSubstr("no call with the id"))
      << "not the one that was asked";
  server.Send(answer.dump());
  Step();
  EXPECT_EQ(caller.One()["values"]["message"], "hi");
  server.Send(answer.dump());
  EXPECT_EQ(server.One()["op"], "status") << "answered before";
}

TEST_F(HubCalls, OfClientsFailWhenTheyRefuseAnswerNonsenseOrLeave) {
  auto server = std::make_unique<FakePeer>(&hub_);
  FakePeer caller(&hub_);
  server->Send(R"({"op":"advertise_service","service":"/mine","type":"std_srvs/Trigger"})");
  Step();
  const auto ask = [&](const std::string& rest) {
    caller.Send(R"({"op":"call_service","id":"c","service":"/mine"})");
    Step();
    const std::string id = server->One()["id"];
    server->Send(R"({"op":"service_response","service":"/mine","id":")" + id + "\"," + rest + "}");
    Step();
    server->Take();
    return caller.One()["values"].get<std::string>();
  };
  EXPECT_EQ(ask(R"("values":"not now","result":false)"), "not now");
  EXPECT_THAT(ask(R"("values":{"success":3},"result":true)"), HasSubstr("success"));
  FakePeer rival(&hub_);
  rival.Send(R"({"op":"advertise_service","service":"/mine","type":"std_srvs/Trigger"})");
  EXPECT_THAT(rival.One()["msg"].get<std::string>(), HasSubstr("already"));
  rival.Send(R"({"op":"advertise_service","service":"/set","type":"std_srvs/Trigger"})");
  Step();
  EXPECT_THAT(rival.One()["msg"].get<std::string>(), HasSubstr("already"));
  caller.Send(R"({"op":"call_service","id":"c","service":"/mine"})");
  Step();
  server.reset();
  Step(2);
  EXPECT_THAT(caller.One()["values"].get<std::string>(), HasSubstr("left"));
  EXPECT_EQ(hub_.core().directory.services.count("/mine"), 0u);
}

TEST_F(HubCalls, GoalsHaveFeedbackAndResult) {
  FakePeer peer(&hub_);
  peer.Send(
      R"({"op":"send_action_goal","id":"g","action":"/count","action_type":"simulation_interfaces/SimulateSteps",
      "args":{"steps":2},"feedback":true})");
  Step(3);
  const std::vector<json> messages = peer.Take();
  ASSERT_THAT(messages, SizeIs(3));
  EXPECT_EQ(messages[0], json::parse(R"({"op":"action_feedback","id":"g","action":"/count",
      "values":{"completed_steps":1,"remaining_steps":1}})"));
  EXPECT_EQ(messages[2], json::parse(R"({"op":"action_result","id":"g","action":"/count",
      "values":{"result":{"result":1,"error_message":""}},"status":4,"result":true})"));
}

TEST_F(HubCalls, GoalsAreCanceledAndRefused) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"send_action_goal","id":"g","action":"count","args":{"steps":1000}})");
  Step(3);
  EXPECT_THAT(peer.Take(), SizeIs(0)) << "no feedback unless asked for";
  peer.Send(R"({"op":"cancel_action_goal","id":"g","action":"count"})");
  Step();
  EXPECT_EQ(peer.One()["status"], 5);
  peer.Send(R"({"op":"send_action_goal","id":"g","action":"/count","args":{"steps":2000000}})");
  Step();
  const json refused = peer.One();
  EXPECT_EQ(refused["values"], "too many steps");
  EXPECT_EQ(refused["result"], false);
  peer.Send(R"({"op":"send_action_goal","id":"g","action":"/none"})");
  EXPECT_EQ(peer.One()["status"], 0);
  EXPECT_EQ(peer.client()->calls, 0u);
}

TEST_F(HubCalls, ClientsWorkOnGoals) {
  FakePeer server(&hub_);
  FakePeer caller(&hub_);
  server.Send(
      R"({"op":"advertise_action","action":"/act","type":"simulation_interfaces/action/SimulateSteps"})");
  Step();
  caller.Send(
      R"({"op":"send_action_goal","id":1,"action":"/act","args":{"steps":7},"feedback":true})");
  Step();
  const json goal = server.One();
  EXPECT_EQ(goal["op"], "send_action_goal");
  EXPECT_EQ(goal["args"]["steps"], 7);
  EXPECT_EQ(goal["feedback"], true);
  const std::string id = goal["id"];
  server.Send(R"({"op":"action_feedback","action":"/act","id":")" + id +
              R"(","values":{"completed_steps":3}})");
  server.Send(R"({"op":"action_status","action":"/act","id":")" + id + R"(","status":2})");
  caller.Send(R"({"op":"cancel_action_goal","action":"/act","id":1})");
  Step();
  EXPECT_EQ(caller.One()["values"]["completed_steps"], 3);
  EXPECT_EQ(server.One()["op"], "cancel_action_goal");
  server.Send(R"({"op":"action_result","action":"/act","id":")" + id +
              R"(","values":{"result":{"result":1}},"status":5,"result":true})");
  Step();
  const json result = caller.One();
  EXPECT_EQ(result["status"], 5);
  EXPECT_EQ(result["id"], 1);
  // A goal that fails, and one whose client leaves.
  caller.Send(R"({"op":"send_action_goal","id":2,"action":"/act"})");
  Step();
  server.Send(R"({"op":"action_result","action":"/act","id":")" +
              server.One()["id"].get<std::string>() +
              R"(","values":"broken","status":6,"result":false})");
  Step();
  EXPECT_EQ(caller.One()["values"], "broken");
  caller.Send(R"({"op":"send_action_goal","id":3,"action":"/act"})");
  Step();
  server.Leave();
  Step();
  EXPECT_EQ(caller.One()["result"], false);
}

TEST_F(HubCalls, RosapiReportsWhatThereIs) {
  FakePeer peer(&hub_);
  peer.Send(R"({"op":"subscribe","topic":"/pong"})");
  peer.Send(R"({"op":"advertise","topic":"/talk","type":"std_msgs/String"})");
  Step();
  const json topics = Call(&peer, "rosapi/topics");
  EXPECT_EQ(topics["topics"].size(), topics["types"].size());
  EXPECT_THAT(topics["topics"].get<std::vector<std::string>>(), testing::Contains("/talk"));
  EXPECT_EQ(Call(&peer, "/rosapi/topic_type", R"({"topic":"/robot_0/odom"})")["type"],
            "nav_msgs/msg/Odometry");
  EXPECT_EQ(Call(&peer, "/rosapi/topic_type", R"({"topic":"/none"})")["type"], "");
  EXPECT_EQ(Call(&peer, "/rosapi/topics_for_type", R"({"type":"sensor_msgs/Imu"})")["topics"],
            json{"/robot_0/imu/data"});
  EXPECT_EQ(Call(&peer, "/rosapi/services_for_type", R"({"type":"std_srvs/SetBool"})")["services"],
            json{"/set"});
  EXPECT_EQ(Call(&peer, "/rosapi/service_type", R"({"service":"/rosapi/topics"})")["type"],
            "rosapi_msgs/srv/Topics");
  EXPECT_EQ(Call(&peer, "/rosapi/service_node", R"({"service":"/set"})")["node"], "/surefoot");
  EXPECT_EQ(Call(&peer, "/rosapi/nodes")["nodes"], (json{"/surefoot", "/web_1"}));
  EXPECT_EQ(Call(&peer, "/rosapi/publishers", R"({"topic":"/talk"})")["publishers"],
            json{"/web_1"});
  EXPECT_EQ(Call(&peer, "/rosapi/node_details", R"({"node":"/web_1"})")["subscribing"],
            json{"/pong"});
  EXPECT_EQ(Call(&peer, "/rosapi/action_servers")["action_servers"], json{"/count"});
  EXPECT_EQ(Call(&peer, "/rosapi/action_type", R"({"action":"/count"})")["type"],
            "simulation_interfaces/action/SimulateSteps");
  EXPECT_EQ(Call(&peer, "/rosapi/message_details", R"({"type":"geometry_msgs/Twist"})")["typedefs"]
                .size(),
            2u);
  EXPECT_EQ(Call(&peer, "/rosapi/service_request_details",
                 R"({"type":"std_srvs/SetBool"})")["typedefs"][0]["fieldnames"],
            json{"data"});
  EXPECT_EQ(Call(&peer, "/rosapi/get_ros_version")["version"], 2);
  const json time = Call(&peer, "/rosapi/get_time")["time"];
  EXPECT_EQ(time["secs"], time["sec"]);
  EXPECT_EQ(time["nsecs"], time["nanosec"]);
  EXPECT_GT(time["nanosec"], 0);
}

TEST_F(HubCalls, ParametersAreKept) {
  FakePeer peer(&hub_);
  EXPECT_EQ(Call(&peer, "/rosapi/get_param", R"({"name":"/a:b"})")["value"], "null");
  EXPECT_EQ(Call(&peer, "/rosapi/get_param", R"({"name":"/a:b","default_value":"5"})")["value"],
            "5");
  EXPECT_EQ(Call(&peer, "/rosapi/set_param", R"({"name":"/a:b","value":"[1]"})")["successful"],
            true);
  EXPECT_EQ(Call(&peer, "/rosapi/set_param", R"({"name":"/a:c","value":"no json"})")["successful"],
            false);
  EXPECT_EQ(Call(&peer, "/rosapi/get_param", R"({"name":"/a:b"})")["value"], "[1]");
  EXPECT_EQ(Call(&peer, "/rosapi/has_param", R"({"name":"/a:c"})")["exists"], false);
  EXPECT_EQ(Call(&peer, "/rosapi/get_param", R"({"name":"/x:use_sim_time"})")["value"], "true");
  EXPECT_EQ(Call(&peer, "/rosapi/delete_param", R"({"name":"/a:b"})")["successful"], true);
  EXPECT_EQ(Call(&peer, "/rosapi/get_param_names")["names"], json{"/surefoot:use_sim_time"});
}

TEST_F(HubCalls, FragmentsOfClientsArePutTogether) {
  FakePeer peer(&hub_);
  const std::string text =
      R"({"op":"call_service","id":"f","service":"/set","args":{"data":true}})";
  for (const std::string& piece : SplitIntoFragments(text, 10, "frag")) peer.Send(piece);
  Step();
  EXPECT_EQ(peer.One()["id"], "f");
  const std::string inner = SplitIntoFragments("{}", 10, "x")[0];
  for (const std::string& piece : SplitIntoFragments(inner, 10, "y")) peer.Send(piece);
  EXPECT_THAT(peer.One()["msg"].get<std::string>(), HasSubstr("nested fragments"));
}

TEST_F(HubCalls, NonsenseIsReportedAndCounted) {
  FakePeer peer(&hub_);
  for (const char* text :
       {"", "x", "{}", R"({"op":"dance"})", R"({"op":"set_level","level":"loud"})"}) {
    peer.Send(text);
    EXPECT_EQ(peer.One()["level"], "error") << text;
  }
  EXPECT_EQ(Refused("malformed"), 4.0);
  EXPECT_EQ(Refused("unknown op"), 1.0);
  peer.Send(R"({"op":"auth","mac":"x"})");
  EXPECT_EQ(peer.One()["level"], "error");
  EXPECT_EQ(peer.client()->caller().role, graph::Role::kOwner) << "what it has it keeps";
}

TEST_F(HubCalls, NothingIsTakenBeforeAuthentication) {
  FakePeer peer(&hub_, std::nullopt);
  peer.Send(R"({"op":"call_service","id":"c","service":"/rosapi/topics"})");
  EXPECT_EQ(peer.One()["op"], "status");
  peer.Send(
      R"({"op":"auth","mac":"0123","client":"c","dest":"d","rand":"r","t":1,"level":"l","end":2})");
  EXPECT_EQ(Refused("not authenticated"), 2.0);
  EXPECT_FALSE(peer.client()->has_role());
}

/// Parameters are everybody's, so viewers may read them only.
TEST_F(HubCalls, ViewersDoNotChangeParameters) {
  FakePeer driver(&hub_, graph::Role::kDriver);
  FakePeer viewer(&hub_, graph::Role::kViewer);
  const auto call = [](FakePeer* peer, const std::string& service, const std::string& args) {
    peer->Send(R"({"op":"call_service","service":"/rosapi/)" + service + R"(","args":)" + args +
               "}");
    return peer->One();
  };
  EXPECT_EQ(call(&driver, "set_param", R"({"name":"a","value":"1"})")["values"]["successful"],
            true);
  for (const char* service : {"set_param", "delete_param"}) {
    const json refused = call(&viewer, service, R"({"name":"a","value":"2"})");
    EXPECT_EQ(refused["result"], false) << service;
    EXPECT_THAT(refused["values"], HasSubstr("needs the role driver")) << service;
  }
  EXPECT_EQ(call(&viewer, "get_param", R"({"name":"a"})")["values"]["value"], "1");
  const std::string long_name(300, 'n');
  EXPECT_EQ(call(&driver, "set_param",
                 R"({"name":")" + long_name + R"(","value":"1"})")["values"]["successful"],
            false);
}

}  // namespace
}  // namespace surefoot::gateways::web
