#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/gateway.h"
#include "surefoot/serve/clients/access_audit.h"
#include "surefoot/serve/clients/demo.h"
#include "surefoot/serve/clients/doors.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/controllers/controllers.h"
#include "surefoot/serve/feeds/event_watch.h"
#include "surefoot/serve/feeds/frames.h"
#include "surefoot/serve/feeds/status_feed.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/loop_watch.h"
#include "surefoot/serve/options.h"
#include "surefoot/serve/waker.h"
#include "surefoot/sim/pacer.h"

namespace surefoot::serve {

/// Serves a world to clients through gateways: one thread that takes in what they want, steps when
/// it is time and publishes. docs/guides/serve.md.
class Server {
 public:
  /// Loads the world and starts the gateways that the options have settings for. Findings about the
  /// world go to `problems`.
  static Result<std::unique_ptr<Server>> Make(const Parts& parts,
                                              const gateways::GatewayKinds& kinds,
                                              const ServerOptions& options, Problems* problems);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Until somebody asks to end it. An error of the recording or of the engine does not end it.
  void Run();
  /// One round: takes in what came, takes a step if it is time, else waits for a little while.
  /// False: somebody asked to end it.
  bool Turn();
  /// From any thread: Run comes back soon.
  void Stop();

  /// Gateway and address: {"web", "http://127.0.0.1:8080"}.
  std::vector<std::pair<std::string, std::string>> Addresses() const { return doors_.Addresses(); }
  std::string TokenOf(graph::Role role) const { return doors_.TokenOf(role); }
  gateways::Metrics& metrics() { return metrics_; }
  /// On the server's thread.
  WorldControl& world() { return world_; }
  TimeControl& time() { return time_; }
  ClientControl& clients() { return clients_; }
  FileControl& shared_files() { return shared_; }
  /// How long the loop is held up, and whether it hangs. Any thread.
  LoopWatch& loop_watch() { return *loop_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr const char* kDoneTopic = "/surefoot/lockstep/done";
  static constexpr const char* kStepTopic = "/surefoot/lockstep/step";

  Server(const Parts& parts, const ServerOptions& options);
  serve::Run::Listener MakeListener();
  /// What bridges of gateways do here.
  graph::BridgeHost MakeHost();
  void Log(const std::string& text);
  /// After the gateways have started.
  Status Settle();

  // What gateways bring.
  void TakeIn();
  Status TakePublication(graph::Publication publication);
  void OnClientLeft(const std::string& client);
  void RepeatHeld(Session* session);

  // Time.
  bool TakeTurn();
  bool WantsStep() const;
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
  void LookAtWorld();
  void AttendControllers();
  void AttendViewers();
  void PublishMap(const sim::Simulation& simulation);

  ServerOptions options_;
  gateways::Metrics metrics_;
  gateways::Files files_;
  std::unique_ptr<LoopWatch> loop_;
  Waker waker_;
  std::atomic<bool> stop_{false};
  WorldControl world_;
  TimeControl time_;
  ClientControl clients_;
  /// nullptr: it is not written.
  std::unique_ptr<gateways::AuditLog> audit_log_;
  AccessAudit audit_;
  FileControl shared_;
  std::unique_ptr<Frames> frames_;
  ViewFeed view_{&world_.run, &clients_.claims, &files_};
  StatusFeed status_{&world_, &time_, &clients_};
  EventWatch watch_{&clients_.events};
  /// To what events of the world say.
  graph::Subscription fired_;
  Clock::time_point watch_due_;
  Demo demo_;
  /// Made in the thread that runs the server: its programs die with that thread.
  std::unique_ptr<Controllers> controllers_;
  sim::Pacer pacer_{1.0};
  /// The pacer starts again with the next step.
  bool pace_anew_ = true;
  double paced_speed_ = 1.0;
  /// The last time that clients in lock-step were waited for.
  bool clients_are_quick_ = true;
  int clock_topic_ = -1;
  std::int64_t clock_tick_ = -1;
  int step_topic_ = -1;
  int gap_topic_ = -1;
  /// The world that claims_ know.
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
  /// Last, so that the gateways go first.
  Doors doors_{&metrics_, &files_, audit_log_.get()};
};

}  // namespace surefoot::serve
