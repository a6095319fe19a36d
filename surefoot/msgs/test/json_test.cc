#include "surefoot/msgs/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/rcl_interfaces.h"
#include "surefoot/msgs/rmw_dds_common.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/test/random_message.h"

namespace surefoot::msgs {
namespace {

using testing::HasSubstr;

template <typename T>
std::string Refusal(const std::string& text) {
  T message;
  const Status status = FromJson(text, &message);
  return status.ok() ? "" : status.error().message;
}

TEST(Json, EveryTypeComesBack) {
  RandomStream random(7, "json");
  for (const TypeInfo* type : AllTypes()) {
    for (std::size_t longest : {0, 1, 3, 8}) {
      const std::shared_ptr<void> message = type->make();
      FillRandom(*type, longest, &random, message.get());
      const std::string text = ToJson(*type, message.get());
      // Into a message with other contents.
      const std::shared_ptr<void> back = type->make();
      FillRandom(*type, 4, &random, back.get());
      const Status status = FromJson(*type, text, back.get());
      ASSERT_TRUE(status.ok()) << type->name << " " << status.error().message << "\n" << text;
      Bytes first, second;
      type->encode(message.get(), &first);
      type->encode(back.get(), &second);
      EXPECT_EQ(first, second) << type->name << "\n" << text;
    }
  }
}

TEST(Json, LooksLikeRosbridge) {
  geometry_msgs::TwistStamped twist;
  twist.header.stamp.sec = 3;
  twist.header.stamp.nanosec = 20;
  twist.header.frame_id = "a\"b\n";
  twist.twist.linear.x = 0.1;
  twist.twist.linear.y = std::nan("");
  twist.twist.angular.z = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(ToJson(twist),
            "{\"header\":{\"stamp\":{\"sec\":3,\"nanosec\":20},\"frame_id\":\"a\\\"b\\n\"},"
            "\"twist\":{\"linear\":{\"x\":0.1,\"y\":null,\"z\":0},"
            "\"angular\":{\"x\":0,\"y\":0,\"z\":null}}}");
  sensor_msgs::CompressedImage image;
  image.data = {'f', 'o', 'o', 'b', 'a'};
  EXPECT_THAT(ToJson(image), HasSubstr("\"data\":\"Zm9vYmE=\""));
}

TEST(Json, TextsThatAreNotUtf8StillGiveJson) {
  std_msgs::String text;
  text.data =
      "a\xff"
      "b\xc3";
  EXPECT_EQ(ToJson(text),
            "{\"data\":\"a\xef\xbf\xbd"
            "b\xef\xbf\xbd\"}");
}

TEST(Json, MissingFieldsKeepWhatTheyHave) {
  geometry_msgs::Twist twist;
  twist.linear.y = 4.0;
  ASSERT_TRUE(FromJson(" { \"linear\" : { \"x\" : 1 } } ", &twist).ok());
  EXPECT_EQ(twist.linear.x, 1.0);
  EXPECT_EQ(twist.linear.y, 4.0);
  ASSERT_TRUE(FromJson("{}", &twist).ok());
}

TEST(Json, BytesAsBase64OrNumbers) {
  sensor_msgs::CompressedImage image;
  for (const char* data : {"\"AAEC/w==\"", "\"AAEC/w\"", "[0,1,2,255]"}) {
    ASSERT_TRUE(FromJson(std::string("{\"data\":") + data + "}", &image).ok()) << data;
    EXPECT_EQ(Bytes(image.data.begin(), image.data.end()), (Bytes{0, 1, 2, 255}));
  }
  for (const char* data : {"\"AAEC/w=\"", "\"A\"", "\"AA C\"", "\"AB==\"", "[256]", "[-1]", "[1.5]",
                           "{}", "3", "[1,]"}) {
    EXPECT_NE(Refusal<sensor_msgs::CompressedImage>(std::string("{\"data\":") + data + "}"), "")
        << data;
  }
}

TEST(Json, TimesOfRos1) {
  std_msgs::Header header;
  ASSERT_TRUE(FromJson("{\"stamp\":{\"secs\":5,\"nsecs\":6}}", &header).ok());
  EXPECT_EQ(header.stamp.sec, 5);
  EXPECT_EQ(header.stamp.nanosec, 6u);
}

TEST(Json, WhatIsWrongIsReportedWithItsPath) {
  using geometry_msgs::Twist;
  EXPECT_EQ(Refusal<Twist>("{\"linear\":{\"y\":\"fast\"}}"),
            "linear.y: expected a number, got \"fast\"}}");
  EXPECT_EQ(Refusal<Twist>("{\"linear\":{\"w\":1}}"),
            "linear.w: no such field in geometry_msgs/msg/Vector3; there are: x, y, z");
  EXPECT_THAT(Refusal<Twist>("{\"linear\":3}"), HasSubstr("linear: expected an object (geometry"));
  EXPECT_THAT(Refusal<Twist>("{\"linear\":{\"y\":null}}"), HasSubstr("got null"));
  EXPECT_THAT(Refusal<Twist>("{\"linear\":{\"y\":1e999}}"), HasSubstr("fits 64 bits, got 1e999"));
  EXPECT_THAT(Refusal<Twist>("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(Refusal<Twist>(""), HasSubstr("expected an object"));
  EXPECT_THAT(Refusal<Twist>("{\"linear\":{\"y\":1}"), HasSubstr("a '}' is missing"));
  EXPECT_THAT(Refusal<Twist>("{} x"), HasSubstr("character 4: there is more"));
  EXPECT_THAT(Refusal<std_msgs::Header>("{\"stamp\":{\"nanosec\":-1}}"),
              HasSubstr("stamp.nanosec: expected a whole number from 0 to 4294967295, got -1"));
  EXPECT_THAT(Refusal<std_msgs::Header>("{\"stamp\":{\"sec\":1.5}}"), HasSubstr("got 1.5"));
  EXPECT_THAT(Refusal<std_msgs::Header>("{\"frame_id\":5}"), HasSubstr("expected a text"));
  EXPECT_THAT(Refusal<std_msgs::Bool>("{\"data\":1}"), HasSubstr("data: expected true or false"));
  EXPECT_THAT(Refusal<sensor_msgs::JointState>("{\"position\":[1,2,\"x\"]}"),
              HasSubstr("position[2]: expected a number"));
  EXPECT_THAT(Refusal<nav_msgs::Path>("{\"poses\":[{},{\"pose\":{\"position\":{\"x\":true}}}]}"),
              HasSubstr("poses[1].pose.position.x: expected a number, got true"));
  EXPECT_THAT(Refusal<sensor_msgs::Imu>("{\"orientation_covariance\":[1,2]}"),
              HasSubstr("orientation_covariance: expected 9 items, got 2"));
  EXPECT_THAT(Refusal<sensor_msgs::Imu>("{\"orientation_covariance\":[1,2,3,4,5,6,7,8,9,0]}"),
              HasSubstr("got more"));
}

TEST(Json, ListsOfBooleans) {
  rcl_interfaces::ParameterValue value;
  value.bool_array_value = {true, false};
  EXPECT_THAT(ToJson(value), HasSubstr("\"bool_array_value\":[true,false]"));
  ASSERT_TRUE(FromJson("{\"bool_array_value\":[false,true,true]}", &value).ok());
  EXPECT_THAT(value.bool_array_value, testing::ElementsAre(false, true, true));
  EXPECT_NE(Refusal<rcl_interfaces::ParameterValue>("{\"bool_array_value\":[2]}"), "");
}

TEST(Json, WhatIsLargerThanItsBoundIsRefused) {
  using rcl_interfaces::ParameterDescriptor;
  using rmw_dds_common::NodeEntitiesInfo;
  EXPECT_EQ(Refusal<ParameterDescriptor>("{\"integer_range\":[{}]}"), "");
  EXPECT_EQ(Refusal<ParameterDescriptor>("{\"integer_range\":[{},{}]}"),
            "integer_range: expected at most 1 items, got more");
  const std::string longest(256, 'a');
  EXPECT_EQ(Refusal<NodeEntitiesInfo>("{\"node_name\":\"" + longest + "\"}"), "");
  EXPECT_EQ(Refusal<NodeEntitiesInfo>("{\"node_name\":\"" + longest + "b\"}"),
            "node_name: expected at most 256 bytes, got 257");
}

TEST(Json, TinyNumbersAreZeroOrNearly) {
  geometry_msgs::Vector3 vector;
  vector.x = 1.0;
  ASSERT_TRUE(FromJson("{\"x\":1e-999,\"y\":-0.0,\"z\":5e-324}", &vector).ok());
  EXPECT_EQ(vector.x, 0.0);
  EXPECT_TRUE(std::signbit(vector.y));
  EXPECT_EQ(vector.z, 5e-324);
}

TEST(Json, HostileTextsAreRefused) {
  using geometry_msgs::Twist;
  const char* const texts[] = {"{\"linear\":{\"x\":01}}",
                               "{\"linear\":{\"x\":+1}}",
                               "{\"linear\":{\"x\":.5}}",
                               "{\"linear\":{\"x\":1.}}",
                               "{\"linear\":{\"x\":NaN}}",
                               "{\"linear\":{\"x\":0x10}}",
                               "{\"linear\":{\"x\":1e}}",
                               "{'linear':{}}",
                               "{linear:{}}",
                               "{\"linear\":{},}",
                               "{\"linear\" {}}",
                               "{\"lin\\q\":{}}",
                               "{\"\\ud800\":1}",
                               "{\"\\udc00\":1}",
                               "{\"\\u12\":1}",
                               "{\"\xff\":1}",
                               "{\"a\nb\":1}",
                               "{\"linear",
                               "{\"linear\":",
                               "{"};
  for (const char* text : texts) EXPECT_NE(Refusal<Twist>(text), "") << text;
  EXPECT_NE(Refusal<Twist>(std::string("{\0}", 3)), "");
  const std::string deep = "{\"linear\":" + std::string(100000, '[');
  EXPECT_NE(Refusal<Twist>(deep), "");
  std::string unknown;
  JsonReader reader(deep);
  reader.BeginObject();
  reader.NextKey(&unknown);
  EXPECT_FALSE(reader.Skip());
  EXPECT_THAT(reader.error(), HasSubstr("nested too deeply (at most 64)"));
}

TEST(Json, ShortTextsCannotTakeAllMemory) {
  std::string text = "{\"poses\":[{}";
  for (int i = 0; i < 4000000; ++i) text += ",{}";
  EXPECT_THAT(Refusal<nav_msgs::Path>(text + "]}"), HasSubstr("the message is too large"));
  EXPECT_THAT(Refusal<nav_msgs::Path>(std::string(65u << 20, ' ')), HasSubstr("text is too large"));
}

TEST(Json, DamagedTextsAreReadOrRefused) {
  RandomStream random(9, "damage");
  const char letters[] = "{}[]\",:0123456789.-+eE\\u null\xff";
  int refused = 0;
  for (const TypeInfo* type : AllTypes()) {
    const std::shared_ptr<void> message = type->make();
    FillRandom(*type, 3, &random, message.get());
    const std::string good = ToJson(*type, message.get());
    for (int i = 0; i < 200; ++i) {
      std::string text = good;
      const std::size_t at = random.NextBits() % text.size();
      text[at] = letters[random.NextBits() % (sizeof letters - 1)];
      if (i % 3 == 0) text.resize(at);
      const std::shared_ptr<void> back = type->make();
      refused += FromJson(*type, text, back.get()).ok() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 5000);
}

TEST(JsonReader, GivesPartsOfAText) {
  JsonReader reader(" {\"a\": [1, {\"b\": null}], \"c\": \"\\u20ac\\ud83d\\ude00\", \"d\": true} ");
  std::string key, text;
  std::string_view raw;
  bool flag = false;
  ASSERT_TRUE(reader.BeginObject());
  ASSERT_TRUE(reader.NextKey(&key));
  ASSERT_TRUE(reader.Skip(&raw));
  EXPECT_EQ(raw, "[1, {\"b\": null}]");
  ASSERT_TRUE(reader.NextKey(&key));
  ASSERT_TRUE(reader.ReadString(&text));
  EXPECT_EQ(text, "\xe2\x82\xac\xf0\x9f\x98\x80");
  ASSERT_TRUE(reader.NextKey(&key));
  EXPECT_EQ(key, "d");
  ASSERT_TRUE(reader.ReadBool(&flag));
  EXPECT_TRUE(flag);
  EXPECT_FALSE(reader.NextKey(&key));
  EXPECT_TRUE(reader.AtEnd());
}

}  // namespace
}  // namespace surefoot::msgs
