#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/serve/server.h"

namespace surefoot::loop {

/// A server whose gateway is this program, with one client. It measures how long the server's loop
/// is blocked while the client does something.
///   LoopServer server("husky_lab");
///   server.Measure("spawn", [&] { return Spawn(&server, "model://husky", 40.0); });
class LoopServer {
 public:
  /// Ends the program if the world cannot be served.
  explicit LoopServer(const std::string& world);

  /// Calls a service and turns the server until the answer arrives.
  template <typename S>
  typename S::Response Call(const std::string& service, const typename S::Request& request) {
    Bytes bytes;
    msgs::Encode(request, &bytes);
    typename S::Response response;
    const Result<Bytes> answer = CallCdr(service, std::move(bytes));
    if (answer.ok()) static_cast<void>(msgs::Decode(answer.value(), &response));
    return response;
  }
  void Subscribe(const std::string& topic) { bridge_->Subscribe(topic); }
  void Unsubscribe(const std::string& topic) { bridge_->Unsubscribe(topic); }
  /// Turns the server for some seconds of wall time.
  void TurnFor(double seconds);

  /// Performs the action, which returns its error or "", and prints how long it took and the
  /// longest block of the loop, including the steps after it. Does nothing if `name` does not
  /// contain `only`.
  void Measure(const std::string& name, const std::function<std::string()>& action);
  static void PrintHeader();

  serve::Server& server() { return *server_; }
  /// Longest block of all actions: seconds of processor time.
  double worst() const { return worst_; }
  std::string only;
  /// Wall time after an action that still belongs to it (s).
  double settle = 0.1;

 private:
  Result<Bytes> CallCdr(const std::string& service, Bytes request);
  /// Takes what the server sent, as a gateway would; `answer` is set by the response to call id_.
  void TakeEvents(std::vector<Result<Bytes>>* answers);

  gateways::GatewayKinds kinds_;
  graph::Bridge* bridge_ = nullptr;
  std::unique_ptr<serve::Server> server_;
  std::uint64_t id_ = 0;
  double worst_ = 0.0;
};

/// Adds a model at (x, y, z) in meters, under a free name if `name` is empty. Returns the error.
std::string Spawn(LoopServer* server, const std::string& uri, double x, double y = 0.0,
                  double z = 2.0, const std::string& name = "");

}  // namespace surefoot::loop
