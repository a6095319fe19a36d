#pragma once

/// Endpoints' QoS in the types of Cyclone DDS.

#include <memory>

#include "surefoot/gateways/dds/participant.h"

struct dds_qos;

namespace surefoot::gateways::dds::cyclone {

struct QosDeleter {
  void operator()(dds_qos* qos) const;
};
using QosPointer = std::unique_ptr<dds_qos, QosDeleter>;

QosPointer WriterQosOf(const EndpointSpec& spec);
QosPointer ReaderQosOf(const EndpointSpec& spec);
/// For a participant.
QosPointer UserDataQos(const std::string& user_data);

/// The depth is not announced, so it is 0.
Qos FromQos(const dds_qos* qos);

}  // namespace surefoot::gateways::dds::cyclone
