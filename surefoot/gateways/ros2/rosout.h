#pragma once

#include <memory>
#include <string>

#include "surefoot/gateways/ros2/core.h"

namespace surefoot::gateways::ros2 {

/// The log of the node on /rosout.
class Rosout {
 public:
  /// `core` outlives this.
  explicit Rosout(Core* core);
  ~Rosout();

  void Warn(const std::string& text);

 private:
  Core& core_;
  /// Name of the logger: "surefoot", "sim1.surefoot".
  std::string logger_;
  std::unique_ptr<Core::Writer> writer_;
};

}  // namespace surefoot::gateways::ros2
