#include "surefoot/world/parse.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

namespace surefoot::world {
namespace {

const Source kPlace{"robot.sdf", 7, "model[m]/pose"};

TEST(ParseDouble, TakesWhatAProgramWrites) {
  Problems problems;
  EXPECT_EQ(ParseDouble("1.5", kPlace, &problems), 1.5);
  EXPECT_EQ(ParseDouble(" \t-2e-3\n", kPlace, &problems), -0.002);
  EXPECT_EQ(ParseDouble("+4", kPlace, &problems), 4.0);
  EXPECT_EQ(ParseDouble(".5", kPlace, &problems), 0.5);
  EXPECT_EQ(ParseDouble("1e-400", kPlace, &problems), 0.0);
  EXPECT_TRUE(problems.all().empty());
}

TEST(ParseDouble, RefusesTheRestWithPlaceAndAdvice) {
  for (const char* text : {"", "  ", "1.5x", "abc", "1 2", "nan", "inf", "-inf", "1e999", "0x10",
                           "+-1", "1.5.2", "${mass}", "--1"}) {
    Problems problems;
    EXPECT_FALSE(ParseDouble(text, kPlace, &problems)) << text;
    ASSERT_EQ(problems.error_count(), 1) << text;
    EXPECT_EQ(problems.all()[0].source.line, 7);
    EXPECT_EQ(problems.all()[0].value, text);
    EXPECT_FALSE(problems.all()[0].advice.empty());
  }
}

TEST(ParseDouble, KnowsTheDecimalComma) {
  Problems problems;
  EXPECT_FALSE(ParseDouble("1,5", kPlace, &problems));
  EXPECT_NE(problems.all()[0].advice.find("comma"), std::string::npos);
}

TEST(ParseDouble, DoesNotLookAtTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  // Without this locale nothing changes, and the test repeats the others.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  Problems problems;
  EXPECT_EQ(ParseDouble("1.5", kPlace, &problems), 1.5);
  EXPECT_FALSE(ParseDouble("1,5", kPlace, &problems));
  std::setlocale(LC_ALL, before.c_str());
}

TEST(ParseLimit, TakesInfinityButNotNan) {
  Problems problems;
  EXPECT_TRUE(std::isinf(ParseLimit("inf", kPlace, &problems).value_or(0.0)));
  EXPECT_LT(ParseLimit("-inf", kPlace, &problems).value_or(0.0), -1e300);
  EXPECT_TRUE(problems.ok());
  EXPECT_FALSE(ParseLimit("nan", kPlace, &problems));
}

TEST(ParseInteger, KeepsToTheRange) {
  Problems problems;
  EXPECT_EQ(ParseInteger(" 12 ", 0, 12, kPlace, &problems), 12);
  EXPECT_EQ(ParseInteger("0xff", 0, 255, kPlace, &problems), 255);
  EXPECT_TRUE(problems.ok());
  for (const char* text : {"13", "-1", "1.0", "", "0x", "99999999999999999999"}) {
    EXPECT_FALSE(ParseInteger(text, 0, 12, kPlace, &problems)) << text;
  }
}

TEST(ParseBool, TakesFourWords) {
  Problems problems;
  EXPECT_EQ(ParseBool("true", kPlace, &problems), true);
  EXPECT_EQ(ParseBool("0", kPlace, &problems), false);
  EXPECT_EQ(ParseBool(" True", kPlace, &problems), true);
  EXPECT_TRUE(problems.ok());
  EXPECT_FALSE(ParseBool("yes", kPlace, &problems));
}

TEST(ParseVector, CountsItsNumbers) {
  Problems problems;
  const auto vector = ParseVector3("1 -2\n 3.5", kPlace, &problems);
  ASSERT_TRUE(vector);
  EXPECT_EQ(*vector, Vector3d(1.0, -2.0, 3.5));
  EXPECT_TRUE(problems.ok());
  EXPECT_FALSE(ParseVector3("1 2", kPlace, &problems));
  EXPECT_FALSE(ParseVector3("1 2 3 4", kPlace, &problems));
  EXPECT_FALSE(ParseVector3("1, 2, 3", kPlace, &problems));
  EXPECT_FALSE(ParseVector3("", kPlace, &problems));
  EXPECT_EQ(problems.error_count(), 4);
  EXPECT_NE(problems.all()[0].message.find("3 are needed"), std::string::npos);
}

TEST(ParseColor, FillsAlphaAndClamps) {
  Problems problems;
  EXPECT_EQ(*ParseColor("0.1 0.2 0.3", kPlace, &problems), Eigen::Vector4d(0.1, 0.2, 0.3, 1.0));
  EXPECT_TRUE(problems.all().empty());
  EXPECT_EQ(*ParseColor("255 0 -1 0.5", kPlace, &problems), Eigen::Vector4d(1.0, 0.0, 0.0, 0.5));
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].severity, Severity::kWarning);
}

TEST(NearestName, FindsTypingMistakes) {
  const std::vector<std::string> names = {"collision", "visual", "inertial", "pose"};
  EXPECT_EQ(NearestName("colision", names), "collision");
  EXPECT_EQ(NearestName("Visual", names), "visual");
  EXPECT_EQ(NearestName("inertail", names), "inertial");
  EXPECT_EQ(NearestName("psoe", names), "pose");
  EXPECT_EQ(NearestName("sensor", names), "");
  EXPECT_EQ(NameAdvice("sensor", {"a", "b"}), "accepted: a, b");
}

}  // namespace
}  // namespace surefoot::world
