// Services between participants of one vendor.

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <thread>

#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

/// Replies by number.
class Replies {
 public:
  Participant::OnReply callback() {
    return [this](std::int64_t number, const Bytes& cdr) {
      const std::lock_guard lock(mutex_);
      replies_.emplace(number, cdr);
      ++count_;
    };
  }
  int count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  Bytes At(std::int64_t number) const {
    const std::lock_guard lock(mutex_);
    const auto found = replies_.find(number);
    return found == replies_.end() ? Bytes{} : found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::int64_t, Bytes> replies_;
  int count_ = 0;
};

/// Requests in the order of arrival, to be answered on the test's thread.
class Requests {
 public:
  Participant::OnRequest callback() {
    return [this](const RequestId& id, const Bytes& cdr) {
      const std::lock_guard lock(mutex_);
      requests_.emplace_back(id, cdr);
    };
  }
  std::vector<std::pair<RequestId, Bytes>> Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(requests_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<RequestId, Bytes>> requests_;
};

Bytes AnswerTo(Bytes request) {
  request.insert(request.end(), {'o', 'k', '!', '!'});
  return request;
}

class Services : public PairTest {
 protected:
  Services()
      : spec_{.name = UniqueName("/reset"),
              .request_type = "std_srvs::srv::dds_::Trigger_Request_",
              .response_type = "std_srvs::srv::dds_::Trigger_Response_",
              .qos = {.depth = 1000},
              .user_data = ""} {
    server_ = MakeServer();
    client_ = MakeClient(second_.get(), &replies_);
  }

  std::unique_ptr<ServiceServer> MakeServer() {
    auto made = first_->MakeServer(spec_, requests_.callback());
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made).value();
  }
  std::unique_ptr<ServiceClient> MakeClient(Participant* participant, Replies* replies) {
    auto made = participant->MakeClient(spec_, replies->callback());
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made).value();
  }
  /// Answers what has arrived, and polls.
  bool EventuallyWhileServing(const std::function<bool()>& condition) {
    return Eventually([&] {
      for (const auto& [id, cdr] : requests_.Take()) EXPECT_TRUE(server_->Reply(id, AnswerTo(cdr)));
      return condition();
    });
  }

  ServiceSpec spec_;
  Requests requests_;
  Replies replies_;
  std::unique_ptr<ServiceServer> server_;
  std::unique_ptr<ServiceClient> client_;
};

INSTANTIATE_TEST_SUITE_P(Vendors, Services, testing::ValuesIn(SamePairs()), PairName);

TEST_P(Services, AnswerRequests) {
  ASSERT_TRUE(Eventually([&] { return client_->ready(); }));
  const std::int64_t number = client_->Send(TextCdr("reset now"));
  ASSERT_GT(number, 0);
  ASSERT_TRUE(EventuallyWhileServing([&] { return replies_.count() > 0; }));
  EXPECT_EQ(replies_.At(number), AnswerTo(TextCdr("reset now")));
}

TEST_P(Services, AnswerManyRequestsEachWithItsOwnReply) {
  ASSERT_TRUE(Eventually([&] { return client_->ready(); }));
  std::map<std::int64_t, Bytes> expected;
  for (int i = 0; i < 500; ++i) {
    const Bytes request = TextCdr("request " + std::to_string(i));
    const std::int64_t number = client_->Send(request);
    ASSERT_GT(number, 0);
    ASSERT_TRUE(expected.emplace(number, AnswerTo(request)).second);
  }
  ASSERT_TRUE(EventuallyWhileServing([&] { return replies_.count() >= 500; }));
  EXPECT_EQ(replies_.count(), 500);
  for (const auto& [number, reply] : expected) EXPECT_EQ(replies_.At(number), reply);
}

// Clients of the same and of another participant: each receives its own replies only.
TEST_P(Services, AnswerOnlyTheClientThatAsked) {
  Replies of_same, of_third;
  const auto third = OpenLocal(GetParam().second, domain_);
  const auto same = MakeClient(second_.get(), &of_same);
  const auto other = MakeClient(third.get(), &of_third);
  ASSERT_TRUE(Eventually([&] { return client_->ready() && same->ready() && other->ready(); }));
  for (int i = 0; i < 20; ++i) {
    client_->Send(TextCdr("first"));
    same->Send(TextCdr("same"));
    other->Send(TextCdr("third"));
  }
  ASSERT_TRUE(EventuallyWhileServing(
      [&] { return replies_.count() >= 20 && of_same.count() >= 20 && of_third.count() >= 20; }));
  EXPECT_EQ(replies_.count(), 20);
  EXPECT_EQ(of_same.count(), 20);
  EXPECT_EQ(of_third.count(), 20);
  EXPECT_EQ(replies_.At(1), AnswerTo(TextCdr("first")));
  EXPECT_EQ(of_same.At(1), AnswerTo(TextCdr("same")));
  EXPECT_EQ(of_third.At(1), AnswerTo(TextCdr("third")));
}

TEST_P(Services, AnswerAfterARestart) {
  ASSERT_TRUE(Eventually([&] { return client_->ready(); }));
  server_.reset();
  ASSERT_TRUE(Eventually([&] { return !client_->ready(); }));
  server_ = MakeServer();
  ASSERT_TRUE(Eventually([&] { return client_->ready(); }));
  const std::int64_t number = client_->Send(TextCdr("again"));
  EXPECT_TRUE(EventuallyWhileServing([&] { return !replies_.At(number).empty(); }));
}

}  // namespace
}  // namespace surefoot::gateways::dds
