#pragma once

/// What other nodes of ROS 2 learn about this one: the message ParticipantEntitiesInfo on the topic
/// ros_discovery_info (rmw_dds_common), which lists the endpoints of each node of a participant.

#include <cstdint>
#include <set>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::ros2 {

constexpr const char* kDiscoveryTopic = "ros_discovery_info";
constexpr const char* kDiscoveryType = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";

/// Size of a GUID in that message. Both versions have the same type name, so a domain in which both
/// are used shows half of its nodes; data is not concerned.
enum class GidSize : std::uint8_t {
  /// Humble and before: 16 octets, then 8 zeros.
  k24,
  /// Iron and later.
  k16,
};

/// The endpoints of one node, in a participant that has no other.
class GraphInfo {
 public:
  /// `node_namespace`: "/" or "/sim1".
  GraphInfo(std::string node_namespace, std::string node, GidSize gid_size);

  void AddReader(const dds::Guid& guid) { readers_.insert(guid); }
  void AddWriter(const dds::Guid& guid) { writers_.insert(guid); }
  void Remove(const dds::Guid& guid);

  /// The message in CDR.
  Bytes Encode(const dds::Guid& participant) const;

 private:
  std::string namespace_;
  std::string node_;
  GidSize gid_size_;
  std::set<dds::Guid> readers_;
  std::set<dds::Guid> writers_;
};

}  // namespace surefoot::gateways::ros2
