#include "surefoot/gateways/dds/fastdds/transport.h"

#include <fastdds/rtps/attributes/RTPSParticipantAttributes.h>
#include <fastdds/rtps/network/SenderResource.h>
#include <fastdds/rtps/transport/ChainingTransport.h>
#include <fastdds/rtps/transport/ChainingTransportDescriptor.h>
#include <fastdds/rtps/transport/TransportReceiverInterface.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>

#include <utility>

#include "surefoot/gateways/dds/options.h"
#include "surefoot/gateways/dds/rtps_check.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

namespace rtps = eprosima::fastrtps::rtps;
namespace transport = eprosima::fastdds::rtps;
using Range = ParticipantOptions::Range;

constexpr char kLoopback[] = "127.0.0.1";
constexpr char kDiscoveryGroup[] = "239.255.0.1";

/// Forwards to UDP, and from UDP what is well formed.
class UdpTransport : public transport::ChainingTransport {
 public:
  UdpTransport(const transport::ChainingTransportDescriptor& descriptor, bool loopback,
               transport::TransportDescriptorInterface* own)
      : ChainingTransport(descriptor), descriptor_(own), loopback_(loopback) {}

  transport::TransportDescriptorInterface* get_configuration() override { return descriptor_; }

  /// Participants of ROS 2 on the same host announce the address of a network interface even if
  /// their discovery range is localhost. They listen on all interfaces, so they are reached
  /// through the loopback interface. Fast DDS would drop such an address.
  bool transform_remote_locator(const rtps::Locator_t& remote,
                                rtps::Locator_t& result) const override {
    if (!loopback_) return ChainingTransport::transform_remote_locator(remote, result);
    if (!IsLocatorSupported(remote) || !is_local_locator(remote)) return false;
    result = remote;
    rtps::IPLocator::setIPv4(result, kLoopback);
    return true;
  }

  bool send(rtps::SenderResource* sender, const rtps::octet* data, std::uint32_t size,
            rtps::LocatorsIterator* begin, rtps::LocatorsIterator* end,
            const std::chrono::steady_clock::time_point& timeout) override {
    return sender->send(data, size, begin, end, timeout);
  }

  void receive(transport::TransportReceiverInterface* next, const rtps::octet* data,
               std::uint32_t size, const rtps::Locator_t& local,
               const rtps::Locator_t& remote) override {
    if (IsWellFormedRtps(data, size)) next->OnDataReceived(data, size, local, remote);
  }

 private:
  transport::TransportDescriptorInterface* descriptor_;
  bool loopback_;
};

struct UdpDescriptor : public transport::ChainingTransportDescriptor {
  UdpDescriptor(std::shared_ptr<transport::TransportDescriptorInterface> low, bool only_loopback)
      : ChainingTransportDescriptor(std::move(low)), loopback(only_loopback) {}

  transport::TransportInterface* create_transport() const override {
    return new UdpTransport(*this, loopback, low_level_descriptor.get());
  }

  bool loopback;
};

std::shared_ptr<transport::UDPv4TransportDescriptor> MakeUdp(const ParticipantOptions& options) {
  auto udp = std::make_shared<transport::UDPv4TransportDescriptor>();
  udp->sendBufferSize = kSocketBuffer;
  udp->receiveBufferSize = kSocketBuffer;
  udp->maxInitialPeersRange = kUnicastParticipants;
  // A writer never waits; what does not fit into the buffer is as if it was lost on the way.
  udp->non_blocking_send = true;
  if (options.range == Range::kLocalhost) udp->interfaceWhiteList.emplace_back(kLoopback);
  if (!options.interface.empty()) udp->interfaceWhiteList.push_back(options.interface);
  return udp;
}

/// Port 0: the well-known ports of the domain.
rtps::Locator_t At(const std::string& address, std::uint32_t port) {
  rtps::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  rtps::IPLocator::setIPv4(locator, address);
  locator.port = port;
  return locator;
}

rtps::Locator_t OnAllInterfaces(std::uint32_t port) {
  rtps::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  locator.port = port;
  return locator;
}

/// The ports of participant 0. If they are in use, Fast DDS takes those of the next participants.
/// By itself it would begin with the number of participants that the process has ever had, and
/// others search for a limited number of participants.
void SetListeningPorts(std::uint32_t domain, rtps::RTPSParticipantAttributes* attributes) {
  const rtps::PortParameters& ports = attributes->port;
  const std::uint32_t discovery = ports.getUnicastPort(domain, 0);
  const std::uint32_t user = discovery - ports.offsetd1 + ports.offsetd3;
  attributes->builtin.metatrafficUnicastLocatorList.push_back(OnAllInterfaces(discovery));
  attributes->defaultUnicastLocatorList.push_back(OnAllInterfaces(user));
}

}  // namespace

void SetNetwork(const ParticipantOptions& options, rtps::RTPSParticipantAttributes* attributes) {
  attributes->useBuiltinTransports = false;
  attributes->userTransports.push_back(
      std::make_shared<UdpDescriptor>(MakeUdp(options), options.range == Range::kLocalhost));
  attributes->sendSocketBufferSize = kSocketBuffer;
  attributes->listenSocketBufferSize = kSocketBuffer;

  rtps::BuiltinAttributes& builtin = attributes->builtin;
  const auto domain = static_cast<std::uint32_t>(options.domain);
  SetListeningPorts(domain, attributes);
  const std::uint32_t multicast_port = attributes->port.getMulticastPort(domain);
  if (options.range == Range::kSubnet) {
    builtin.metatrafficMulticastLocatorList.push_back(At(kDiscoveryGroup, multicast_port));
    builtin.initialPeersList.push_back(At(kDiscoveryGroup, multicast_port));
  }
  if (options.range == Range::kLocalhost) builtin.initialPeersList.push_back(At(kLoopback, 0));
  for (const std::string& peer : options.peers) builtin.initialPeersList.push_back(At(peer, 0));
}

}  // namespace surefoot::gateways::dds::fastdds
