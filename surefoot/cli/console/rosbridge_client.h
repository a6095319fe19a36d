#pragma once

/// A client of a running server: one call after the other by rosbridge over WebSocket.

#include <memory>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::cli {

class RosbridgeClient {
 public:
  struct Options {
    std::string host = "127.0.0.1";
    int port = 8080;
    /// Empty: none.
    std::string token;
    /// How long an answer may take, in seconds.
    double timeout = 30.0;
  };

  static Result<std::unique_ptr<RosbridgeClient>> Connect(const Options& options);
  ~RosbridgeClient();

  /// Request and response in JSON. An error: the service refused, or there was no answer.
  Result<std::string> Call(const std::string& service, const std::string& request);
  Status Publish(const std::string& topic, const std::string& type, const std::string& message);

  /// After a failure of the connection nothing more can be asked.
  bool is_open() const;

 private:
  class Socket;
  explicit RosbridgeClient(std::unique_ptr<Socket> socket);

  std::unique_ptr<Socket> socket_;
  int next_id_ = 1;
};

}  // namespace surefoot::cli
