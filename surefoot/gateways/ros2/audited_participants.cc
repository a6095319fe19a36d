#include "surefoot/gateways/ros2/audited_participants.h"

#include "surefoot/gateways/ros2/wire_names.h"

namespace surefoot::gateways::ros2 {
namespace {

/// Beyond it, participants are not logged one by one.
constexpr std::size_t kMaxParticipants = 10000;
constexpr std::size_t kPrefix = 12;

/// "ros2:010f...": the part of the GUID that all endpoints of a participant share.
std::string NameOf(const dds::Guid& guid) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name = "ros2:";
  for (std::size_t i = 0; i < kPrefix; ++i) {
    name += kDigits[guid[i] >> 4];
    name += kDigits[guid[i] & 15];
  }
  return name;
}

}  // namespace

AuditedParticipants::~AuditedParticipants() {
  for (const auto& [name, writers] : participants_) audit_->Left(name);
}

void AuditedParticipants::OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive) {
  const bool sends = endpoint.is_writer && (!TopicOfWire(endpoint.topic).empty() ||
                                            !ServiceOfWire(endpoint.topic).empty());
  if (audit_ == nullptr || !sends) return;
  const std::string name = NameOf(endpoint.guid);
  const auto found = participants_.find(name);
  if (!alive) {
    if (found == participants_.end()) return;
    found->second.erase(endpoint.guid);
    if (!found->second.empty()) return;
    participants_.erase(found);
    return audit_->Left(name);
  }
  if (found != participants_.end()) {
    found->second.insert(endpoint.guid);
    return;
  }
  if (participants_.size() >= kMaxParticipants) return;
  participants_[name].insert(endpoint.guid);
  audit_->Joined(
      {.action = "connect", .client = name, .role = graph::RoleName(role_), .gateway = "ros2"});
}

}  // namespace surefoot::gateways::ros2
