#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace surefoot::gateways {

/// Of one address, AddressGroup. Programs on this computer are many at one address, and proxies on
/// it bring everybody: they have only the limit of all clients together, and a far higher rate.
struct AddressLimits {
  /// At once.
  std::size_t connections = 64;
  /// New ones in a second, and as many seconds' worth at once as kBurstSeconds.
  double rate = 20.0;
  /// Whether this computer's own addresses are such exceptions.
  bool exempt_local = true;
};

/// Counts the connections of each address. One thread.
class AddressLimit {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  static constexpr double kBurstSeconds = 5.0;
  static constexpr double kLocalRate = 1000.0;

  explicit AddressLimit(const AddressLimits& limits) : limits_(limits) {}

  /// Empty: it may connect, and counts until Leave. Otherwise the reason why not.
  std::string Admit(const std::string& address, TimePoint now);
  void Leave(const std::string& address);
  /// Addresses that are remembered.
  std::size_t size() const { return entries_.size(); }

 private:
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
