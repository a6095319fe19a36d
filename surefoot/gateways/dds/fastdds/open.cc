#include "surefoot/gateways/dds/fastdds/open.h"

#include <fastdds/rtps/RTPSDomain.h>
#include <fastdds/rtps/attributes/RTPSParticipantAttributes.h>
#include <fastdds/rtps/builtin/data/ReaderProxyData.h>
#include <fastdds/rtps/builtin/data/WriterProxyData.h>
#include <fastdds/rtps/participant/RTPSParticipant.h>
#include <fastdds/rtps/participant/RTPSParticipantListener.h>

#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/fastdds/ids.h"
#include "surefoot/gateways/dds/fastdds/in_port.h"
#include "surefoot/gateways/dds/fastdds/library.h"
#include "surefoot/gateways/dds/fastdds/out_port.h"
#include "surefoot/gateways/dds/fastdds/payloads.h"
#include "surefoot/gateways/dds/fastdds/qos.h"
#include "surefoot/gateways/dds/fastdds/services.h"
#include "surefoot/gateways/dds/fastdds/transport.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;

class FastWriter : public Writer {
 public:
  explicit FastWriter(std::unique_ptr<OutPort> port) : port_(std::move(port)) {}
  const Guid& guid() const override { return port_->guid(); }
  int matched() const override { return port_->matched(); }
  bool Write(const Bytes& cdr) override { return port_->Write(cdr, nullptr) > 0; }

 private:
  std::unique_ptr<OutPort> port_;
};

class FastReader : public Reader {
 public:
  explicit FastReader(std::unique_ptr<InPort> port) : port_(std::move(port)) {}
  const Guid& guid() const override { return port_->guid(); }
  int matched() const override { return port_->matched(); }

 private:
  std::unique_ptr<InPort> port_;
};

/// Reports endpoints of other participants.
class Discovery : public rtps::RTPSParticipantListener {
 public:
  explicit Discovery(Participant::OnEndpoint callback) : callback_(std::move(callback)) {}

  void onReaderDiscovery(rtps::RTPSParticipant* own, rtps::ReaderDiscoveryInfo&& info) override {
    Report(FromGuid(own->getGuid()), RemoteReader(info.info),
           info.status != rtps::ReaderDiscoveryInfo::REMOVED_READER);
  }
  void onWriterDiscovery(rtps::RTPSParticipant* own, rtps::WriterDiscoveryInfo&& info) override {
    Report(FromGuid(own->getGuid()), RemoteWriter(info.info),
           info.status != rtps::WriterDiscoveryInfo::REMOVED_WRITER);
  }
  void Close() { gate_.Close(); }

 private:
  /// Fast DDS reports the participant's own endpoints, too.
  void Report(const Guid& own, const RemoteEndpoint& endpoint, bool alive) {
    if (SameParticipant(own, endpoint.guid)) return;
    const CallbackGate::Pass pass(&gate_);
    if (pass && callback_) callback_(endpoint, alive);
  }

  Participant::OnEndpoint callback_;
  CallbackGate gate_;
};

class FastParticipant : public Participant {
 public:
  FastParticipant(rtps::RTPSParticipant* participant, std::unique_ptr<Discovery> discovery,
                  std::size_t max_message)
      : discovery_(std::move(discovery)), guid_(FromGuid(participant->getGuid())) {
    shared_.participant = participant;
    shared_.payloads = MakePayloadPool();
    shared_.max_message = max_message;
  }
  ~FastParticipant() override {
    discovery_->Close();
    rtps::RTPSDomain::removeRTPSParticipant(shared_.participant);
  }

  const Guid& guid() const override { return guid_; }

  Result<std::unique_ptr<Writer>> MakeWriter(const EndpointSpec& spec, OnMatched matched) override {
    SUREFOOT_TRY(CheckEndpoint(spec));
    OutPort::OnReader reader;
    if (matched) {
      reader = [callback = std::move(matched)](const Guid&, bool, int count) { callback(count); };
    }
    return std::unique_ptr<Writer>(std::make_unique<FastWriter>(
        SUREFOOT_TRY(OutPort::Make(spec, shared_, std::move(reader)))));
  }

  Result<std::unique_ptr<Reader>> MakeReader(const EndpointSpec& spec, OnSample sample,
                                             OnMatched matched) override {
    SUREFOOT_TRY(CheckEndpoint(spec));
    InPort::OnReceived received;
    if (sample) {
      received = [callback = std::move(sample)](const InPort::Received& each) {
        callback(each.sample);
      };
    }
    return std::unique_ptr<Reader>(std::make_unique<FastReader>(
        SUREFOOT_TRY(InPort::Make(spec, shared_, std::move(received), std::move(matched)))));
  }

  Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec,
                                                    OnRequest request) override {
    SUREFOOT_TRY(CheckService(spec));
    return fastdds::MakeServer(spec, shared_, std::move(request));
  }

  Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec,
                                                    OnReply reply) override {
    SUREFOOT_TRY(CheckService(spec));
    return fastdds::MakeClient(spec, shared_, std::move(reply));
  }

 private:
  std::unique_ptr<Discovery> discovery_;
  Guid guid_;
  Shared shared_;
};

}  // namespace

Result<std::unique_ptr<Participant>> Open(const ParticipantOptions& options) {
  PrepareLibrary();
  rtps::RTPSParticipantAttributes attributes;
  attributes.setName("surefoot");
  attributes.userData.assign(options.user_data.begin(), options.user_data.end());
  SetNetwork(options, &attributes);
  auto discovery = std::make_unique<Discovery>(options.endpoint);
  rtps::RTPSParticipant* const participant = rtps::RTPSDomain::createParticipant(
      static_cast<std::uint32_t>(options.domain), attributes, discovery.get());
  if (participant == nullptr) {
    return Error{"Fast DDS cannot join domain " + std::to_string(options.domain) + TakeLastError()};
  }
  return std::unique_ptr<Participant>(
      std::make_unique<FastParticipant>(participant, std::move(discovery), options.max_message));
}

}  // namespace surefoot::gateways::dds::fastdds
