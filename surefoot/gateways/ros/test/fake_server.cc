#include "surefoot/gateways/ros/test/fake_server.h"

#include "surefoot/base/check.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::ros {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::std_srvs::SetBool;
using SimulateSteps = msgs::simulation_interfaces::SimulateSteps;

}  // namespace

FakeServer::FakeServer() {
  graph::BridgeHost host;
  host.apply_message = [this](const graph::Publication& publication) { return Apply(publication); };
  host.publishing_ended = [this](const std::string& topic, const std::string& client) {
    ended.push_back(topic + " " + client);
  };
  bridge_ = std::make_unique<graph::Bridge>(std::move(host));
  MakeGraph();
  bridge_->Attach(graph_.get());
}

FakeServer::~FakeServer() { bridge_->Attach(nullptr); }

void FakeServer::MakeGraph() {
  graph_ = std::make_unique<graph::Graph>();
  speed_topic_ = graph_->Advertise<msgs::std_msgs::Float64>("/husky/speed").value();
  const int description =
      graph_->Advertise<msgs::std_msgs::String>("/husky/robot_description", {.latched = true})
          .value();
  graph_->Publish(description, 0, msgs::std_msgs::String{.data = "<robot name='husky'/>"});
  (void)graph_->Advertise<Twist>("/husky/cmd_vel", {.reliable = true, .open = true});
  commands_ = graph_->Subscribe("/husky/cmd_vel", [this](const graph::Delivery& delivery) {
    twists.push_back(*delivery.As<Twist>());
  });
  const Status beep = graph_->AdvertiseCalls(
      "/husky/beep", SetBool::service(),
      [this](std::shared_ptr<graph::Call> call) { calls_.push_back(std::move(call)); });
  graph::ActionHandler handler;
  handler.start = [this](const std::shared_ptr<graph::Goal>& goal) {
    goal_ = goal;
    steps_left_ = static_cast<const SimulateSteps::Goal*>(goal->goal())->steps;
  };
  handler.cancel = [this](const std::shared_ptr<graph::Goal>& goal) {
    const SimulateSteps::Result result;
    goal->End(graph::GoalEnd::kCanceled, &result);
    goal_ = nullptr;
  };
  const Status action =
      graph_->AdvertiseAction("/simulate_steps", SimulateSteps::action(), handler);
  SUREFOOT_CHECK(beep.ok() && action.ok(), "the names are free");
}

Status FakeServer::Apply(const graph::Publication& publication) {
  if (!refusal.empty()) return Error{refusal};
  const graph::Topic* topic = graph_->FindTopic(publication.topic);
  if (topic == nullptr) return Error{"no such topic"};
  if (topic->type == publication.type) {
    graph_->PublishCdr(topic->id, time_ns, publication.cdr, publication.message.get());
    return Status();
  }
  const auto* stamped =
      static_cast<const msgs::geometry_msgs::TwistStamped*>(publication.message.get());
  graph_->Publish(topic->id, time_ns, stamped->twist);
  return Status();
}

void FakeServer::ChangeWorld() {
  bridge_->Attach(nullptr);
  commands_.Reset();
  calls_.clear();
  goal_ = nullptr;
  graph_ = std::make_unique<graph::Graph>();
  speed_topic_ = -1;
  (void)graph_->Advertise<msgs::std_msgs::Float64>("/other");
  bridge_->Attach(graph_.get());
}

void FakeServer::Turn() {
  bridge_->Pump();
  time_ns += 1000000;
  bridge_->set_time(time_ns);
  std::vector<std::shared_ptr<graph::Call>> calls;
  if (!busy) calls.swap(calls_);
  for (const auto& call : calls) {
    beeps.push_back(static_cast<const SetBool::Request*>(call->request())->data);
    if (!beeps.back()) {
      call->Fail(Error{"the horn is broken"});
      continue;
    }
    const SetBool::Response response{.success = true, .message = "beep"};
    call->Respond(&response);
  }
  if (goal_ != nullptr) {
    SimulateSteps::Feedback feedback;
    feedback.completed_steps = 1;
    feedback.remaining_steps = --steps_left_;
    goal_->Feedback(&feedback);
    SimulateSteps::Result result;
    result.result.result = msgs::simulation_interfaces::Result::RESULT_OK;
    if (steps_left_ == 0) std::exchange(goal_, nullptr)->End(graph::GoalEnd::kSucceeded, &result);
  }
  if (speed_topic_ >= 0) {
    graph_->Publish(speed_topic_, time_ns, msgs::std_msgs::Float64{.data = speed});
  }
}

}  // namespace surefoot::gateways::ros
