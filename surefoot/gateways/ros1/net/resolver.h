#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace surefoot::gateways::ros1 {

/// Finds the addresses of host names on a thread of its own, because the system's function blocks,
/// for seconds if a name server does not answer. The thread starts with the first name.
class Resolver {
 public:
  /// Addresses as numbers; empty if there is none. Called on the resolver's thread.
  using Found = std::function<void(std::vector<std::string> addresses)>;

  Resolver();
  /// Does not wait for a name server: a search in progress is left to itself, and `found` of
  /// searches that have not ended is not called.
  ~Resolver();
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  /// Any thread. At most kMaxWaiting names wait; `found` of further ones is called with none.
  void Find(const std::string& host, Found found);

  static constexpr std::size_t kMaxWaiting = 1000;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace surefoot::gateways::ros1
