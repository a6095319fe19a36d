/// Messages that a client receives that reads too slowly, by the kind of topic.

#include <nlohmann/json.hpp>

#include "surefoot/gateways/web/test/server_fixture.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::web {
namespace {

using msgs::std_msgs::String;
using testing::HasSubstr;

class SlowClientTest : public ServerTest {
 protected:
  static constexpr int kMessages = 5000;

  /// A client that has subscribed to both topics and reads nothing yet.
  void Subscribe(const std::string& more = "") {
    Start();
    ASSERT_TRUE(client_.Connect(port_, 4096) && !client_.Upgrade().has_value());
    for (const char* topic : {"/sensor", "/events"}) {
      client_.SendText(std::string(R"({"op":"subscribe","topic":")") + topic + "\"" + more + "}");
    }
    client_.SendText(R"({"op":"call_service","id":"ok","service":"/set","args":{"data":true}})");
    ASSERT_TRUE(client_.ReceiveWith("\"id\":\"ok\"").has_value());
  }
  /// Publishes consecutive numbers on both topics, each padded to a kilobyte.
  void Publish() {
    world_.Do([](graph::Graph* graph) {
      const int sensor = graph->Advertise<String>("/sensor").value();
      const int events = graph->Advertise<String>("/events", {.reliable = true}).value();
      String message;
      for (int i = 0; i < kMessages; ++i) {
        message.data = std::to_string(i) + std::string(1000, ' ');
        graph->Publish(sensor, i, message);
        graph->Publish(events, i, message);
      }
    });
  }
  /// All messages until the last event or the end of the connection.
  void Read() {
    while (events_.empty() || events_.back() != kMessages - 1) {
      const auto message = client_.Receive();
      if (!message.has_value()) return;
      if (message->opcode == 8) {
        farewell_ = message->payload;
        return;
      }
      const auto parsed = nlohmann::json::parse(message->payload);
      const int number = std::stoi(parsed["msg"]["data"].get<std::string>());
      (parsed["topic"] == "/events" ? events_ : sensor_).push_back(number);
    }
  }
  static bool InOrder(const std::vector<int>& numbers) {
    return std::is_sorted(numbers.begin(), numbers.end());
  }
  static bool WithoutGap(const std::vector<int>& numbers) {
    return InOrder(numbers) && numbers.back() + 1 == static_cast<int>(numbers.size());
  }

  WsClient client_;
  std::vector<int> events_;
  std::vector<int> sensor_;
  std::string farewell_;
};

TEST_F(SlowClientTest, LosesOldSamplesButNothingReliable) {
  Subscribe();
  Publish();
  Read();
  ASSERT_EQ(events_.size(), static_cast<std::size_t>(kMessages));
  EXPECT_TRUE(WithoutGap(events_));
  ASSERT_FALSE(sensor_.empty());
  EXPECT_LT(sensor_.size(), static_cast<std::size_t>(kMessages));
  EXPECT_TRUE(InOrder(sensor_));
  EXPECT_EQ(sensor_.back(), kMessages - 1) << "the newest is always there";
}

TEST_F(SlowClientTest, IsCutOffWithAReasonWhenTooMuchWaits) {
  options_.limits.queued_answers = 1000;
  Subscribe();
  Publish();
  ASSERT_TRUE(Eventually([&] { return Closed("stuck") == 1.0; }));
  Read();
  ASSERT_FALSE(events_.empty());
  EXPECT_LT(events_.size(), static_cast<std::size_t>(kMessages));
  EXPECT_TRUE(WithoutGap(events_)) << "up to the end nothing is missing";
  ASSERT_GT(farewell_.size(), 2u);
  EXPECT_EQ(farewell_.substr(0, 2), "\x03\xf5") << "code 1013";
  EXPECT_THAT(farewell_, HasSubstr("too slow"));
  client_.SendFrame(8, farewell_.substr(0, 2));
  EXPECT_TRUE(client_.IsClosed());
}

TEST_F(SlowClientTest, MayAskForTheNewestOnly) {
  options_.limits.queued_answers = 1000;
  Subscribe(R"(,"queue_length":1)");
  Publish();
  Read();
  EXPECT_EQ(events_.back(), kMessages - 1);
  EXPECT_LT(events_.size(), static_cast<std::size_t>(kMessages));
  EXPECT_EQ(Closed("stuck"), 0.0);
}

}  // namespace
}  // namespace surefoot::gateways::web
