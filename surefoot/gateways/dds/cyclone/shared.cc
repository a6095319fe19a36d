#include "surefoot/gateways/dds/cyclone/shared.h"

#include <dds/dds.h>

#include <algorithm>
#include <type_traits>

namespace surefoot::gateways::dds::cyclone {

static_assert(std::is_same_v<Entity, dds_entity_t>);

Guid GuidOf(Entity entity) {
  dds_guid_t guid = {};
  dds_get_guid(entity, &guid);
  Guid result = {};
  std::copy_n(guid.v, result.size(), result.begin());
  return result;
}

bool SameParticipant(const Guid& a, const Guid& b) {
  return std::equal(a.begin(), a.begin() + 12, b.begin());
}

}  // namespace surefoot::gateways::dds::cyclone
