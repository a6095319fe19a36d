#include "surefoot/graph/bridge.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::graph {
namespace {

using msgs::std_msgs::Int32;
using msgs::std_srvs::SetBool;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using SimulateSteps = msgs::simulation_interfaces::SimulateSteps;

Int32 Number(int value) {
  Int32 message;
  message.data = value;
  return message;
}

template <typename T>
Bytes Cdr(const T& message) {
  Bytes bytes;
  msgs::Encode(message, &bytes);
  return bytes;
}

class BridgeTest : public testing::Test {
 protected:
  BridgeTest()
      : bridge_(BridgeHost{[this](const Publication& publication) {
                             taken_.push_back(publication.caller.name + " " + publication.topic);
                             if (slow_) std::this_thread::sleep_for(std::chrono::microseconds(10));
                             return refuse_ ? Status(Error{"no"}) : Status();
                           },
                           [this](const std::string& client) { left_.push_back(client); }, nullptr},
                BridgeOptions{10, 1 << 20, 20, 1 << 20}) {
    bridge_.Attach(&graph_);
  }

  /// All events of one kind since the last call.
  template <typename E>
  std::vector<E> Take() {
    std::vector<Event> events;
    bridge_.Take(&events);
    std::vector<E> found;
    for (Event& event : events) {
      if (auto* one = std::get_if<E>(&event)) found.push_back(std::move(*one));
    }
    return found;
  }

  Graph graph_;
  std::vector<std::string> taken_;
  std::vector<std::string> left_;
  bool refuse_ = false;
  bool slow_ = false;
  Bridge bridge_;
};

TEST(BridgeOwn, MarksWhatItsGatewayHasPublished) {
  Graph graph;
  const int topic = graph.Advertise<Int32>("/a", {.open = true}).value();
  std::vector<std::string> ended;
  BridgeHost host;
  host.apply_message = [&](const Publication& publication) {
    graph.PublishCdr(topic, 0, publication.cdr);
    return Status();
  };
  host.publishing_ended = [&](const std::string& name, const std::string& client) {
    ended.push_back(name + " " + client);
  };
  Bridge bridge(host);
  Bridge other(BridgeHost{});
  bridge.Attach(&graph);
  other.Attach(&graph);
  for (Bridge* one : {&bridge, &other}) {
    one->Subscribe("/a");
    one->Pump();
  }
  graph.Publish(topic, 0, Number(1));
  bridge.Publish({1, {"ros1:nodes", Role::kDriver}, "/a", &Int32::type(), Cdr(Number(2))});
  bridge.EndPublishing("/a", "ros1:nodes");
  bridge.Pump();
  graph.Publish(topic, 0, Number(3));
  const auto own = [](Bridge* one) {
    std::vector<Event> events;
    one->Take(&events);
    std::vector<bool> flags;
    for (const Event& event : events) {
      const auto* message = std::get_if<event::Message>(&event);
      if (message != nullptr) flags.push_back(message->sample->own);
    }
    return flags;
  };
  EXPECT_THAT(own(&bridge), ElementsAre(false, true, false));
  EXPECT_THAT(own(&other), ElementsAre(false, false, false));
  EXPECT_THAT(ended, ElementsAre("/a ros1:nodes"));
}

TEST_F(BridgeTest, PassesOnlyWhatIsWanted) {
  const int a = graph_.Advertise<Int32>("/a").value();
  const int b = graph_.Advertise<Int32>("/b").value();
  EXPECT_THAT(Take<event::TopicAdded>(), SizeIs(2));
  bridge_.Subscribe("/a");
  bridge_.Subscribe("/a");
  bridge_.Pump();
  graph_.Publish(a, 5, Number(7));
  graph_.Publish(b, 5, Number(8));
  const auto messages = Take<event::Message>();
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].sample->topic, "/a");
  EXPECT_EQ(messages[0].sample->time_ns, 5);
  EXPECT_EQ(messages[0].sample->json(), R"({"data":7})");
  bridge_.Unsubscribe("/a");
  bridge_.Pump();
  graph_.Publish(a, 6, Number(1));
  EXPECT_THAT(Take<event::Message>(), SizeIs(1)) << "one of two still wants it";
  bridge_.Unsubscribe("/a");
  bridge_.Pump();
  graph_.Publish(a, 7, Number(1));
  EXPECT_THAT(Take<event::Message>(), SizeIs(0));
}

TEST_F(BridgeTest, LosesTheOldestSamplesAndNothingElse) {
  const int a = graph_.Advertise<Int32>("/a").value();
  bridge_.Subscribe("/a");
  bridge_.Pump();
  for (int i = 0; i < 11; ++i) graph_.Publish(a, i, Number(i));
  std::vector<Event> events;
  bridge_.Take(&events);
  std::vector<SimTimeNs> times;
  int others = 0;
  for (const Event& event : events) {
    const auto* message = std::get_if<event::Message>(&event);
    if (message != nullptr) times.push_back(message->sample->time_ns);
    others += message == nullptr ? 1 : 0;
  }
  EXPECT_THAT(times, ElementsAre(5, 6, 7, 8, 9, 10));
  EXPECT_EQ(bridge_.lost(), 5u);
  EXPECT_GE(others, 1);
}

TEST_F(BridgeTest, KeepsReliableTopicsWholeOrSaysSo) {
  const int sensor = graph_.Advertise<Int32>("/sensor").value();
  const int events = graph_.Advertise<Int32>("/events", {.reliable = true}).value();
  const int others = graph_.Advertise<Int32>("/others", {.reliable = true}).value();
  for (const char* topic : {"/sensor", "/events", "/others"}) bridge_.Subscribe(topic);
  bridge_.Pump();
  for (int i = 0; i < 20; ++i) {
    graph_.Publish(events, i, Number(i));
    graph_.Publish(sensor, i, Number(i));
  }
  std::vector<SimTimeNs> times;
  int of_sensor = 0;
  for (const auto& message : Take<event::Message>()) {
    if (message.sample->topic == "/events") times.push_back(message.sample->time_ns);
    of_sensor += message.sample->topic == "/sensor" ? 1 : 0;
  }
  ASSERT_THAT(times, SizeIs(20));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_LT(of_sensor, 11);
  for (int i = 0; i < 21; ++i) graph_.Publish(events, i, Number(i));
  graph_.Publish(others, 0, Number(0));
  std::vector<Event> taken;
  bridge_.Take(&taken);
  ASSERT_THAT(taken, SizeIs(2)) << "the notice of lost samples, and the next sample";
  EXPECT_EQ(std::get<event::Lost>(taken[0]).topic, "/events");
  EXPECT_EQ(std::get<event::Message>(taken[1]).sample->topic, "/others");
}

TEST_F(BridgeTest, ReportsServicesOnlyWhenTheyChange) {
  EXPECT_THAT(Take<event::Services>(), SizeIs(1));
  bridge_.AnnounceOffers();
  EXPECT_THAT(Take<event::Services>(), SizeIs(0));
  const auto handler = [](const void*, void*) { return Status(); };
  ASSERT_TRUE(graph_.AdvertiseService("/s", SetBool::service(), handler).ok());
  bridge_.AnnounceOffers();
  const auto received = Take<event::Services>();
  ASSERT_THAT(received, SizeIs(1));
  EXPECT_THAT(received[0].services, SizeIs(1));
  graph_.RemoveService("/none");
  bridge_.AnnounceOffers();
  EXPECT_THAT(Take<event::Services>(), SizeIs(0));
  graph_.RemoveService("/s");
  bridge_.AnnounceOffers();
  EXPECT_THAT(Take<event::Services>(), SizeIs(1));
}

TEST_F(BridgeTest, WhatComesInGoesToTheHostInOrder) {
  bridge_.Publish({1, {"web:1"}, "/x", &Int32::type(), Cdr(Number(1))});
  bridge_.ClientLeft("web:1");
  EXPECT_TRUE(taken_.empty()) << "before the pump";
  bridge_.Pump();
  EXPECT_THAT(taken_, ElementsAre("web:1 /x"));
  EXPECT_THAT(left_, ElementsAre("web:1"));
  refuse_ = true;
  bridge_.Publish({9, {"web:2"}, "/x", &Int32::type(), Cdr(Number(1))});
  bridge_.Pump();
  const auto refused = Take<event::Refused>();
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].id, 9u);
  EXPECT_EQ(refused[0].reason, "no");
}

TEST_F(BridgeTest, CallsAreAnsweredNowOrLater) {
  std::shared_ptr<Call> waiting;
  ASSERT_TRUE(graph_
                  .AdvertiseCalls("/later", SetBool::service(),
                                  [&](std::shared_ptr<Call> call) { waiting = std::move(call); })
                  .ok());
  SetBool::Request request;
  request.data = true;
  bridge_.Call(4, "/later", Cdr(request), {"web:5"});
  bridge_.Call(5, "/nowhere", Cdr(request), {});
  bridge_.Pump();
  const auto first = Take<event::Answered>();
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(first[0].id, 5u);
  EXPECT_THAT(first[0].response.error().message, HasSubstr("/nowhere"));
  ASSERT_NE(waiting, nullptr);
  EXPECT_EQ(waiting->client(), "web:5");
  EXPECT_TRUE(static_cast<const SetBool::Request*>(waiting->request())->data);
  SetBool::Response response;
  response.message = "done";
  waiting->Respond(&response);
  const auto second = Take<event::Answered>();
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_EQ(second[0].id, 4u);
  EXPECT_EQ(second[0].response.value(), Cdr(response));
}

TEST_F(BridgeTest, ServicesOfTheOutsideAreCalledFromInside) {
  bridge_.OfferService(1, "/outside", SetBool::service(), {});
  bridge_.Pump();
  std::optional<Result<Bytes>> answer;
  graph_.CallCdr("/outside", Cdr(SetBool::Request()),
                 [&](const Result<Bytes>& result) { answer = result; });
  const auto called = Take<event::Called>();
  ASSERT_THAT(called, SizeIs(1));
  EXPECT_FALSE(answer);
  SetBool::Response response;
  response.success = true;
  bridge_.Respond(called[0].id, Cdr(response));
  bridge_.Respond(called[0].id, Error{"twice"});
  bridge_.Pump();
  ASSERT_TRUE(answer && answer->ok());
  EXPECT_EQ(answer->value(), Cdr(response));
  bridge_.WithdrawService("/outside");
  bridge_.Pump();
  EXPECT_TRUE(graph_.Services().empty());
}

TEST_F(BridgeTest, CallsUnderWayFailWhenTheWorldIsLeft) {
  bridge_.OfferService(1, "/outside", SetBool::service(), {});
  bridge_.Pump();
  std::optional<Result<Bytes>> answer;
  graph_.CallCdr("/outside", Cdr(SetBool::Request()),
                 [&](const Result<Bytes>& result) { answer = result; });
  bridge_.Attach(nullptr);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->ok());
  bridge_.Publish({3, {}, "/x", &Int32::type(), {}});
  bridge_.Pump();
  EXPECT_THAT(Take<event::Refused>(), SizeIs(1));
}

TEST_F(BridgeTest, GoalsGiveFeedbackEndAndCanBeCanceled) {
  std::shared_ptr<Goal> goal;
  ActionHandler handler;
  handler.start = [&](std::shared_ptr<Goal> sent) { goal = std::move(sent); };
  handler.cancel = [&](const std::shared_ptr<Goal>& canceled) {
    SimulateSteps::Result result;
    canceled->End(GoalEnd::kCanceled, &result);
  };
  ASSERT_TRUE(graph_.AdvertiseAction("/steps", SimulateSteps::action(), handler).ok());
  SimulateSteps::Goal request;
  request.steps = 3;
  bridge_.SendGoal(8, "/steps", Cdr(request), {});
  bridge_.Pump();
  ASSERT_NE(goal, nullptr);
  SimulateSteps::Feedback feedback;
  feedback.completed_steps = 1;
  goal->Feedback(&feedback);
  const auto heard = Take<event::Feedback>();
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].feedback, Cdr(feedback));
  bridge_.CancelGoal(8);
  bridge_.Pump();
  const auto ended = Take<event::GoalEnded>();
  ASSERT_THAT(ended, SizeIs(1));
  EXPECT_EQ(ended[0].id, 8u);
  EXPECT_EQ(ended[0].end, GoalEnd::kCanceled);
}

TEST_F(BridgeTest, NothingIsLostBetweenThreads) {
  constexpr int kMessages = 20000;
  std::thread outside([&] {
    for (int i = 0; i < kMessages; ++i) {
      bridge_.Publish({static_cast<std::uint64_t>(i), {"c"}, "/x", &Int32::type(), {}});
    }
    bridge_.ClientLeft("c");
  });
  while (left_.empty()) bridge_.Pump();
  outside.join();
  EXPECT_THAT(taken_, SizeIs(kMessages));
}

TEST_F(BridgeTest, AFloodIsProcessedInOrder) {
  constexpr std::size_t kMessages = 5000;
  slow_ = true;
  for (std::size_t i = 0; i < kMessages; ++i) {
    bridge_.Publish({i, {"c"}, "/x" + std::to_string(i), &Int32::type(), {}});
  }
  bridge_.ClientLeft("c");
  EXPECT_TRUE(bridge_.Pump());
  EXPECT_LT(taken_.size(), kMessages / 2) << "each takes ten microseconds";
  // Each call makes progress, however late the system resumes this thread.
  EXPECT_GE(taken_.size(), 1u);
  const std::size_t waiting = bridge_.waiting_bytes();
  EXPECT_GT(waiting, 0u);
  while (left_.empty()) ASSERT_TRUE(bridge_.Pump());
  EXPECT_EQ(bridge_.waiting_bytes(), 0u);
  ASSERT_THAT(taken_, SizeIs(kMessages));
  EXPECT_EQ(taken_[kMessages - 1], "c /x" + std::to_string(kMessages - 1)) << "in order";
  EXPECT_FALSE(bridge_.Pump());
}

TEST_F(BridgeTest, ReportsOfAnotherGraph) {
  static_cast<void>(graph_.Advertise<Int32>("/a"));
  Graph other;
  static_cast<void>(other.Advertise<Int32>("/b"));
  bridge_.Attach(&other);
  std::vector<Event> events;
  bridge_.Take(&events);
  std::vector<std::string> received;
  for (const Event& event : events) {
    if (std::holds_alternative<event::GraphChanged>(event)) received.push_back("changed");
    if (const auto* topic = std::get_if<event::TopicAdded>(&event)) received.push_back(topic->name);
  }
  EXPECT_THAT(received, ElementsAre("changed", "/b")) << "/a is of no use any more";
  bridge_.Attach(nullptr);
}

TEST_F(BridgeTest, AnnouncementsDoNotPileUpForAGatewayThatIsOff) {
  const auto waiting = [this] {
    std::vector<Event> events;
    bridge_.Take(&events);
    return events.size();
  };
  std::size_t first = 0;
  for (int world = 0; world < 20; ++world) {
    Graph graph;
    for (const char* topic : {"/a", "/b", "/c"}) {
      static_cast<void>(graph.Advertise<Int32>(topic));
    }
    bridge_.Attach(&graph);
    // Offers that come and go.
    for (int i = 0; i < 20; ++i) {
      const std::string name = "/service" + std::to_string(i);
      ASSERT_TRUE(graph.AdvertiseService(name, msgs::std_srvs::Trigger::service(), nullptr).ok());
      bridge_.AnnounceOffers();
    }
    if (world == 0) first = waiting();
    bridge_.Attach(nullptr);
  }
  Graph last;
  bridge_.Attach(&last);
  EXPECT_LE(waiting(), first);
  bridge_.Attach(nullptr);
}

TEST_F(BridgeTest, ReportsTimeAndWhatWaits) {
  const int a = graph_.Advertise<Int32>("/a").value();
  bridge_.Subscribe("/a");
  bridge_.Pump();
  EXPECT_EQ(bridge_.waiting_bytes(), 0u);
  graph_.Publish(a, 7, Number(1));
  EXPECT_EQ(bridge_.time_ns(), 7);
  bridge_.set_time(8);
  EXPECT_EQ(bridge_.time_ns(), 8);
  bridge_.Publish({1, {"web:1"}, "/x", &Int32::type(), Bytes(1000)});
  EXPECT_GE(bridge_.waiting_bytes(), 1000u);
  bridge_.Pump();
  EXPECT_EQ(bridge_.waiting_bytes(), 0u);
}

}  // namespace
}  // namespace surefoot::graph
