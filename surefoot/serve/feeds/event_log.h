#pragma once

#include <deque>
#include <string>

#include "surefoot/graph/graph.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::serve {

/// What happened, for people: told on /surefoot/events, the last ones kept for those who come
/// later.
class EventLog {
 public:
  static constexpr const char* kInfo = "info";
  static constexpr const char* kWarning = "warning";
  static constexpr const char* kError = "error";

  /// The run has another graph; nullptr: none for a while.
  void Enter(graph::Graph* graph);
  void set_time(SimTimeNs time_ns) { time_ns_ = time_ns; }

  /// `entity` is the model that it is about; may be empty.
  void Add(const char* severity, const std::string& entity, const std::string& text);
  void Info(const std::string& entity, const std::string& text) { Add(kInfo, entity, text); }
  /// The oldest first.
  const std::deque<msgs::surefoot_msgs::Event>& events() const { return events_; }

 private:
  graph::Graph* graph_ = nullptr;
  int topic_ = -1;
  SimTimeNs time_ns_ = 0;
  std::deque<msgs::surefoot_msgs::Event> events_;
};

}  // namespace surefoot::serve
