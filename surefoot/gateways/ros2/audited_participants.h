#pragma once

#include <map>
#include <set>
#include <string>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/dds/participant.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::ros2 {

/// Participants of the domain in the audit log: each is connected while it has a writer of a topic
/// or of requests. DDS gives a program no addresses, so the log has the prefix of their GUIDs.
class AuditedParticipants {
 public:
  /// `audit` may be nullptr. `role`: of all nodes.
  AuditedParticipants(AuditLog* audit, graph::Role role) : audit_(audit), role_(role) {}
  ~AuditedParticipants();

  void OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive);

 private:
  AuditLog* audit_;
  graph::Role role_;
  /// Writers of each participant, by the prefix of their GUIDs in hexadecimal digits.
  std::map<std::string, std::set<dds::Guid>> participants_;
};

}  // namespace surefoot::gateways::ros2
