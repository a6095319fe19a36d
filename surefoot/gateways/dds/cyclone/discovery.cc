#include "surefoot/gateways/dds/cyclone/discovery.h"

#include <dds/dds.h>

#include <algorithm>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/cyclone/domain.h"
#include "surefoot/gateways/dds/cyclone/listener.h"
#include "surefoot/gateways/dds/cyclone/qos.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

constexpr int kMostAtOnce = 16;

Guid FromKey(const dds_guid_t& key) {
  Guid guid = {};
  std::copy_n(key.v, guid.size(), guid.begin());
  return guid;
}

}  // namespace

Discovery::Discovery(const Guid& own, Participant::OnEndpoint callback)
    : own_(own), callback_(std::move(callback)) {}

Discovery::~Discovery() { gate_.Close(); }

Status Discovery::Start(Entity participant) {
  if (!callback_) return {};
  SUREFOOT_TRY(Read(participant, DDS_BUILTIN_TOPIC_DCPSPUBLICATION, &Discovery::OnWriters));
  return Read(participant, DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION, &Discovery::OnReaders);
}

/// The participant deletes the reader when it ends.
Status Discovery::Read(Entity participant, Entity topic, void (*available)(Entity, void*)) {
  const ListenerPointer listener(dds_create_listener(this));
  dds_lset_data_available(listener.get(), available);
  const dds_entity_t reader = dds_create_reader(participant, topic, nullptr, listener.get());
  if (reader < 0) return Error{"Cyclone DDS cannot read discovery data" + Reason(reader)};
  available(reader, this);  // what was known already
  return {};
}

void Discovery::OnWriters(Entity reader, void* context) {
  static_cast<Discovery*>(context)->Take(reader, true);
}
void Discovery::OnReaders(Entity reader, void* context) {
  static_cast<Discovery*>(context)->Take(reader, false);
}

void Discovery::Take(Entity reader, bool writers) {
  // One at a time: endpoints are reported in the order in which they changed.
  const std::lock_guard lock(mutex_);
  void* samples[kMostAtOnce] = {};
  dds_sample_info_t info[kMostAtOnce] = {};
  while (true) {
    const dds_return_t count = dds_take(reader, samples, info, kMostAtOnce, kMostAtOnce);
    if (count <= 0) return;
    for (dds_return_t i = 0; i < count; ++i) {
      const auto& data = *static_cast<const dds_builtintopic_endpoint_t*>(samples[i]);
      RemoteEndpoint endpoint;
      endpoint.guid = FromKey(data.key);
      const bool alive = info[i].instance_state == DDS_IST_ALIVE;
      if (alive && info[i].valid_data) {
        endpoint.is_writer = writers;
        endpoint.topic = data.topic_name;
        endpoint.type = data.type_name;
        endpoint.qos = FromQos(data.qos);
      }
      Report(endpoint, alive);
    }
    dds_return_loan(reader, samples, count);
  }
}

void Discovery::Report(const RemoteEndpoint& endpoint, bool alive) {
  if (SameParticipant(endpoint.guid, own_)) return;
  const CallbackGate::Pass pass(&gate_);
  if (!pass) return;
  if (alive) {
    known_.insert_or_assign(endpoint.guid, endpoint);
    callback_(endpoint, true);
    return;
  }
  const auto gone = known_.extract(endpoint.guid);
  if (!gone.empty()) callback_(gone.mapped(), false);
}

}  // namespace surefoot::gateways::dds::cyclone
