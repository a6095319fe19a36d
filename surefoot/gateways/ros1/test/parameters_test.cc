#include "surefoot/gateways/ros1/master/parameters.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;

class ParametersTest : public testing::Test {
 protected:
  void Set(const std::string& name, Value value) {
    const Status status = tree_.Set(name, std::move(value));
    EXPECT_TRUE(status.ok()) << status.error().message;
  }
  Value Get(const std::string& name) const {
    const Value* value = tree_.Find(name);
    return value == nullptr ? Value("none") : *value;
  }

  ParameterTree tree_;
};

TEST_F(ParametersTest, StructsAreNamespaces) {
  Set("/robot", Value::Struct{{"mass", 50.0}, {"arm", Value::Struct{{"joints", 6}}}});
  EXPECT_EQ(Get("/robot/arm/joints"), Value(6));
  Set("/robot/arm/length", 1.2);
  EXPECT_EQ(Get("/robot/arm"), Value(Value::Struct{{"joints", 6}, {"length", 1.2}}));
  EXPECT_THAT(tree_.Names(), ElementsAre("/robot/arm/joints", "/robot/arm/length", "/robot/mass"));
  // A namespace is replaced, not merged, and a value on the way becomes a namespace.
  Set("/robot", Value::Struct{{"mass", 1}});
  EXPECT_THAT(tree_.Names(), ElementsAre("/robot/mass"));
  Set("/robot/mass/unit", "kg");
  EXPECT_EQ(Get("/robot/mass"), Value(Value::Struct{{"unit", "kg"}}));
  EXPECT_TRUE(tree_.Delete("/robot/mass"));
  EXPECT_FALSE(tree_.Delete("/robot/mass"));
  EXPECT_FALSE(tree_.Delete("/"));
  EXPECT_EQ(Get("/"), Value(Value::Struct{{"robot", Value::Struct{}}}));
  EXPECT_FALSE(tree_.Set("/", 1).ok());
}

TEST_F(ParametersTest, SearchGoesUpwards) {
  Set("/robot_description", "all");
  Set("/pr2/robot_description/base", "b");
  EXPECT_EQ(tree_.Search("/pr2/foo", "robot_description"), "/pr2/robot_description");
  EXPECT_EQ(tree_.Search("/other/foo", "robot_description"), "/robot_description");
  // The first part of the name decides.
  EXPECT_EQ(tree_.Search("/pr2/foo", "robot_description/arm"), "/pr2/robot_description/arm");
  EXPECT_EQ(tree_.Search("/pr2/foo", "unknown"), std::nullopt);
  EXPECT_EQ(tree_.Search("/pr2", "/robot_description"), "/robot_description");
}

std::vector<std::string> Texts(const std::vector<ParameterTree::Update>& updates) {
  std::vector<std::string> texts;
  for (const auto& update : updates) {
    const bool deleted = update.value == Value(Value::Struct{});
    texts.push_back(update.subscribed + " " + update.name + (deleted ? " deleted" : ""));
  }
  return texts;
}

TEST_F(ParametersTest, UpdatesGoToNamespacesAboveAndBelow) {
  const std::vector<std::string> keys = {"/", "/a/", "/a/b/", "/a/c/", "/ab/"};
  EXPECT_THAT(Texts(ParameterTree::UpdatesOf(keys, "/a/b", 1)),
              ElementsAre("/ /a/b/", "/a/ /a/b/", "/a/b/ /a/b/"));
  EXPECT_THAT(Texts(ParameterTree::UpdatesOf(keys, "/a", Value::Struct{{"b", 2}})),
              ElementsAre("/ /a/", "/a/ /a/", "/a/b/ /a/b/", "/a/c/ /a/c/ deleted"));
  EXPECT_THAT(Texts(ParameterTree::UpdatesOf(keys, "/a", 3)), ElementsAre("/ /a/", "/a/ /a/"));
}

TEST_F(ParametersTest, LimitsAreErrorsAndChangeNothing) {
  Set("/keep", 1);
  std::string deep;
  for (std::size_t i = 0; i <= ParameterTree::kMaxDepth; ++i) deep += "/a";
  EXPECT_FALSE(tree_.Set(deep, 1).ok());
  const std::string large(ParameterTree::kMaxBytes / 2, 'x');
  Set("/large", large);
  EXPECT_FALSE(tree_.Set("/large2", large).ok());
  EXPECT_THAT(tree_.Names(), ElementsAre("/keep", "/large"));
  // Setting it again does not count twice, and deleting it makes room.
  for (int i = 0; i < 5; ++i) Set("/large", large);
  EXPECT_TRUE(tree_.Delete("/large"));
  Set("/large2", large);
}

}  // namespace
}  // namespace surefoot::gateways::ros1
