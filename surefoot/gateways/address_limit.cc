#include "surefoot/gateways/address_limit.h"

#include <algorithm>
#include <iterator>

#include "surefoot/base/text.h"
#include "surefoot/gateways/addresses.h"

namespace surefoot::gateways {
namespace {

/// Addresses that are remembered without a connection; beyond, those that came least are forgotten.
constexpr std::size_t kMaxAddresses = 4096;

}  // namespace

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
  if (entry.left < 1.0) {
    return "more than " + DecimalText(rate) + " new connections in a second from " + group;
  }
  entry.left -= 1.0;
  if (!local && entry.connections >= limits_.connections) {
    return std::to_string(entry.connections) + " connections from " + group +
           " already, which is the limit of one address";
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
  // Too many come from too many addresses: the total number of connections is what is left to hold.
  std::erase_if(entries_, [](const auto& entry) { return entry.second.connections == 0; });
}

}  // namespace surefoot::gateways
