#pragma once

/// Services in the mapping of rmw_fastrtps: the request carries the GUID of the reader that waits
/// for the reply, the reply that GUID and the number of the request, both in inline QoS beside the
/// message.

#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/fastdds/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::fastdds {

Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnRequest request);
Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnReply reply);

}  // namespace surefoot::gateways::dds::fastdds
