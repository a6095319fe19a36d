#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace surefoot::gateways {

/// Limits per address (see AddressGroup). Programs on this computer share one address, and a proxy
/// on it forwards all its clients from there, so local addresses are exempt from `connections` and
/// have a far higher rate; the limit on all clients together still applies to them.
struct AddressLimits {
  /// Simultaneous connections. A browser opens up to six for HTTP and one for the WebSocket.
  std::size_t connections = 64;
  /// New connections per second (Hz); a burst of kBurstSeconds' worth is accepted at once.
  double rate = 20.0;
  /// Whether loopback addresses are exempt as described above. Tests turn it off.
  bool exempt_local = true;
};

/// Limits how many connections each address may have and open per second, against clients that
/// exhaust file descriptors. Not thread-safe: each gateway has its own, used by its network thread.
///
///   const std::string reason = limit.Admit(address, Clock::now());
///   if (!reason.empty()) return Close(socket, reason);
///   ...
///   limit.Leave(address);  // once for each admitted connection
class AddressLimit {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  static constexpr double kBurstSeconds = 5.0;
  static constexpr double kLocalRate = 1000.0;

  explicit AddressLimit(const AddressLimits& limits) : limits_(limits) {}

  /// Returns "" if the address may connect; the connection then counts until Leave. Otherwise the
  /// reason for the refusal, for the log.
  std::string Admit(const std::string& address, TimePoint now);
  void Leave(const std::string& address);
  /// Number of addresses in the table.
  std::size_t size() const { return entries_.size(); }

 private:
  /// Token bucket of one address; `left` in connections, filled up to time `at`.
  struct Entry {
    std::size_t connections = 0;
    double left = 0.0;
    TimePoint at;
  };
  static void Refill(double rate, Entry* entry, TimePoint now);
  void ForgetIdle(TimePoint now);

  AddressLimits limits_;
  std::map<std::string, Entry> entries_;
};

}  // namespace surefoot::gateways
