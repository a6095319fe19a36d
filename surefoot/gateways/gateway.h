#pragma once

/// A gateway translates between the message graph and clients outside. It has threads of its own
/// and sees the graph only through its bridge.

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

/// Something that a gateway may be told: "port" of "web" is `--port`, of others `--usarsim-port`.
struct Option {
  std::string name;
  std::string help;
  /// Where it is not given.
  std::string value;
  /// "on" when it is given, without a value of its own.
  bool flag = false;
};

/// By the options' names; what is not there has its usual value.
using Settings = std::map<std::string, std::string>;

/// Serves from its start to its end. The end closes all connections and waits for the threads,
/// less than a second.
class Gateway {
 public:
  virtual ~Gateway() = default;
  /// Where clients find it: "http://127.0.0.1:8080".
  virtual std::vector<std::string> addresses() const = 0;
  /// What clients bring to have a role; empty where the gateway has no tokens.
  virtual std::string TokenOf(graph::Role) const { return ""; }
  /// All gateways have started, and the process has the user that it keeps: files for other
  /// programs are written now. Errors are logged.
  virtual void Settle() {}
};

/// What a gateway works with; all of it outlives the gateway.
struct GatewayHost {
  graph::Bridge* bridge = nullptr;
  Metrics* metrics = nullptr;
  const Files* files = nullptr;
  /// For people; may be absent. Any thread.
  std::function<void(const std::string&)> log = nullptr;
  /// What keeps the server from working, for health checks; empty: nothing. Any thread; may be
  /// absent.
  std::function<std::string()> trouble = nullptr;
  /// Who connected and who was refused; nullptr: nobody wants to know. Any thread.
  AuditLog* audit = nullptr;
};

struct GatewayKind {
  std::string help;
  std::vector<Option> options;
  std::function<Result<std::unique_ptr<Gateway>>(const GatewayHost& host, const Settings& settings)>
      start;
};

using GatewayKinds = Registry<GatewayKind>;

/// Reads settings, usual values where nothing is told; keeps the first that is wrong. Settings that
/// the kind does not know are wrong, too.
class SettingsReader {
 public:
  /// Both outlive the reader.
  SettingsReader(const GatewayKind& kind, const Settings& settings);

  std::string Text(const std::string& name);
  double Number(const std::string& name, double least, double most);
  /// Nothing where the setting is this word: "off", "auto".
  std::optional<double> NumberOr(const std::string& word, const std::string& name, double least,
                                 double most);
  /// Which of the accepted words it is; the first when it is none.
  int Choice(const std::string& name, const std::vector<std::string>& accepted);
  /// Something is wrong.
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
