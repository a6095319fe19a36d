#include <gtest/gtest.h>

#include "surefoot/cli/commands/commands.h"

namespace surefoot::cli {
namespace {

TEST(DiffText, Identical) {
  RunDiff diff;
  diff.identical = true;
  diff.common_steps = diff.steps_a = diff.steps_b = 1000;
  EXPECT_EQ(DiffText(diff), "identical: 1000 steps\n");
}

TEST(DiffText, NamesStepBodiesSizeAndCause) {
  RunDiff diff;
  diff.common_steps = 6;
  diff.first_step = 6;
  diff.bodies = {"husky::base_link"};
  diff.position_difference = 0.00123;
  diff.position_body = "husky::base_link";
  diff.position_step = 20;
  diff.inputs = {"B: step 1: command husky::left velocity 3"};
  diff.settings = {"seed: 0, 1"};
  EXPECT_EQ(DiffText(diff),
            "different from step 6 on\n"
            "bodies that differ in that step:\n"
            "  husky::base_link\n"
            "by step 20 they are up to 0.00123 m apart (husky::base_link)\n"
            "inputs up to that step that only one run has:\n"
            "  B: step 1: command husky::left velocity 3\n"
            "settings that differ (A, B):\n"
            "  seed: 0, 1\n");
}

TEST(DiffText, OneRunIsLonger) {
  RunDiff diff;
  diff.common_steps = diff.steps_a = 10;
  diff.steps_b = 20;
  EXPECT_EQ(DiffText(diff),
            "different in length only: A has 10 steps, B has 20; the 10 that both have are the "
            "same\n");
}

TEST(DiffText, NothingInCommon) {
  RunDiff diff;
  diff.steps_a = 10;
  diff.steps_b = 20;
  EXPECT_EQ(DiffText(diff).find("identical"), std::string::npos);
  EXPECT_NE(DiffText(diff).find("no step in common"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::cli
