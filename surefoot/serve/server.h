#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/gateway.h"
#include "surefoot/serve/clients/access_audit.h"
#include "surefoot/serve/clients/demo.h"
#include "surefoot/serve/clients/gateway_set.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/controllers/controllers.h"
#include "surefoot/serve/feeds/event_watch.h"
#include "surefoot/serve/feeds/frames.h"
#include "surefoot/serve/feeds/gazebo_feed.h"
#include "surefoot/serve/feeds/robot_descriptions.h"
#include "surefoot/serve/feeds/status_feed.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/loop_watch.h"
#include "surefoot/serve/options.h"
#include "surefoot/serve/ros_control/controller_managers.h"
#include "surefoot/serve/ros_control/trajectory_actions.h"
#include "surefoot/serve/waker.h"
#include "surefoot/sim/pacer.h"

namespace surefoot::serve {

/// Serves a world to clients through gateways. One thread, the one that calls Run or Turn, executes
/// the clients' requests, takes steps when they are due and publishes; this is "the server thread"
/// of the other comments in this folder. Gateways, the worker and the loop watch have threads of
/// their own, which reach the server only through queues (graph::Bridge, Worker).
/// docs/guides/serve.md describes the server for users.
///
///   auto server = Server::Make(parts, kinds, options, &problems);
///   if (server.ok()) (*server)->Run();
class Server {
 public:
  /// Loads the world and starts the gateways for which the options have settings. Findings about
  /// the world go to `problems`.
  static Result<std::unique_ptr<Server>> Make(const Parts& parts,
                                              const gateways::GatewayKinds& kinds,
                                              const ServerOptions& options, Problems* problems);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Serves until the server is asked to end. An error of the recording or the engine pauses the
  /// run but does not end the server.
  void Run();
  /// One turn: executes queued requests, then takes a step if one is due, otherwise waits for a
  /// short time. False if the server was asked to end.
  bool Turn();
  /// Makes Run return soon. Any thread.
  void Stop();

  /// Gateway and address: {"web", "http://127.0.0.1:8080"}.
  std::vector<std::pair<std::string, std::string>> Addresses() const {
    return gateways_.Addresses();
  }
  std::string TokenOf(graph::Role role) const { return gateways_.TokenOf(role); }
  std::string TokenFile() const { return gateways_.TokenFile(); }
  gateways::Metrics& metrics() { return metrics_; }
  /// Server thread only.
  WorldControl& world() { return world_; }
  TimeControl& time() { return time_; }
  ClientControl& clients() { return clients_; }
  FileControl& shared_files() { return shared_; }
  /// Measures how long the loop is busy, and whether it hangs. Any thread.
  LoopWatch& loop_watch() { return *loop_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr const char* kDoneTopic = "/surefoot/lockstep/done";
  static constexpr const char* kStepTopic = "/surefoot/lockstep/step";

  Server(const Parts& parts, const ServerOptions& options);
  serve::Run::Listener MakeListener();
  /// The callbacks of the gateways' bridges.
  graph::BridgeHost MakeHost();
  void Log(const std::string& text);
  /// Gives up privileges and opens the files of the server, after the gateways have started.
  Status Settle();

  // Requests from gateways.
  void HandleRequests();
  Status TakePublication(graph::Publication publication);
  /// Applies an accepted message to the run.
  Status ApplyNow(const graph::Publication& publication, const sim::TopicMessage& message);
  void OnClientLeft(const std::string& client);
  void ReportRelease(const std::string& robot, const std::string& name);
  void RepeatHeld(Session* session);

  // Time.
  bool TakeTurn();
  bool NeedsStep() const;
  void TrimMemory();
  bool Wait(Clock::time_point until, Clock::duration spin = Clock::duration::zero());
  void WaitForClients(std::int64_t step);
  void OnLate(const Lockstep::Entry& entry);
  void Pause(const std::string& reason);
  void Step();
  void PublishStep();
  void Announce();
  void MeasureSpeed();

  // Worlds.
  void LeaveGraph();
  void OfferServices();
  void EnterGraph();
  void OnRewound();
  Status PermitEvent(const std::string& service, const std::string& event);
  void UpdateClaims();
  void UpdateControllers();
  void UpdateRosControl();
  void UpdateViewers();
  void PublishMap(const sim::Simulation& simulation);
  /// How robots' descriptions refer to meshes, by ServerOptions::mesh_urls and the open gateways.
  MeshUrls FindMeshUrls() const;

  ServerOptions options_;
  gateways::Metrics metrics_;
  gateways::Files files_;
  std::unique_ptr<LoopWatch> loop_;
  Waker waker_;
  std::atomic<bool> stop_{false};
  WorldControl world_;
  TimeControl time_;
  ClientControl clients_;
  /// nullptr if no audit log is written.
  std::unique_ptr<gateways::AuditLog> audit_log_;
  AccessAudit audit_;
  FileControl shared_;
  std::unique_ptr<Frames> frames_;
  ViewFeed view_{&world_.run, &clients_.claims, &files_};
  RobotDescriptions descriptions_{&world_.run, &files_};
  StatusFeed status_{&world_, &time_, &clients_};
  GazeboFeed gazebo_{&world_.run};
  ControllerManagers managers_{&world_.run, &clients_.claims};
  TrajectoryActions trajectories_{&world_.run, &clients_.claims};
  EventWatch watch_{&clients_.events};
  /// Subscription to the world's events, for "say" commands.
  graph::Subscription fired_;
  Clock::time_point watch_due_;
  Demo demo_;
  /// Created on the server thread, because its programs are ended with the thread that started
  /// them.
  std::unique_ptr<Controllers> controllers_;
  sim::Pacer pacer_{1.0};
  /// The first one after the start: programs that only start and end need no worker for it.
  Clock::time_point trim_due_ = Clock::now() + std::chrono::seconds(30);
  /// The pacer starts again with the next step, so that a pause is not caught up.
  bool restart_pacer_ = true;
  double paced_speed_ = 1.0;
  /// Whether the clients in lock-step answered quickly the last time.
  bool clients_are_quick_ = true;
  int clock_topic_ = -1;
  std::int64_t clock_tick_ = -1;
  int step_topic_ = -1;
  int gap_topic_ = -1;
  /// The world that the claims were set for.
  std::shared_ptr<const world::World> known_world_;
  Clock::time_point end_ = Clock::time_point::max();
  /// For the real-time factor.
  Clock::time_point measured_at_;
  SimTimeNs measured_ns_ = 0;
  gateways::Metrics::Value* steps_ = nullptr;
  gateways::Metrics::Value* sim_time_ = nullptr;
  gateways::Metrics::Value* factor_ = nullptr;
  gateways::Metrics::Value* late_ = nullptr;
  gateways::Metrics::Value* refused_ = nullptr;
  gateways::Metrics::Value* pictures_ = nullptr;
  gateways::Metrics::Value* dropped_pictures_ = nullptr;
  /// Declared last, so that the gateways and their threads end before everything they use.
  GatewaySet gateways_{&metrics_, &files_, audit_log_.get()};
};

}  // namespace surefoot::serve
