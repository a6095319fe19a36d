#pragma once

/// Checks packets of RTPS 2.3 before a library reads them. Fast DDS 2.9 trusts some lengths in
/// packets: a packet with a wrong one ends the program, and anyone on the network can send it.

#include <cstddef>
#include <cstdint>

namespace surefoot::gateways::dds {

/// Whether all lengths in the packet are consistent: submessages, lists of parameters, sets of
/// sequence numbers, fragments, and the discovery data inside.
bool IsWellFormedRtps(const std::uint8_t* packet, std::size_t size);

}  // namespace surefoot::gateways::dds
