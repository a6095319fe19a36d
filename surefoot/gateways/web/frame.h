#pragma once

#include <memory>
#include <string>

namespace surefoot::gateways::web {

/// One WebSocket message; shared by all clients that get it.
struct Frame {
  std::string bytes;
  bool binary = false;
};

using FramePtr = std::shared_ptr<const Frame>;

inline FramePtr TextFrame(std::string text) {
  return std::make_shared<const Frame>(Frame{std::move(text), false});
}

}  // namespace surefoot::gateways::web
