#include "surefoot/gateways/web/outbox.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::web {
namespace {

using testing::ElementsAre;

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    limits_.queued_samples = 3;
    limits_.queued_sample_bytes = 100;
    limits_.queued_answers = 2;
  }
  std::size_t Sample(const std::string& text, int stream = 0, std::size_t max = 0) {
    return outbox_.PushSample(TextFrame(text), stream, max);
  }
  std::vector<std::string> All() {
    std::vector<std::string> all;
    while (const FramePtr frame = outbox_.Pop()) all.push_back(frame->bytes);
    return all;
  }
  Limits limits_;
  Outbox outbox_{limits_};
};

TEST_F(OutboxTest, LosesOldSamplesAndNoAnswers) {
  EXPECT_EQ(Sample("1"), 0u);
  outbox_.PushAnswer(TextFrame("a"));
  EXPECT_EQ(Sample("2"), 0u);
  EXPECT_EQ(Sample("3"), 0u);
  EXPECT_EQ(Sample("4"), 1u);
  outbox_.PushAnswer(TextFrame("b"));
  EXPECT_EQ(Sample("5"), 1u);
  EXPECT_THAT(All(), ElementsAre("a", "3", "4", "b", "5"));
  EXPECT_TRUE(outbox_.empty());
  EXPECT_EQ(Sample("6"), 0u);
  EXPECT_THAT(All(), ElementsAre("6"));
}

TEST_F(OutboxTest, CountsBytesButKeepsTheNewest) {
  Sample(std::string(60, 'x'));
  EXPECT_EQ(Sample(std::string(60, 'y')), 1u);
  EXPECT_EQ(Sample(std::string(1000, 'z')), 1u);
  EXPECT_THAT(All(), ElementsAre(std::string(1000, 'z')));
}

TEST_F(OutboxTest, AStreamHasItsOwnLimit) {
  Sample("1", 7, 1);
  Sample("x", 8, 0);
  EXPECT_EQ(Sample("2", 7, 1), 1u);
  EXPECT_THAT(All(), ElementsAre("x", "2"));
}

TEST_F(OutboxTest, ForgetsAStream) {
  Sample("1", 7);
  Sample("2", 8);
  outbox_.PushAnswer(TextFrame("a"));
  outbox_.Forget(7);
  outbox_.Forget(99);
  EXPECT_THAT(All(), ElementsAre("2", "a"));
}

TEST_F(OutboxTest, KeepsWhatIsReliable) {
  outbox_.PushReliable(TextFrame("r"), 7);
  for (const char* text : {"1", "2", "3", "4"}) Sample(text);
  outbox_.PushReliable(TextFrame("s"), 8);
  outbox_.Forget(8);
  EXPECT_FALSE(outbox_.overrun());
  EXPECT_THAT(All(), ElementsAre("r", "2", "3", "4"));
  for (const char* text : {"1", "2", "3"}) outbox_.PushReliable(TextFrame(text), 7);
  EXPECT_TRUE(outbox_.overrun());
  EXPECT_THAT(All(), ElementsAre("1", "2", "3"));
}

TEST_F(OutboxTest, TooManyAnswersAreAnOverrun) {
  outbox_.PushAnswer(TextFrame("a"));
  outbox_.PushAnswer(TextFrame("b"));
  EXPECT_FALSE(outbox_.overrun());
  outbox_.PushAnswer(TextFrame("c"));
  EXPECT_TRUE(outbox_.overrun());
}

}  // namespace
}  // namespace surefoot::gateways::web
