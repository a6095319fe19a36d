#include "surefoot/serve/feeds/event_log.h"

#include "surefoot/base/check.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/session/run_log.h"

namespace surefoot::serve {
namespace {

/// Events kept for viewers that connect later.
constexpr std::size_t kMaxEvents = 200;

}  // namespace

void EventLog::Enter(graph::Graph* graph) {
  graph_ = graph;
  if (graph_ == nullptr) return;
  const Result<int> id = graph_->Advertise(run_log::kEventsTopic,
                                           msgs::surefoot_msgs::Event::type(), {.reliable = true});
  SUREFOOT_CHECK(id.ok(), std::string("topic ") + run_log::kEventsTopic);
  topic_ = id.value();
}

void EventLog::Add(const char* severity, const std::string& entity, const std::string& text) {
  msgs::surefoot_msgs::Event event{
      .time = msgs::ToTime(time_ns_), .severity = severity, .entity = entity, .text = text};
  if (graph_ != nullptr) graph_->Publish(topic_, time_ns_, event);
  events_.push_back(std::move(event));
  if (events_.size() > kMaxEvents) events_.pop_front();
}

}  // namespace surefoot::serve
