#pragma once

/// Operations that take several steps: service calls with a late response, and goals of actions.
/// Everything happens on the graph's thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::graph {

/// The response in CDR, or an error.
using Answer = std::function<void(const Result<Bytes>&)>;

/// A service call, answered once. If it is destroyed without a response, it fails.
class Call {
 public:
  Call(const msgs::ServiceInfo& info, std::shared_ptr<const void> request, Answer answer,
       std::string client);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const msgs::ServiceInfo& info() const { return info_; }
  /// A message of the service's request type.
  const void* request() const { return request_.get(); }
  /// Name of the caller, e.g. "web:3"; empty within the program.
  const std::string& client() const { return client_; }
  bool answered() const { return answer_ == nullptr; }
  /// Responds with a message of the service's response type. Further responses are ignored.
  void Respond(const void* response);
  /// The same in CDR.
  void RespondCdr(const Bytes& response);
  void Fail(const Error& error);

 private:
  void Send(const Result<Bytes>& result);

  const msgs::ServiceInfo& info_;
  std::shared_ptr<const void> request_;
  Answer answer_;
  std::string client_;
};

using CallHandler = std::function<void(std::shared_ptr<Call>)>;

/// How a goal ended, with the numbers of action_msgs/GoalStatus.
enum class GoalEnd : std::int8_t { kSucceeded = 4, kCanceled = 5, kAborted = 6 };

/// Callbacks for the sender of a goal.
struct GoalListener {
  std::function<void(const Bytes& feedback)> feedback;
  /// The result in CDR, or why the goal was rejected or dropped.
  std::function<void(GoalEnd end, const Result<Bytes>& result)> done;
};

/// A goal of an action in progress. If it is destroyed without an end, it is aborted.
class Goal {
 public:
  Goal(const msgs::ActionInfo& info, std::shared_ptr<const void> goal, GoalListener listener,
       std::string client = "");
  ~Goal();
  Goal(const Goal&) = delete;
  Goal& operator=(const Goal&) = delete;

  const msgs::ActionInfo& info() const { return info_; }
  /// A message of the action's goal type.
  const void* goal() const { return goal_.get(); }
  /// Name of the sender, e.g. "web:3"; empty within the program.
  const std::string& client() const { return client_; }
  bool ended() const { return ended_; }
  /// Whether cancelling was requested; the server decides.
  bool cancel_requested() const { return cancel_requested_; }
  void RequestCancel() { cancel_requested_ = true; }

  /// Messages of the action's types.
  void Feedback(const void* feedback);
  void FeedbackCdr(const Bytes& feedback);
  void End(GoalEnd end, const void* result);
  void EndCdr(GoalEnd end, const Bytes& result);
  void Fail(const Error& error);

 private:
  void Send(GoalEnd end, const Result<Bytes>& result);

  const msgs::ActionInfo& info_;
  std::shared_ptr<const void> goal_;
  GoalListener listener_;
  std::string client_;
  bool cancel_requested_ = false;
  bool ended_ = false;
};

/// Callbacks of an action server.
struct ActionHandler {
  std::function<void(std::shared_ptr<Goal>)> start;
  /// Called after RequestCancel; may be absent if the server polls cancel_requested.
  std::function<void(const std::shared_ptr<Goal>&)> cancel;
};

}  // namespace surefoot::graph
