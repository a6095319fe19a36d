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

}  // namespace
}  // namespace surefoot::serve
