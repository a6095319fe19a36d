#pragma once

/// UDP over IPv4, limited to the loopback interface where the options demand it.

#include <memory>

#include "surefoot/gateways/dds/participant.h"

namespace eprosima::fastdds::rtps {
struct TransportDescriptorInterface;
}  // namespace eprosima::fastdds::rtps
namespace eprosima::fastrtps::rtps {
class RTPSParticipantAttributes;
}  // namespace eprosima::fastrtps::rtps

namespace surefoot::gateways::dds::fastdds {

/// Sets transport, listening addresses and the addresses that are asked for participants.
///
/// UDP only: shared memory of Fast DDS fails without notice between versions of the library,
/// between users and between containers that share a network, and its files remain after a crash.
/// Participants that have it (rmw_fastrtps) use UDP with those that do not announce it.
void SetNetwork(const ParticipantOptions& options,
                eprosima::fastrtps::rtps::RTPSParticipantAttributes* attributes);

}  // namespace surefoot::gateways::dds::fastdds
