#pragma once

/// A type of Cyclone DDS whose values are octets: messages pass as they are.

#include <cstddef>
#include <string>

#include "surefoot/base/bytes.h"

struct ddsi_serdata;
struct ddsi_sertype;

namespace surefoot::gateways::dds::cyclone {

/// A type with one reference, which the caller owns. Longer messages are refused on arrival.
ddsi_sertype* MakeRawType(const std::string& name, std::size_t max_message);

/// A message with one reference, which the caller owns.
ddsi_serdata* MakeRawData(const ddsi_sertype* type, const Bytes& cdr);

/// The octets of a message of such a type.
Bytes OctetsOf(const ddsi_serdata* data);

}  // namespace surefoot::gateways::dds::cyclone
