// Large messages, many messages, and messages that are too large.

#include <gtest/gtest.h>

#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

class Load : public PairTest {};

INSTANTIATE_TEST_SUITE_P(Vendors, Load, testing::ValuesIn(AllPairs()), PairName);

TEST_P(Load, LargeMessagesArriveUnchanged) {
  Inbox inbox;
  const auto writer = MakeWriter(first_.get(), Spec());
  const auto reader = MakeReader(second_.get(), Spec(), &inbox);
  ASSERT_TRUE(Connect(writer.get(), inbox));
  // Sizes around the limits of a datagram and of a fragment, and 5 MB; whole words, because a
  // message may be padded to words.
  std::vector<Bytes> sent;
  for (const std::size_t size : {1300u, 14720u, 64000u, 65500u, 65536u, 200004u, 5000000u}) {
    sent.push_back(LargeCdr(size, static_cast<unsigned>(size)));
    ASSERT_TRUE(writer->Write(sent.back()));
  }
  ASSERT_TRUE(Eventually([&] { return inbox.count() >= sent.size(); }));
  EXPECT_TRUE(inbox.all() == sent);
}

TEST_P(Load, ReliableBurstsLoseNothing) {
  Inbox inbox;
  const auto writer = MakeWriter(first_.get(), Spec({.depth = 0}));
  const auto reader = MakeReader(second_.get(), Spec({.depth = 0}), &inbox);
  ASSERT_TRUE(Connect(writer.get(), inbox));
  std::vector<Bytes> sent;
  for (unsigned i = 0; i < 3000; ++i) {
    sent.push_back(LargeCdr(1000, i));
    ASSERT_TRUE(writer->Write(sent.back()));
  }
  ASSERT_TRUE(Eventually([&] { return inbox.count() >= sent.size(); }));
  EXPECT_TRUE(inbox.all() == sent);
}

TEST_P(Load, MessagesBeyondTheLimitAreDropped) {
  constexpr std::size_t kLimit = 100'000;
  Inbox inbox;
  const auto limited = OpenLocal(GetParam().second, domain_, nullptr, kLimit);
  const auto writer = MakeWriter(first_.get(), Spec());
  const auto reader = MakeReader(limited.get(), Spec(), &inbox);
  ASSERT_TRUE(Connect(writer.get(), inbox));
  writer->Write(TextCdr("before"));
  writer->Write(LargeCdr(2 * kLimit, 1));
  writer->Write(TextCdr("after"));
  ASSERT_TRUE(Eventually([&] { return inbox.Contains(TextCdr("after")); }));
  const std::vector<Bytes> expected = {TextCdr("before"), TextCdr("after")};
  EXPECT_EQ(inbox.all(), expected);

  const auto limited_writer = MakeWriter(limited.get(), Spec());
  EXPECT_FALSE(limited_writer->Write(LargeCdr(kLimit + 4, 1)));
  EXPECT_FALSE(limited_writer->Write({0, 1}));
}

}  // namespace
}  // namespace surefoot::gateways::dds
