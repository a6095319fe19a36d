#include "surefoot/gateways/address_limit.h"

#include <algorithm>
#include <iterator>

#include "surefoot/base/text.h"
#include "surefoot/gateways/addresses.h"

namespace surefoot::gateways {
namespace {

/// Upper bound of the table, about 0.5 MB: an attacker who connects from many IPv6 prefixes must
/// not be able to fill the memory. Beyond it, entries without a connection are dropped.
constexpr std::size_t kMaxAddresses = 4096;

}  // namespace

/// Token bucket: `left` grows by `rate` per second up to kBurstSeconds' worth. The clock is
/// monotonic, but the caller may pass an older time, so negative intervals count as 0.
void AddressLimit::Refill(double rate, Entry* entry, TimePoint now) {
  const double passed = std::chrono::duration<double>(now - entry->at).count();
  entry->left = std::min(rate * kBurstSeconds, entry->left + std::max(passed, 0.0) * rate);
  entry->at = now;
}

std::string AddressLimit::Admit(const std::string& address, TimePoint now) {
  const std::string group = AddressGroup(address);
  const bool local = limits_.exempt_local && IsLoopback(group);
  const double rate = local ? std::max(kLocalRate, limits_.rate) : limits_.rate;
  if (entries_.size() >= kMaxAddresses && entries_.count(group) == 0) ForgetIdle(now);
  Entry& entry = entries_.try_emplace(group, Entry{0, rate * kBurstSeconds, now}).first->second;
  Refill(rate, &entry, now);
  // Checked before the number of connections, so that reconnecting in a loop is limited, too.
  if (entry.left < 1.0) {
    return "more than " + DecimalText(rate) + " new connections per second from " + group;
  }
  entry.left -= 1.0;
  if (!local && entry.connections >= limits_.connections) {
    return std::to_string(entry.connections) + " connections from " + group +
           " already, the limit for one address";
  }
  ++entry.connections;
  return "";
}

void AddressLimit::Leave(const std::string& address) {
  const auto found = entries_.find(AddressGroup(address));
  if (found != entries_.end() && found->second.connections > 0) --found->second.connections;
}

void AddressLimit::ForgetIdle(TimePoint now) {
  for (auto it = entries_.begin(); it != entries_.end();) {
    Refill(limits_.rate, &it->second, now);
    const bool idle =
        it->second.connections == 0 && it->second.left >= limits_.rate * kBurstSeconds;
    it = idle ? entries_.erase(it) : std::next(it);
  }
  if (entries_.size() < kMaxAddresses) return;
  // Still full: connections from very many addresses arrive at once. The limit on all connections
  // together remains as protection.
  std::erase_if(entries_, [](const auto& entry) { return entry.second.connections == 0; });
}

}  // namespace surefoot::gateways
