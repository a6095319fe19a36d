#pragma once

/// The vendors of DDS, each in a library of its own (lib/surefoot/dds/libsurefoot_dds_<vendor>.so)
/// that is loaded at its first use, because loading it takes long and their symbols may clash.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds {

/// "fastdds", "cyclone": those whose library is installed.
std::vector<std::string> Vendors();

/// Joins the domain. The error says what is missing and what to do.
Result<std::unique_ptr<Participant>> OpenParticipant(const std::string& vendor,
                                                     const ParticipantOptions& options);

}  // namespace surefoot::gateways::dds
