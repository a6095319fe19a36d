#include "surefoot/gateways/dds/fastdds/out_port.h"

#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/HistoryAttributes.h>
#include <fastdds/rtps/attributes/WriterAttributes.h>
#include <fastdds/rtps/common/CacheChange.h>
#include <fastdds/rtps/common/MatchingInfo.h>
#include <fastdds/rtps/history/WriterHistory.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#include <fastdds/rtps/writer/RTPSWriter.h>
#include <fastdds/rtps/writer/WriterListener.h>
#include <fastrtps/attributes/TopicAttributes.h>
#include <fastrtps/qos/WriterQos.h>

#include <cstring>
#include <mutex>
#include <utility>

#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/fastdds/ids.h"
#include "surefoot/gateways/dds/fastdds/library.h"
#include "surefoot/gateways/dds/fastdds/matches.h"
#include "surefoot/gateways/dds/fastdds/qos.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

rtps::HistoryAttributes HistoryOf(const EndpointSpec& spec) {
  rtps::HistoryAttributes history;
  history.memoryPolicy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  history.initialReservedCaches = 0;
  history.maximumReservedCaches = WriterDepth(spec.qos);
  return history;
}

std::int64_t NanosecondsSince(const rtps::Time_t& then) {
  rtps::Time_t now;
  rtps::Time_t::now(now);
  return now.to_ns() - then.to_ns();
}

}  // namespace

struct OutPort::Parts : public rtps::WriterListener {
  explicit Parts(const EndpointSpec& endpoint) : spec(endpoint), history(HistoryOf(endpoint)) {}

  using WriterListener::onWriterMatched;
  void onWriterMatched(rtps::RTPSWriter* matched_writer, rtps::MatchingInfo& info) override {
    const Guid reader = FromGuid(info.remoteEndpointGuid);
    const bool matched = info.status == rtps::MATCHED_MATCHING;
    if (SameParticipant(reader, FromGuid(matched_writer->getGuid()))) {
      // Called when the match is complete, so it can be undone here.
      if (matched) matched_writer->matched_reader_remove(info.remoteEndpointGuid);
      return;
    }
    const int count = matches.Change(reader, matched);
    const CallbackGate::Pass pass(&gate);
    if (pass && count >= 0 && on_reader) on_reader(reader, matched, count);
  }

  /// Every reader has the sample; only readers that come later can want it.
  void onWriterChangeReceivedByAll(rtps::RTPSWriter* /*writer*/,
                                   rtps::CacheChange_t* change) override {
    if (!spec.qos.latched) history.remove_change_g(change);
  }

  /// Makes room for one sample and drops those that are too old.
  void DropOldest() {
    const std::lock_guard lock(*history.getMutex());
    rtps::CacheChange_t* oldest = nullptr;
    while (history.get_min_change(&oldest) && (history.isFull() || HasExpired(*oldest))) {
      history.remove_min_change();
    }
  }
  bool HasExpired(const rtps::CacheChange_t& change) const {
    const std::int64_t lifespan = spec.qos.lifespan.count();
    return lifespan > 0 && NanosecondsSince(change.sourceTimestamp) > lifespan;
  }

  EndpointSpec spec;
  std::size_t max_message = 0;
  OnReader on_reader;
  rtps::WriterHistory history;
  rtps::RTPSWriter* writer = nullptr;
  Guid guid = {};
  Matches matches;
  CallbackGate gate;
  /// For whole writes: the history must not be full between making room and adding.
  std::mutex mutex;
};

OutPort::OutPort(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

OutPort::~OutPort() {
  parts_->gate.Close();
  rtps::RTPSDomain::removeRTPSWriter(parts_->writer);
}

Result<std::unique_ptr<OutPort>> OutPort::Make(const EndpointSpec& spec, const Shared& shared,
                                               OnReader reader) {
  auto parts = std::make_unique<Parts>(spec);
  parts->max_message = shared.max_message;
  parts->on_reader = std::move(reader);
  rtps::WriterAttributes attributes = WriterAttributesOf(spec);
  parts->writer = rtps::RTPSDomain::createRTPSWriter(shared.participant, attributes,
                                                     shared.payloads, &parts->history, parts.get());
  if (parts->writer == nullptr) {
    return Error{"Fast DDS cannot create a writer of topic " + spec.topic + TakeLastError()};
  }
  parts->guid = FromGuid(parts->writer->getGuid());
  std::unique_ptr<OutPort> port(new OutPort(std::move(parts)));
  if (!shared.participant->registerWriter(port->parts_->writer, TopicOf(spec), WriterQosOf(spec))) {
    return Error{"Fast DDS cannot announce a writer of topic " + spec.topic + TakeLastError()};
  }
  return port;
}

const Guid& OutPort::guid() const { return parts_->guid; }
int OutPort::matched() const { return parts_->matches.count(); }
bool OutPort::IsMatched(const Guid& reader) const { return parts_->matches.Contains(reader); }

int OutPort::MatchedOf(const Guid& endpoint) const {
  return parts_->matches.OfParticipant(endpoint);
}

std::int64_t OutPort::Write(const Bytes& cdr, const RequestId* related) {
  if (cdr.size() < 4 || cdr.size() > parts_->max_message) return 0;
  const auto size = static_cast<std::uint32_t>(cdr.size());
  const std::lock_guard lock(parts_->mutex);
  parts_->DropOldest();
  rtps::CacheChange_t* change = parts_->writer->new_change([size] { return size; }, rtps::ALIVE);
  if (change == nullptr) return 0;
  std::memcpy(change->serializedPayload.data, cdr.data(), cdr.size());
  change->serializedPayload.length = size;
  change->serializedPayload.encapsulation = CDR_LE;
  rtps::WriteParams parameters;
  if (related != nullptr) parameters.related_sample_identity(ToIdentity(*related));
  if (!parts_->history.add_change(change, parameters)) {
    parts_->writer->release_change(change);
    return 0;
  }
  return FromIdentity(parameters.sample_identity()).number;
}

}  // namespace surefoot::gateways::dds::fastdds
