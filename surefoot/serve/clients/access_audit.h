#pragma once

#include <map>
#include <set>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/audit_log.h"
#include "surefoot/graph/role.h"

namespace surefoot::serve {

/// Writes to the audit log what clients request through their bridges: what is refused and what
/// changes something. Reads are left out, and of messages to a topic all but the first.
class AccessAudit {
 public:
  /// nullptr: nothing is written. Outlives this.
  explicit AccessAudit(gateways::AuditLog* log) : log_(log) {}

  /// How it was decided.
  void Note(const graph::Access& access, const Status& decision);
  /// A message that was permitted and not taken in, because somebody else drives the robot, say.
  void NoteRefused(const graph::Caller& caller, const std::string& topic, const Error& reason);
  void Forget(const std::string& client) { published_.erase(client); }

 private:
  bool IsLogged(const graph::Access& access);

  gateways::AuditLog* log_;
  /// Topics by client.
  std::map<std::string, std::set<std::string>> published_;
};

}  // namespace surefoot::serve
