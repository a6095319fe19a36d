#pragma once

#include <functional>
#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/cyclone/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

/// A writer with its topic: what topics and services have in common.
class OutPort {
 public:
  static Result<std::unique_ptr<OutPort>> Make(const EndpointSpec& spec, const Shared& shared,
                                               Participant::OnMatched matched);
  ~OutPort();

  const Guid& guid() const;
  int matched() const;
  /// A number that no other writer has.
  std::uint64_t handle() const;
  /// Whether a reader of this participant is matched.
  bool ReachesParticipantOf(const Guid& endpoint) const;

  bool Write(const Bytes& cdr);

 private:
  struct Parts;
  explicit OutPort(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace surefoot::gateways::dds::cyclone
