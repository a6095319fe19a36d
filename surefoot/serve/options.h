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

/// Settings of a server; `surefoot serve --help` describes most of them for users.
struct ServerOptions {
  /// World to load; empty for none until a client loads one.
  std::string world;
  SessionOptions session;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Never drop camera pictures. Steps then wait for them, even if the run falls behind `speed`.
  bool all_pictures = false;
  bool paused = false;
  /// File to record into from the start; empty for none.
  std::string record;
  /// Every client may drive every robot at any time.
  bool shared = false;
  /// Drive the first robot in a figure of eight until a client commands it.
  bool demo = false;
  /// Folder for the output of robots' programs, which are started if it is set. Empty by default,
  /// because a world from an untrusted source could start any program.
  std::string controllers;
  /// All controllers of robots are unloaded until a client loads them, as with gz_ros2_control.
  bool wait_for_spawner = false;
  /// Role of programs on this computer without a token, in all gateways; absent: they are not
  /// served.
  std::optional<graph::Role> guests = graph::Role::kDriver;
  /// Run programs and scripts of clients without the owner's consent.
  bool trust_clients = false;
  /// Publish the world's occupancy grid on /map.
  bool map = false;
  /// How robots' descriptions refer to meshes: "file" for file:///PATH, "http" for the address of
  /// the web gateway, or the address under which other computers reach it.
  std::string mesh_urls = "file";
  /// Rates of /clock and /tf in Hz of simulated time.
  double clock_rate = 100.0;
  double tf_rate = 50.0;
  /// Path of the surefoot program, for processes started beside the server (surefoot gap); empty if
  /// none may be started.
  std::string program;
  /// Wall seconds after which the server ends; 0 for never.
  double duration = 0.0;
  /// Time without progress after which the loop counts as hung.
  std::chrono::milliseconds hang_limit{2000};
  /// LoopWatch::Options::cpu, for measurements.
  bool measure_loop_cpu = false;
  /// Settings by gateway name. Gateways without an entry are not started.
  std::map<std::string, gateways::Settings> gateways;
  /// Longest wait of a turn in which nothing happens. A signal handler cannot wake the server
  /// safely, so `stop` is polled at this period.
  std::chrono::milliseconds idle{50};
  /// Polled in every turn; true ends the server. May be absent.
  std::function<bool()> stop;
  /// Messages for people; called from any thread. May be absent.
  std::function<void(const std::string&)> log;
  /// Audit log; not written if its path is empty.
  gateways::AuditOptions audit;
  /// Called once when all ports are open, keys are read and the world is loaded, before any other
  /// file is written: here the process gives up its privileges. May be absent.
  std::function<Status()> settle;
};

}  // namespace surefoot::serve
