#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot serve. Empty file names: not wanted.
struct ServeOptions {
  std::string world;
  std::string engine;
  /// Simulated seconds per second, or "max".
  std::string speed = "1";
  bool free = false;
  /// Seconds; 0: as the world says.
  double step = 0.0;
  std::optional<std::uint64_t> seed;
  std::string contact;
  ParallelOptions parallel;
  /// drop or all.
  std::string pictures = "drop";
  bool paused = false;
  std::string record_file;
  bool shared = false;
  bool demo = false;
  std::string controllers;
  bool map = false;
  /// Wall seconds after which it ends; absent: never.
  std::optional<double> duration;
  /// Names of gateways that are not to be started.
  std::vector<std::string> without;
  bool json = false;
  bool quiet = false;
  /// What gateways are told, by their names and those of their options.
  std::map<std::string, gateways::Settings> gateways;
};
/// The gateways bring options of their own.
void AddArguments(CommandArguments command, const gateways::GatewayKinds& kinds,
                  ServeOptions* options);

/// Serves a world until it is asked to end. Returns the exit status.
int ServeCommand(const Parts& parts, const gateways::GatewayKinds& kinds,
                 const ServeOptions& options);

}  // namespace surefoot::cli
