#pragma once

/// What the parts of the node share. Owned by the node; loop's thread only.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/dds/participant.h"
#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/ros/event_loop.h"
#include "surefoot/gateways/ros/frame_map.h"
#include "surefoot/gateways/ros/name_map.h"
#include "surefoot/gateways/ros/topic_kind.h"
#include "surefoot/gateways/ros2/graph_info.h"
#include "surefoot/graph/bridge.h"

namespace surefoot::gateways::ros2 {

/// All nodes of ROS 2 count as one client: the nodes of a domain are one system, in which one node
/// drives a robot and another one moves its arm. Claims, roles and the audit log name it.
constexpr const char* kClient = "ros2:nodes";

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
};

struct Core {
  graph::Bridge* bridge;
  std::shared_ptr<ros::EventLoop> loop;
  dds::Participant* participant;
  Counters* counters;
  std::function<void(const std::string&)> log;
  ros::NameMap topic_names;
  ros::NameMap service_names;
  ros::NameMap action_names;
  ros::FrameMap frames;
  GraphInfo graph_info;
  /// DDS has no passwords here: whoever reaches the domain has the role of guests.
  graph::Role role;
  /// "/surefoot".
  std::string node;
  /// Announces changed endpoints to other nodes; soon, so that many changes are one message.
  std::function<void()> announce;
  /// Next id for calls and goals; the bridge's answer carries the same id.
  std::uint64_t next_id = 1;

  graph::Caller caller() const { return {kClient, role}; }
  void Log(const std::string& text) const {
    if (log) log(text);
  }

  /// Endpoints that other nodes see as those of this node; nullptr if the vendor refuses one, with
  /// a message in the log. Callbacks are called on the loop's thread, and not after the endpoint
  /// has ended.
  using OnMatched = std::function<void(int matched)>;
  using OnSample = std::function<void(const dds::Sample& sample)>;
  using OnRequest = std::function<void(const dds::RequestId& id, const Bytes& cdr)>;
  class Writer;
  class Reader;
  class Server;
  std::unique_ptr<Writer> MakeWriter(const dds::EndpointSpec& spec, OnMatched matched = nullptr);
  std::unique_ptr<Reader> MakeReader(const dds::EndpointSpec& spec, OnSample sample,
                                     OnMatched matched = nullptr) {
    return MakeReaderIn(participant, spec, std::move(sample), std::move(matched));
  }
  /// The same in another participant, whose endpoints no node lists.
  std::unique_ptr<Reader> MakeReaderIn(dds::Participant* participant, const dds::EndpointSpec& spec,
                                       OnSample sample, OnMatched matched);
  std::unique_ptr<Server> MakeServer(const dds::ServiceSpec& spec, OnRequest request);

  /// Whether so much waits for the server that messages of nodes must be dropped.
  bool Congested() const;
};

/// An endpoint and its entry in the graph; both end together.
class Core::Writer {
 public:
  Writer(Core* core, std::unique_ptr<dds::Writer> writer, std::shared_ptr<void> life);
  ~Writer();
  int matched() const { return writer_->matched(); }
  /// Counts the message.
  void Write(const Bytes& cdr);

 private:
  Core& core_;
  std::shared_ptr<void> life_;
  std::unique_ptr<dds::Writer> writer_;
};

class Core::Reader {
 public:
  /// `listed`: other nodes see it as one of this node.
  Reader(Core* core, std::unique_ptr<dds::Reader> reader, std::shared_ptr<void> life, bool listed);
  ~Reader();

 private:
  Core& core_;
  std::shared_ptr<void> life_;
  std::unique_ptr<dds::Reader> reader_;
};

class Core::Server {
 public:
  Server(Core* core, std::unique_ptr<dds::ServiceServer> server, std::shared_ptr<void> life);
  ~Server();
  void Reply(const dds::RequestId& id, const Bytes& cdr) { server_->Reply(id, cdr); }

 private:
  Core& core_;
  std::shared_ptr<void> life_;
  std::unique_ptr<dds::ServiceServer> server_;
};

/// The quality of service of an endpoint.
dds::Qos QosOf(const ros::TopicQos& qos);

/// User data of an endpoint with the hash of its type, "typehash=RIHS01_...;".
std::string HashData(const std::string& hash);

}  // namespace surefoot::gateways::ros2
