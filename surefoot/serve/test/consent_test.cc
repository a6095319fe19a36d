#include "surefoot/serve/clients/consent.h"

#include <gtest/gtest.h>

namespace surefoot::serve {
namespace {

using Kind = ForeignCode::Kind;

TEST(Consents, TheOwnerIsAskedOnceAndTheAnswerIsKept) {
  Consents consents(false);
  const ForeignCode code{Kind::kProgram, "husky", "python3 drive.py"};
  EXPECT_FALSE(consents.Check(code));
  EXPECT_FALSE(consents.Check(code));
  ASSERT_EQ(consents.pending().size(), 1u);
  int answers = 0;
  consents.answered = [&] { ++answers; };
  EXPECT_TRUE(consents.Answer(consents.pending()[0].id, true).ok());
  EXPECT_EQ(answers, 1);
  EXPECT_TRUE(consents.pending().empty());
  EXPECT_TRUE(consents.Check(code));
}

TEST(Consents, AnotherCommandOrRobotIsAnotherQuestion) {
  Consents consents(false);
  consents.Allow({Kind::kProgram, "husky", "python3 drive.py"});
  EXPECT_TRUE(consents.Check({Kind::kProgram, "husky", "python3 drive.py"}));
  EXPECT_FALSE(consents.Check({Kind::kProgram, "husky", "python3 drive.py x"}));
  EXPECT_FALSE(consents.Check({Kind::kProgram, "husky_2", "python3 drive.py"}));
  EXPECT_FALSE(consents.Check({Kind::kScript, "husky", "python3 drive.py"}));
  EXPECT_EQ(consents.pending().size(), 3u);
}

TEST(Consents, WhatWasRefusedIsNotAskedAgain) {
  Consents consents(false);
  const ForeignCode code{Kind::kScript, "count", "state.n = 1"};
  EXPECT_FALSE(consents.Check(code));
  EXPECT_TRUE(consents.Answer(consents.pending()[0].id, false).ok());
  EXPECT_FALSE(consents.Check(code));
  EXPECT_TRUE(consents.IsRefused(code));
  EXPECT_TRUE(consents.pending().empty());
  EXPECT_FALSE(consents.Answer(1, true).ok()) << "an answer is for one question only";
}

TEST(Consents, QuestionsAreBounded) {
  Consents consents(false);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(consents.Check({Kind::kProgram, "r", std::to_string(i)}));
  }
  EXPECT_EQ(consents.pending().size(), Consents::kMaxPending);
}

TEST(Consents, TrustedClientsAreNotAskedAbout) {
  Consents consents(true);
  EXPECT_TRUE(consents.Check({Kind::kProgram, "r", "rm"}));
  EXPECT_TRUE(consents.pending().empty());
}

TEST(Consents, NothingIsHiddenFromTheOwner) {
  EXPECT_EQ(ShownCode("state.n = 1\n\tprint('\u00e4')"), "state.n = 1\n\tprint('\u00e4')");
  EXPECT_EQ(ShownCode("a\rb\x1b[2J"), "a<U+000D>b<U+001B>[2J");
  EXPECT_EQ(ShownCode("safe \u202e evil \u2066x\u200b"), "safe <U+202E> evil <U+2066>x<U+200B>");
  EXPECT_EQ(ShownCode("a" + std::string(5000, '\n') + "evil()"), "a\n<5000 blanks>\nevil()");
  EXPECT_EQ(ShownCode("\xff\xc3("), "\xff\xc3(") << "not UTF-8: shown as it is";
  const std::string shown = ShownCode(std::string(5000, 'x'));
  EXPECT_TRUE(shown.ends_with("\n... and 1000 further bytes")) << shown.substr(3990);
}

}  // namespace
}  // namespace surefoot::serve
