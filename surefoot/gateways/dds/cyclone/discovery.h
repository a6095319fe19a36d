#pragma once

#include <map>
#include <mutex>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/callback_gate.h"
#include "surefoot/gateways/dds/cyclone/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

/// Reports endpoints of other participants, by the built-in topics of the library.
class Discovery {
 public:
  Discovery(const Guid& own, Participant::OnEndpoint callback);
  ~Discovery();

  Status Start(Entity participant);

 private:
  static void OnWriters(Entity reader, void* context);
  static void OnReaders(Entity reader, void* context);
  Status Read(Entity participant, Entity topic, void (*available)(Entity, void*));
  void Take(Entity reader, bool writers);
  void Report(const RemoteEndpoint& endpoint, bool alive);

  Guid own_;
  Participant::OnEndpoint callback_;
  CallbackGate gate_;
  std::mutex mutex_;
  /// The report that an endpoint is gone has its GUID only.
  std::map<Guid, RemoteEndpoint> known_;
};

}  // namespace surefoot::gateways::dds::cyclone
