#pragma once

#include <map>
#include <set>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/audit_log.h"
#include "surefoot/graph/role.h"

namespace surefoot::serve {

/// Writes the requests of clients to the audit log: refused ones and those that change something.
/// Reads are left out, and of the messages to a topic all but the first, so that a robot driven at
/// 50 Hz does not fill the log. Server thread.
///
///   const Status decision = access.Check(request);
///   audit.Note(request, decision);
class AccessAudit {
 public:
  /// `log` outlives this; nullptr to write nothing.
  explicit AccessAudit(gateways::AuditLog* log) : log_(log) {}

  /// Logs a request and the decision about it.
  void Note(const graph::Access& access, const Status& decision);
  /// Logs a message that was permitted by role but refused, for example because another client
  /// drives the robot.
  void NoteRefused(const graph::Caller& caller, const std::string& topic, const Error& reason);
  /// The client has left.
  void Forget(const std::string& client) { published_.erase(client); }

 private:
  bool IsLogged(const graph::Access& access);

  gateways::AuditLog* log_;
  /// Topics on which each client has published.
  std::map<std::string, std::set<std::string>> published_;
};

}  // namespace surefoot::serve
