// Topics between two participants.

#include <gtest/gtest.h>

#include <chrono>

#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

class Topics : public PairTest {};

INSTANTIATE_TEST_SUITE_P(Vendors, Topics, testing::ValuesIn(AllPairs()), PairName);

TEST_P(Topics, DeliverMessagesUnchangedAndInOrder) {
  Inbox inbox;
  const auto writer = MakeWriter(first_.get(), Spec({.depth = 100}));
  const auto reader = MakeReader(second_.get(), Spec({.depth = 100}), &inbox);
  ASSERT_TRUE(Connect(writer.get(), inbox));
  EXPECT_EQ(writer->matched(), 1);
  EXPECT_EQ(reader->matched(), 1);

  std::vector<Bytes> sent;
  for (int i = 0; i < 50; ++i) {
    // Lengths that need padding and that do not.
    sent.push_back(TextCdr(std::string(static_cast<std::size_t>(i), 'x') + std::to_string(i)));
    ASSERT_TRUE(writer->Write(sent.back()));
  }
  ASSERT_TRUE(Eventually([&] { return inbox.count() >= sent.size(); }));
  EXPECT_EQ(inbox.all(), sent);
  EXPECT_EQ(inbox.last().writer, writer->guid());
}

TEST_P(Topics, ReachReadersWithoutReliability) {
  Inbox of_reliable, of_other;
  const Qos best_effort = {.reliable = false, .depth = 5};
  const auto reliable = MakeWriter(first_.get(), Spec());
  const auto other = MakeWriter(first_.get(), {topic_ + "2", kTextType, best_effort, ""});
  const auto reader = MakeReader(second_.get(), Spec(best_effort), &of_reliable);
  const auto reader2 =
      MakeReader(second_.get(), {topic_ + "2", kTextType, best_effort, ""}, &of_other);
  // Samples may be lost, so they are repeated.
  EXPECT_TRUE(Eventually([&] {
    reliable->Write(TextCdr("reliable"));
    other->Write(TextCdr("other"));
    return of_reliable.Contains(TextCdr("reliable")) && of_other.Contains(TextCdr("other"));
  }));
}

TEST_P(Topics, GiveLateReadersTheLatestMessages) {
  Inbox inbox;
  const Qos latched = {.latched = true, .depth = 3};
  const auto writer = MakeWriter(first_.get(), Spec(latched));
  for (int i = 0; i < 5; ++i) writer->Write(TextCdr(std::to_string(i)));
  const auto reader = MakeReader(second_.get(), Spec(latched), &inbox);
  EXPECT_TRUE(Eventually([&] { return inbox.count() >= 3; }));
  const std::vector<Bytes> expected = {TextCdr("2"), TextCdr("3"), TextCdr("4")};
  EXPECT_EQ(inbox.all(), expected);
}

TEST_P(Topics, GiveLateReadersNothingOfVolatileWriters) {
  Inbox inbox;
  const auto writer = MakeWriter(first_.get(), Spec());
  writer->Write(TextCdr("early"));
  const auto reader = MakeReader(second_.get(), Spec(), &inbox);
  ASSERT_TRUE(Eventually([&] { return writer->matched() == 1 && reader->matched() == 1; }));
  ASSERT_TRUE(Connect(writer.get(), inbox));
  writer->Write(TextCdr("late"));
  ASSERT_TRUE(Eventually([&] { return inbox.count() > 0; }));
  EXPECT_EQ(inbox.all(), std::vector<Bytes>{TextCdr("late")});
}

TEST_P(Topics, DropMessagesOlderThanTheirLifespan) {
  Inbox inbox;
  const std::chrono::milliseconds lifespan(50);
  Qos qos = {.latched = true, .depth = 10};
  qos.lifespan = lifespan;
  const auto writer = MakeWriter(first_.get(), Spec(qos));
  writer->Write(TextCdr("old"));
  const auto written = std::chrono::steady_clock::now();
  ASSERT_TRUE(
      Eventually([&] { return std::chrono::steady_clock::now() > written + 4 * lifespan; }));
  const auto reader = MakeReader(second_.get(), Spec({.latched = true}), &inbox);
  EXPECT_TRUE(Eventually([&] {
    writer->Write(TextCdr("new"));
    return inbox.count() > 0;
  }));
  EXPECT_FALSE(inbox.Contains(TextCdr("old")));
}

// A reader that requests more than a writer offers does not match it. Discovery data arrive in the
// order of creation, so when the last reader is matched, the decision about the others was made.
TEST_P(Topics, AreNotMatchedIfQosOrTypesDiffer) {
  Inbox inbox;
  const auto writer = MakeWriter(first_.get(), Spec({.reliable = false}));
  const auto reliable = MakeReader(second_.get(), Spec({.reliable = true}), &inbox);
  const auto latched =
      MakeReader(second_.get(), Spec({.reliable = false, .latched = true}), &inbox);
  const auto other_type = MakeReader(
      second_.get(), {topic_, "std_msgs::msg::dds_::Bool_", {.reliable = false}, ""}, &inbox);
  const auto fits = MakeReader(second_.get(), Spec({.reliable = false}), &inbox);
  ASSERT_TRUE(Eventually([&] { return writer->matched() > 0 && fits->matched() > 0; }));
  EXPECT_EQ(writer->matched(), 1);
  EXPECT_EQ(fits->matched(), 1);
  EXPECT_EQ(reliable->matched(), 0);
  EXPECT_EQ(latched->matched(), 0);
  EXPECT_EQ(other_type->matched(), 0);
}

TEST_P(Topics, DoNotConnectEndpointsOfOneParticipant) {
  Inbox own, others;
  const auto own_reader = MakeReader(first_.get(), Spec({.latched = true}), &own);
  const auto writer = MakeWriter(first_.get(), Spec({.latched = true}));
  const auto own_late_reader = MakeReader(first_.get(), Spec({.latched = true}), &own);
  const auto reader = MakeReader(second_.get(), Spec({.latched = true}), &others);
  ASSERT_TRUE(Eventually([&] { return writer->matched() > 0; }));
  for (int i = 0; i < 10; ++i) writer->Write(TextCdr(std::to_string(i)));
  ASSERT_TRUE(Eventually([&] { return others.count() == 10; }));
  EXPECT_EQ(writer->matched(), 1);
  EXPECT_EQ(own_reader->matched(), 0);
  EXPECT_EQ(own_late_reader->matched(), 0);
  EXPECT_EQ(own.count(), 0u);
}

TEST_P(Topics, ReachReadersInSeveralParticipants) {
  Inbox of_second, of_third;
  const auto third = OpenLocal(GetParam().second, domain_);
  const auto writer = MakeWriter(first_.get(), Spec({.depth = 100}));
  const auto reader2 = MakeReader(second_.get(), Spec(), &of_second);
  const auto reader3 = MakeReader(third.get(), Spec(), &of_third);
  ASSERT_TRUE(Eventually([&] {
    return writer->matched() == 2 && reader2->matched() == 1 && reader3->matched() == 1;
  }));
  ASSERT_TRUE(Connect(writer.get(), of_second) && Connect(writer.get(), of_third));
  for (int i = 0; i < 20; ++i) writer->Write(TextCdr(std::to_string(i)));
  EXPECT_TRUE(Eventually([&] { return of_second.count() == 20 && of_third.count() == 20; }));
}

}  // namespace
}  // namespace surefoot::gateways::dds
