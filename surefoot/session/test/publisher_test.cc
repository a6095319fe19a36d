#include "surefoot/session/publisher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot {
namespace {

using TwistMessage = msgs::geometry_msgs::Twist;
using testing::HasSubstr;

class PublisherTest : public testing::Test {
 protected:
  PublisherTest() : simulation_(sim::test::MakeRun()) {
    EXPECT_TRUE(simulation_->graph().Advertise<TwistMessage>("/cmd_vel").ok());
    subscription_ =
        simulation_->graph().Subscribe("/cmd_vel", [this](const graph::Delivery& delivery) {
          times_.push_back(ToSeconds(delivery.time_ns()));
          values_.push_back(delivery.As<TwistMessage>()->linear.x);
        });
  }
  /// A second of steps of 1 ms.
  void Run(const MessageStream& stream) {
    Result<Publisher> publisher = Publisher::Make({stream}, *simulation_);
    ASSERT_TRUE(publisher.ok()) << publisher.error().message;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(publisher->Update(simulation_.get()).ok());
      ASSERT_TRUE(simulation_->Step().ok());
    }
  }
  std::string Refusal(const MessageStream& stream) {
    const Result<Publisher> publisher = Publisher::Make({stream}, *simulation_);
    return publisher.ok() ? "" : publisher.error().message;
  }

  std::unique_ptr<sim::Simulation> simulation_;
  graph::Subscription subscription_;
  std::vector<double> times_;
  std::vector<double> values_;
};

TEST_F(PublisherTest, KeepsItsRateAndTimes) {
  MessageStream stream;
  stream.topic = "/cmd_vel";
  stream.rate = 30.0;
  stream.from = 0.2;
  stream.until = 0.5;
  stream.fields = {{"linear.x", "0.5"}};
  Run(stream);
  // At 0.2, 0.2333, ..., each before the first step that is not earlier.
  ASSERT_EQ(times_.size(), 9u);
  for (std::size_t i = 0; i < times_.size(); ++i) {
    EXPECT_NEAR(times_[i], 0.2 + static_cast<double>(i) / 30.0, 0.0011);
    EXPECT_EQ(values_[i], 0.5);
  }
}

TEST_F(PublisherTest, FieldsFollowTheirCourse) {
  MessageStream stream;
  stream.topic = "/cmd_vel";
  stream.rate = 1000.0;
  stream.courses = {{"linear.x", {{0.1, 1.0}, {0.3, 2.0}, {0.4, -1.0}}, true}};
  Run(stream);
  ASSERT_EQ(values_.size(), 1000u);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double t = static_cast<double>(i) * 1e-3;
    const double expected = t < 0.1   ? 1.0
                            : t < 0.3 ? 1.0 + (t - 0.1) / 0.2
                            : t < 0.4 ? 2.0 - 3.0 * (t - 0.3) / 0.1
                                      : -1.0;
    EXPECT_NEAR(values_[i], expected, 1e-9) << t;
  }
}

TEST_F(PublisherTest, ValuesMayHold) {
  const Course course = {"x", {{1.0, 5.0}, {2.0, 7.0}}, false};
  EXPECT_EQ(course.At(0.0), 5.0);
  EXPECT_EQ(course.At(1.999), 5.0);
  EXPECT_EQ(course.At(2.0), 7.0);
  EXPECT_EQ(course.At(9.0), 7.0);
}

TEST_F(PublisherTest, SaysWhatIsWrong) {
  MessageStream stream;
  stream.topic = "/cmd_vell";
  EXPECT_THAT(Refusal(stream), HasSubstr("did you mean \"/cmd_vel\"?"));
  stream.topic = "/cmd_vel";
  stream.fields = {{"linear.w", "1"}};
  EXPECT_THAT(Refusal(stream), HasSubstr("/cmd_vel (geometry_msgs/msg/Twist): there is no field"));
  stream.fields.clear();
  stream.courses = {{"linear", {{0.0, 1.0}}, true}};
  EXPECT_THAT(Refusal(stream), HasSubstr("add one of its fields"));
}

}  // namespace
}  // namespace surefoot
