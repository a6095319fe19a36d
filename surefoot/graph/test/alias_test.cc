#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "surefoot/graph/graph.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::graph {
namespace {

using msgs::std_msgs::Int32;
using testing::ElementsAre;
using testing::HasSubstr;

class AliasTest : public testing::Test {
 protected:
  Subscription Listen(const std::string& topic) {
    return graph_.Subscribe(topic, [this](const Delivery& delivery) {
      const Int32* message = delivery.As<Int32>();
      log_.push_back(delivery.topic().name + " " + std::to_string(message->data));
    });
  }
  void Publish(const std::string& topic, int value) {
    Int32 message;
    message.data = value;
    graph_.Publish(graph_.FindTopic(topic)->id, 0, message);
  }

  Graph graph_;
  std::vector<std::string> log_;
};

TEST_F(AliasTest, MessagesReachBothNames) {
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  EXPECT_EQ(graph_.FindTopic("/b"), nullptr);
  const int topic = graph_.Advertise<Int32>("/a", {.reliable = true, .open = true}).value();
  const Topic* alias = graph_.FindTopic("/b");
  ASSERT_NE(alias, nullptr);
  EXPECT_EQ(alias->type, &Int32::type());
  EXPECT_TRUE(alias->options.reliable && alias->options.open);
  EXPECT_EQ(alias->alias_of, topic);
  const Subscription a = Listen("/a");
  const Subscription b = Listen("/b");
  Publish("/a", 1);
  EXPECT_THAT(log_, ElementsAre("/a 1", "/b 1"));
  log_.clear();
  Publish("/b", 2);
  EXPECT_THAT(log_, ElementsAre("/b 2", "/a 2"));
}

TEST_F(AliasTest, AnAliasOfAnExistingTopicHasItsLatchedMessage) {
  graph_.Advertise<Int32>("/a", {.latched = true}).value();
  Publish("/a", 7);
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  const Subscription b = Listen("/b");
  EXPECT_THAT(log_, ElementsAre("/b 7"));
}

/// Expensive messages are made only for subscribers, whichever name they use.
TEST_F(AliasTest, SubscribersOfTheAliasCount) {
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  const int topic = graph_.Advertise<Int32>("/a").value();
  EXPECT_FALSE(graph_.HasSubscribers(topic));
  {
    const Subscription b = Listen("/b");
    EXPECT_TRUE(graph_.HasSubscribers(topic));
  }
  EXPECT_FALSE(graph_.HasSubscribers(topic));
}

/// Commands: the drive listens to /a, clients publish on /b.
TEST_F(AliasTest, TheAliasOfAListenedTopicIsListenedTo) {
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  EXPECT_FALSE(graph_.IsListenedTo("/b"));
  const Subscription a = Listen("/a");
  EXPECT_TRUE(graph_.IsListenedTo("/b"));
  EXPECT_THAT(graph_.ListenedTopics(), ElementsAre("/a", "/b"));
}

TEST_F(AliasTest, SubscribeAllSeesWhichTopicIsAnAlias) {
  std::vector<std::string> names;
  const Subscription all =
      graph_.SubscribeAll([](const Delivery&) {},
                          [&](const Topic& topic) {
                            names.push_back(topic.name + (topic.alias_of >= 0 ? " alias" : ""));
                            return true;
                          });
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  graph_.Advertise<Int32>("/a").value();
  EXPECT_THAT(names, ElementsAre("/a", "/b alias"));
}

TEST_F(AliasTest, RefusesNamesInUse) {
  graph_.Advertise<Int32>("/used").value();
  EXPECT_THAT(graph_.AddAlias("/used", "/a").error().message, HasSubstr("is a topic already"));
  ASSERT_TRUE(graph_.AddAlias("/b", "/a").ok());
  EXPECT_TRUE(graph_.AddAlias("/b", "/a").ok());
  EXPECT_THAT(graph_.AddAlias("/b", "/c").error().message, HasSubstr("alias of '/a' already"));
  EXPECT_FALSE(graph_.AddAlias("/c", "/b").ok());
  EXPECT_FALSE(graph_.AddAlias("/a", "/c").ok());
  EXPECT_FALSE(graph_.AddAlias("/c", "/c").ok());
  EXPECT_FALSE(graph_.AddAlias("no slash", "/a").ok());
}

}  // namespace
}  // namespace surefoot::graph
