#include "surefoot/graph/graph.h"

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <utility>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "tests/allocation_counter.h"

namespace surefoot::graph {
namespace {

using msgs::std_msgs::Float64;
using msgs::std_msgs::Int32;
using testing::ElementsAre;
using testing::HasSubstr;

Int32 Number(int value) {
  Int32 message;
  message.data = value;
  return message;
}

/// Keeps "who:value@time" of the Int32 messages it gets.
class GraphTest : public testing::Test {
 protected:
  Subscriber Log(const std::string& who) {
    return [this, who](const Delivery& delivery) {
      const Int32* message = delivery.As<Int32>();
      log_.push_back(who + ":" + (message != nullptr ? std::to_string(message->data) : "?") + "@" +
                     std::to_string(delivery.time_ns()));
    };
  }
  int Topic(const std::string& name, bool latched = false) {
    return graph_.Advertise<Int32>(name, {latched, false}).value();
  }

  std::vector<std::string> log_;
  Graph graph_;
};

TEST_F(GraphTest, SubscribersAreCalledInTheOrderTheyCame) {
  const Subscription a = graph_.SubscribeAll(Log("a"));
  const int topic = Topic("/x");
  const Subscription b = graph_.Subscribe("/x", Log("b"));
  const Subscription c = graph_.SubscribeAll(Log("c"));
  graph_.Publish(topic, 5, Number(1));
  EXPECT_THAT(log_, ElementsAre("a:1@5", "b:1@5", "c:1@5"));
}

TEST_F(GraphTest, LateSubscribersMissWhatWasBefore) {
  const int topic = Topic("/x");
  graph_.Publish(topic, 1, Number(1));
  const Subscription a = graph_.Subscribe("/x", Log("a"));
  graph_.Publish(topic, 2, Number(2));
  EXPECT_THAT(log_, ElementsAre("a:2@2"));
  EXPECT_EQ(graph_.FindTopic("/x")->count, 2u);
}

TEST_F(GraphTest, LatchedTopicsGiveTheLastMessage) {
  const int topic = Topic("/map", true);
  graph_.Publish(topic, 1, Number(1));
  graph_.Publish(topic, 2, Number(2));
  const Subscription a = graph_.Subscribe("/map", Log("a"));
  const Subscription b = graph_.SubscribeAll(Log("b"));
  EXPECT_THAT(log_, ElementsAre("a:2@2", "b:2@2"));
  EXPECT_EQ(graph_.FindTopic("/map")->count, 2u);
}

TEST_F(GraphTest, SubscribesBeforeTheTopicExists) {
  const Subscription a = graph_.Subscribe("/x", Log("a"));
  EXPECT_EQ(graph_.FindTopic("/x"), nullptr);
  EXPECT_TRUE(graph_.IsListenedTo("/x"));
  EXPECT_FALSE(graph_.IsListenedTo("/y"));
  const int topic = Topic("/x");
  EXPECT_TRUE(graph_.HasSubscribers(topic));
  graph_.Publish(topic, 1, Number(1));
  EXPECT_THAT(log_, ElementsAre("a:1@1"));
}

TEST_F(GraphTest, AsksOncePerTopicWhetherItIsWanted) {
  Topic("/early");
  std::vector<std::string> asked;
  const Subscription a = graph_.SubscribeAll(Log("a"), [&](const struct Topic& topic) {
    asked.push_back(topic.name);
    return topic.name == "/late";
  });
  const int late = Topic("/late");
  Topic("/late");
  graph_.Publish(late, 1, Number(1));
  graph_.Publish(Topic("/early"), 2, Number(2));
  EXPECT_THAT(asked, ElementsAre("/early", "/late"));
  EXPECT_THAT(log_, ElementsAre("a:1@1"));
  EXPECT_FALSE(graph_.IsListenedTo("/late"));
}

TEST_F(GraphTest, EndsWithTheSubscription) {
  const int topic = Topic("/x");
  {
    Subscription a = graph_.Subscribe("/x", Log("a"));
    const Subscription moved = std::move(a);
    graph_.Publish(topic, 1, Number(1));
  }
  EXPECT_FALSE(graph_.HasSubscribers(topic));
  EXPECT_FALSE(graph_.IsListenedTo("/x"));
  graph_.Publish(topic, 2, Number(2));
  EXPECT_THAT(log_, ElementsAre("a:1@1"));
}

TEST_F(GraphTest, UnsubscribesInsideACallback) {
  const int topic = Topic("/x");
  Subscription self;
  Subscription other;
  self = graph_.Subscribe("/x", [&](const Delivery&) {
    log_.push_back("self");
    self.Reset();
    other.Reset();
    log_.push_back("still here");
  });
  other = graph_.Subscribe("/x", Log("other"));
  const Subscription last = graph_.Subscribe("/x", Log("last"));
  graph_.Publish(topic, 1, Number(1));
  graph_.Publish(topic, 2, Number(2));
  EXPECT_THAT(log_, ElementsAre("self", "still here", "last:1@1", "last:2@2"));
}

TEST_F(GraphTest, SubscribesAndAdvertisesInsideACallback) {
  const int topic = Topic("/x");
  std::vector<Subscription> added;
  const Subscription a = graph_.Subscribe("/x", [&](const Delivery& delivery) {
    for (int i = 0; i < 20; ++i) {
      const std::string name = "/made/n" + std::to_string(added.size());
      added.push_back(graph_.Subscribe("/x", Log("added")));
      ASSERT_TRUE(graph_.Advertise<Int32>(name).ok());
    }
    EXPECT_EQ(delivery.topic().name, "/x");
  });
  graph_.Publish(topic, 1, Number(1));
  EXPECT_THAT(log_, testing::IsEmpty());
  graph_.Publish(topic, 2, Number(2));
  EXPECT_EQ(log_.size(), 20u);
}

TEST_F(GraphTest, ASubscriptionHeldByASubscriberEndsWithIt) {
  const int topic = Topic("/x");
  auto held = std::make_shared<Subscription>(graph_.Subscribe("/x", Log("held")));
  Subscription outer = graph_.Subscribe("/x", [held](const Delivery&) {});
  held = nullptr;
  graph_.Publish(topic, 1, Number(1));
  outer.Reset();
  graph_.Publish(topic, 2, Number(2));
  EXPECT_THAT(log_, ElementsAre("held:1@1"));
}

TEST_F(GraphTest, ALatchedTopicMayBePublishedByItsNewSubscriber) {
  const int topic = Topic("/map", true);
  graph_.Publish(topic, 1, Number(1));
  int calls = 0;
  const Subscription a = graph_.Subscribe("/map", [&](const Delivery& delivery) {
    ++calls;
    const Bytes before = delivery.cdr();
    if (calls == 1) graph_.Publish(topic, 2, Number(2));
    EXPECT_EQ(delivery.cdr(), before);
  });
  EXPECT_EQ(calls, 2);
}

TEST_F(GraphTest, NestedPublishingKeepsTheOuterBytes) {
  const int outer = Topic("/outer");
  const int inner = Topic("/inner");
  const Subscription bytes = graph_.SubscribeAll(
      [&](const Delivery& delivery) { log_.push_back(std::to_string(delivery.cdr()[4])); });
  const Subscription nest = graph_.Subscribe("/outer", [&](const Delivery& delivery) {
    graph_.Publish(inner, 1, Number(9));
    graph_.PublishCdr(inner, 1, delivery.cdr());
  });
  const Subscription after = graph_.Subscribe(
      "/outer", [&](const Delivery& delivery) { EXPECT_EQ(delivery.cdr()[4], 7); });
  graph_.Publish(outer, 1, Number(7));
  EXPECT_THAT(log_, ElementsAre("7", "9", "7"));
}

TEST_F(GraphTest, CdrAndMessageAreTheSame) {
  const int topic = Topic("/x");
  const Subscription a = graph_.Subscribe("/x", Log("a"));
  Bytes cdr;
  msgs::Encode(Number(-3), &cdr);
  graph_.PublishCdr(topic, 4, cdr);
  cdr.pop_back();
  graph_.PublishCdr(topic, 5, cdr);
  EXPECT_THAT(log_, ElementsAre("a:-3@4", "a:?@5"));
}

TEST_F(GraphTest, ATopicHasOneType) {
  Topic("/x");
  const Result<int> other = graph_.Advertise<Float64>("/x");
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("std_msgs/msg/Int32, not std_msgs/msg/Float64"));
  const Subscription a =
      graph_.Subscribe("/x", [](const Delivery& d) { EXPECT_EQ(d.As<Float64>(), nullptr); });
  graph_.Publish(Topic("/x"), 1, Number(1));
  EXPECT_DEATH(graph_.Publish(0, 1, Float64()), "published with another type");
}

TEST_F(GraphTest, TopicsHaveABound) {
  int made = 0;
  while (made < 200'000 && graph_.Advertise<Int32>("/t" + std::to_string(made)).ok()) ++made;
  EXPECT_EQ(made, 100'000);
  EXPECT_TRUE(graph_.Advertise<Int32>("/t0").ok()) << "existing topics continue";
}

TEST_F(GraphTest, NamesAreThoseOfRos) {
  for (const char* name : {"", "/", "x", "/x/", "/x//y", "/x y", "/x-y", "/\xc3\xa4"}) {
    EXPECT_FALSE(graph_.Advertise<Int32>(name).ok()) << name;
    EXPECT_FALSE(graph_.AdvertiseService(name, msgs::std_srvs::Trigger::service(), nullptr).ok());
  }
  EXPECT_EQ(TopicName("/husky", "imu/data"), "/husky/imu/data");
  EXPECT_EQ(TopicName("/husky", "/imu"), "/imu");
  EXPECT_EQ(TopicName("", "my robot (2)"), "/my_robot__2_");
  EXPECT_EQ(TopicName("/a//b/", "c/"), "/a/b/c");
  EXPECT_EQ(TopicName("", "4wd/2nd"), "/_4wd/_2nd");
}

Status Answer(const void* request, void* response) {
  using SetBool = msgs::std_srvs::SetBool;
  const auto& in = *static_cast<const SetBool::Request*>(request);
  static_cast<SetBool::Response*>(response)->message = in.data ? "on" : "off";
  return in.data ? Status() : Status(Error{"stays on"});
}

TEST_F(GraphTest, ServicesAnswer) {
  using msgs::std_srvs::SetBool;
  using msgs::std_srvs::Trigger;
  ASSERT_TRUE(graph_.AdvertiseService("/motor", SetBool::service(), Answer).ok());
  EXPECT_FALSE(graph_.AdvertiseService("/motor", SetBool::service(), Answer).ok());
  SetBool::Request request;
  EXPECT_EQ(graph_.Call<SetBool>("/motor", request).error().message, "stays on");
  request.data = true;
  EXPECT_EQ(graph_.Call<SetBool>("/motor", request).value().message, "on");
  EXPECT_THAT(graph_.Call<Trigger>("/motor", {}).error().message,
              HasSubstr("std_srvs/srv/SetBool"));
  EXPECT_FALSE(graph_.Call<SetBool>("/none", request).ok());

  Bytes cdr;
  msgs::Encode(request, &cdr);
  SetBool::Response response;
  ASSERT_TRUE(msgs::Decode(graph_.CallCdr("/motor", cdr).value(), &response));
  EXPECT_EQ(response.message, "on");
  EXPECT_FALSE(graph_.CallCdr("/motor", Bytes{1, 2}).ok());

  ASSERT_EQ(graph_.Services().size(), 1u);
  graph_.RemoveService("/motor");
  EXPECT_FALSE(graph_.Call<SetBool>("/motor", request).ok());
}

TEST_F(GraphTest, AServiceMayTakeItselfAway) {
  using msgs::std_srvs::Trigger;
  std::string text = "this is in the closure and longer than what a small string takes";
  ASSERT_TRUE(graph_
                  .AdvertiseService("/once", Trigger::service(),
                                    [this, text](const void*, void* response) {
                                      graph_.RemoveService("/once");
                                      static_cast<Trigger::Response*>(response)->message = text;
                                      return Status();
                                    })
                  .ok());
  EXPECT_EQ(graph_.Call<Trigger>("/once", {}).value().message, text);
  EXPECT_FALSE(graph_.Call<Trigger>("/once", {}).ok());
}

TEST(GraphAllocation, NoneForThoseWhoOnlyLook) {
  Graph graph;
  const int topic = graph.Advertise<msgs::sensor_msgs::Image>("/image").value();
  msgs::sensor_msgs::Image image;
  image.data.resize(640 * 480 * 3);
  std::size_t seen = 0;
  const Subscription look = graph.Subscribe("/image", [&](const Delivery& delivery) {
    seen += delivery.As<msgs::sensor_msgs::Image>()->data.size();
  });
  long before = AllocationCount();
  for (int i = 0; i < 10; ++i) graph.Publish(topic, i, image);
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(seen, 10 * image.data.size());

  // The buffer for encoded bytes is reused as well.
  const Subscription bytes =
      graph.SubscribeAll([&](const Delivery& delivery) { seen += delivery.cdr().size(); });
  graph.Publish(topic, 10, image);
  before = AllocationCount();
  for (int i = 0; i < 10; ++i) graph.Publish(topic, i, image);
  EXPECT_EQ(AllocationCount(), before);
}

/// Clients may create topics; they must not use up the numbers or the memory of all.
TEST(Graph, TopicsOfClientsHaveLowerLimits) {
  Graph graph;
  const auto advertise = [&](const std::string& topic, bool open) {
    return graph.Advertise<msgs::std_msgs::String>(topic, {.open = open}).ok();
  };
  for (int i = 0; i < 10'000; ++i) {
    const std::string topic = "/client" + std::to_string(i);
    ASSERT_TRUE(graph.CheckClientTopic(topic).ok()) << topic;
    ASSERT_TRUE(advertise(topic, true));
  }
  const Status refused = graph.CheckClientTopic("/another");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("limit of topics of clients: 10000"));
  EXPECT_TRUE(graph.CheckClientTopic("/client3").ok()) << "it exists";
  EXPECT_TRUE(advertise("/sensor", false));
  EXPECT_TRUE(advertise("/robot/cmd_vel", true)) << "the simulator's, open to clients";
  // Topics that the simulator takes over are none of the clients' any more.
  EXPECT_TRUE(advertise("/client7", false));
  EXPECT_TRUE(advertise("/client8", false));
  EXPECT_TRUE(graph.CheckClientTopic("/another").ok());
}

/// A client must not prevent a robot by taking one of its names with another type.
TEST(Graph, TopicsOfClientsGiveWayToTheWorlds) {
  Graph graph;
  using msgs::std_msgs::String;
  const TopicOptions client{.latched = true, .open = true, .of_client = true};
  const int squatted = *graph.Advertise<String>("/new/imu/data", client);
  graph.Publish(squatted, 0, String{});
  std::vector<std::string> types;
  const Subscription early = graph.Subscribe("/new/imu/data", [&](const Delivery& delivery) {
    types.push_back(delivery.topic().type->name);
  });
  types.clear();
  const Result<int> own = graph.Advertise<msgs::std_msgs::Int32>("/new/imu/data");
  ASSERT_TRUE(own.ok()) << own.error().message;
  EXPECT_NE(*own, squatted);
  EXPECT_EQ(graph.FindTopic("/new/imu/data")->id, *own);
  EXPECT_FALSE(graph.FindTopic("/new/imu/data")->options.open);
  EXPECT_TRUE(graph.topics()[static_cast<std::size_t>(squatted)]->replaced);
  graph.Publish(*own, 0, msgs::std_msgs::Int32{});
  EXPECT_THAT(types, testing::ElementsAre("std_msgs/msg/Int32"));
  int late = 0;
  const Subscription subscription =
      graph.Subscribe("/new/imu/data", [&](const Delivery&) { ++late; });
  EXPECT_EQ(late, 0) << "the client's last message is gone";
  EXPECT_FALSE(graph.Advertise<String>("/new/imu/data", client).ok());
  EXPECT_FALSE(graph.Advertise<String>("/new/imu/data").ok()) << "two of the world still conflict";
}

TEST(Graph, TopicsOfClientsWithTheSameTypeBecomeTheWorlds) {
  Graph graph;
  const TopicOptions client{.open = true, .of_client = true};
  const int id = *graph.Advertise<msgs::std_msgs::Int32>("/new/odom", client);
  EXPECT_EQ(*graph.Advertise<msgs::std_msgs::Int32>("/new/odom"), id);
  EXPECT_FALSE(graph.FindTopic("/new/odom")->options.of_client);
  EXPECT_FALSE(graph.Advertise<msgs::std_msgs::String>("/new/odom").ok());
}

TEST(Graph, AliasesReplaceTopicsOfClients) {
  Graph graph;
  using msgs::std_msgs::Int32;
  const TopicOptions client{.open = true, .of_client = true};
  ASSERT_TRUE(graph.Advertise<msgs::std_msgs::String>("/new/before", client).ok());
  ASSERT_TRUE(graph.AddAlias("/new/before", "/new/odom").ok());
  ASSERT_TRUE(graph.AddAlias("/new/after", "/new/odom").ok());
  ASSERT_TRUE(graph.Advertise<Int32>("/new/after", client).ok());
  const int topic = *graph.Advertise<Int32>("/new/odom");
  int received = 0;
  std::vector<Subscription> kept;
  for (const char* alias : {"/new/before", "/new/after"}) {
    kept.push_back(graph.Subscribe(alias, [&](const Delivery&) { ++received; }));
    EXPECT_EQ(graph.FindTopic(alias)->alias_of, topic) << alias;
  }
  graph.Publish(topic, 0, Int32{});
  EXPECT_EQ(received, 2);
  ASSERT_TRUE(graph.Advertise<Int32>("/world").ok());
  EXPECT_FALSE(graph.AddAlias("/world", "/new/odom").ok());
}

TEST(Graph, LatchedMessagesOfClientsAreLimited) {
  Graph graph;
  constexpr std::size_t kMegabyte = 1 << 20;
  msgs::std_msgs::String message;
  message.data.assign(20 * kMegabyte, 'x');
  for (const char* topic : {"/a", "/b", "/c", "/plain"}) {
    const bool latched = std::string(topic) != "/plain";
    const auto id =
        graph.Advertise<msgs::std_msgs::String>(topic, {.latched = latched, .open = true});
    EXPECT_TRUE(graph.CheckKept(topic, message.data.size()).ok()) << topic;
    graph.Publish(*id, 0, message);
  }
  const auto id = graph.Advertise<msgs::std_msgs::String>("/d", {.latched = true, .open = true});
  ASSERT_TRUE(id.ok());
  EXPECT_FALSE(graph.CheckKept("/d", 20 * kMegabyte).ok());
  EXPECT_TRUE(graph.CheckKept("/a", 20 * kMegabyte).ok()) << "it replaces the one before";
  EXPECT_TRUE(graph.CheckKept("/plain", 20 * kMegabyte).ok());
  EXPECT_TRUE(graph.CheckKept("/not_there", 20 * kMegabyte).ok());
  message.data.resize(1);
  graph.Publish(*graph.Advertise<msgs::std_msgs::String>("/a", {.latched = true, .open = true}), 0,
                message);
  EXPECT_TRUE(graph.CheckKept("/d", 20 * kMegabyte).ok());
}

}  // namespace
}  // namespace surefoot::graph
