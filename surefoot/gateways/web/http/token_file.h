#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

/// The owner's token of a server on this computer, in a file that only its user can read, so that
/// other programs of the same user (`surefoot console`, scripts) need not be given it:
/// $XDG_RUNTIME_DIR/surefoot/PORT.token, or /tmp/surefoot-UID/PORT.token where that variable is not
/// set. The file goes with the server.
class TokenFile {
 public:
  TokenFile() = default;
  ~TokenFile();
  TokenFile(const TokenFile&) = delete;
  TokenFile& operator=(const TokenFile&) = delete;

  Status Write(std::uint16_t port, const std::string& token);

  /// Empty when there is none, or when it is not a file of this user's alone.
  static std::string Read(std::uint16_t port);

 private:
  std::string path_;
};

}  // namespace surefoot::gateways::web
