#include "surefoot/world/element_reader.h"

#include <gtest/gtest.h>

namespace surefoot::world {
namespace {

Element Leaf(const std::string& name, const std::string& text, int line) {
  Element element;
  element.name = name;
  element.text = text;
  element.source = {"robot.sdf", line, "sensor/" + name};
  return element;
}

/// <sensor rate="7"><a>1.5</a><surefoot:b> two </surefoot:b><in><n>3</n></in>...
Element Sample() {
  Element element;
  element.name = "sensor";
  element.source = {"robot.sdf", 1, "sensor"};
  element.attributes = {{"rate", "7"}};
  element.children = {Leaf("a", "1.5", 2),   Leaf("surefoot:b", " two ", 3), Leaf("in", "", 4),
                      Leaf("flag", "1", 6),  Leaf("v", "1 2 3", 7),          Leaf("bad", "x", 8),
                      Leaf("ring", "-5", 9), Leaf("ring", "5", 10)};
  element.children[2].children = {Leaf("n", "3", 5)};
  return element;
}

TEST(ElementReader, TakesChildrenAttributesAndPaths) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number("a", 0.0), 1.5);
  EXPECT_EQ(reader.Text("b"), "two");
  EXPECT_EQ(reader.Number("rate", 0.0), 7.0);
  EXPECT_EQ(reader.Integer("in/n", 0, 0, 10), 3);
  EXPECT_EQ(reader.Child("in").Number("n", 0.0), 3.0);
  EXPECT_TRUE(reader.Flag("flag", false));
  EXPECT_EQ(reader.Vector("v", Vector3d::Zero()), Vector3d(1, 2, 3));
  ASSERT_EQ(reader.Children("ring").size(), 2u);
  EXPECT_EQ(reader.Children("ring")[1].OwnText(), "5");
  EXPECT_TRUE(reader.Has("in/n"));
  EXPECT_TRUE(problems.all().empty());
}

TEST(ElementReader, GivesTheFallbackForWhatIsNotThere) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number("none", 4.0), 4.0);
  EXPECT_EQ(reader.Number("none/deeper", 4.0, 5.0, 6.0), 4.0);
  EXPECT_EQ(reader.Child("none").Text("x", "y"), "y");
  EXPECT_EQ(reader.Pose("pose").p, Vector3d::Zero());
  EXPECT_EQ(reader.Choice("mode", {"on", "off"}, "auto"), "auto");
  EXPECT_FALSE(reader.Has("none"));
}

TEST(ElementReader, ReportsWhereAValueIsWrong) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number("bad", 2.0), 2.0);
  EXPECT_EQ(reader.Number("a", 0.5, 0.0, 1.0), 0.5);
  EXPECT_EQ(reader.Integer("a", 9, 0, 10), 9);
  EXPECT_EQ(reader.Choice("b", {"one", "three"}, "one"), "one");
  ASSERT_EQ(problems.error_count(), 4);
  EXPECT_EQ(problems.all()[0].source.line, 8);
  EXPECT_EQ(problems.all()[1].source.line, 2);
  EXPECT_EQ(problems.all()[1].message, "a: must lie between 0 and 1");
  EXPECT_EQ(problems.all()[1].value, "1.5");
  EXPECT_EQ(problems.all()[3].message, "b: must be one of: one, three");
}

TEST(ElementReader, WarnsOfSlipsOfThePen) {
  const Element element = Sample();
  Problems problems;
  ElementReader(element, &problems).WarnMisspelt({"a", "b", "in", "flags", "v", "bad", "ring"});
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].source.line, 6);
  EXPECT_EQ(problems.all()[0].advice, "did you mean \"flags\"?");
}

TEST(ElementReader, AcceptsOldNamesWithAWarning) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number(reader.WithOldName("alpha", "a"), 0.0), 1.5);
  EXPECT_EQ(reader.Number(reader.WithOldName("in/number", "n"), 0.0), 3.0);
  EXPECT_EQ(reader.Number(reader.WithOldName("frequency", "rate"), 0.0), 7.0) << "an attribute";
  EXPECT_EQ(reader.Text(reader.WithOldName("beta", "b")), "two") << "with the prefix";
  ASSERT_EQ(problems.all().size(), 4u);
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(
      ToString(problems.all()[0]),
      "robot.sdf:2: warning: sensor/a: \"a\" is now called \"alpha\"; write the new name: the "
      "old one is accepted until version 0.4");
  EXPECT_EQ(problems.all()[1].source.line, 5);
}

TEST(ElementReader, OldNamesAreAbsentWithoutAWarning) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number(reader.WithOldName("a", "alpha"), 0.0), 1.5);
  EXPECT_EQ(reader.Number(reader.WithOldName("none/deeper", "deep"), 4.0), 4.0);
  EXPECT_TRUE(problems.all().empty());
}

TEST(ElementReader, RefusesBothNames) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Number(reader.WithOldName("a", "flag"), 0.0), 1.5);
  ASSERT_EQ(problems.error_count(), 1);
  EXPECT_EQ(problems.all()[0].source.line, 6);
}

TEST(ElementReader, NamesTheOldValueAndTheNewOne) {
  const Element element = Sample();
  Problems problems;
  const ElementReader reader(element, &problems);
  EXPECT_EQ(reader.Choice("b", {"second", "first"}, "first", {{"two", "second"}}), "second");
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].source.line, 3);
  EXPECT_EQ(problems.all()[0].message, "b: \"two\" is now called \"second\"");
}

TEST(ElementReader, DoesNotProposeOldNames) {
  Element element;
  element.children = {Leaf("forse", "1", 2)};
  Problems problems;
  const ElementReader reader(element, &problems);
  reader.Number(reader.WithOldName("min_load", "force"), 0.0);
  reader.WarnMisspelt();
  EXPECT_TRUE(problems.all().empty());
}

}  // namespace
}  // namespace surefoot::world
