#pragma once

/// What all vendors check and derive before they call their library.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds {

/// Number of participants per host that are asked for by unicast: ROS 2 uses the ports of the
/// participants 0 to 32 with ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST.
constexpr int kUnicastParticipants = 33;

/// Number of samples that a writer keeps with depth 0 (keep all): writers never wait for readers,
/// so the number must have a limit.
constexpr int kKeepAllDepth = 5000;

/// Requested size of the socket buffers in octets. Linux reduces it to net.core.rmem_max and
/// net.core.wmem_max.
constexpr std::size_t kSocketBuffer = std::size_t{4} << 20;

/// How soon a writer asks for acknowledgements again. The defaults of the vendors differ by a
/// factor of 30; the last sample of a burst would be repeated only seconds after its loss.
constexpr std::chrono::milliseconds kHeartbeatPeriod{100};

/// The options with addresses instead of names in `peers`; the error says which option is wrong and
/// what is accepted.
Result<ParticipantOptions> CheckedOptions(ParticipantOptions options);

/// Length and characters of names, depth, lifespan, length of the user data.
Status CheckEndpoint(const EndpointSpec& spec);
Status CheckService(const ServiceSpec& spec);

/// Number of samples that a writer keeps.
int WriterDepth(const Qos& qos);

/// The two topics of a service, with its QoS.
EndpointSpec RequestEndpoint(const ServiceSpec& spec);
EndpointSpec ReplyEndpoint(const ServiceSpec& spec);

}  // namespace surefoot::gateways::dds
