#pragma once

/// Eclipse Cyclone DDS behind participant.h.

#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

Result<std::unique_ptr<Participant>> Open(const ParticipantOptions& options);

}  // namespace surefoot::gateways::dds::cyclone
