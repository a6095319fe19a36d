#include "surefoot/gateways/dds/cyclone/qos.h"

#include <dds/dds.h>

#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

/// What both kinds of endpoint have.
QosPointer CommonQosOf(const EndpointSpec& spec) {
  QosPointer qos = UserDataQos(spec.user_data);
  // A writer does not wait; what cannot be written at once is refused.
  dds_qset_reliability(
      qos.get(), spec.qos.reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, 0);
  dds_qset_durability(qos.get(),
                      spec.qos.latched ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  dds_qset_ignorelocal(qos.get(), DDS_IGNORELOCAL_PARTICIPANT);
  const dds_data_representation_id_t representation[] = {DDS_DATA_REPRESENTATION_XCDR1};
  dds_qset_data_representation(qos.get(), 1, representation);
  return qos;
}

}  // namespace

void QosDeleter::operator()(dds_qos* qos) const { dds_delete_qos(qos); }

QosPointer UserDataQos(const std::string& user_data) {
  QosPointer qos(dds_create_qos());
  dds_qset_userdata(qos.get(), user_data.data(), user_data.size());
  return qos;
}

QosPointer WriterQosOf(const EndpointSpec& spec) {
  QosPointer qos = CommonQosOf(spec);
  const int depth = WriterDepth(spec.qos);
  dds_qset_history(qos.get(), DDS_HISTORY_KEEP_LAST, depth);
  if (spec.qos.latched) {
    dds_qset_durability_service(qos.get(), 0, DDS_HISTORY_KEEP_LAST, depth, DDS_LENGTH_UNLIMITED,
                                DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
  }
  if (spec.qos.lifespan.count() > 0) dds_qset_lifespan(qos.get(), spec.qos.lifespan.count());
  // Otherwise readers would see all samples disposed when the writer ends.
  dds_qset_writer_data_lifecycle(qos.get(), false);
  return qos;
}

QosPointer ReaderQosOf(const EndpointSpec& spec) {
  QosPointer qos = CommonQosOf(spec);
  const bool all = spec.qos.depth == 0;
  dds_qset_history(qos.get(), all ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
                   all ? 1 : spec.qos.depth);
  return qos;
}

Qos FromQos(const dds_qos* qos) {
  Qos result;
  result.depth = 0;
  dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
  dds_duration_t blocking = 0;
  dds_qget_reliability(qos, &reliability, &blocking);
  result.reliable = reliability == DDS_RELIABILITY_RELIABLE;
  dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
  dds_qget_durability(qos, &durability);
  result.latched = durability >= DDS_DURABILITY_TRANSIENT_LOCAL;
  dds_duration_t lifespan = DDS_INFINITY;
  dds_qget_lifespan(qos, &lifespan);
  if (lifespan != DDS_INFINITY) result.lifespan = std::chrono::nanoseconds(lifespan);
  return result;
}

}  // namespace surefoot::gateways::dds::cyclone
