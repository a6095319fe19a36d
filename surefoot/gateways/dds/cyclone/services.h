#pragma once

/// Services in the mapping of rmw_cyclonedds: every request and reply begins with a number of the
/// client and the number of the request, 16 octets between encapsulation header and message.

#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/cyclone/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnRequest request);
Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnReply reply);

}  // namespace surefoot::gateways::dds::cyclone
