#include "surefoot/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace surefoot {
namespace {

TEST(Text, NumbersReadBackAsTheSameBits) {
  for (const double value : {0.1, -0.0, 1.0 / 3.0, 1e300, 5e-324, -12345.678}) {
    double back = 1.0;
    ASSERT_TRUE(FromChars(NumberText(value), &back));
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
    ASSERT_TRUE(FromChars(NumberText(value, 17), &back));
    EXPECT_EQ(back, value);
  }
  EXPECT_EQ(NumberText(0.1), "0.1");
  EXPECT_EQ(NumberText(-0.0), "-0");
}

TEST(Text, DigitsAndDecimals) {
  EXPECT_EQ(NumberText(3.14159265, 3), "3.14");
  EXPECT_EQ(NumberText(1e9, 6), "1e+09");
  EXPECT_EQ(DecimalText(0.5), "0.5");
  EXPECT_EQ(DecimalText(1e9), "1000000000");
  EXPECT_EQ(DecimalText(0.0), "0");
  EXPECT_EQ(StrFormat("%d of %s", 3, std::string(200, 'x').c_str()),
            "3 of " + std::string(200, 'x'));
}

TEST(Text, TheWholeTextIsANumberOrNone) {
  double value = 0.0;
  for (const char* text : {"", " 1", "1 ", "1x", "1,5", "+", "0x1"}) {
    EXPECT_FALSE(ParseNumber(text, &value)) << text;
  }
  EXPECT_TRUE(ParseNumber("+1.5", &value));
  EXPECT_EQ(value, 1.5);
  EXPECT_FALSE(FromChars("+1.5", &value));
  EXPECT_TRUE(ParseNumber("inf", &value));
  EXPECT_FALSE(ParseFinite("inf", &value));
  EXPECT_FALSE(ParseFinite("nan", &value));
  int whole = 0;
  EXPECT_TRUE(FromChars("-12", &whole));
  EXPECT_EQ(whole, -12);
  EXPECT_FALSE(FromChars("1.0", &whole));
  EXPECT_FALSE(FromChars("99999999999", &whole));
}

TEST(Text, Words) {
  EXPECT_EQ(Lower("Wheel_1 \xc3\x84"), "wheel_1 \xc3\x84");
  EXPECT_EQ(Quoted("a\"b\\c\n"), "\"a\\\"b\\\\c \"");
  struct Named {
    std::string name;
  };
  const std::vector<Named> items = {{"a"}, {"b"}};
  EXPECT_EQ(Joined(items, &Named::name), "a, b");
  EXPECT_EQ(Joined(items, [](const Named& item) { return item.name + "!"; }), "a!, b!");
  EXPECT_EQ(Joined(std::vector<std::string>{"one"}), "one");
  EXPECT_EQ(Joined(std::vector<std::string>{}), "");
}

}  // namespace
}  // namespace surefoot
