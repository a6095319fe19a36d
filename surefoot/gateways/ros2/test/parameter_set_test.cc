#include "surefoot/gateways/ros2/parameter_set.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::ros2 {
namespace {

using rcl::ParameterType;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ParameterSet SomeParameters() {
  ParameterSet set;
  set.Set("use_sim_time", "", BoolValue(true));
  set.Set("world", "Name of the world.", TextValue("lab"));
  set.Set("robots.husky.mass", "", IntegerValue(46));
  return set;
}

std::vector<std::string> Listed(const std::vector<std::string>& prefixes, std::uint64_t depth) {
  rcl::ListParameters::Request request;
  request.prefixes = prefixes;
  request.depth = depth;
  return SomeParameters().List(request).result.names;
}

TEST(ParameterSet, ReportsWhatIsNewAndWhatHasChanged) {
  ParameterSet set;
  const rcl::ParameterEvent first = set.Set("world", "", TextValue("lab"));
  ASSERT_EQ(first.new_parameters.size(), 1u);
  EXPECT_EQ(first.new_parameters[0].name, "world");
  EXPECT_THAT(first.changed_parameters, IsEmpty());
  const rcl::ParameterEvent same = set.Set("world", "", TextValue("lab"));
  EXPECT_THAT(same.new_parameters, IsEmpty());
  EXPECT_THAT(same.changed_parameters, IsEmpty());
  const rcl::ParameterEvent changed = set.Set("world", "", TextValue("moon"));
  ASSERT_EQ(changed.changed_parameters.size(), 1u);
  EXPECT_EQ(changed.changed_parameters[0].value.string_value, "moon");
}

TEST(ParameterSet, GivesValuesAndTypesInTheOrderOfTheRequest) {
  const ParameterSet set = SomeParameters();
  rcl::GetParameters::Request get;
  get.names = {"world", "speed", "use_sim_time"};
  const auto values = set.Get(get).values;
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].string_value, "lab");
  EXPECT_EQ(values[1].type_, ParameterType::PARAMETER_NOT_SET);
  EXPECT_TRUE(values[2].bool_value);
  rcl::GetParameterTypes::Request types;
  types.names = get.names;
  EXPECT_THAT(set.Types(types).types,
              ElementsAre(ParameterType::PARAMETER_STRING, ParameterType::PARAMETER_NOT_SET,
                          ParameterType::PARAMETER_BOOL));
}

TEST(ParameterSet, Describes) {
  rcl::DescribeParameters::Request request;
  request.names = {"world"};
  const auto descriptors = SomeParameters().Describe(request).descriptors;
  ASSERT_EQ(descriptors.size(), 1u);
  EXPECT_EQ(descriptors[0].name, "world");
  EXPECT_EQ(descriptors[0].description, "Name of the world.");
  EXPECT_EQ(descriptors[0].type_, ParameterType::PARAMETER_STRING);
  EXPECT_TRUE(descriptors[0].read_only);
}

TEST(ParameterSet, ListsByPrefixAndDepth) {
  EXPECT_THAT(Listed({}, 0), ElementsAre("robots.husky.mass", "use_sim_time", "world"));
  EXPECT_THAT(Listed({}, 1), ElementsAre("use_sim_time", "world"));
  EXPECT_THAT(Listed({}, 3), ElementsAre("robots.husky.mass", "use_sim_time", "world"));
  EXPECT_THAT(Listed({"robots"}, 0), ElementsAre("robots.husky.mass"));
  EXPECT_THAT(Listed({"robots"}, 1), IsEmpty());
  EXPECT_THAT(Listed({"robots"}, 2), ElementsAre("robots.husky.mass"));
  EXPECT_THAT(Listed({"rob"}, 0), IsEmpty());
  EXPECT_THAT(Listed({"world"}, 1), ElementsAre("world"));
  EXPECT_THAT(SomeParameters().List({}).result.prefixes, ElementsAre("robots.husky"));
}

TEST(ParameterSet, CannotBeChangedByClients) {
  const ParameterSet set = SomeParameters();
  EXPECT_TRUE(set.Try({.name = "use_sim_time", .value = BoolValue(true)}).successful);
  const auto refused = set.Try({.name = "use_sim_time", .value = BoolValue(false)});
  EXPECT_FALSE(refused.successful);
  EXPECT_THAT(refused.reason, HasSubstr("read-only"));
  EXPECT_THAT(set.Try({.name = "speed", .value = BoolValue(false)}).reason,
              HasSubstr("'speed' has not been declared"));
}

}  // namespace
}  // namespace surefoot::gateways::ros2
