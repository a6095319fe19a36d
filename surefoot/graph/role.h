#pragma once

#include <cstdint>
#include <string>

namespace surefoot::graph {

/// Permissions of an external client; each role includes the previous ones. The roles required for
/// services and topics are listed in serve/clients/permissions.cc.
enum class Role : std::uint8_t {
  /// May observe everything, but change nothing.
  kViewer,
  /// May drive robots that nobody else drives, add models, and control time while it is alone.
  kDriver,
  /// May also access files and programs, control robots of others, and stop the server.
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

/// A client as identified by its gateway.
struct Caller {
  /// For example "web:3"; empty within the program.
  std::string name;
  Role role = Role::kViewer;
};

/// What a client requests through a bridge.
struct Access {
  enum class Kind : std::uint8_t { kPublish, kAdvertise, kCall, kSendGoal, kOffer };
  Kind kind = Kind::kPublish;
  /// Name of the topic, service or action.
  const std::string& name;
  const Caller& caller;
};

}  // namespace surefoot::graph
