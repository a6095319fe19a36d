#include "surefoot/gateways/dds/fastdds/qos.h"

#include <fastdds/rtps/attributes/ReaderAttributes.h>
#include <fastdds/rtps/attributes/WriterAttributes.h>
#include <fastdds/rtps/builtin/data/ReaderProxyData.h>
#include <fastdds/rtps/builtin/data/WriterProxyData.h>
#include <fastrtps/attributes/TopicAttributes.h>
#include <fastrtps/qos/ReaderQos.h>
#include <fastrtps/qos/WriterQos.h>

#include <vector>

#include "surefoot/gateways/dds/fastdds/ids.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace fast = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastrtps::Duration_t;

Duration_t ToDuration(std::chrono::nanoseconds time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {static_cast<std::int32_t>(time.count() / kSecond),
          static_cast<std::uint32_t>(time.count() % kSecond)};
}

std::vector<rtps::octet> Octets(const std::string& text) { return {text.begin(), text.end()}; }

/// Sets what the QoS of both kinds of endpoint have. The representation of data is left at the
/// default, which is XCDR1 only.
template <typename EndpointQos>
void SetCommon(const EndpointSpec& spec, EndpointQos* qos) {
  qos->m_reliability.kind =
      spec.qos.reliable ? fast::RELIABLE_RELIABILITY_QOS : fast::BEST_EFFORT_RELIABILITY_QOS;
  qos->m_durability.kind =
      spec.qos.latched ? fast::TRANSIENT_LOCAL_DURABILITY_QOS : fast::VOLATILE_DURABILITY_QOS;
  qos->m_userData.data_vec(Octets(spec.user_data));
  qos->data_sharing.off();
}

void SetEndpoint(const EndpointSpec& spec, rtps::EndpointAttributes* endpoint) {
  endpoint->topicKind = rtps::NO_KEY;
  endpoint->reliabilityKind = spec.qos.reliable ? rtps::RELIABLE : rtps::BEST_EFFORT;
  endpoint->durabilityKind = spec.qos.latched ? rtps::TRANSIENT_LOCAL : rtps::VOLATILE;
}

template <typename Data>
RemoteEndpoint Remote(const Data& data, bool is_writer) {
  RemoteEndpoint endpoint;
  endpoint.guid = FromGuid(data.guid());
  endpoint.is_writer = is_writer;
  endpoint.topic = data.topicName().c_str();
  endpoint.type = data.typeName().c_str();
  endpoint.qos.reliable = data.m_qos.m_reliability.kind == fast::RELIABLE_RELIABILITY_QOS;
  endpoint.qos.latched = data.m_qos.m_durability.kind >= fast::TRANSIENT_LOCAL_DURABILITY_QOS;
  endpoint.qos.depth = 0;
  return endpoint;
}

}  // namespace

eprosima::fastrtps::TopicAttributes TopicOf(const EndpointSpec& spec) {
  eprosima::fastrtps::TopicAttributes topic(spec.topic.c_str(), spec.type.c_str(), rtps::NO_KEY);
  topic.historyQos.kind = fast::KEEP_LAST_HISTORY_QOS;
  topic.historyQos.depth = WriterDepth(spec.qos);
  // Types are known by their names only, as in ROS 2.
  topic.auto_fill_type_object = false;
  topic.auto_fill_type_information = false;
  return topic;
}

rtps::WriterAttributes WriterAttributesOf(const EndpointSpec& spec) {
  rtps::WriterAttributes attributes;
  SetEndpoint(spec, &attributes.endpoint);
  // Sent on the thread that writes, which does not wait for the network (non_blocking_send). In the
  // other mode a heartbeat can announce samples that are not sent yet. A reader of Cyclone DDS
  // takes all samples up to the first heartbeat for older than itself, and skips them.
  attributes.mode = rtps::SYNCHRONOUS_WRITER;
  attributes.times.heartbeatPeriod = ToDuration(kHeartbeatPeriod);
  attributes.disable_positive_acks = false;
  return attributes;
}

fast::WriterQos WriterQosOf(const EndpointSpec& spec) {
  fast::WriterQos qos;
  SetCommon(spec, &qos);
  qos.m_publishMode.kind = fast::SYNCHRONOUS_PUBLISH_MODE;
  qos.m_disablePositiveACKs.enabled = false;
  if (spec.qos.lifespan.count() > 0) qos.m_lifespan.duration = ToDuration(spec.qos.lifespan);
  return qos;
}

rtps::ReaderAttributes ReaderAttributesOf(const EndpointSpec& spec) {
  rtps::ReaderAttributes attributes;
  SetEndpoint(spec, &attributes.endpoint);
  attributes.disable_positive_acks = false;
  return attributes;
}

fast::ReaderQos ReaderQosOf(const EndpointSpec& spec) {
  fast::ReaderQos qos;
  SetCommon(spec, &qos);
  qos.m_disablePositiveACKs.enabled = false;
  return qos;
}

RemoteEndpoint RemoteWriter(const rtps::WriterProxyData& data) {
  RemoteEndpoint endpoint = Remote(data, true);
  const Duration_t& lifespan = data.m_qos.m_lifespan.duration;
  if (lifespan < eprosima::fastrtps::c_TimeInfinite) {
    endpoint.qos.lifespan = std::chrono::nanoseconds(lifespan.to_ns());
  }
  return endpoint;
}

RemoteEndpoint RemoteReader(const rtps::ReaderProxyData& data) { return Remote(data, false); }

}  // namespace surefoot::gateways::dds::fastdds
