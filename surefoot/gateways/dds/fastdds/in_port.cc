#include "surefoot/gateways/dds/fastdds/in_port.h"

#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/HistoryAttributes.h>
#include <fastdds/rtps/attributes/ReaderAttributes.h>
#include <fastdds/rtps/common/CacheChange.h>
#include <fastdds/rtps/common/MatchingInfo.h>
#include <fastdds/rtps/history/ReaderHistory.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#include <fastdds/rtps/reader/RTPSReader.h>
#include <fastdds/rtps/reader/ReaderListener.h>
#include <fastrtps/attributes/TopicAttributes.h>
#include <fastrtps/qos/ReaderQos.h>

#include <utility>

#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/fastdds/ids.h"
#include "surefoot/gateways/dds/fastdds/library.h"
#include "surefoot/gateways/dds/fastdds/matches.h"
#include "surefoot/gateways/dds/fastdds/qos.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

/// Samples that wait for an earlier one or for their own fragments. A sample that nothing precedes
/// is always accepted, because all others wait for it.
constexpr std::size_t kMostWaiting = 1024;

/// Samples leave it in the callback, so its limits concern incomplete ones only.
class Waiting : public rtps::ReaderHistory {
 public:
  explicit Waiting(std::size_t max_message)
      : ReaderHistory(Attributes()), max_message_(max_message) {}

  bool can_change_be_added_nts(const rtps::GUID_t& writer, std::uint32_t size, std::size_t missing,
                               bool& never) const override {
    if (size > max_message_) {
      never = true;
      return false;
    }
    never = false;
    if (missing > 0 && m_changes.size() + missing >= kMostWaiting) return false;
    return ReaderHistory::can_change_be_added_nts(writer, size, missing, never);
  }

 private:
  static rtps::HistoryAttributes Attributes() {
    rtps::HistoryAttributes history;
    history.memoryPolicy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    history.initialReservedCaches = 0;
    history.maximumReservedCaches = 0;  // no limit
    return history;
  }

  std::size_t max_message_;
};

InPort::Received ReceivedOf(const rtps::CacheChange_t& change) {
  const rtps::SerializedPayload_t& payload = change.serializedPayload;
  InPort::Received received;
  received.sample.cdr.assign(payload.data, payload.data + payload.length);
  received.sample.writer = FromGuid(change.writerGUID);
  received.number = static_cast<std::int64_t>(change.sequenceNumber.to64long());
  // Where Fast DDS puts the related identity of a sample that it reads.
  received.related = FromIdentity(change.write_params.sample_identity());
  return received;
}

}  // namespace

struct InPort::Parts : public rtps::ReaderListener {
  explicit Parts(std::size_t max_message) : history(max_message) {}

  using ReaderListener::onReaderMatched;
  void onReaderMatched(rtps::RTPSReader* matched_reader, rtps::MatchingInfo& info) override {
    const Guid writer = FromGuid(info.remoteEndpointGuid);
    const bool matched = info.status == rtps::MATCHED_MATCHING;
    if (SameParticipant(writer, FromGuid(matched_reader->getGuid()))) {
      // Called when the match is complete, so it can be undone here.
      if (matched) matched_reader->matched_writer_remove(info.remoteEndpointGuid);
      return;
    }
    const int count = matches.Change(writer, matched);
    const CallbackGate::Pass pass(&gate);
    if (pass && count >= 0 && on_matched) on_matched(count);
  }

  void onNewCacheChangeAdded(rtps::RTPSReader* from, const rtps::CacheChange_t* change) override {
    Deliver(*change, FromGuid(from->getGuid()));
    from->getHistory()->remove_change(const_cast<rtps::CacheChange_t*>(change));
  }

  void Deliver(const rtps::CacheChange_t& change, const Guid& own) {
    if (change.kind != rtps::ALIVE || change.serializedPayload.length < 4) return;
    const CallbackGate::Pass pass(&gate);
    if (!pass || !on_received) return;
    const Received received = ReceivedOf(change);
    if (!SameParticipant(received.sample.writer, own)) on_received(received);
  }

  OnReceived on_received;
  OnMatched on_matched;
  Waiting history;
  rtps::RTPSReader* reader = nullptr;
  Guid guid = {};
  Matches matches;
  CallbackGate gate;
};

InPort::InPort(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

InPort::~InPort() {
  parts_->gate.Close();
  rtps::RTPSDomain::removeRTPSReader(parts_->reader);
}

Result<std::unique_ptr<InPort>> InPort::Make(const EndpointSpec& spec, const Shared& shared,
                                             OnReceived received, OnMatched matched) {
  auto parts = std::make_unique<Parts>(shared.max_message);
  parts->on_received = std::move(received);
  parts->on_matched = std::move(matched);
  rtps::ReaderAttributes attributes = ReaderAttributesOf(spec);
  parts->reader = rtps::RTPSDomain::createRTPSReader(shared.participant, attributes,
                                                     shared.payloads, &parts->history, parts.get());
  if (parts->reader == nullptr) {
    return Error{"Fast DDS cannot create a reader of topic " + spec.topic + TakeLastError()};
  }
  // By default, a reader without reliability accepts samples of writers that it does not match.
  parts->reader->enableMessagesFromUnkownWriters(false);
  parts->guid = FromGuid(parts->reader->getGuid());
  std::unique_ptr<InPort> port(new InPort(std::move(parts)));
  if (!shared.participant->registerReader(port->parts_->reader, TopicOf(spec), ReaderQosOf(spec))) {
    return Error{"Fast DDS cannot announce a reader of topic " + spec.topic + TakeLastError()};
  }
  return port;
}

const Guid& InPort::guid() const { return parts_->guid; }
int InPort::matched() const { return parts_->matches.count(); }
int InPort::MatchedOf(const Guid& endpoint) const {
  return parts_->matches.OfParticipant(endpoint);
}

}  // namespace surefoot::gateways::dds::fastdds
