#pragma once

/// A gateway translates between the message graph and clients outside of the process. It runs its
/// own threads and reaches the graph only through its graph::Bridge, which queues in both
/// directions; it never touches the simulation. docs/development/adding_a_gateway.md shows how to
/// write one.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"
#include "surefoot/base/result.h"
#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/files.h"
#include "surefoot/gateways/metrics.h"
#include "surefoot/graph/bridge.h"

namespace surefoot::gateways {

/// An option of a gateway on the command line: "port" of "web" is `--port`, of other gateways, such
/// as "usarsim", `--usarsim-port`. The option without a name is the gateway's own: `--ros1`.
struct Option {
  std::string name;
  std::string help;
  /// Default value.
  std::string value;
  /// A flag takes no value on the command line; its value is "on" when given.
  bool flag = false;
};

/// Values by option name; missing options have their default.
using Settings = std::map<std::string, std::string>;

/// A running gateway. It serves from its construction to its destruction; the destructor closes all
/// connections and joins the threads, in less than a second.
class Gateway {
 public:
  virtual ~Gateway() = default;
  /// Addresses that clients connect to: "http://127.0.0.1:8080".
  virtual std::vector<std::string> addresses() const = 0;
  /// The token that gives a client this role; empty if the gateway has no tokens.
  virtual std::string TokenOf(graph::Role) const { return ""; }
  /// Path of the file with the owner's token (TokenFile); empty if there is none.
  virtual std::string token_file() const { return ""; }
  /// Called once when all gateways have started and the process runs as its final user: files for
  /// other programs, such as the token file, are written now. Errors are logged.
  virtual void Settle() {}
};

/// What a gateway works with. Everything pointed to outlives the gateway.
struct GatewayHost {
  graph::Bridge* bridge = nullptr;
  Metrics* metrics = nullptr;
  const Files* files = nullptr;
  /// Prints a message for people; may be absent. Thread-safe.
  std::function<void(const std::string&)> log = nullptr;
  /// Why the server does not make progress, for health checks; "" if it does. Thread-safe; may be
  /// absent.
  std::function<std::string()> trouble = nullptr;
  /// Audit log of connections and refusals; nullptr for none. Thread-safe.
  AuditLog* audit = nullptr;
  /// Role of programs on this computer that present no token; absent: they are not served.
  std::optional<graph::Role> guests = graph::Role::kDriver;
};

/// One kind of gateway as registered in builtin: its options and the function that starts it.
struct GatewayKind {
  std::string help;
  std::vector<Option> options;
  std::function<Result<std::unique_ptr<Gateway>>(const GatewayHost& host, const Settings& settings)>
      start;
  /// Whether it is not to be started with these settings. Absent: it always starts.
  std::function<bool(const Settings& settings)> is_off = nullptr;
};

using GatewayKinds = Registry<GatewayKind>;

/// Reads settings with defaults and keeps the first error, so that a gateway can read all options
/// and check once. Options that the kind does not have are errors as well.
///
///   SettingsReader reader(kind, settings);
///   options.port = reader.Number("port", 0.0, 65535.0);
///   if (!reader.status().ok()) return reader.status().error();
class SettingsReader {
 public:
  /// Both outlive the reader.
  SettingsReader(const GatewayKind& kind, const Settings& settings);

  std::string Text(const std::string& name);
  /// A finite number between `min` and `max`; `min` after an error.
  double Number(const std::string& name, double min, double max);
  /// The same, but nullopt if the setting is this word: "off", "auto".
  std::optional<double> NumberOr(const std::string& word, const std::string& name, double min,
                                 double max);
  /// Index of the setting in `accepted`; 0 after an error.
  int Choice(const std::string& name, const std::vector<std::string>& accepted);
  /// Records an error unless there is one already.
  void Note(Error error) {
    if (status_.ok()) status_ = std::move(error);
  }
  const Status& status() const { return status_; }

 private:
  const GatewayKind& kind_;
  const Settings& settings_;
  Status status_;
};

}  // namespace surefoot::gateways
