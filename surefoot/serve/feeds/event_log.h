#pragma once

#include <deque>
#include <string>

#include "surefoot/graph/graph.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::serve {

/// Log of what happened, for people. Events are published on /surefoot/events; the last ones are
/// kept for viewers that connect later. Server thread.
class EventLog {
 public:
  /// Severities as in surefoot_msgs/Event.
  static constexpr const char* kInfo = "info";
  static constexpr const char* kWarning = "warning";
  static constexpr const char* kError = "error";

  /// The run has another graph; nullptr while there is none. Kept events survive.
  void Enter(graph::Graph* graph);
  /// Simulated time of the following events.
  void set_time(SimTimeNs time_ns) { time_ns_ = time_ns; }

  /// Adds and publishes an event. `entity` is the model it is about; may be empty.
  void Add(const char* severity, const std::string& entity, const std::string& text);
  void Info(const std::string& entity, const std::string& text) { Add(kInfo, entity, text); }
  /// The last events, oldest first.
  const std::deque<msgs::surefoot_msgs::Event>& events() const { return events_; }

 private:
  graph::Graph* graph_ = nullptr;
  int topic_ = -1;
  SimTimeNs time_ns_ = 0;
  std::deque<msgs::surefoot_msgs::Event> events_;
};

}  // namespace surefoot::serve
