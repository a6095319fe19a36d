#include "surefoot/gateways/dds/cyclone/domain.h"

#include <dds/dds.h>
#include <dds/ddsrt/log.h>

#include <map>
#include <mutex>

#include "surefoot/base/text.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

using Range = ParticipantOptions::Range;

std::string Element(const std::string& name, const std::string& content) {
  return "<" + name + ">" + content + "</" + name + ">";
}

std::string GeneralOf(const ParticipantOptions& options) {
  const bool loopback = options.range == Range::kLocalhost;
  const std::string address = loopback ? "127.0.0.1" : options.interface;
  std::string general;
  if (!address.empty()) {
    general += Element("Interfaces", "<NetworkInterface address=\"" + address + "\"" +
                                         (loopback ? " multicast=\"false\"" : "") + "/>");
  }
  general += Element("AllowMulticast", options.range == Range::kSubnet ? "true" : "false");
  // On the loopback interface there are no packets that IP would have to divide.
  if (loopback) {
    general += Element("MaxMessageSize", "65500B") + Element("FragmentSize", "65000B");
  }
  return Element("General", general);
}

/// Unicast needs the ports of numbered participants.
std::string DiscoveryOf(const ParticipantOptions& options) {
  const bool loopback = options.range == Range::kLocalhost;
  std::string peers;
  if (loopback) peers += "<Peer Address=\"127.0.0.1\"/>";
  for (const std::string& peer : options.peers) peers += "<Peer Address=\"" + peer + "\"/>";
  return Element("Discovery",
                 Element("ParticipantIndex", "auto") +
                     Element("MaxAutoParticipantIndex", std::to_string(kUnicastParticipants - 1)) +
                     Element("Peers", peers));
}

/// A writer would wait while more than WhcHigh octets are not acknowledged. Fast DDS learns which
/// endpoint or participant is gone by the hash of the key only.
std::string InternalOf() {
  const std::string size = std::to_string(kSocketBuffer) + "B";
  return Element("Internal",
                 "<SocketReceiveBufferSize max=\"" + size + "\"/><SocketSendBufferSize max=\"" +
                     size + "\"/>" + Element("GenerateKeyhash", "true") +
                     Element("HeartbeatInterval", std::to_string(kHeartbeatPeriod.count()) + "ms") +
                     Element("Watermarks",
                             Element("WhcHigh", "2000000000B") + Element("WhcAdaptive", "false")));
}

struct Joined {
  dds_entity_t entity = 0;
  std::string configuration;
  int users = 0;
};

/// The domains of this process.
struct Table {
  std::mutex mutex;
  std::map<int, Joined> domains;
};

Table& TheTable() {
  static Table* const table = new Table;  // used until the end of the process
  return *table;
}

void DropLog(void* /*unused*/, const dds_log_data_t* /*entry*/) {}

}  // namespace

std::string ConfigurationOf(const ParticipantOptions& options) {
  return Element("CycloneDDS",
                 Element("Domain", GeneralOf(options) + DiscoveryOf(options) + InternalOf()));
}

std::string Reason(int code) { return std::string(": ") + dds_strretcode(-code); }

Result<std::unique_ptr<Domain>> Domain::Join(const ParticipantOptions& options) {
  Table& table = TheTable();
  const std::string configuration = ConfigurationOf(options);
  const std::lock_guard lock(table.mutex);
  const auto found = table.domains.find(options.domain);
  if (found == table.domains.end()) {
    dds_set_log_sink(DropLog, nullptr);
    const dds_entity_t entity =
        dds_create_domain(static_cast<dds_domainid_t>(options.domain), configuration.c_str());
    if (entity < 0) {
      return Error{"Cyclone DDS cannot join domain " + std::to_string(options.domain) +
                   Reason(entity)};
    }
    table.domains[options.domain] = {entity, configuration, 1};
  } else if (found->second.configuration != configuration) {
    return Error{"domain " + std::to_string(options.domain) +
                 " is in use in this process with another discovery range, interface or peers; "
                 "Cyclone DDS permits one per process"};
  } else {
    ++found->second.users;
  }
  return std::unique_ptr<Domain>(new Domain(options.domain));
}

Domain::~Domain() {
  Table& table = TheTable();
  // Until it is gone, the domain cannot be joined again.
  const std::lock_guard lock(table.mutex);
  const auto found = table.domains.find(number_);
  if (--found->second.users > 0) return;
  dds_delete(found->second.entity);
  table.domains.erase(found);
}

}  // namespace surefoot::gateways::dds::cyclone
