#pragma once

#include <string>

#include "surefoot/serve/claims.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// Drives the first robot that takes velocities in a figure of eight, until a client commands it.
class Demo {
 public:
  /// Before each step.
  void Update(const Claims& claims, Session* session);
  /// The topic it drives on; empty before the first step, or when no robot takes velocities.
  const std::string& topic() const { return topic_; }
  bool over() const { return over_; }
  /// Looks for a robot again.
  void Restart();

 private:
  void Find(const Claims& claims, const Session& session);

  bool looked_ = false;
  bool over_ = false;
  std::string topic_;
  SimTimeNs next_ns_ = 0;
};

}  // namespace surefoot::serve
