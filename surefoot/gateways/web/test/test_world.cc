#include "surefoot/gateways/web/test/test_world.h"

#include <algorithm>
#include <future>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::gateways::web {
namespace {

using graph::Delivery;
using graph::Goal;
using msgs::geometry_msgs::Twist;
using msgs::nav_msgs::OccupancyGrid;
using msgs::nav_msgs::Odometry;
using msgs::sensor_msgs::Image;
using msgs::sensor_msgs::Imu;
using msgs::simulation_interfaces::SimulateSteps;
using msgs::std_msgs::Int32;
using msgs::std_srvs::SetBool;
using msgs::std_srvs::Trigger;

constexpr SimTimeNs kStep = 10'000'000;

std::string Robot(int number, const char* topic) {
  return "/robot_" + std::to_string(number) + "/" + topic;
}

}  // namespace

TestWorld::TestWorld(int robots) : robots_(robots) {
  graph::BridgeHost host;
  host.apply_message = [this](const graph::Publication& publication) {
    return TakeIn(publication);
  };
  host.client_left = [this](const std::string& client) {
    const std::lock_guard<std::mutex> lock(mutex_);
    taken_.push_back(client + " left");
  };
  host.wake = [this] {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      woken_ = true;
    }
    wake_.notify_one();
  };
  bridge_ = std::make_unique<graph::Bridge>(std::move(host));
  MakeGraph();
  bridge_->Attach(graph_.get());
}

TestWorld::~TestWorld() {
  Stop();
  bridge_->Attach(nullptr);
}

void TestWorld::MakeGraph() {
  graph_ = std::make_unique<graph::Graph>();
  for (int i = 0; i < robots_; ++i) {
    static_cast<void>(graph_->Advertise<Imu>(Robot(i, "imu/data")));
    static_cast<void>(graph_->Advertise<Odometry>(Robot(i, "odom")));
    static_cast<void>(graph_->Advertise<Twist>(Robot(i, "cmd_vel")));
  }
  static_cast<void>(graph_->Advertise<Image>("/image"));
  static_cast<void>(graph_->Advertise<Int32>("/ping"));
  const int pong = graph_->Advertise<Int32>("/pong").value();
  OccupancyGrid map;
  map.data = {0, 100, -1, 50};
  graph_->Publish(graph_->Advertise<OccupancyGrid>("/map", {.latched = true}).value(), 0, map);
  subscriptions_.push_back(graph_->Subscribe("/ping", [this, pong](const Delivery& delivery) {
    graph_->Publish(pong, delivery.time_ns(), *delivery.As<Int32>());
  }));
  subscriptions_.push_back(graph_->Subscribe(Robot(0, "cmd_vel"), [this](const Delivery& delivery) {
    speed_ = delivery.As<Twist>()->linear.x;
  }));
  AddServices();
  AddAction();
}

void TestWorld::AddServices() {
  const auto add = [&](const char* name, const msgs::ServiceInfo& info,
                       graph::CallHandler handler) {
    SUREFOOT_CHECK(graph_->AdvertiseCalls(name, info, std::move(handler)).ok(), name);
  };
  add("/set", SetBool::service(), [](const std::shared_ptr<graph::Call>& call) {
    SetBool::Response response;
    response.success = static_cast<const SetBool::Request*>(call->request())->data;
    response.message = "of " + call->client();
    call->Respond(&response);
  });
  add("/fail", Trigger::service(),
      [](const std::shared_ptr<graph::Call>& call) { call->Fail(Error{"it \"always\" fails"}); });
  add("/later", Trigger::service(), [this](std::shared_ptr<graph::Call> call) {
    later_.emplace_back(static_cast<int>(step_) + 2, std::move(call));
  });
  add("/never", Trigger::service(),
      [this](std::shared_ptr<graph::Call> call) { never_.push_back(std::move(call)); });
}

void TestWorld::AddAction() {
  graph::ActionHandler handler;
  handler.start = [this](std::shared_ptr<Goal> goal) {
    const auto steps = static_cast<const SimulateSteps::Goal*>(goal->goal())->steps;
    if (steps > 1000000) return goal->Fail(Error{"too many steps"});
    goals_.emplace_back(0, std::move(goal));
  };
  SUREFOOT_CHECK(graph_->AdvertiseAction("/count", SimulateSteps::action(), handler).ok(), "");
}

void TestWorld::WorkOnGoals() {
  for (auto& [done, goal] : goals_) {
    SimulateSteps::Result result;
    if (goal->cancel_requested()) {
      goal->End(graph::GoalEnd::kCanceled, &result);
      continue;
    }
    SimulateSteps::Feedback feedback;
    feedback.completed_steps = ++done;
    feedback.remaining_steps = static_cast<const SimulateSteps::Goal*>(goal->goal())->steps - done;
    goal->Feedback(&feedback);
    result.result.result = 1;
    if (feedback.remaining_steps == 0) goal->End(graph::GoalEnd::kSucceeded, &result);
  }
  std::erase_if(goals_, [](const auto& goal) { return goal.second->ended(); });
}

Status TestWorld::TakeIn(const graph::Publication& publication) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (taken_.size() < 100000) taken_.push_back(publication.caller.name + " " + publication.topic);
  }
  if (publication.topic == "/forbidden") return Error{"nobody may publish on /forbidden"};
  const Result<int> topic =
      graph_->Advertise(publication.topic, *publication.type, {.open = true, .of_client = true});
  if (!topic.ok()) return topic.error();
  graph_->PublishCdr(*topic, step_ * kStep, publication.cdr);
  return Status();
}

void TestWorld::Publish() {
  const SimTimeNs time_ns = step_ * kStep;
  bridge_->set_time(time_ns);
  for (int i = 0; i < robots_; ++i) {
    const int imu_topic = graph_->FindTopic(Robot(i, "imu/data"))->id;
    if (graph_->HasSubscribers(imu_topic)) {
      Imu imu;
      imu.header.stamp = msgs::ToTime(time_ns);
      imu.header.frame_id = "imu_link";
      imu.linear_acceleration.x = 0.01 * static_cast<double>(step_ % 100) + 1.0 / 3.0;
      imu.linear_acceleration.z = 9.80665;
      imu.angular_velocity.z = 0.123456789;
      graph_->Publish(imu_topic, time_ns, imu);
    }
    const int odom_topic = graph_->FindTopic(Robot(i, "odom"))->id;
    if (step_ % 2 == 0 && graph_->HasSubscribers(odom_topic)) {
      Odometry odom;
      odom.header.stamp = msgs::ToTime(time_ns);
      odom.pose.pose.position.x = 0.001 * static_cast<double>(step_);
      graph_->Publish(odom_topic, time_ns, odom);
    }
  }
  const int image_topic = graph_->FindTopic("/image")->id;
  if (graph_->HasSubscribers(image_topic)) {
    Image image;
    image.header.stamp = msgs::ToTime(time_ns);
    image.data.assign(300000, static_cast<std::uint8_t>(step_));
    graph_->Publish(image_topic, time_ns, image);
  }
}

void TestWorld::Step() {
  bridge_->Pump();
  ++step_;
  Publish();
  WorkOnGoals();
  Trigger::Response response;
  response.success = true;
  response.message = "later";
  for (auto& [step, call] : later_) {
    if (step <= step_) call->Respond(&response);
  }
  std::erase_if(later_, [](const auto& entry) { return entry.second->answered(); });
}

void TestWorld::Start(std::chrono::microseconds period) {
  thread_ = std::thread([this, period] { Loop(period); });
}

void TestWorld::Loop(std::chrono::microseconds period) {
  auto next = std::chrono::steady_clock::now() + period;
  while (true) {
    std::vector<std::function<void(graph::Graph*)>> work;
    bool timed_out = false;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      const auto awake = [this] { return woken_ || stop_; };
      if (period.count() > 0) {
        timed_out = !wake_.wait_until(lock, next, awake);
      } else {
        wake_.wait(lock, awake);
      }
      if (stop_) return;
      woken_ = false;
      work.swap(work_);
    }
    bridge_->Pump();
    for (const auto& one : work) one(graph_.get());
    if (period.count() == 0 || !timed_out) continue;
    Step();
    next += period;
  }
}

void TestWorld::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
  stop_ = false;
}

void TestWorld::Do(std::function<void(graph::Graph*)> work) {
  std::promise<void> done;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_.push_back([&](graph::Graph* graph) {
      work(graph);
      done.set_value();
    });
    woken_ = true;
  }
  wake_.notify_one();
  done.get_future().wait();
}

void TestWorld::Replace() {
  bridge_->Attach(nullptr);
  subscriptions_.clear();
  later_.clear();
  never_.clear();
  goals_.clear();
  MakeGraph();
  bridge_->Attach(graph_.get());
}

std::vector<std::string> TestWorld::taken() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return taken_;
}

}  // namespace surefoot::gateways::web
