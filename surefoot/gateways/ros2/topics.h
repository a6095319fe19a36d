#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "surefoot/gateways/ros2/core.h"

namespace surefoot::gateways::ros2 {

/// The topics of the graph in ROS 2. Each is published, and read from the graph only while it has
/// subscribers; those on which clients may publish (commands, /tf) are also subscribed to.
class Topics {
 public:
  /// Joins the domain once more. A participant has one type per topic, so velocity commands in the
  /// other form, Twist or TwistStamped, need a second one.
  using OpenSecond = std::function<Result<std::unique_ptr<dds::Participant>>()>;

  /// `core` outlives this.
  Topics(Core* core, OpenSecond open_second);
  ~Topics();

  // Events of the bridge.
  void OnTopicAdded(const graph::event::TopicAdded& event);
  void OnGraphChanged();
  /// All topics of the present graph were announced: those of the former one that it lacks end.
  void OnComplete();
  void OnSample(const graph::Sample& sample);
  void OnRefused(const graph::event::Refused& event);

  /// An endpoint of another participant appeared or is gone. Readers for writers that this node
  /// would not match are made here, and people are told of mismatches that remain.
  void OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive);

  /// Names in ROS have changed: everything is opened again.
  void Rename();

 private:
  struct Topic;

  void Open(const std::string& name, Topic* topic);
  void Close(const std::string& name, Topic* topic);
  void OnMatched(const std::string& name, Topic* topic, int matched);
  void OnRemoteWriter(const std::string& name, Topic* topic, const dds::RemoteEndpoint& writer);
  void OnRemoteReader(const std::string& name, Topic* topic, const dds::RemoteEndpoint& reader);
  void MakeWeakReader(const std::string& name, Topic* topic);
  void MakeOtherReader(const std::string& name, Topic* topic, bool reliable);
  void OnMessage(const std::string& name, const msgs::TypeInfo& type, const Bytes& cdr);
  void WarnOnce(const std::string& text);

  Core& core_;
  OpenSecond open_second_;
  /// Opened for the first writer that needs it.
  std::unique_ptr<dds::Participant> second_;
  /// By the names of the graph.
  std::map<std::string, std::unique_ptr<Topic>> topics_;
  /// Endpoints of others that exist now and belong to topics here or not yet, by their GUIDs.
  std::map<dds::Guid, dds::RemoteEndpoint> remote_;
  /// Warnings given so far.
  std::set<std::string> warned_;
  /// The reason of the last refusal, to report each once.
  std::string last_refusal_;
};

}  // namespace surefoot::gateways::ros2
