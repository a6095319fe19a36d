#include "surefoot/gateways/ros1/node/registrar.h"

#include <gmock/gmock.h>

#include <chrono>
#include <future>
#include <optional>
#include <utility>

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A master of another program that answers when the test says so.
class SlowMaster final : public MasterLink {
 public:
  const std::string& uri() const override { return uri_; }
  bool is_remote() const override { return true; }
  void Call(MethodCall call, Answer answer) override {
    waiting.emplace_back(std::move(call), std::move(answer));
  }
  void Finish(std::vector<MethodCall>, std::function<void()> done) override { done(); }
  /// Answers the first waiting call.
  void AnswerNext(const Result<Value>& value) {
    const auto [call, answer] = std::move(waiting.front());
    waiting.erase(waiting.begin());
    if (answer) answer(value);
  }

  std::vector<std::pair<MethodCall, Answer>> waiting;

 private:
  std::string uri_ = "http://127.0.0.1:1/";
};

class RegistrarTest : public testing::Test {
 protected:
  RegistrarTest() {
    registrar_.publishers = [this](const std::string&, const std::vector<std::string>& uris) {
      reported_.push_back(uris);
    };
    registrar_.AddSubscriber("/cmd_vel", "geometry_msgs/Twist");
    registrar_.Start();
    // Nobody has the name of this node.
    master_.AnswerNext(Error{"unknown node"});
  }

  SlowMaster master_;
  // Not started: only answers of the master matter.
  Reactor reactor_;
  XmlRpcClient client_{&reactor_};
  Registrar registrar_{&reactor_, &client_, &master_, {"/a", "http://127.0.0.1:2/", ""}};
  std::vector<std::vector<std::string>> reported_;
};

TEST_F(RegistrarTest, TheAnswerHasThePublishers) {
  ASSERT_EQ(master_.waiting.size(), 1u);
  EXPECT_EQ(master_.waiting[0].first.method, "registerSubscriber");
  master_.AnswerNext(Value(Value::Array{"http://127.0.0.1:3/"}));
  EXPECT_THAT(reported_, ElementsAre(ElementsAre("http://127.0.0.1:3/")));
}

// A publisher that registers just after this node is reported on another connection, and the report
// can overtake the answer, which does not have it.
TEST_F(RegistrarTest, AnAnswerThatAReportHasOvertakenIsIgnored) {
  registrar_.OnUpdate("/cmd_vel");
  master_.AnswerNext(Value(Value::Array{}));
  EXPECT_THAT(reported_, IsEmpty());
}

TEST_F(RegistrarTest, OnlyTheLastAnswerCounts) {
  registrar_.RemoveSubscriber("/cmd_vel");
  registrar_.AddSubscriber("/cmd_vel", "geometry_msgs/Twist");
  ASSERT_EQ(master_.waiting.size(), 3u);
  master_.AnswerNext(Value(Value::Array{}));
  master_.AnswerNext(Value(1));
  master_.AnswerNext(Value(Value::Array{"http://127.0.0.1:3/"}));
  EXPECT_THAT(reported_, ElementsAre(ElementsAre("http://127.0.0.1:3/")));
}

/// A master that is restarted, as another program.
class RestartableMaster final : public MasterLink {
 public:
  explicit RestartableMaster(Reactor* reactor) : reactor_(*reactor) { Restart(); }
  const std::string& uri() const override { return uri_; }
  bool is_remote() const override { return true; }
  void Call(MethodCall call, Answer answer) override {
    const Value::Array reply = *master_->Call(call)->array();
    reactor_.Post([answer = std::move(answer), reply] {
      if (!answer) return;
      answer(reply[0] == Value(1) ? Result<Value>(reply[2]) : Error{*reply[1].text()});
    });
  }
  void Finish(std::vector<MethodCall>, std::function<void()> done) override { done(); }
  void Restart() {
    master_.emplace(uri_);
    master_->call_node = [](const std::string&, const MethodCall&, const std::string&,
                            const std::function<void(const Result<Value>&)>&) {};
  }
  bool Has(const std::string& parameter) {
    return (*master_->Call({"hasParam", {"/test", parameter}})->array())[2] == Value(true);
  }

 private:
  Reactor& reactor_;
  std::string uri_ = "http://127.0.0.1:1/";
  std::optional<surefoot::gateways::ros1::Master> master_;
};

// The master knows the node after the restart, but not everything of it.
TEST(Registrar, RegistersAllAgainAfterAMasterWasRestartedBetweenTwoRegistrations) {
  Reactor reactor;
  XmlRpcClient client(&reactor);
  RestartableMaster master(&reactor);
  Registrar registrar(&reactor, &client, &master, {"/a", "http://127.0.0.1:2/", ""});
  const auto on_reactor = [&](std::function<bool()> task) {
    std::promise<bool> result;
    reactor.Post([&] { result.set_value(task()); });
    return result.get_future().get();
  };
  const auto until = [&](const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      if (on_reactor(done)) return true;
    }
    return false;
  };
  reactor.Start();
  on_reactor([&] {
    registrar.SetParameter("/use_sim_time", true);
    registrar.AddPublisher("/clock", "rosgraph_msgs/Clock");
    registrar.Start();
    return true;
  });
  EXPECT_TRUE(until([&] { return master.Has("/use_sim_time"); }));
  on_reactor([&] {
    master.Restart();
    registrar.AddPublisher("/tf", "tf2_msgs/TFMessage");
    return master.Has("/use_sim_time");
  });
  EXPECT_TRUE(until([&] { return master.Has("/use_sim_time"); }));
  reactor.Stop();
}

}  // namespace
}  // namespace surefoot::gateways::ros1
