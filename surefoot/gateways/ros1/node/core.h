#pragma once

/// What the parts of the node share. Owned by the node; reactor's thread only.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/ros/frame_map.h"
#include "surefoot/gateways/ros/name_map.h"
#include "surefoot/gateways/ros1/net/reactor.h"
#include "surefoot/gateways/ros1/node/registrar.h"
#include "surefoot/gateways/ros1/tcpros/publication.h"
#include "surefoot/gateways/ros1/tcpros/subscription.h"
#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/ros1.h"

namespace surefoot::gateways::ros1 {

/// All nodes of ROS 1 count as one client: the nodes of a master are one system, in which one node
/// drives a robot and another one moves its arm. Claims, roles and the audit log name it.
constexpr const char* kClient = "ros1:nodes";

/// As many as the bridge keeps for the gateway.
constexpr std::size_t kReliableCount = 65536;

/// Values for /metrics.
struct Counters {
  explicit Counters(Metrics* metrics);
  Metrics::Value* subscribers;
  Metrics::Value* messages_out;
  Metrics::Value* bytes_out;
  Metrics::Value* messages_in;
  Metrics::Value* dropped;
  Metrics::Value* calls;
  Metrics::Value* refused;
  Metrics::Value* rejected;
};

/// Nodes in the audit log: each is connected while it publishes commands or calls a service.
class NodeAudit {
 public:
  /// `audit` may be nullptr. `role`: of all nodes.
  NodeAudit(AuditLog* audit, graph::Role role) : audit_(audit), role_(role) {}
  void Enter(const std::string& node, const std::string& address);
  void Leave(const std::string& node);
  /// A connection or request that was refused.
  void Refuse(const std::string& action, const std::string& address, const std::string& reason);

 private:
  AuditLog* audit_;
  graph::Role role_;
  /// Connections of each node.
  std::map<std::string, int> nodes_;
};

struct Core {
  graph::Bridge* bridge;
  Reactor* reactor;
  XmlRpcClient* client;
  Registrar* registrar;
  Counters* counters;
  NodeAudit* audit;
  std::function<void(const std::string&)> log;
  ros::NameMap topic_names;
  ros::NameMap service_names;
  ros::NameMap action_names;
  ros::FrameMap frames;
  /// For Subscription.
  SubscriptionHost subscription_host;
  /// Bytes of a message.
  std::size_t max_message;
  /// Messages that wait for a subscriber.
  QueueLimits queue;
  /// The same for topics of which no message should be lost: events, commands, results.
  QueueLimits reliable_queue() const {
    return {.count = std::max(queue.count, kReliableCount), .bytes = queue.bytes};
  }
  /// Next id for calls, goals and offers; the bridge's answer carries the same id.
  std::uint64_t next_id = 1;
  /// Next number of a connection, for statistics.
  int next_connection = 1;

  /// All publications and subscriptions of the node, by their names in ROS.
  std::map<std::string, Publication*> publications = {};
  std::map<std::string, Subscription*> subscriptions = {};

  /// Registers a publication or subscription; false if the name is in use. Both end before their
  /// object does. Ending a publication that has subscribers makes it unwanted.
  bool Open(Publication* publication);
  bool Open(Subscription* subscription);
  void Close(Publication* publication);
  void Close(Subscription* subscription);

  const std::string& node() const { return subscription_host.node; }
  /// The protocol has no passwords: whoever reaches the port has the role of guests.
  graph::Role role = graph::Role::kDriver;
  graph::Caller caller() const { return {kClient, role}; }
  void Log(const std::string& text) const {
    if (log) log(text);
  }
};

/// Descriptions of types for ROS 1 peers, each made once.
class Types {
 public:
  const msgs::Ros1Type& Of(const msgs::TypeInfo& type);
  const msgs::Ros1Service& Of(const msgs::ServiceInfo& service);
  /// The type whose description is this one, by name and sum; nullptr if this build has none.
  const msgs::TypeInfo* Find(const std::string& name, const std::string& md5);

 private:
  std::map<const msgs::TypeInfo*, msgs::Ros1Type> types_;
  std::map<const msgs::ServiceInfo*, msgs::Ros1Service> services_;
};

/// Translates messages between the graph (CDR) and ROS 1, with the names of frames on each side.
/// Errors say that the bytes do not fit the type.
Result<Bytes> ToRos1(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& cdr);
Result<std::shared_ptr<void>> FromRos1(ros::FrameMap* frames, const msgs::TypeInfo& type,
                                       const Bytes& bytes);
/// The same with the result in CDR.
Result<Bytes> CdrFromRos1(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& bytes);
/// A message as it is sent on topics, with its length before it; nullptr if the bytes do not fit
/// the type.
Chunk FrameOf(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& cdr,
              std::uint32_t seq);

}  // namespace surefoot::gateways::ros1
