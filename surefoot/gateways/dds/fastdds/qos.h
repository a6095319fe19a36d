#pragma once

/// Endpoints' QoS in the types of Fast DDS.

#include "surefoot/gateways/dds/participant.h"

namespace eprosima::fastdds::dds {
class ReaderQos;
class WriterQos;
}  // namespace eprosima::fastdds::dds
namespace eprosima::fastrtps {
class TopicAttributes;
}  // namespace eprosima::fastrtps
namespace eprosima::fastrtps::rtps {
class ReaderAttributes;
class WriterAttributes;
class ReaderProxyData;
class WriterProxyData;
}  // namespace eprosima::fastrtps::rtps

namespace surefoot::gateways::dds::fastdds {

eprosima::fastrtps::TopicAttributes TopicOf(const EndpointSpec& spec);
eprosima::fastrtps::rtps::WriterAttributes WriterAttributesOf(const EndpointSpec& spec);
eprosima::fastdds::dds::WriterQos WriterQosOf(const EndpointSpec& spec);
eprosima::fastrtps::rtps::ReaderAttributes ReaderAttributesOf(const EndpointSpec& spec);
eprosima::fastdds::dds::ReaderQos ReaderQosOf(const EndpointSpec& spec);

/// What discovery reports. The depth is not announced, so it is 0.
RemoteEndpoint RemoteWriter(const eprosima::fastrtps::rtps::WriterProxyData& data);
RemoteEndpoint RemoteReader(const eprosima::fastrtps::rtps::ReaderProxyData& data);

}  // namespace surefoot::gateways::dds::fastdds
