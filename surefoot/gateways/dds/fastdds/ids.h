#pragma once

/// GUIDs and identities of samples in the types of Fast DDS.

#include "surefoot/gateways/dds/participant.h"

namespace eprosima::fastrtps::rtps {
struct GUID_t;
class SampleIdentity;
}  // namespace eprosima::fastrtps::rtps

namespace surefoot::gateways::dds::fastdds {

Guid FromGuid(const eprosima::fastrtps::rtps::GUID_t& guid);
eprosima::fastrtps::rtps::GUID_t ToGuid(const Guid& guid);

RequestId FromIdentity(const eprosima::fastrtps::rtps::SampleIdentity& identity);
eprosima::fastrtps::rtps::SampleIdentity ToIdentity(const RequestId& id);

/// Whether both are endpoints of the same participant.
bool SameParticipant(const Guid& a, const Guid& b);

/// Whether the GUID is that of a reader.
bool IsReader(const Guid& guid);

}  // namespace surefoot::gateways::dds::fastdds
