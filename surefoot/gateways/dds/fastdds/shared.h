#pragma once

#include <cstddef>
#include <memory>

namespace eprosima::fastrtps::rtps {
class IPayloadPool;
class RTPSParticipant;
}  // namespace eprosima::fastrtps::rtps

namespace surefoot::gateways::dds::fastdds {

/// What the endpoints of a participant share.
struct Shared {
  eprosima::fastrtps::rtps::RTPSParticipant* participant = nullptr;
  std::shared_ptr<eprosima::fastrtps::rtps::IPayloadPool> payloads;
  std::size_t max_message = 0;
};

}  // namespace surefoot::gateways::dds::fastdds
