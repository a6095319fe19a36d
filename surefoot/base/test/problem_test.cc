#include "surefoot/base/problem.h"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(Problem, ReportsAllItKnows) {
  const Problem problem{Severity::kError, Source{"husky.sdf", 12, "link[base]/mass"},
                        "the mass is negative", "-3", "give a mass above zero"};
  EXPECT_EQ(ToString(problem),
            "husky.sdf:12: error: link[base]/mass: the mass is negative (value \"-3\"); "
            "give a mass above zero");
}

TEST(Problem, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(ToString(Problem{Severity::kNote, Source{}, "all is well", "", ""}),
            "(no file): note: all is well");
  EXPECT_EQ(ToString(Problem{Severity::kWarning, Source{"a.urdf", 0, ""}, "odd", "", ""}),
            "a.urdf: warning: odd");
}

TEST(Problems, OnlyErrorsMakeThemBad) {
  Problems problems;
  EXPECT_TRUE(problems.ok());
  problems.Warning(Source{}, "w");
  problems.Note(Source{}, "n");
  EXPECT_TRUE(problems.ok());
  problems.Error(Source{}, "e");
  problems.Add(Severity::kError, Source{}, "f");
  EXPECT_FALSE(problems.ok());
  EXPECT_EQ(problems.error_count(), 2);
  ASSERT_EQ(problems.all().size(), 4u);
  EXPECT_EQ(problems.all()[0].severity, Severity::kWarning);
  EXPECT_EQ(problems.all()[3].message, "f");
}

TEST(Problems, ErrorTextHasTheErrorsAndCountsTheRest) {
  Problems problems;
  EXPECT_EQ(problems.ErrorText(), "");
  problems.Warning(Source{"f", 1, ""}, "not an error");
  for (int i = 1; i <= 4; ++i) problems.Error(Source{"f", i, ""}, "bad");
  EXPECT_EQ(problems.ErrorText(4),
            "f:1: error: bad\nf:2: error: bad\nf:3: error: bad\n"
            "f:4: error: bad");
  EXPECT_EQ(problems.ErrorText(2), "f:1: error: bad\nf:2: error: bad\n... and 2 more errors");
}

TEST(Problems, KeepValueAndAdvice) {
  Problems problems;
  problems.Warning(Source{"f", 1, "e"}, "m", "v", "a");
  const Problem& kept = problems.all().front();
  EXPECT_EQ(kept.source.element, "e");
  EXPECT_EQ(kept.value, "v");
  EXPECT_EQ(kept.advice, "a");
}

TEST(Severity, HasNames) {
  EXPECT_STREQ(SeverityName(Severity::kNote), "note");
  EXPECT_STREQ(SeverityName(Severity::kWarning), "warning");
  EXPECT_STREQ(SeverityName(Severity::kError), "error");
}

}  // namespace
}  // namespace surefoot
