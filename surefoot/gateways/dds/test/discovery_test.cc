// Matches and discovery while endpoints and participants come and go.

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

class Discovery : public PairTest {};

INSTANTIATE_TEST_SUITE_P(Vendors, Discovery, testing::ValuesIn(AllPairs()), PairName);

/// What OnEndpoint reported: the endpoints that exist now.
class Reported {
 public:
  Participant::OnEndpoint callback() {
    return [this](const RemoteEndpoint& endpoint, bool alive) {
      const std::lock_guard lock(mutex_);
      std::erase_if(endpoints_,
                    [&](const RemoteEndpoint& known) { return known.guid == endpoint.guid; });
      if (alive) endpoints_.push_back(endpoint);
    };
  }
  std::optional<RemoteEndpoint> Find(const Guid& guid) const {
    const std::lock_guard lock(mutex_);
    for (const RemoteEndpoint& endpoint : endpoints_) {
      if (endpoint.guid == guid) return endpoint;
    }
    return std::nullopt;
  }
  bool ContainsAnyOf(const Guid& participant) const {
    const std::lock_guard lock(mutex_);
    return std::any_of(endpoints_.begin(), endpoints_.end(), [&](const RemoteEndpoint& endpoint) {
      return std::equal(participant.begin(), participant.begin() + 12, endpoint.guid.begin());
    });
  }

 private:
  mutable std::mutex mutex_;
  std::vector<RemoteEndpoint> endpoints_;
};

/// The numbers that OnMatched reported.
class Counts {
 public:
  Participant::OnMatched callback() {
    return [this](int count) {
      const std::lock_guard lock(mutex_);
      counts_.push_back(count);
    };
  }
  std::vector<int> all() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> counts_;
};

TEST_P(Discovery, CountsMatches) {
  Inbox inbox;
  Counts of_writer, of_reader;
  const auto writer = MakeWriter(first_.get(), Spec(), of_writer.callback());
  auto reader = MakeReader(second_.get(), Spec(), &inbox, of_reader.callback());
  ASSERT_TRUE(Eventually([&] { return writer->matched() == 1 && reader->matched() == 1; }));
  auto other = MakeReader(second_.get(), Spec(), &inbox);
  ASSERT_TRUE(Eventually([&] { return writer->matched() == 2; }));
  reader.reset();
  ASSERT_TRUE(Eventually([&] { return writer->matched() == 1; }));
  other.reset();
  ASSERT_TRUE(Eventually([&] { return of_writer.all().size() == 4; }));
  EXPECT_EQ(writer->matched(), 0);
  EXPECT_EQ(of_writer.all(), (std::vector<int>{1, 2, 1, 0}));
  EXPECT_EQ(of_reader.all(), std::vector<int>{1});
}

TEST_P(Discovery, ReportsEndpointsOfOthers) {
  Reported reported;
  Inbox inbox;
  const auto watcher = OpenLocal(GetParam().first, domain_, reported.callback());
  const auto own = MakeWriter(watcher.get(), Spec());
  Qos qos = {.reliable = false, .latched = false, .depth = 7};
  qos.lifespan = std::chrono::seconds(10);
  auto writer = MakeWriter(second_.get(), {topic_, "some_msgs::msg::dds_::Type_", qos, ""});
  auto reader = MakeReader(second_.get(), Spec({.latched = true}), &inbox);
  ASSERT_TRUE(
      Eventually([&] { return reported.Find(writer->guid()) && reported.Find(reader->guid()); }));

  const RemoteEndpoint of_writer = *reported.Find(writer->guid());
  EXPECT_TRUE(of_writer.is_writer);
  EXPECT_EQ(of_writer.topic, topic_);
  EXPECT_EQ(of_writer.type, "some_msgs::msg::dds_::Type_");
  EXPECT_FALSE(of_writer.qos.reliable);
  EXPECT_FALSE(of_writer.qos.latched);
  EXPECT_EQ(of_writer.qos.lifespan, qos.lifespan);
  const RemoteEndpoint of_reader = *reported.Find(reader->guid());
  EXPECT_FALSE(of_reader.is_writer);
  EXPECT_EQ(of_reader.type, kTextType);
  EXPECT_TRUE(of_reader.qos.reliable);
  EXPECT_TRUE(of_reader.qos.latched);
  EXPECT_EQ(of_reader.qos.lifespan.count(), 0);
  // GUIDs begin with that of their participant.
  EXPECT_TRUE(
      std::equal(reader->guid().begin(), reader->guid().begin() + 12, second_->guid().begin()));
  EXPECT_FALSE(reported.Find(own->guid()));

  writer.reset();
  EXPECT_TRUE(Eventually([&] { return !reported.Find(of_writer.guid); }));
  EXPECT_TRUE(reported.Find(of_reader.guid));
}

TEST_P(Discovery, ReportsEndpointsOfParticipantsThatLeave) {
  Reported reported;
  Inbox inbox;
  const auto watcher = OpenLocal(GetParam().first, domain_, reported.callback());
  const Guid leaving = second_->guid();
  auto writer = MakeWriter(second_.get(), Spec());
  ASSERT_TRUE(Eventually([&] { return reported.Find(writer->guid()).has_value(); }));
  writer.reset();
  second_.reset();
  EXPECT_TRUE(Eventually([&] { return !reported.ContainsAnyOf(leaving); }));
}

TEST_P(Discovery, FindsRestartedWritersAndReaders) {
  Inbox inbox;
  auto writer = MakeWriter(first_.get(), Spec());
  auto reader = MakeReader(second_.get(), Spec(), &inbox);
  const auto connected = [&] { return writer->matched() == 1 && reader->matched() == 1; };
  ASSERT_TRUE(Eventually(connected));
  ASSERT_TRUE(Connect(writer.get(), inbox));
  writer->Write(TextCdr("1"));
  ASSERT_TRUE(Eventually([&] { return inbox.Contains(TextCdr("1")); }));

  writer.reset();
  first_.reset();
  ASSERT_TRUE(Eventually([&] { return reader->matched() == 0; }));
  first_ = OpenLocal(GetParam().first, domain_);
  writer = MakeWriter(first_.get(), Spec());
  ASSERT_TRUE(Eventually(connected));
  ASSERT_TRUE(Connect(writer.get(), inbox));
  writer->Write(TextCdr("2"));
  ASSERT_TRUE(Eventually([&] { return inbox.Contains(TextCdr("2")); }));

  reader.reset();
  second_.reset();
  ASSERT_TRUE(Eventually([&] { return writer->matched() == 0; }));
  second_ = OpenLocal(GetParam().second, domain_);
  reader = MakeReader(second_.get(), Spec(), &inbox);
  ASSERT_TRUE(Eventually(connected));
  ASSERT_TRUE(Connect(writer.get(), inbox));
  writer->Write(TextCdr("3"));
  EXPECT_TRUE(Eventually([&] { return inbox.Contains(TextCdr("3")); }));
}

}  // namespace
}  // namespace surefoot::gateways::dds
