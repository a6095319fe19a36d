#include "surefoot/gateways/dds/cyclone/in_port.h"

#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/cyclone/domain.h"
#include "surefoot/gateways/dds/cyclone/listener.h"
#include "surefoot/gateways/dds/cyclone/qos.h"
#include "surefoot/gateways/dds/cyclone/raw_topic.h"
#include "surefoot/gateways/dds/cyclone/raw_type.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

constexpr std::size_t kMostKnownWriters = 256;
constexpr std::uint32_t kMostAtOnce = 16;

/// The GUIDs of the writers that samples name by their handles.
class WriterGuids {
 public:
  Guid Of(dds_entity_t reader, dds_instance_handle_t writer) {
    const std::lock_guard lock(mutex_);
    const auto found = guids_.find(writer);
    if (found != guids_.end()) return found->second;
    dds_builtintopic_endpoint_t* const data = dds_get_matched_publication_data(reader, writer);
    if (data == nullptr) return {};  // gone already
    Guid guid = {};
    std::copy_n(data->key.v, guid.size(), guid.begin());
    dds_builtintopic_free_endpoint(data);
    if (guids_.size() >= kMostKnownWriters) guids_.clear();
    return guids_.emplace(writer, guid).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<dds_instance_handle_t, Guid> guids_;
};

}  // namespace

struct InPort::Parts {
  ~Parts() {
    if (reader > 0) dds_delete(reader);
  }

  static void OnMatched(dds_entity_t /*reader*/, const dds_subscription_matched_status_t status,
                        void* context) {
    auto* const self = static_cast<Parts*>(context);
    self->matched = static_cast<int>(status.current_count);
    const CallbackGate::Pass pass(&self->gate);
    if (pass && self->on_matched) self->on_matched(static_cast<int>(status.current_count));
  }

  static void OnData(dds_entity_t from, void* context) {
    auto* const self = static_cast<Parts*>(context);
    ddsi_serdata* data[kMostAtOnce] = {};
    dds_sample_info_t info[kMostAtOnce] = {};
    while (true) {
      const dds_return_t count = dds_takecdr(from, data, kMostAtOnce, info, DDS_ANY_STATE);
      if (count <= 0) return;
      for (dds_return_t i = 0; i < count; ++i) {
        if (info[i].valid_data) self->Deliver(from, data[i], info[i].publication_handle);
        ddsi_serdata_unref(data[i]);
      }
    }
  }

  void Deliver(dds_entity_t from, const ddsi_serdata* data, dds_instance_handle_t writer) {
    const CallbackGate::Pass pass(&gate);
    // Samples of the same process have not passed the check on arrival.
    if (!pass || !on_sample || ddsi_serdata_size(data) > max_message) return;
    on_sample({.cdr = OctetsOf(data), .writer = writers.Of(from, writer)});
  }

  std::size_t max_message = 0;
  Participant::OnSample on_sample;
  Participant::OnMatched on_matched;
  RawTopic topic;
  dds_entity_t reader = 0;
  Guid guid = {};
  WriterGuids writers;
  std::atomic<int> matched = 0;
  CallbackGate gate;
};

InPort::InPort(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

InPort::~InPort() { parts_->gate.Close(); }

Result<std::unique_ptr<InPort>> InPort::Make(const EndpointSpec& spec, const Shared& shared,
                                             Participant::OnSample sample,
                                             Participant::OnMatched matched) {
  auto parts = std::make_unique<Parts>();
  parts->max_message = shared.max_message;
  parts->on_sample = std::move(sample);
  parts->on_matched = std::move(matched);
  SUREFOOT_TRY(parts->topic.Create(spec, shared));
  const ListenerPointer listener(dds_create_listener(parts.get()));
  dds_lset_subscription_matched(listener.get(), &Parts::OnMatched);
  dds_lset_data_available(listener.get(), &Parts::OnData);
  parts->reader = dds_create_reader(shared.participant, parts->topic.entity(),
                                    ReaderQosOf(spec).get(), listener.get());
  if (parts->reader < 0) {
    return Error{"Cyclone DDS cannot create a reader of topic " + spec.topic +
                 Reason(parts->reader)};
  }
  parts->guid = GuidOf(parts->reader);
  return std::unique_ptr<InPort>(new InPort(std::move(parts)));
}

const Guid& InPort::guid() const { return parts_->guid; }
int InPort::matched() const { return parts_->matched; }

}  // namespace surefoot::gateways::dds::cyclone
