#include <gtest/gtest.h>

#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

using Align = TextTable::Align;

TEST(TextTable, AlignsColumnsAndLeavesNoBlanksAtTheEnd) {
  TextTable table({Align::kLeft, Align::kRight, Align::kLeft});
  table.Add({"name", "x", "what"});
  table.Add({"a", "12.5", ""});
  EXPECT_EQ(table.ToString(),
            "name     x  what\n"
            "a     12.5\n");
}

TEST(TextTable, BreaksTheLastColumnBetweenWords) {
  TextTable table({Align::kLeft, Align::kLeft});
  table.Add({"ab", "one two three"});
  table.Add({"c", "four"});
  EXPECT_EQ(table.ToString(11),
            "ab  one two\n"
            "    three\n"
            "c   four\n");
}

TEST(WrapWords, KeepsLongWordsWhole) {
  EXPECT_EQ(WrapWords("a extraordinary b c", 5),
            (std::vector<std::string>{"a", "extraordinary", "b c"}));
  EXPECT_EQ(WrapWords("", 5), std::vector<std::string>{""});
}

TEST(TextTable, CountsLettersNotBytes) {
  EXPECT_EQ(DisplayWidth("käse"), 4u);
  TextTable table({Align::kLeft, Align::kLeft});
  table.Add({"käse", "|"});
  table.Add({"kase", "|"});
  EXPECT_EQ(table.ToString(), "käse  |\nkase  |\n");
}

}  // namespace
}  // namespace surefoot::cli
