#include "surefoot/gateways/web/rosbridge/request.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::web {
namespace {

using testing::HasSubstr;

// What roslib 1.4.1 and roslibpy send, byte for byte.
TEST(ParseRequest, TakesWhatClientsSend) {
  const std::string subscribe =
      R"({"op":"subscribe","id":"subscribe:/chatter:1","type":"std_msgs/String","topic":"/chatter",)"
      R"("compression":"none","throttle_rate":0,"queue_length":0})";
  Request request = ParseRequest(subscribe).value();
  EXPECT_EQ(request.op, "subscribe");
  EXPECT_EQ(request.id, "\"subscribe:/chatter:1\"");
  EXPECT_EQ(request.type, "std_msgs/String");
  EXPECT_EQ(request.compression, Compression::kNone);
  const std::string publish =
      R"({"op": "publish", "id": "publish:/cmd_vel:6", "topic": "/cmd_vel", "msg": {"linear": {"x": 1}}, "latch": false})";
  request = ParseRequest(publish).value();
  EXPECT_EQ(request.msg, R"({"linear": {"x": 1}})");
  request = ParseRequest(
                R"({"op":"call_service","id":7,"service":"a","args":[1,"x"],"fragment_size":null})")
                .value();
  EXPECT_EQ(request.id, "7");
  EXPECT_EQ(request.args, "[1,\"x\"]");
  EXPECT_FALSE(request.fragment_size.has_value());
  request =
      ParseRequest(R"({"op":"fragment","id":"1","data":"\"x\"","num":2,"total":3.0})").value();
  EXPECT_EQ(request.data, "\"x\"");
  EXPECT_EQ(request.total, 3);
  EXPECT_EQ(ParseRequest(R"({"op":"x","unknown":{"a":[1,{}]}})").value().op, "x");
}

TEST(ParseRequest, ReportsWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "expected an object"},
      {"[]", "expected an object"},
      {"{}", "\"op\" is missing"},
      {R"({"op":5})", "op: expected a string"},
      {R"({"op":"x")", "not valid JSON"},
      {R"({"op":"x"} {})", "there is more after the end"},
      {R"({"op":"subscribe","compression":"zip"})", "none, png, cbor and cbor-raw"},
      {R"({"op":"subscribe","throttle_rate":"fast"})", "throttle_rate: expected a number"},
      {R"({"op":"subscribe","queue_length":1.5})", "whole number"},
      {R"({"op":"x","id":{}})", "id: expected a string or a number"},
      {R"({"op":"x","id":")" + std::string(2000, 'a') + "\"}", "1024"},
      {R"({"op":"subscribe","topic":")" + std::string(2000, 'a') + "\"}", "1024"},
      {std::string(1000, '['), "expected an object"},
      {R"({"op":"x","msg":)" + std::string(1000, '['), "nested too deeply"},
  };
  for (const auto& [text, part] : cases) {
    const Result<Request> request = ParseRequest(text);
    ASSERT_FALSE(request.ok()) << text;
    EXPECT_THAT(request.error().message, HasSubstr(part)) << text;
  }
}

TEST(Names, AreMadeFull) {
  EXPECT_EQ(FullName("rosapi/topics"), "/rosapi/topics");
  EXPECT_EQ(FullName("/a"), "/a");
  EXPECT_EQ(FullName(""), "");
  EXPECT_EQ(IdText("\"a\\n\""), "a\n");
  EXPECT_EQ(IdText("7"), "7");
}

}  // namespace
}  // namespace surefoot::gateways::web
