#pragma once

/// Connections to the TCPROS port of this node: subscribers of topics and clients of services.

#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/stream.h"
#include "surefoot/gateways/ros1/tcpros/header.h"

namespace surefoot::gateways::ros1 {

/// What the port needs.
struct TcprosHost {
  /// Chooses the handler of a connection by its header, and answers the header; an error is sent to
  /// the other side.
  std::function<Result<std::unique_ptr<Handler>>(const Fields& fields, Stream* stream)> open;
  /// Called for each connection that is not TCPROS or has no handler. May be absent.
  std::function<void(const std::string& address, const std::string& reason)> refused = nullptr;
};

/// Reads the header of a connection and passes everything after it to its handler. Bytes of another
/// protocol are recognized by their length: "POST" is a length of a gigabyte. `host` outlives the
/// handler.
std::unique_ptr<Handler> AcceptTcpros(const TcprosHost* host, Stream* stream);

}  // namespace surefoot::gateways::ros1
