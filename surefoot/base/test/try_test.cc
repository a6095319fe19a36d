#include "surefoot/base/try.h"

#include <gtest/gtest.h>

#include <memory>

namespace surefoot {
namespace {

Result<std::unique_ptr<int>> Halved(int number) {
  if (number % 2 != 0) return Error{std::to_string(number) + " is odd"};
  return std::make_unique<int>(number / 2);
}

Status CheckSmall(int number) {
  return number < 10 ? Status() : Status(Error{std::to_string(number) + " is large"});
}

Result<int> Quartered(int number) {
  SUREFOOT_TRY(CheckSmall(number));
  const std::unique_ptr<int> half = SUREFOOT_TRY(Halved(number));
  return *SUREFOOT_TRY(Within("half of " + std::to_string(number), Halved(*half)));
}

Status CheckQuartered(int number) {
  SUREFOOT_TRY(Within("check", CheckSmall(number)));
  SUREFOOT_TRY(Quartered(number));
  return Status();
}

TEST(Try, GivesTheValue) {
  EXPECT_EQ(Quartered(8).value(), 2);
  EXPECT_TRUE(CheckQuartered(4).ok());
}

TEST(Try, HandsErrorsOn) {
  EXPECT_EQ(Quartered(12).error().message, "12 is large");
  EXPECT_EQ(Quartered(7).error().message, "7 is odd");
  EXPECT_EQ(CheckQuartered(7).error().message, "7 is odd");
}

TEST(Try, HandsErrorsOnWithTheirContext) {
  EXPECT_EQ(Quartered(6).error().message, "half of 6: 3 is odd");
  EXPECT_EQ(CheckQuartered(12).error().message, "check: 12 is large");
}

}  // namespace
}  // namespace surefoot
