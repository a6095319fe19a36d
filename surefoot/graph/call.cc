#include "surefoot/graph/call.h"

#include <utility>

// A call is answered exactly once: a Call that is destroyed without an answer fails, so that no
// client waits forever.

namespace surefoot::graph {

Call::Call(const msgs::ServiceInfo& info, std::shared_ptr<const void> request, Answer answer,
           std::string client)
    : info_(info),
      request_(std::move(request)),
      answer_(std::move(answer)),
      client_(std::move(client)) {}

Call::~Call() {
  if (!answered()) Fail(Error{"the service went away without an answer"});
}

void Call::Respond(const void* response) {
  if (answered()) return;
  Bytes bytes;
  info_.response->encode(response, &bytes);
  Send(bytes);
}

// Checks the bytes of a client before they reach the caller.
void Call::RespondCdr(const Bytes& response) {
  if (answered()) return;
  const std::shared_ptr<void> message = info_.response->make();
  if (!info_.response->decode(response.data(), response.size(), message.get())) {
    Send(Error{std::string("the response is not a valid ") + info_.response->name});
    return;
  }
  Send(response);
}

void Call::Fail(const Error& error) { Send(error); }

void Call::Send(const Result<Bytes>& result) {
  if (answered()) return;
  // Marked as answered first, because the listener may destroy the call.
  const Answer answer = std::exchange(answer_, nullptr);
  answer(result);
}

Goal::Goal(const msgs::ActionInfo& info, std::shared_ptr<const void> goal, GoalListener listener,
           std::string client)
    : info_(info),
      goal_(std::move(goal)),
      listener_(std::move(listener)),
      client_(std::move(client)) {}

Goal::~Goal() {
  if (!ended_) Fail(Error{"the action went away before the goal ended"});
}

void Goal::Feedback(const void* feedback) {
  if (ended_ || !listener_.feedback) return;
  Bytes bytes;
  info_.feedback->encode(feedback, &bytes);
  listener_.feedback(bytes);
}

void Goal::FeedbackCdr(const Bytes& feedback) {
  if (!ended_ && listener_.feedback) listener_.feedback(feedback);
}

// Only the first end counts.
void Goal::End(GoalEnd end, const void* result) {
  if (ended_) return;
  Bytes bytes;
  info_.result->encode(result, &bytes);
  Send(end, bytes);
}

void Goal::EndCdr(GoalEnd end, const Bytes& result) { Send(end, result); }

void Goal::Fail(const Error& error) { Send(GoalEnd::kAborted, error); }

void Goal::Send(GoalEnd end, const Result<Bytes>& result) {
  if (ended_) return;
  ended_ = true;
  if (listener_.done) listener_.done(end, result);
}

}  // namespace surefoot::graph
