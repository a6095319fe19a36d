#pragma once

/// What the program and the library of a vendor agree on: two C symbols.
///
///   std::size_t surefoot_dds_layout();
///   void surefoot_dds_open(const ParticipantOptions&, std::optional<OpenedParticipant>*);
///
/// The build generates them; each vendor's folder has Open(options) in its open.h.

#include <cstddef>
#include <memory>
#include <optional>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds {

using OpenedParticipant = Result<std::unique_ptr<Participant>>;
using OpenFunction = void(const ParticipantOptions& options,
                          std::optional<OpenedParticipant>* participant);
using LayoutFunction = std::size_t();

/// Number of virtual functions of the classes in participant.h, without destructors.
constexpr std::size_t kVendorFunctions = 18;

/// A fingerprint of the types that cross the boundary. It differs when one of them changes its
/// size, so a library left over from another build is rejected instead of misreading memory.
constexpr std::size_t kVendorLayout =
    sizeof(ParticipantOptions) + 31 * (sizeof(EndpointSpec) + 31 * sizeof(ServiceSpec)) +
    1009 * (sizeof(Qos) + 31 * (sizeof(Sample) + 31 * sizeof(RequestId))) +
    2003 * (sizeof(RemoteEndpoint) + 31 * sizeof(OpenedParticipant)) + 4001 * kVendorFunctions;

}  // namespace surefoot::gateways::dds
