#pragma once

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

/// Stores the owner's token of a server on this computer in a file that only its user can read, so
/// that other programs of the same user (`surefoot console`, scripts) find it:
/// $XDG_RUNTIME_DIR/surefoot/PORT.token, or /tmp/surefoot-UID/PORT.token if that variable is not
/// set. The destructor removes the file.
class TokenFile {
 public:
  TokenFile() = default;
  ~TokenFile();
  TokenFile(const TokenFile&) = delete;
  TokenFile& operator=(const TokenFile&) = delete;

  /// Writes the token for the server on `port`; replaces an old file.
  Status Write(std::uint16_t port, const std::string& token);
  /// The file written; empty if none.
  const std::string& path() const { return path_; }

  /// The token of the server on `port`; empty without a file, or if others could have written or
  /// read it.
  static std::string Read(std::uint16_t port);

 private:
  std::string path_;
};

}  // namespace surefoot::gateways::web
