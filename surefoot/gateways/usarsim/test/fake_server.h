#pragma once

/// A graph with a server's services and a robot that consists of topics, for tests without a world.

#include <map>
#include <string>
#include <vector>

#include "surefoot/graph/bridge.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::usarsim {

class FakeServer {
 public:
  FakeServer();

  graph::Graph& graph() { return graph_; }
  graph::Bridge& bridge() { return bridge_; }

  /// Robots of this model have a topic with this name and type.
  template <typename T>
  void AddTopic(const std::string& model, const std::string& topic) {
    topics_[model].emplace_back(topic, &T::type());
  }
  template <typename T>
  void Publish(const std::string& topic, const T& message) {
    graph_.Publish(graph_.Advertise<T>(topic).value(), time_ns_, message);
  }
  /// Advances the clock, which is published on /clock.
  void Advance(double seconds);
  SimTimeNs time_ns() const { return time_ns_; }

  /// The last message that a client sent to a topic. The client's name is in clients().
  template <typename T>
  T Last(const std::string& topic) const {
    T message;
    const auto found = taken_.find(topic);
    if (found != taken_.end() && !found->second.empty()) {
      msgs::Decode(found->second.back().cdr, &message);
    }
    return message;
  }
  /// Whether the last command remains valid until the next one.
  bool IsHeld(const std::string& topic) const {
    const auto found = taken_.find(topic);
    return found != taken_.end() && found->second.back().held;
  }
  std::size_t Count(const std::string& topic) const {
    const auto found = taken_.find(topic);
    return found == taken_.end() ? 0 : found->second.size();
  }

  /// Poses of the entities by name, and the requests that were received.
  std::map<std::string, msgs::geometry_msgs::Pose> entities;
  std::vector<msgs::simulation_interfaces::SpawnEntityService::Request> spawned;
  std::vector<std::string> deleted;
  std::vector<std::string> left;
  std::vector<msgs::simulation_interfaces::NamedPose> named_poses;
  /// If not empty, requests are refused with this reason.
  std::string refuse_spawn;
  std::string refuse_commands;

 private:
  void OfferServices();
  void OfferStates();
  void Spawn(const msgs::simulation_interfaces::SpawnEntityService::Request& request,
             msgs::simulation_interfaces::SpawnEntityService::Response* response);

  graph::Graph graph_;
  graph::Bridge bridge_;
  std::map<std::string, std::vector<std::pair<std::string, const msgs::TypeInfo*>>> topics_;
  std::map<std::string, std::vector<graph::Publication>> taken_;
  SimTimeNs time_ns_ = 0;
};

/// The pose in the world's frame.
msgs::geometry_msgs::Pose PoseAt(double x, double y, double z, double yaw = 0.0);

}  // namespace surefoot::gateways::usarsim
