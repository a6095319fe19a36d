#include "surefoot/msgs/cdr.h"

#include <gmock/gmock.h>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/rcl_interfaces.h"
#include "surefoot/msgs/rmw_dds_common.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "tests/allocation_counter.h"

namespace surefoot::msgs {
namespace {

/// Bytes derived by hand from the rules of CDR; tests/integration/cdr_independent.sh compares with
/// other programs.
template <typename T>
void ExpectBytes(const T& message, const Bytes& expected) {
  Bytes bytes;
  CdrWriter(&bytes).Write(message);
  EXPECT_EQ(bytes, expected);
  T back;
  CdrReader reader(expected.data(), expected.size());
  reader.Read(&back);
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE(back == message);
}

struct Odd {
  std::uint8_t first = 0;
  double second = 0.0;
  std::uint8_t third = 0;
  std::uint16_t fourth = 0;

  template <typename Self, typename Visitor>
  static void VisitFields(Self& self, Visitor&& visit) {
    visit("first", self.first);
    visit("second", self.second);
    visit("third", self.third);
    visit("fourth", self.fourth);
  }
  friend bool operator==(const Odd& a, const Odd& b) {
    return a.first == b.first && a.second == b.second && a.third == b.third && a.fourth == b.fourth;
  }
};

struct Nothing {
  template <typename Self, typename Visitor>
  static void VisitFields(Self&, Visitor&&) {}
  friend bool operator==(const Nothing&, const Nothing&) { return true; }
};

struct Mixed {
  std::uint8_t byte = 0;
  std::vector<double> doubles;
  std::vector<Odd> odds;
  Nothing nothing;
  std::vector<Nothing> nothings;
  std::array<std::uint8_t, 3> flags{};
  bool truth = false;
  std::vector<std::string> texts;
  std::int64_t last = 0;

  template <typename Self, typename Visitor>
  static void VisitFields(Self& self, Visitor&& visit) {
    visit("byte", self.byte);
    visit("doubles", self.doubles);
    visit("odds", self.odds);
    visit("nothing", self.nothing);
    visit("nothings", self.nothings);
    visit("flags", self.flags);
    visit("truth", self.truth);
    visit("texts", self.texts);
    visit("last", self.last);
  }
  friend bool operator==(const Mixed& a, const Mixed& b) {
    return a.byte == b.byte && a.doubles == b.doubles && a.odds == b.odds &&
           a.nothings.size() == b.nothings.size() && a.flags == b.flags && a.truth == b.truth &&
           a.texts == b.texts && a.last == b.last;
  }
};

TEST(Cdr, AlignsNumbersToTheirSize) {
  ExpectBytes(Odd{1, 1.0, 2, 0x0304},
              {0,      1, 0, 0, /**/ 1, 0, 0, 0, 0, 0, 0, 0, /**/ 0, 0, 0, 0, 0, 0, 0xf0, 0x3f,
               /**/ 2, 0, 4, 3});
}

TEST(Cdr, AnEmptySequenceOfDoublesHasNoPadding) {
  Mixed mixed;
  mixed.byte = 5;
  mixed.nothings.resize(2);
  mixed.flags = {1, 2, 3};
  mixed.truth = true;
  mixed.texts = {"", "ab"};
  mixed.last = -1;
  ExpectBytes(mixed, {0,   1,   0,   0,                                //
                      5,   0,   0,   0,   0,   0,   0,   0,            // byte, no doubles
                      0,   0,   0,   0,                                // no odds
                      0,                                               // nothing
                      0,   0,   0,   2,   0,   0,   0,   0,   0,       // two nothings
                      1,   2,   3,   1,                                // flags, truth
                      0,   0,   2,   0,   0,   0,                      // two texts
                      1,   0,   0,   0,   0,                           // ""
                      0,   0,   0,   3,   0,   0,   0,   'a', 'b', 0,  // "ab"
                      0,                                               //
                      255, 255, 255, 255, 255, 255, 255, 255});
}

TEST(Cdr, ItemsOfSequencesAreAlignedOneByOne) {
  Mixed mixed;
  mixed.doubles = {1.0};
  mixed.odds = {Odd{1, 0.0, 2, 3}, Odd{4, 0.0, 5, 6}};
  Bytes bytes;
  CdrWriter(&bytes).Write(mixed);
  ASSERT_GT(bytes.size(), 68u);
  EXPECT_EQ(bytes[4 + 4], 1);         // one double
  EXPECT_EQ(bytes[4 + 8 + 7], 0x3f);  // directly after its length, which ends at 8
  EXPECT_EQ(bytes[4 + 16], 2);        // two odds
  EXPECT_EQ(bytes[4 + 20], 1);        // the first one needs no padding
  EXPECT_EQ(bytes[4 + 32], 2);        // 24 + 8
  EXPECT_EQ(bytes[4 + 36], 4);        // the second one begins at 36, not at a multiple of 8
  EXPECT_EQ(bytes[4 + 48], 5);
}

TEST(Cdr, TextsKeepNulInside) {
  std_msgs::String text;
  text.data = std::string("a\0b", 3);
  ExpectBytes(text, {0, 1, 0, 0, 4, 0, 0, 0, 'a', 0, 'b', 0});
}

TEST(Cdr, MessagesWithoutFieldsAreOneByte) {
  ExpectBytes(std_msgs::Empty(), {0, 1, 0, 0, 0});
  ExpectBytes(std_srvs::Trigger_Request(), {0, 1, 0, 0, 0});
  std_msgs::Empty empty;
  EXPECT_TRUE(Decode(Bytes{0, 1, 0, 0}, &empty)) << "other writers omit the byte";
}

TEST(Cdr, ReadsBigEndian) {
  const Bytes bytes = {0,      0, 0,         0,    /**/ 1, 0, 0, 0, 0, 0,
                       0,      0, /**/ 0x3f, 0xf0, 0,      0, 0, 0, 0, 0,
                       /**/ 2, 0, 3,         4};
  Odd odd;
  CdrReader reader(bytes.data(), bytes.size());
  reader.Read(&odd);
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE((odd == Odd{1, 1.0, 2, 0x0304}));
}

TEST(Cdr, OtherRepresentationsAreRefused) {
  std_msgs::Bool message;
  EXPECT_TRUE(Decode(Bytes{0, 1, 0, 0, 1}, &message));
  EXPECT_TRUE(Decode(Bytes{0, 1, 0, 3, 1, 0, 0, 0}, &message)) << "padded at the end";
  for (const Bytes& bytes : {Bytes{}, Bytes{0, 1, 0}, Bytes{0, 2, 0, 0, 1}, Bytes{0, 7, 0, 0, 1},
                             Bytes{1, 1, 0, 0, 1}, Bytes{0, 1, 0, 0}}) {
    EXPECT_FALSE(Decode(bytes, &message));
  }
}

TEST(Cdr, TextsWithoutNulAreRead) {
  std_msgs::String text;
  ASSERT_TRUE(Decode(Bytes{0, 1, 0, 0, 2, 0, 0, 0, 'a', 'b'}, &text));
  EXPECT_EQ(text.data, "ab");
  ASSERT_TRUE(Decode(Bytes{0, 1, 0, 0, 0, 0, 0, 0}, &text));
  EXPECT_EQ(text.data, "");
}

TEST(Cdr, ItemsOfBoolArraysAreOneByte) {
  rcl_interfaces::ParameterValue value;
  value.bool_array_value = {true, false, true};
  value.integer_array_value = {-1};
  Bytes bytes;
  Encode(value, &bytes);
  rcl_interfaces::ParameterValue back;
  ASSERT_TRUE(Decode(bytes, &back));
  EXPECT_TRUE(back == value);
  // 32 bytes up to the empty string, with padding, then no bytes and three bool.
  const Bytes bools(bytes.begin() + 40, bytes.begin() + 47);
  EXPECT_EQ(bools, (Bytes{3, 0, 0, 0, 1, 0, 1}));
}

TEST(Cdr, WhatIsLargerThanItsBoundIsRefused) {
  rcl_interfaces::DescribeParameters_Response response;
  response.descriptors.resize(2);
  rcl_interfaces::DescribeParameters_Response back;
  for (const std::size_t count : {0, 1, 2}) {
    response.descriptors[1].integer_range.resize(count);
    Bytes bytes;
    Encode(response, &bytes);
    EXPECT_EQ(Decode(bytes, &back), count < 2) << count;
  }
  rmw_dds_common::NodeEntitiesInfo node;
  for (const std::size_t size : {0, 256, 257}) {
    node.node_name.assign(size, 'a');
    Bytes bytes;
    Encode(node, &bytes);
    EXPECT_EQ(Decode(bytes, &node), size < 257) << size;
  }
}

/// string<=2[<=2] and string<=2[1], which no message of the schema has.
struct ShortTexts {
  std::vector<std::string> texts;
  std::array<std::string, 1> one;

  static constexpr FieldBounds kBounds[] = {{"texts", 2, 2}, {"one", 0, 2}};
  template <typename Self, typename Visitor>
  static void VisitFields(Self& self, Visitor&& visit) {
    visit("texts", self.texts);
    visit("one", self.one);
  }
};

bool Fits(const ShortTexts& texts) {
  Bytes bytes;
  CdrWriter(&bytes).Write(texts);
  ShortTexts back;
  CdrReader reader(bytes.data(), bytes.size());
  reader.Read(&back);
  return reader.ok();
}

TEST(Cdr, BoundsOfArraysOfTexts) {
  EXPECT_TRUE(Fits({{"ab", ""}, {"ab"}}));
  EXPECT_FALSE(Fits({{"ab", "abc"}, {"ab"}}));
  EXPECT_FALSE(Fits({{"a", "b", "c"}, {"ab"}}));
  EXPECT_FALSE(Fits({{}, {"abc"}}));
}

TEST(Cdr, AHugeLengthTakesNoMemory) {
  sensor_msgs::LaserScan scan;
  Bytes bytes;
  Encode(scan, &bytes);
  // The lengths of ranges and intensities are the last eight bytes.
  for (std::size_t at : {bytes.size() - 8, bytes.size() - 4}) {
    Bytes damaged = bytes;
    damaged[at] = damaged[at + 1] = damaged[at + 2] = damaged[at + 3] = 255;
    EXPECT_FALSE(Decode(damaged, &scan));
    EXPECT_EQ(scan.ranges.capacity(), 0u);
  }
}

TEST(Cdr, AllocatesNothingOnceWarm) {
  geometry_msgs::PoseArray poses;
  poses.header.frame_id = "a name that is longer than what a small string takes";
  poses.poses.resize(100);
  Bytes bytes;
  geometry_msgs::PoseArray back;
  Encode(poses, &bytes);
  ASSERT_TRUE(Decode(bytes, &back));
  const long before = AllocationCount();
  for (int i = 0; i < 5; ++i) {
    Encode(poses, &bytes);
    ASSERT_TRUE(Decode(bytes, &back));
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_TRUE(back == poses);
}

}  // namespace
}  // namespace surefoot::msgs
