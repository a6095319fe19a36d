#include "surefoot/gateways/ros1/net/resolver.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace surefoot::gateways::ros1 {
namespace {

std::vector<std::string> AddressesOf(const std::string& host) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &list) != 0) return {};
  std::vector<std::string> addresses;
  for (const addrinfo* item = list; item != nullptr; item = item->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (getnameinfo(item->ai_addr, item->ai_addrlen, text.data(), text.size(), nullptr, 0,
                    NI_NUMERICHOST) == 0) {
      addresses.emplace_back(text.data());
    }
  }
  freeaddrinfo(list);
  return addresses;
}

}  // namespace

/// Shared with the thread, which may outlive the resolver while the system's function blocks.
struct Resolver::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::pair<std::string, Found>> waiting;
  bool end = false;
  bool started = false;

  static void Run(const std::shared_ptr<Shared>& shared) {
    std::unique_lock<std::mutex> lock(shared->mutex);
    while (true) {
      shared->changed.wait(lock, [&] { return shared->end || !shared->waiting.empty(); });
      if (shared->end) return;
      const auto [host, found] = std::move(shared->waiting.front());
      shared->waiting.pop_front();
      lock.unlock();
      std::vector<std::string> addresses = AddressesOf(host);
      lock.lock();
      if (shared->end) return;
      // Under the lock, so that the destructor returns only when no callback runs any more.
      found(std::move(addresses));
    }
  }
};

Resolver::Resolver() : shared_(std::make_shared<Shared>()) {}

Resolver::~Resolver() {
  const std::lock_guard<std::mutex> lock(shared_->mutex);
  shared_->end = true;
  shared_->waiting.clear();
  shared_->changed.notify_all();
}

void Resolver::Find(const std::string& host, Found found) {
  std::unique_lock<std::mutex> lock(shared_->mutex);
  if (shared_->waiting.size() >= kMaxWaiting) {
    lock.unlock();
    return found({});
  }
  shared_->waiting.emplace_back(host, std::move(found));
  if (!std::exchange(shared_->started, true)) {
    std::thread([shared = shared_] { Shared::Run(shared); }).detach();
  }
  shared_->changed.notify_all();
}

}  // namespace surefoot::gateways::ros1
