#include "surefoot/gateways/dds/fastdds/payloads.h"

#include <fastdds/rtps/common/CacheChange.h>
#include <fastdds/rtps/history/IPayloadPool.h>

#include <cstdlib>
#include <cstring>

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

constexpr std::size_t kSlack = 64;

class PayloadPool : public rtps::IPayloadPool {
 public:
  bool get_payload(std::uint32_t size, rtps::CacheChange_t& change) override {
    auto* const data = static_cast<rtps::octet*>(std::malloc(std::size_t{size} + kSlack));
    if (data == nullptr) return false;
    change.serializedPayload.data = data;
    change.serializedPayload.max_size = size;
    change.payload_owner(this);
    return true;
  }

  bool get_payload(rtps::SerializedPayload_t& data, rtps::IPayloadPool*& /*owner*/,
                   rtps::CacheChange_t& change) override {
    if (!get_payload(data.length, change)) return false;
    std::memcpy(change.serializedPayload.data, data.data, data.length);
    change.serializedPayload.length = data.length;
    change.serializedPayload.encapsulation = data.encapsulation;
    return true;
  }

  bool release_payload(rtps::CacheChange_t& change) override {
    std::free(change.serializedPayload.data);
    change.serializedPayload.data = nullptr;
    change.serializedPayload.length = 0;
    change.serializedPayload.max_size = 0;
    change.serializedPayload.pos = 0;
    change.payload_owner(nullptr);
    return true;
  }
};

}  // namespace

std::shared_ptr<rtps::IPayloadPool> MakePayloadPool() { return std::make_shared<PayloadPool>(); }

}  // namespace surefoot::gateways::dds::fastdds
