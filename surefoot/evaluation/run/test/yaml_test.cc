#include "surefoot/evaluation/run/yaml.h"

#include <gtest/gtest.h>

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

std::optional<Element> Parse(const std::string& text, Problems* problems) {
  return ParseYaml(text, "a.yaml", problems);
}

TEST(Yaml, MapsListsAndValuesBecomeElements) {
  Problems problems;
  const auto root = Parse(
      "title: 'A: test'\n"
      "pose: [1, 2.5, -3]\n"
      "cases:\n"
      "  first: {duration: 4, engines: [ode, dart]}\n"
      "list:\n"
      "- a: 1\n"
      "- b: 2\n",
      &problems);
  ASSERT_TRUE(root.has_value()) << problems.ErrorText();
  const ElementReader reader(*root, &problems);
  EXPECT_EQ(reader.Text("title"), "A: test");
  EXPECT_EQ(reader.Vector("pose", Vector3d::Zero()), Vector3d(1, 2.5, -3));
  EXPECT_EQ(reader.Number("cases/first/duration", 0.0), 4.0);
  EXPECT_EQ(Texts(reader.Child("cases").Child("first"), "engines"),
            (std::vector<std::string>{"ode", "dart"}));
  ASSERT_EQ(root->Child("list")->children.size(), 2u);
  EXPECT_EQ(root->Child("list")->children[1].Child("b")->text, "2");
  EXPECT_EQ(root->Child("cases")->Child("first")->source.line, 4);
}

TEST(Yaml, JsonOfAnElementReadsBackToTheSame) {
  Problems problems;
  const auto root = Parse(
      "a: {b: [1, 2, {c: \"x \\\" y\\n\"}], d: ''}\n"
      "e: ['on', 'no', \"\\u00e4\"]\n",
      &problems);
  ASSERT_TRUE(root.has_value());
  const std::string json = ToJson(*root);
  const auto again = Parse(json, &problems);
  ASSERT_TRUE(again.has_value()) << problems.ErrorText();
  EXPECT_EQ(ToJson(*again), json);
  EXPECT_EQ(again->Child("a")->Child("b")->children[2].Child("c")->text, "x \" y\n");
}

struct Wrong {
  const char* text;
  int line;
  const char* message;
};

class WrongYaml : public testing::TestWithParam<Wrong> {};

TEST_P(WrongYaml, IsReportedWithItsLine) {
  Problems problems;
  EXPECT_FALSE(Parse(GetParam().text, &problems).has_value());
  ASSERT_EQ(problems.error_count(), 1) << problems.ErrorText();
  const Problem& problem = problems.all().front();
  EXPECT_EQ(problem.source.file, "a.yaml");
  EXPECT_EQ(problem.source.line, GetParam().line);
  EXPECT_NE(problem.message.find(GetParam().message), std::string::npos) << problem.message;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongYaml,
    testing::Values(Wrong{"", 1, "empty"}, Wrong{"- a\n- b\n", 1, "not a mapping"},
                    Wrong{"a: 1\nb: 2\na: 3\n", 3, "duplicate key"},
                    Wrong{"a: 1\nb: [1, 2\nc: 3\n", 3, "not valid YAML"},
                    Wrong{"a: &x 1\nb: *x\n", 2, "aliases"},
                    Wrong{"a: 1\n---\nb: 2\n", 2, "second"}, Wrong{"a: {item: 1}\n", 1, "item"},
                    Wrong{"a:\n\t- b\n", 2, "not valid YAML"}, Wrong{"? [a, b]\n: 1\n", 1, "key"}));

TEST(Yaml, DeepAndLargeFilesAreRefused) {
  Problems problems;
  EXPECT_FALSE(Parse("a: " + std::string(100, '[') + std::string(100, ']'), &problems));
  EXPECT_FALSE(Parse("a: '" + std::string(5 << 20, 'x') + "'", &problems));
  std::string many = "a: [";
  for (int i = 0; i < 300000; ++i) many += "1,";
  EXPECT_FALSE(Parse(many + "]", &problems));
  EXPECT_EQ(problems.error_count(), 3);
}

TEST(Yaml, UnknownKeysComeWithTheNearestKnownOne) {
  Problems problems;
  const auto root = Parse("title: a\ndurations: 3\n", &problems);
  ASSERT_TRUE(root.has_value());
  RefuseUnknown(ElementReader(*root, &problems), {"title", "duration"});
  ASSERT_EQ(problems.error_count(), 1);
  EXPECT_EQ(problems.all()[0].source.line, 2);
  EXPECT_NE(problems.all()[0].advice.find("duration"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::experiment
