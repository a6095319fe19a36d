#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/ros/topic_kind.h"
#include "surefoot/gateways/ros1/node/core.h"
#include "surefoot/gateways/ros1/tcpros/publication.h"

namespace surefoot::gateways::ros1 {

/// The topics of the graph in ROS 1. Each is published, and read from the graph only while it has
/// subscribers; those on which clients may publish (commands, /tf) are also subscribed to.
class Topics {
 public:
  /// All outlive this.
  Topics(Core* core, Types* types);
  ~Topics();

  // Events of the bridge.
  void OnTopicAdded(const graph::event::TopicAdded& event);
  void OnGraphChanged();
  /// All topics of the present graph were announced: those of the former one that it lacks end.
  void OnComplete();
  void OnSample(const graph::Sample& sample);
  void OnRefused(const graph::event::Refused& event);

  /// Names in ROS have changed: everything is registered again.
  void Rename();

 private:
  struct Topic;

  void Open(const std::string& name, Topic* topic);
  void Subscribe(const std::string& name, const std::string& ros_name, Topic* topic);
  void Close(Topic* topic);
  /// Reads a topic from the graph while its publication has subscribers.
  void ReadWhileWanted(const std::string& name, Publication* publication);
  QueueLimits QueueOf(ros::TopicKind kind, bool reliable) const;
  Status Accept(const Topic& topic, const Subscription::Publisher& publisher);
  Status OnMessage(const std::string& name, const Subscription::Publisher& publisher,
                   const Bytes& bytes);

  Core& core_;
  Types& types_;
  /// By the names of the graph.
  std::map<std::string, std::unique_ptr<Topic>> topics_;
  /// The reason of the last refusal, to report each once.
  std::string last_refusal_;
};

}  // namespace surefoot::gateways::ros1
