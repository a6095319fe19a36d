#include "surefoot/serve/clients/step_job.h"

#include <utility>

#include "surefoot/serve/services/offer.h"

// A request for a number of steps is answered when the last one is done; at most one is active.

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;

}  // namespace

void StepJob::Begin(std::uint64_t steps, std::shared_ptr<graph::Call> call) {
  *this = StepJob();
  total_ = steps;
  call_ = std::move(call);
  if (steps == 0) End(Status());
}

void StepJob::Begin(std::uint64_t steps, std::shared_ptr<graph::Goal> goal) {
  *this = StepJob();
  total_ = steps;
  goal_ = std::move(goal);
  if (steps == 0) End(Status());
}

void StepJob::CountStep() {
  if (!runs()) return;
  ++taken_;
  if (goal_ != nullptr) {
    si::SimulateSteps::Feedback feedback;
    feedback.completed_steps = taken_;
    feedback.remaining_steps = total_ - taken_;
    goal_->Feedback(&feedback);
  }
  if (taken_ >= total_) End(Status());
}

void StepJob::End(const Status& status) {
  if (!runs()) return;
  // Reset first: the answer may lead to a new job.
  const StepJob ended = std::exchange(*this, StepJob());
  if (ended.call_ != nullptr) {
    si::StepSimulation::Response response;
    response.result = MakeResult(status);
    return ended.call_->Respond(&response);
  }
  si::SimulateSteps::Result result;
  result.result = MakeResult(status);
  ended.goal_->End(status.ok() ? graph::GoalEnd::kSucceeded : graph::GoalEnd::kAborted, &result);
}

void StepJob::Cancel(const std::shared_ptr<graph::Goal>& goal) {
  if (goal_ == nullptr || goal_ != goal) return;
  *this = StepJob();
  si::SimulateSteps::Result result;
  result.result = MakeResult(ResultMessage::RESULT_OPERATION_FAILED, "canceled");
  goal->End(graph::GoalEnd::kCanceled, &result);
}

void StepJob::Leave(const std::string& client) {
  if (call_ != nullptr && call_->client() == client) End(Error{"the client left"});
}

}  // namespace surefoot::serve
