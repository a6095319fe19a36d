#include "surefoot/gateways/web/rosbridge/payload.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/web/rosbridge/rosapi.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::gateways::web {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;
using msgs::geometry_msgs::Vector3;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Args, AreObjectsListsOrNothing) {
  for (const char* text : {R"({"x":1,"z":3})", "[1, 0, 3]", "[1,0,3.0]"}) {
    Vector3 v;
    ASSERT_TRUE(ReadArgs(Vector3::type(), text, &v).ok()) << text;
    EXPECT_EQ(v.x, 1.0);
    EXPECT_EQ(v.z, 3.0);
  }
  for (const char* text : {"", "null", "{}", "[]"}) {
    Vector3 v;
    EXPECT_TRUE(ReadArgs(Vector3::type(), text, &v).ok()) << text;
  }
  Vector3 v;
  EXPECT_THAT(ReadArgs(Vector3::type(), "[1,2,3,4]", &v).error().message, HasSubstr("more values"));
  EXPECT_FALSE(ReadArgs(Vector3::type(), "[1,", &v).ok());
  EXPECT_FALSE(ReadArgs(Vector3::type(), "\"x\"", &v).ok());
  EXPECT_FALSE(ReadArgs(Vector3::type(), "[1,\"y\"]", &v).ok());
}

TEST(Message, GetsTheTimeWhenItHasNone) {
  TwistStamped read;
  Bytes cdr = MessageToCdr(TwistStamped::type(), "{}", 1'500'000'000).value();
  ASSERT_TRUE(msgs::Decode(cdr, &read));
  EXPECT_EQ(read.header.stamp.sec, 1);
  EXPECT_EQ(read.header.stamp.nanosec, 500000000u);
  cdr =
      MessageToCdr(TwistStamped::type(), R"({"header":{"stamp":{"secs":7,"nsecs":8}}})", 1).value();
  ASSERT_TRUE(msgs::Decode(cdr, &read));
  EXPECT_EQ(read.header.stamp.sec, 7);
  EXPECT_EQ(read.header.stamp.nanosec, 8u);
}

TEST(Twists, BecomeOneAnother) {
  Twist twist;
  twist.linear.x = 2.0;
  Bytes cdr;
  msgs::Encode(twist, &cdr);
  ASSERT_TRUE(CanConvert(Twist::type(), TwistStamped::type()));
  const Bytes stamped = Convert(Twist::type(), TwistStamped::type(), cdr).value();
  TwistStamped read;
  ASSERT_TRUE(msgs::Decode(stamped, &read));
  EXPECT_EQ(read.twist.linear.x, 2.0);
  EXPECT_EQ(Convert(TwistStamped::type(), Twist::type(), stamped).value(), cdr);
  EXPECT_FALSE(CanConvert(Twist::type(), Vector3::type()));
  EXPECT_FALSE(Convert(TwistStamped::type(), Twist::type(), Bytes{1, 2}).ok());
}

TEST(TypeDefs, ListNestedTypesOnce) {
  const auto defs = TypeDefs(TwistStamped::type());
  std::vector<std::string> names;
  for (const auto& def : defs) names.push_back(def.type_);
  EXPECT_THAT(
      names, ElementsAre("geometry_msgs/TwistStamped", "std_msgs/Header", "builtin_interfaces/Time",
                         "geometry_msgs/Twist", "geometry_msgs/Vector3"));
  EXPECT_THAT(defs[0].fieldnames, ElementsAre("header", "twist"));
  EXPECT_THAT(defs[0].fieldtypes, ElementsAre("std_msgs/Header", "geometry_msgs/Twist"));
  EXPECT_THAT(defs[4].fieldtypes, ElementsAre("float64", "float64", "float64"));
  EXPECT_THAT(defs[4].fieldarraylen, ElementsAre(-1, -1, -1));
  const auto grid = TypeDefs(*msgs::FindType("sensor_msgs/Imu"));
  EXPECT_EQ(grid[0].fieldarraylen[2], 9);
  const auto status = TypeDefs(*msgs::FindType("sensor_msgs/NavSatStatus"));
  EXPECT_THAT(status[0].constnames, testing::Contains("STATUS_NO_FIX"));
  EXPECT_EQ(status[0].constvalues[0], "-2");
}

// The definitions must match the fields of the messages.
TEST(TypeDefs, AgreeWithTheMessagesOfAllTypes) {
  for (const msgs::TypeInfo* type : msgs::AllTypes()) {
    const auto def = TypeDefs(*type)[0];
    std::size_t i = 0;
    msgs::VisitFields(*type, type->make().get(), [&](const msgs::FieldRef& field) {
      ASSERT_LT(i, def.fieldnames.size()) << type->name;
      EXPECT_EQ(def.fieldnames[i], field.name) << type->name;
      const int length = field.shape == msgs::FieldRef::Shape::kSingle ? -1
                         : field.shape == msgs::FieldRef::Shape::kFixedArray
                             ? static_cast<int>(field.count)
                             : 0;
      EXPECT_EQ(def.fieldarraylen[i], length) << type->name << " " << field.name;
      if (field.type != nullptr) {
        EXPECT_EQ(def.fieldtypes[i], ShortTypeName(field.type->name)) << type->name;
      }
      ++i;
    });
    EXPECT_EQ(i, def.fieldnames.size()) << type->name;
    EXPECT_EQ(def.examples.size(), i);
    EXPECT_EQ(def.constnames.size(), def.constvalues.size());
  }
}

}  // namespace
}  // namespace surefoot::gateways::web
