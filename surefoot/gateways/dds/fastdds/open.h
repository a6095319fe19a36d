#pragma once

/// Fast DDS (eProsima) behind participant.h.

#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::fastdds {

Result<std::unique_ptr<Participant>> Open(const ParticipantOptions& options);

}  // namespace surefoot::gateways::dds::fastdds
