#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

struct ServerOptions {
  /// Empty: none, until a client loads one.
  std::string world;
  SessionOptions session;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Whether pictures are never dropped; then steps wait for them, also beyond the speed.
  bool all_pictures = false;
  bool paused = false;
  /// File; empty: not recorded.
  std::string record;
  /// Everybody may drive every robot.
  bool shared = false;
  /// Drives the first robot around until a client commands it.
  bool demo = false;
  /// Programs of the world's robots are started, and print to files in this folder; empty: they are
  /// not, as a world from elsewhere could start anything.
  std::string controllers;
  /// Programs and scripts that clients bring run without the owner's consent.
  bool trust_clients = false;
  /// Publishes the world's occupancy grid on /map.
  bool map = false;
  /// Hz of simulated time.
  double clock_rate = 100.0;
  double tf_rate = 50.0;
  /// The program itself, for what is run beside the server; empty: nothing is.
  std::string program;
  /// Wall seconds after which the server ends; 0: never.
  double duration = 0.0;
  /// The loop counts as hung when it has not turned for so long.
  std::chrono::milliseconds hang_limit{2000};
  /// For measurements: LoopWatch::Options::cpu.
  bool measure_loop_cpu = false;
  /// Settings by the gateways' names. Those that are not in here do not run.
  std::map<std::string, gateways::Settings> gateways;
  /// Looked at often; true ends the server. May be absent.
  std::function<bool()> stop;
  /// What happens, for people; may be absent. Any thread.
  std::function<void(const std::string&)> log;
  /// Who did what; an empty path: it is not written.
  gateways::AuditOptions audit;
  /// Called once when all ports are open, keys are read and the world is loaded, before any other
  /// file is written: here the process may change its user. May be absent.
  std::function<Status()> settle;
};

}  // namespace surefoot::serve
