#pragma once

/// Memory for messages.

#include <memory>

namespace eprosima::fastrtps::rtps {
class IPayloadPool;
}  // namespace eprosima::fastrtps::rtps

namespace surefoot::gateways::dds::fastdds {

/// Each message has memory of its own size. Fast DDS writes up to three octets beyond a message
/// that arrives in fragments, so there is more than requested.
std::shared_ptr<eprosima::fastrtps::rtps::IPayloadPool> MakePayloadPool();

}  // namespace surefoot::gateways::dds::fastdds
