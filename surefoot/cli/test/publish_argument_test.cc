#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/cli/commands/run_arguments.h"

namespace surefoot::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string ErrorOf(const std::string& text) {
  const Result<MessageStream> argument = ParsePublishArgument(text);
  return argument.ok() ? "" : argument.error().message;
}

TEST(PublishArgument, TopicRateAndFields) {
  const MessageStream plain =
      ParsePublishArgument("husky/cmd_vel=linear.x:0.5,angular.z:-1e-1").value();
  EXPECT_EQ(plain.topic, "/husky/cmd_vel");
  EXPECT_EQ(plain.rate, 10.0);
  EXPECT_THAT(plain.fields, ElementsAre(Pair("linear.x", "0.5"), Pair("angular.z", "-1e-1")));
  const MessageStream fast = ParsePublishArgument("/stop@50=").value();
  EXPECT_EQ(fast.topic, "/stop");
  EXPECT_EQ(fast.rate, 50.0);
  EXPECT_TRUE(fast.fields.empty());
}

TEST(PublishArgument, SaysWhatIsWrong) {
  EXPECT_THAT(ErrorOf("/cmd_vel"), HasSubstr("there is no '='"));
  EXPECT_THAT(ErrorOf("=x:1"), HasSubstr("the topic is missing"));
  EXPECT_THAT(ErrorOf("/cmd_vel@fast=x:1"), HasSubstr("rate"));
  EXPECT_THAT(ErrorOf("/cmd_vel@0=x:1"), HasSubstr("rate"));
  EXPECT_THAT(ErrorOf("/cmd_vel=x"), HasSubstr("'x' has no ':'"));
}

}  // namespace
}  // namespace surefoot::cli
