#pragma once

#include <cstddef>
#include <cstdint>

#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

/// Handles of the library.
using Entity = std::int32_t;

/// What the endpoints of a participant share.
struct Shared {
  Entity participant = 0;
  std::size_t max_message = 0;
};

Guid GuidOf(Entity entity);

/// Whether both are endpoints of the same participant.
bool SameParticipant(const Guid& a, const Guid& b);

}  // namespace surefoot::gateways::dds::cyclone
