#include "surefoot/gateways/dds/options.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::gateways::dds {
namespace {

/// The longest names in the discovery data of Fast DDS; ROS 2 permits 256 characters.
constexpr std::size_t kLongestName = 255;
constexpr std::size_t kLongestUserData = 4096;

std::string AddressText(const sockaddr* address) {
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text, sizeof text);
  return text;
}

std::vector<std::string> InterfaceAddresses() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(first, freeifaddrs);
  std::vector<std::string> addresses;
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    addresses.push_back(AddressText(each->ifa_addr));
  }
  return addresses;
}

Result<std::string> ResolvedPeer(const std::string& peer) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* first = nullptr;
  const int failed = peer.empty() ? EAI_NONAME : getaddrinfo(peer.c_str(), nullptr, &hints, &first);
  if (failed != 0) {
    return Error{"peers: no IPv4 address of " + Quoted(peer) + ": " + gai_strerror(failed) +
                 "; accepted: addresses and names of hosts"};
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(first, freeaddrinfo);
  return AddressText(first->ai_addr);
}

Status CheckInterface(const ParticipantOptions& options) {
  if (options.interface.empty()) return {};
  if (options.range == ParticipantOptions::Range::kLocalhost) {
    return Error{"interface: the discovery range localhost uses the loopback interface only"};
  }
  const std::vector<std::string> present = InterfaceAddresses();
  if (std::find(present.begin(), present.end(), options.interface) != present.end()) return {};
  return Error{"interface: no network interface has the IPv4 address " + Quoted(options.interface) +
               "; present: " + Joined(present, [](const std::string& text) { return text; })};
}

Status CheckName(const std::string& what, const std::string& name) {
  const bool printable =
      std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!name.empty() && name.size() <= kLongestName && printable) return {};
  return Error{"the name of the " + what + " is " + Quoted(name.substr(0, 300)) +
               "; accepted: 1 to " + std::to_string(kLongestName) +
               " printable ASCII characters without spaces"};
}

Status CheckQos(const std::string& topic, const Qos& qos) {
  if (qos.depth < 0) {
    return Error{"depth of topic " + Quoted(topic) + ": " + std::to_string(qos.depth) +
                 "; accepted: 0 (all samples) or more"};
  }
  if (qos.lifespan.count() < 0) {
    return Error{"lifespan of topic " + Quoted(topic) + " is negative; accepted: 0 (none) or more"};
  }
  return {};
}

EndpointSpec ServiceEndpoint(const ServiceSpec& spec, const std::string& topic,
                             const std::string& type) {
  return {.topic = topic, .type = type, .qos = spec.qos, .user_data = spec.user_data};
}

}  // namespace

Result<ParticipantOptions> CheckedOptions(ParticipantOptions options) {
  if (options.domain < 0 || options.domain > 232) {
    return Error{"domain: " + std::to_string(options.domain) + "; accepted: 0 to 232"};
  }
  if (options.max_message < 1024 || options.max_message > (std::size_t{1} << 30)) {
    return Error{"max_message: " + std::to_string(options.max_message) +
                 " octets; accepted: 1024 to 1073741824"};
  }
  if (options.user_data.size() > kLongestUserData) {
    return Error{"the user data of the participant is longer than " +
                 std::to_string(kLongestUserData) + " octets"};
  }
  if (options.range == ParticipantOptions::Range::kLocalhost && !options.peers.empty()) {
    return Error{
        "peers: the discovery range localhost reaches only this host; other hosts need the "
        "range subnet, or off for peers only"};
  }
  SUREFOOT_TRY(CheckInterface(options));
  for (std::string& peer : options.peers) peer = SUREFOOT_TRY(ResolvedPeer(peer));
  return options;
}

Status CheckEndpoint(const EndpointSpec& spec) {
  SUREFOOT_TRY(CheckName("topic", spec.topic));
  SUREFOOT_TRY(CheckName("type of topic " + Quoted(spec.topic), spec.type));
  SUREFOOT_TRY(CheckQos(spec.topic, spec.qos));
  if (spec.user_data.size() <= kLongestUserData) return {};
  return Error{"the user data of topic " + Quoted(spec.topic) + " is longer than " +
               std::to_string(kLongestUserData) + " octets"};
}

Status CheckService(const ServiceSpec& spec) {
  if (!spec.name.starts_with('/')) {
    return Error{"the name of the service is " + Quoted(spec.name) +
                 "; accepted: names that begin with /"};
  }
  SUREFOOT_TRY(CheckEndpoint(RequestEndpoint(spec)));
  return CheckEndpoint(ReplyEndpoint(spec));
}

int WriterDepth(const Qos& qos) {
  return qos.depth == 0 ? kKeepAllDepth : std::min(qos.depth, kKeepAllDepth);
}

EndpointSpec RequestEndpoint(const ServiceSpec& spec) {
  return ServiceEndpoint(spec, "rq" + spec.name + "Request", spec.request_type);
}
EndpointSpec ReplyEndpoint(const ServiceSpec& spec) {
  return ServiceEndpoint(spec, "rr" + spec.name + "Reply", spec.response_type);
}

}  // namespace surefoot::gateways::dds
