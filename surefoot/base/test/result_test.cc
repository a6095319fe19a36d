#include "surefoot/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace surefoot {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) return Error{std::to_string(number) + " is odd"};
  return number / 2;
}

TEST(Result, HoldsAValue) {
  Result<int> result = Half(8);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 4);
  *result = 5;
  EXPECT_EQ(*result, 5);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = Half(7);
  EXPECT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().message, "7 is odd");
}

TEST(Result, CarriesWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(3));
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

TEST(Result, TakesAnErrorAsAValueOfAnotherType) {
  // An error passes up through functions with other return types.
  const auto outer = []() -> Result<std::string> {
    const Result<int> inner = Half(9);
    if (!inner.ok()) return inner.error().Within("wheel count");
    return std::string("fine");
  };
  EXPECT_EQ(outer().error().message, "wheel count: 9 is odd");
}

TEST(Result, ReachesMembers) {
  Result<std::vector<int>> result(std::vector<int>{1, 2, 3});
  result->push_back(4);
  const Result<std::vector<int>>& same = result;
  EXPECT_EQ(same->size(), 4u);
}

TEST(ResultDeathTest, AbortsWhenTheWrongHalfIsAsked) {
  const Result<int> bad = Half(7);
  EXPECT_DEATH(static_cast<void>(bad.value()), "7 is odd");
  const Result<int> good = Half(8);
  EXPECT_DEATH(static_cast<void>(good.error()), "holds a value");
}

TEST(Status, IsASuccessByDefault) {
  EXPECT_TRUE(Status().ok());
  const Status failed = Error{"no"};
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "no");
  Status overwritten = Error{"no"};
  overwritten = Status();
  EXPECT_TRUE(overwritten.ok());
}

TEST(StatusDeathTest, HasNoErrorWhenItIsASuccess) {
  EXPECT_DEATH(static_cast<void>(Status().error()), "is a success");
}

TEST(CheckDeathTest, SaysWhatFailedWhereAndWhy) {
  const int wheels = 3;
  EXPECT_DEATH(SUREFOOT_CHECK(wheels == 4, "wheels: " + std::to_string(wheels)),
               "result_test.cc:[0-9]+: check failed: wheels == 4: wheels: 3");
}

TEST(Check, LooksAtItsConditionOnceAndAtItsMessageNever) {
  int looked = 0;
  SUREFOOT_CHECK(++looked == 1, std::to_string(looked = 100));
  EXPECT_EQ(looked, 1);
}

}  // namespace
}  // namespace surefoot
