#include "surefoot/gateways/dds/cyclone/open.h"

#include <dds/dds.h>

#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/cyclone/discovery.h"
#include "surefoot/gateways/dds/cyclone/domain.h"
#include "surefoot/gateways/dds/cyclone/in_port.h"
#include "surefoot/gateways/dds/cyclone/out_port.h"
#include "surefoot/gateways/dds/cyclone/qos.h"
#include "surefoot/gateways/dds/cyclone/services.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

class CycloneWriter : public Writer {
 public:
  explicit CycloneWriter(std::unique_ptr<OutPort> port) : port_(std::move(port)) {}
  const Guid& guid() const override { return port_->guid(); }
  int matched() const override { return port_->matched(); }
  bool Write(const Bytes& cdr) override { return port_->Write(cdr); }

 private:
  std::unique_ptr<OutPort> port_;
};

class CycloneReader : public Reader {
 public:
  explicit CycloneReader(std::unique_ptr<InPort> port) : port_(std::move(port)) {}
  const Guid& guid() const override { return port_->guid(); }
  int matched() const override { return port_->matched(); }

 private:
  std::unique_ptr<InPort> port_;
};

class CycloneParticipant : public Participant {
 public:
  CycloneParticipant(std::unique_ptr<Domain> domain, Entity participant,
                     const ParticipantOptions& options)
      : domain_(std::move(domain)),
        shared_{.participant = participant, .max_message = options.max_message},
        guid_(GuidOf(participant)),
        discovery_(std::make_unique<Discovery>(guid_, options.endpoint)) {}
  ~CycloneParticipant() override {
    // Its readers belong to the participant, and call it until they are deleted.
    dds_delete(shared_.participant);
    discovery_.reset();
  }

  Status Start() { return discovery_->Start(shared_.participant); }

  const Guid& guid() const override { return guid_; }

  Result<std::unique_ptr<Writer>> MakeWriter(const EndpointSpec& spec, OnMatched matched) override {
    SUREFOOT_TRY(CheckEndpoint(spec));
    return std::unique_ptr<Writer>(std::make_unique<CycloneWriter>(
        SUREFOOT_TRY(OutPort::Make(spec, shared_, std::move(matched)))));
  }

  Result<std::unique_ptr<Reader>> MakeReader(const EndpointSpec& spec, OnSample sample,
                                             OnMatched matched) override {
    SUREFOOT_TRY(CheckEndpoint(spec));
    return std::unique_ptr<Reader>(std::make_unique<CycloneReader>(
        SUREFOOT_TRY(InPort::Make(spec, shared_, std::move(sample), std::move(matched)))));
  }

  Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec,
                                                    OnRequest request) override {
    SUREFOOT_TRY(CheckService(spec));
    return cyclone::MakeServer(spec, shared_, std::move(request));
  }

  Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec,
                                                    OnReply reply) override {
    SUREFOOT_TRY(CheckService(spec));
    return cyclone::MakeClient(spec, shared_, std::move(reply));
  }

 private:
  std::unique_ptr<Domain> domain_;
  Shared shared_;
  Guid guid_;
  std::unique_ptr<Discovery> discovery_;
};

}  // namespace

Result<std::unique_ptr<Participant>> Open(const ParticipantOptions& options) {
  std::unique_ptr<Domain> domain = SUREFOOT_TRY(Domain::Join(options));
  const QosPointer qos = UserDataQos(options.user_data);
  const dds_entity_t entity =
      dds_create_participant(static_cast<dds_domainid_t>(options.domain), qos.get(), nullptr);
  if (entity < 0) {
    return Error{"Cyclone DDS cannot join domain " + std::to_string(options.domain) +
                 Reason(entity)};
  }
  auto participant = std::make_unique<CycloneParticipant>(std::move(domain), entity, options);
  SUREFOOT_TRY(participant->Start());
  return std::unique_ptr<Participant>(std::move(participant));
}

}  // namespace surefoot::gateways::dds::cyclone
