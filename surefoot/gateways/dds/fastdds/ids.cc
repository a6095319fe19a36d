#include "surefoot/gateways/dds/fastdds/ids.h"

#include <fastdds/rtps/common/Guid.h>
#include <fastdds/rtps/common/SampleIdentity.h>

#include <algorithm>

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

constexpr std::size_t kPrefixSize = 12;

}  // namespace

Guid FromGuid(const rtps::GUID_t& guid) {
  Guid result = {};
  std::copy_n(guid.guidPrefix.value, kPrefixSize, result.begin());
  std::copy_n(guid.entityId.value, 4, result.begin() + kPrefixSize);
  return result;
}

rtps::GUID_t ToGuid(const Guid& guid) {
  rtps::GUID_t result;
  std::copy_n(guid.begin(), kPrefixSize, result.guidPrefix.value);
  std::copy_n(guid.begin() + kPrefixSize, 4, result.entityId.value);
  return result;
}

RequestId FromIdentity(const rtps::SampleIdentity& identity) {
  const rtps::SequenceNumber_t& number = identity.sequence_number();
  return {.client = FromGuid(identity.writer_guid()),
          .number = (std::int64_t{number.high} << 32) + number.low};
}

rtps::SampleIdentity ToIdentity(const RequestId& id) {
  rtps::SampleIdentity identity;
  identity.writer_guid(ToGuid(id.client));
  identity.sequence_number(rtps::SequenceNumber_t(static_cast<std::int32_t>(id.number >> 32),
                                                  static_cast<std::uint32_t>(id.number)));
  return identity;
}

bool SameParticipant(const Guid& a, const Guid& b) {
  return std::equal(a.begin(), a.begin() + kPrefixSize, b.begin());
}

bool IsReader(const Guid& guid) {
  // Kinds 0x04 and 0x07, and those of built-in endpoints.
  const int kind = guid[15] & 0x3f;
  return kind == 0x04 || kind == 0x07;
}

}  // namespace surefoot::gateways::dds::fastdds
