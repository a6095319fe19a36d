// Objects that end while samples arrive.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

class Lifetime : public PairTest {
 protected:
  /// Writes without pause on a thread of its own.
  class Stream {
   public:
    explicit Stream(Writer* writer)
        : thread_([this, writer] {
            while (!ended_) {
              writer->Write(TextCdr("stream"));
              std::this_thread::yield();
            }
          }) {}
    ~Stream() {
      ended_ = true;
      thread_.join();
    }

   private:
    std::atomic<bool> ended_ = false;
    std::thread thread_;
  };
};

INSTANTIATE_TEST_SUITE_P(Vendors, Lifetime, testing::ValuesIn(AllPairs()), PairName);

TEST_P(Lifetime, NoCallbackRunsAfterAReaderEnded) {
  const auto writer = MakeWriter(first_.get(), Spec());
  const Stream stream(writer.get());
  for (int i = 0; i < 10; ++i) {
    std::atomic<bool> ended = false;
    std::atomic<int> calls = 0;
    std::atomic<int> late = 0;
    auto reader = second_->MakeReader(
        Spec(),
        [&](const Sample&) {
          ++calls;
          if (ended) ++late;
        },
        [&](int) {
          if (ended) ++late;
        });
    ASSERT_TRUE(reader.ok());
    ASSERT_TRUE(Eventually([&] { return calls > 0; }));
    reader.value().reset();
    ended = true;
    const int before = calls;
    // Another reader receives further samples: those for the ended one came in between.
    Inbox inbox;
    const auto other = MakeReader(second_.get(), Spec(), &inbox);
    ASSERT_TRUE(Eventually([&] { return inbox.count() > 10; }));
    EXPECT_EQ(late, 0);
    EXPECT_EQ(calls, before);
  }
}

TEST_P(Lifetime, ParticipantsEndWhileSamplesArrive) {
  const auto writer = MakeWriter(first_.get(), Spec());
  const Stream stream(writer.get());
  for (int i = 0; i < 5; ++i) {
    Inbox inbox;
    {
      const auto reader = MakeReader(second_.get(), Spec(), &inbox);
      ASSERT_TRUE(Eventually([&] { return inbox.count() > 0; }));
    }
    second_.reset();
    second_ = OpenLocal(GetParam().second, domain_);
  }
}

TEST_P(Lifetime, WritersEndWhileTheirSamplesAreSent) {
  Inbox inbox;
  const auto reader = MakeReader(second_.get(), Spec(), &inbox);
  for (int i = 0; i < 10; ++i) {
    const auto writer = MakeWriter(first_.get(), Spec());
    ASSERT_TRUE(Eventually([&] { return writer->matched() == 1; }));
    for (unsigned j = 0; j < 5; ++j) writer->Write(LargeCdr(300'000, j));
  }
  ASSERT_TRUE(Eventually([&] { return reader->matched() == 0; }));
}

TEST(CallbackGateTest, WaitsForCallbacksAndAdmitsNoneAfterwards) {
  CallbackGate gate;
  std::atomic<bool> inside = false, leave = false, closed = false;
  std::thread callback([&] {
    const CallbackGate::Pass pass(&gate);
    EXPECT_TRUE(bool{pass});
    inside = true;
    while (!leave) std::this_thread::yield();
    EXPECT_FALSE(closed);
  });
  while (!inside) std::this_thread::yield();
  std::thread closer([&] {
    gate.Close();
    closed = true;
  });
  leave = true;
  callback.join();
  closer.join();
  EXPECT_TRUE(closed);
  EXPECT_FALSE(bool{CallbackGate::Pass(&gate)});
}

}  // namespace
}  // namespace surefoot::gateways::dds
