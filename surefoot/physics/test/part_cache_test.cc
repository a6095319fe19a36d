#include "surefoot/physics/part_cache.h"

#include <gtest/gtest.h>

namespace surefoot::physics {
namespace {

TEST(PartCache, MakesAPartOncePerKindAndSource) {
  const auto cache = std::make_shared<PartCache>();
  const auto source = std::make_shared<const int>(1);
  const auto other = std::make_shared<const int>(1);
  int made = 0;
  const auto make = [&] { return std::make_shared<const int>(++made); };
  EXPECT_EQ(*cache->Get<int>("double", source, make), 1);
  EXPECT_EQ(*cache->Get<int>("double", source, make), 1);
  EXPECT_EQ(*cache->Get<int>("triple", source, make), 2);
  EXPECT_EQ(*cache->Get<int>("double", other, make), 3);
  EXPECT_EQ(cache->size(), 3u);
}

TEST(PartCache, KeepsTheSourceWithThePart) {
  PartCache cache;
  auto source = std::make_shared<const int>(1);
  const std::weak_ptr<const int> watched = source;
  cache.Put("double", source, std::make_shared<const int>(2));
  source.reset();
  EXPECT_FALSE(watched.expired());
  cache.DropUnused(0);
  EXPECT_TRUE(watched.expired());
}

TEST(PartCache, DropsTheLongestUnusedFirst) {
  PartCache cache;
  const auto source = std::make_shared<const int>(1);
  const auto used = std::make_shared<const int>(2);
  cache.Put("used", source, used);
  for (const char* kind : {"a", "b", "c"}) cache.Put(kind, source, std::make_shared<const int>(3));
  EXPECT_NE(cache.Find<int>("a", source.get()), nullptr);
  cache.DropUnused(2);
  EXPECT_EQ(cache.Find<int>("b", source.get()), nullptr);
  EXPECT_NE(cache.Find<int>("a", source.get()), nullptr);
  EXPECT_NE(cache.Find<int>("used", source.get()), nullptr);
}

}  // namespace
}  // namespace surefoot::physics
