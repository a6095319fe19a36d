#pragma once

#include <cstdint>
#include <string>

namespace surefoot::graph {

/// What a client outside may do; each role includes those before it. Which service and which topic
/// needs which role is in one table, serve/clients/permissions.cc.
enum class Role : std::uint8_t {
  /// Sees everything, changes nothing.
  kViewer,
  /// Drives robots that nobody else drives, adds models, and controls time while it is alone.
  kDriver,
  /// Files, programs, other people's robots, the server's life.
  kOwner,
};

/// "viewer", "driver", "owner".
inline const char* RoleName(Role role) {
  switch (role) {
    case Role::kViewer:
      return "viewer";
    case Role::kDriver:
      return "driver";
    case Role::kOwner:
      return "owner";
  }
  return "";
}

/// A client as its gateway knows it.
struct Caller {
  /// "web:3"; empty within the program.
  std::string name;
  Role role = Role::kViewer;
};

/// What a client asks for through a bridge.
struct Access {
  enum class Kind : std::uint8_t { kPublish, kAdvertise, kCall, kSendGoal, kOffer };
  Kind kind = Kind::kPublish;
  /// Of the topic, service or action.
  const std::string& name;
  const Caller& caller;
};

}  // namespace surefoot::graph
