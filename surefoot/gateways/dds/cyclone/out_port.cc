#include "surefoot/gateways/dds/cyclone/out_port.h"

#include <dds/dds.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/cyclone/domain.h"
#include "surefoot/gateways/dds/cyclone/listener.h"
#include "surefoot/gateways/dds/cyclone/qos.h"
#include "surefoot/gateways/dds/cyclone/raw_topic.h"
#include "surefoot/gateways/dds/cyclone/raw_type.h"

namespace surefoot::gateways::dds::cyclone {

struct OutPort::Parts {
  ~Parts() {
    if (writer > 0) dds_delete(writer);
  }

  static void OnMatched(dds_entity_t /*writer*/, const dds_publication_matched_status_t status,
                        void* context) {
    auto* const self = static_cast<Parts*>(context);
    self->matched = static_cast<int>(status.current_count);
    const CallbackGate::Pass pass(&self->gate);
    if (pass && self->on_matched) self->on_matched(static_cast<int>(status.current_count));
  }

  std::size_t max_message = 0;
  Participant::OnMatched on_matched;
  RawTopic topic;
  dds_entity_t writer = 0;
  Guid guid = {};
  dds_instance_handle_t handle = 0;
  std::atomic<int> matched = 0;
  CallbackGate gate;
};

OutPort::OutPort(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

OutPort::~OutPort() { parts_->gate.Close(); }

Result<std::unique_ptr<OutPort>> OutPort::Make(const EndpointSpec& spec, const Shared& shared,
                                               Participant::OnMatched matched) {
  auto parts = std::make_unique<Parts>();
  parts->max_message = shared.max_message;
  parts->on_matched = std::move(matched);
  SUREFOOT_TRY(parts->topic.Create(spec, shared));
  const ListenerPointer listener(dds_create_listener(parts.get()));
  dds_lset_publication_matched(listener.get(), &Parts::OnMatched);
  parts->writer = dds_create_writer(shared.participant, parts->topic.entity(),
                                    WriterQosOf(spec).get(), listener.get());
  if (parts->writer < 0) {
    return Error{"Cyclone DDS cannot create a writer of topic " + spec.topic +
                 Reason(parts->writer)};
  }
  parts->guid = GuidOf(parts->writer);
  dds_get_instance_handle(parts->writer, &parts->handle);
  return std::unique_ptr<OutPort>(new OutPort(std::move(parts)));
}

const Guid& OutPort::guid() const { return parts_->guid; }
int OutPort::matched() const { return parts_->matched; }
std::uint64_t OutPort::handle() const { return parts_->handle; }

bool OutPort::ReachesParticipantOf(const Guid& endpoint) const {
  std::vector<dds_instance_handle_t> readers(static_cast<std::size_t>(parts_->matched) + 8);
  const dds_return_t count =
      dds_get_matched_subscriptions(parts_->writer, readers.data(), readers.size());
  if (count < 0) return false;
  readers.resize(std::min(readers.size(), static_cast<std::size_t>(count)));
  return std::any_of(readers.begin(), readers.end(), [&](dds_instance_handle_t reader) {
    dds_builtintopic_endpoint_t* const data =
        dds_get_matched_subscription_data(parts_->writer, reader);
    if (data == nullptr) return false;
    Guid guid = {};
    std::copy_n(data->key.v, guid.size(), guid.begin());
    dds_builtintopic_free_endpoint(data);
    return SameParticipant(guid, endpoint);
  });
}

bool OutPort::Write(const Bytes& cdr) {
  if (cdr.size() < 4 || cdr.size() > parts_->max_message) return false;
  return dds_writecdr(parts_->writer, MakeRawData(parts_->topic.type(), cdr)) == DDS_RETCODE_OK;
}

}  // namespace surefoot::gateways::dds::cyclone
