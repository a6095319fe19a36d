#include "surefoot/record/definition.h"

#include <gtest/gtest.h>

#include "surefoot/msgs/type_info.h"

namespace surefoot::record {
namespace {

const char* const kOurs =
    "std_msgs/Header header\nPoint[] points\nfloat64[9] covariance\n"
    "================================================================================\n"
    "MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n"
    "================================================================================\n"
    "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
    "================================================================================\n"
    "MSG: a_msgs/Point\nfloat64 x\nbyte flag\n";

/// kOurs with one text replaced by another.
std::string With(const std::string& from, const std::string& to) {
  std::string text = kOurs;
  text.replace(text.find(from), from.size(), to);
  return text;
}

bool Same(const std::string& theirs) { return SameOnTheWire("a_msgs/msg/Cloud", kOurs, theirs); }

TEST(Definition, WhatDoesNotShowOnTheWireDoesNotCount) {
  EXPECT_TRUE(Same(kOurs));
  EXPECT_TRUE(Same("# A cloud.\n\nuint8 KIND = 3\nuint8 OTHER=4\n" + std::string(kOurs)));
  EXPECT_TRUE(Same(With("string frame_id", "string<=20 name 'x' # comment")));
  EXPECT_TRUE(Same(With("Point[] points", "a_msgs/msg/Point[<=7]   list")));
  EXPECT_TRUE(Same(With("byte flag", "uint8 flag 3")));
  EXPECT_TRUE(Same("std_msgs/Header header\nPoint[] points\nfloat64[9] covariance\n"));
}

TEST(Definition, OtherFieldsCount) {
  EXPECT_FALSE(Same(With("float64 x", "float32 x")));
  EXPECT_FALSE(Same(With("float64 x\n", "")));
  EXPECT_FALSE(Same(With("float64[9]", "float64[]")));
  EXPECT_FALSE(Same(With("float64[9]", "float64[10]")));
  EXPECT_FALSE(Same(With("Point[]", "Point")));
  EXPECT_FALSE(Same(With("builtin_interfaces/Time stamp", "int32 a\nuint32 b")));
  EXPECT_FALSE(Same(std::string(kOurs) + "int8 more\n"));
  EXPECT_FALSE(Same(""));
}

TEST(Definition, ATypeInsideItselfEnds) {
  const std::string loop = "Cloud again\n";
  EXPECT_FALSE(SameOnTheWire("a_msgs/msg/Cloud", loop, loop));
}

TEST(Definition, AllOursEqualThemselves) {
  for (const msgs::TypeInfo* type : msgs::AllTypes()) {
    EXPECT_TRUE(SameOnTheWire(type->name, type->definition, type->definition)) << type->name;
  }
}

}  // namespace
}  // namespace surefoot::record
