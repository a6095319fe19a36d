#include "surefoot/base/registry.h"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(Registry, FindsByName) {
  Registry<int> registry;
  EXPECT_EQ(registry.Find("one"), nullptr);
  registry.Add("one", 1);
  registry.Add("two", 2);
  ASSERT_NE(registry.Find("two"), nullptr);
  EXPECT_EQ(*registry.Find("two"), 2);
  EXPECT_EQ(registry.Find("Two"), nullptr);
  EXPECT_EQ(registry.Find(""), nullptr);
}

TEST(Registry, KeepsTheOrderOfRegistration) {
  Registry<int> registry;
  EXPECT_EQ(registry.NameList(), "");
  for (const char* name : {"zebra", "ant", "mole"}) registry.Add(name, 0);
  EXPECT_EQ(registry.NameList(), "zebra, ant, mole");
  ASSERT_EQ(registry.entries().size(), 3u);
  EXPECT_EQ(registry.entries()[1].first, "ant");
}

TEST(Registry, ACopyIsIndependent) {
  Registry<int> registry;
  registry.Add("one", 1);
  Registry<int> copy = registry;
  copy.Add("two", 2);
  EXPECT_EQ(registry.Find("two"), nullptr);
  EXPECT_EQ(*copy.Find("one"), 1);
}

TEST(RegistryDeathTest, TakesANameOnlyOnce) {
  Registry<int> registry;
  registry.Add("one", 1);
  EXPECT_DEATH(registry.Add("one", 2), "registered twice: one");
}

}  // namespace
}  // namespace surefoot
