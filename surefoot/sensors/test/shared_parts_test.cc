#include "surefoot/sensors/shared_parts.h"

#include <gtest/gtest.h>

namespace surefoot::sensors {
namespace {

TEST(SharedParts, AreMadeOncePerKeyWhileInUse) {
  SharedParts parts;
  int made = 0;
  const auto make = [&made] { return ++made; };
  auto first = parts.Get<int>("a", make);
  const auto same = parts.Get<int>("a", make);
  const auto other = parts.Get<int>("b", make);
  EXPECT_EQ(first, same);
  EXPECT_EQ(*first, 1);
  EXPECT_EQ(*other, 2);
}

TEST(SharedParts, AreReleasedWithTheirLastUser) {
  SharedParts parts;
  int made = 0;
  const auto make = [&made] { return ++made; };
  std::weak_ptr<const int> part = parts.Get<int>("a", make);
  EXPECT_TRUE(part.expired());
  EXPECT_EQ(*parts.Get<int>("a", make), 2);
}

}  // namespace
}  // namespace surefoot::sensors
