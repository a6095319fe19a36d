#pragma once

#include <cstdint>

#include "surefoot/gateways/web/client.h"
#include "surefoot/gateways/web/counters.h"
#include "surefoot/gateways/web/directory.h"
#include "surefoot/gateways/web/limits.h"
#include "surefoot/graph/bridge.h"

namespace surefoot::gateways::web {

/// Messages and advertisements carry the number of their client instead, with this bit.
constexpr std::uint64_t kOfClient = std::uint64_t{1} << 63;

/// What the desks for topics, services and actions share.
struct Core {
  graph::Bridge* bridge;
  const Limits& limits;
  Counters* counters;
  Directory directory;
  /// For calls, goals and offers, whose answers come back with it.
  std::uint64_t next_id = 1;

  /// Counts it and tells the client.
  void Refuse(Client* client, const char* reason, const std::string& text, const std::string& id,
              TimePoint now) {
    counters->Refused(reason);
    client->Tell(Level::kError, text, id, now);
  }
};

}  // namespace surefoot::gateways::web
