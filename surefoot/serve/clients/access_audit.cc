#include "surefoot/serve/clients/access_audit.h"

#include "surefoot/serve/clients/permissions.h"

namespace surefoot::serve {
namespace {

using Kind = graph::Access::Kind;

/// Topics per client whose first message is logged; bounds the memory a client can use by
/// publishing on ever new names.
constexpr std::size_t kMaxTopics = 1000;

/// The words of the audit log's field "action", part of its format.
const char* NameOf(Kind kind) {
  switch (kind) {
    case Kind::kPublish:
      return "publish";
    case Kind::kAdvertise:
      return "advertise";
    case Kind::kCall:
      return "call";
    case Kind::kSendGoal:
      return "goal";
    case Kind::kOffer:
      return "offer";
  }
  return "";
}

/// A service that any viewer may call does not change the run.
bool IsRead(const std::string& name) {
  const Permission* found = FindPermission(name);
  return found != nullptr && found->role == graph::Role::kViewer;
}

}  // namespace

bool AccessAudit::IsLogged(const graph::Access& access) {
  if (access.kind == Kind::kPublish) {
    std::set<std::string>& topics = published_[access.caller.name];
    return topics.size() < kMaxTopics && topics.insert(access.name).second;
  }
  if (access.kind == Kind::kCall || access.kind == Kind::kSendGoal) return !IsRead(access.name);
  return true;
}

void AccessAudit::Note(const graph::Access& access, const Status& decision) {
  if (log_ == nullptr || (decision.ok() && !IsLogged(access))) return;
  log_->Write({.action = NameOf(access.kind),
               .name = access.name,
               .allowed = decision.ok(),
               .reason = decision.ok() ? "" : decision.error().message,
               .client = access.caller.name,
               .role = graph::RoleName(access.caller.role)});
}

void AccessAudit::NoteRefused(const graph::Caller& caller, const std::string& topic,
                              const Error& reason) {
  if (log_ == nullptr) return;
  log_->Write({.action = NameOf(Kind::kPublish),
               .name = topic,
               .allowed = false,
               .reason = reason.message,
               .client = caller.name,
               .role = graph::RoleName(caller.role)});
}

}  // namespace surefoot::serve
