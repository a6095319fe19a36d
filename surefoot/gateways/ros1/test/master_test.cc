#include "surefoot/gateways/ros1/master/master.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTalker = "http://localhost:1001/";
constexpr const char* kListener = "http://localhost:1002/";

/// What the master sends to nodes is recorded. tests/integration/ros1_master.sh compares the
/// answers with those of rosmaster.
class MasterTest : public testing::Test {
 protected:
  MasterTest() {
    master_.call_node = [this](const std::string& uri, const MethodCall& call, const std::string&,
                               const std::function<void(const Result<Value>&)>& answer) {
      calls_.push_back(uri + " " + call.method);
      last_ = call.params;
      answers_.push_back(answer);
    };
  }

  Value Call(const std::string& method, Value::Array params) {
    const Result<Value> answer = master_.Call({method, std::move(params)});
    return answer.ok() ? *answer : Value(answer.error().message);
  }
  /// The third item of an answer whose code is 1.
  Value Get(const std::string& method, Value::Array params) {
    const Value answer = Call(method, std::move(params));
    EXPECT_EQ(answer.array()->at(0), Value(1)) << WriteResponse(answer);
    return answer.array()->at(2);
  }
  std::vector<std::string> TakeCalls() { return std::exchange(calls_, {}); }

  Master master_{"http://localhost:11311/"};
  std::vector<std::string> calls_;
  Value::Array last_;
  std::vector<std::function<void(const Result<Value>&)>> answers_;
};

TEST_F(MasterTest, PublishersAndSubscribersFindEachOther) {
  EXPECT_EQ(Get("registerSubscriber", {"/listener", "chatter", "std_msgs/String", kListener}),
            Value(Value::Array{}));
  EXPECT_EQ(Get("registerPublisher", {"/talker", "chatter", "std_msgs/String", kTalker}),
            Value(Value::Array{kListener}));
  EXPECT_THAT(TakeCalls(), ElementsAre(std::string(kListener) + " publisherUpdate"));
  EXPECT_EQ(Value(last_), (Value::Array{"/master", "/chatter", Value::Array{kTalker}}));
  EXPECT_EQ(Get("lookupNode", {"/x", "/talker"}), Value(kTalker));
  EXPECT_EQ(Get("getPublishedTopics", {"/x", ""}),
            (Value::Array{Value::Array{"/chatter", "std_msgs/String"}}));
  EXPECT_EQ(Get("getSystemState", {"/x"}),
            (Value::Array{Value::Array{Value::Array{"/chatter", Value::Array{"/talker"}}},
                          Value::Array{Value::Array{"/chatter", Value::Array{"/listener"}}},
                          Value::Array{}}));
  EXPECT_EQ(Get("unregisterPublisher", {"/talker", "/chatter", kTalker}), Value(1));
  EXPECT_EQ(Value(last_), (Value::Array{"/master", "/chatter", Value::Array{}}));
  EXPECT_EQ(Get("unregisterPublisher", {"/talker", "/chatter", kTalker}), Value(0));
  EXPECT_EQ(Call("lookupNode", {"/x", "/talker"}).array()->at(0), Value(-1));
}

TEST_F(MasterTest, ANewNodeOfTheSameNameReplacesTheOldOne) {
  Get("registerSubscriber", {"/listener", "/a", "*", kListener});
  Get("registerPublisher", {"/talker", "/a", "std_msgs/String", kTalker});
  Get("registerService", {"/talker", "/s", "rosrpc://localhost:7", kTalker});
  TakeCalls();
  const char* kNew = "http://localhost:1003/";
  Get("registerPublisher", {"/talker", "/b", "std_msgs/String", kNew});
  EXPECT_THAT(TakeCalls(), ElementsAre(std::string(kTalker) + " shutdown",
                                       std::string(kListener) + " publisherUpdate"));
  EXPECT_EQ(Value(last_), (Value::Array{"/master", "/a", Value::Array{}}));
  EXPECT_EQ(Call("lookupService", {"/x", "/s"}).array()->at(1), Value("no provider"));
  EXPECT_EQ(Get("lookupNode", {"/x", "/talker"}), Value(kNew));
}

TEST_F(MasterTest, OnlyTheLastProviderOfAServiceCounts) {
  Get("registerService", {"/a", "s", "rosrpc://localhost:1", kTalker});
  Get("registerService", {"/b", "s", "rosrpc://localhost:2", kListener});
  EXPECT_EQ(Get("lookupService", {"/x", "s"}), Value("rosrpc://localhost:2"));
  EXPECT_EQ(Get("unregisterService", {"/a", "s", "rosrpc://localhost:1"}), Value(0));
  EXPECT_EQ(Get("unregisterService", {"/b", "s", "rosrpc://localhost:2"}), Value(1));
  EXPECT_EQ(Call("lookupService", {"/x", "s"}).array()->at(0), Value(-1));
  EXPECT_TRUE(master_.registrations().nodes().empty());
  EXPECT_EQ(master_.registrations().size(), 0U);
}

TEST_F(MasterTest, SubscribersOfParametersAreTold) {
  EXPECT_EQ(Get("subscribeParam", {"/listener", kListener, "/robot"}), Value(Value::Struct{}));
  Get("setParam", {"/talker", "/robot/mass", 5});
  EXPECT_THAT(TakeCalls(), ElementsAre(std::string(kListener) + " paramUpdate"));
  EXPECT_EQ(Value(last_), (Value::Array{"/master", "/robot/mass/", 5}));
  // Not of their own changes.
  Get("setParam", {"/listener", "/robot/mass", 6});
  EXPECT_THAT(TakeCalls(), IsEmpty());
  Get("deleteParam", {"/talker", "/robot"});
  EXPECT_EQ(Value(last_), (Value::Array{"/master", "/robot/", Value::Struct{}}));
  // A node that does not know the parameter any more is forgotten.
  answers_.back()(Value(Value::Array{-1, "not subscribed", 0}));
  TakeCalls();
  Get("setParam", {"/talker", "/robot", 1});
  EXPECT_THAT(TakeCalls(), IsEmpty());
}

TEST_F(MasterTest, WrongCallsAreAnswered) {
  EXPECT_EQ(Call("getPid", {}), (Value::Array{-1, "missing required caller_id parameter", -1}));
  EXPECT_EQ(Call("getPid", {"/x", 1}), (Value::Array{-1, "Error: bad call arity", -1}));
  EXPECT_EQ(Call("getUri", {7}), (Value::Array{-1, "caller_id must be a string", ""}));
  EXPECT_EQ(Call("registerPublisher", {"/x", "a:b", "std_msgs/String", kTalker}),
            (Value::Array{-1, "ERROR: parameter [topic] contains illegal chars", Value::Array{}}));
  EXPECT_EQ(Call("registerPublisher", {"/x", "/a", "String", kTalker}).array()->at(1),
            Value("ERROR: parameter [topic_type] is not a valid package resource name"));
  EXPECT_EQ(Call("registerSubscriber", {"/x", "/a", "*", "localhost"}).array()->at(1),
            Value("ERROR: parameter [caller_api] is not an RPC URI"));
  EXPECT_EQ(Call("setParam", {"/x", "/", 1}).array()->at(0), Value(-1));
  EXPECT_EQ(Call("noSuchMethod", {"/x"}), Value("method \"noSuchMethod\" is not supported"));
  // Only the owner ends the simulator.
  EXPECT_EQ(Call("shutdown", {"/x", "bye"}).array()->at(0), Value(-1));
}

TEST_F(MasterTest, SeveralCallsAtOnce) {
  const Value calls = Value::Array{
      Value::Struct{{"methodName", "setParam"}, {"params", Value::Array{"/x", "/a", 1}}},
      Value::Struct{{"methodName", "system.multicall"}, {"params", Value::Array{}}},
      Value::Struct{{"methodName", "getParam"}, {"params", Value::Array{"/x", "/a"}}},
      Value::Struct{{"methodName", 3}},
      7,
  };
  const Value results = Call("system.multicall", {calls});
  ASSERT_EQ(results.array()->size(), 5U);
  EXPECT_EQ(results.array()->at(2), (Value::Array{Value::Array{1, "Parameter [/a]", 1}}));
  for (const std::size_t wrong : {1U, 3U, 4U}) {
    EXPECT_NE(results.array()->at(wrong).members(), nullptr);
  }
}

TEST_F(MasterTest, ManyLargeAnswersAtOnceAreRefused) {
  Get("setParam", {"/x", "/large", std::string(std::size_t{8} << 20, 'x')});
  const Value get = Value::Struct{{"methodName", "getParam"}, {"params", Value::Array{"/x", "/"}}};
  const Value results = Call("system.multicall", {Value::Array(1000, get)});
  std::size_t faults = 0;
  for (const Value& result : *results.array()) faults += result.members() != nullptr ? 1 : 0;
  EXPECT_GT(faults, 900U);
}

TEST_F(MasterTest, RegistrationsAreLimited) {
  for (std::size_t i = 0; i < Master::kMaxRegistrations; ++i) {
    Get("registerSubscriber", {"/x", "/t" + std::to_string(i), "*", kListener});
  }
  const Value refused = Call("registerPublisher", {"/x", "/more", "a/B", kListener});
  EXPECT_EQ(refused.array()->at(0), Value(0));
  EXPECT_THAT(*refused.array()->at(1).text(), HasSubstr("which is its limit"));
}

}  // namespace
}  // namespace surefoot::gateways::ros1
