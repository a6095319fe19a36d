#include "surefoot/serve/server.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/serve/clients/accept.h"

// The loop of the server: requests between two steps, then a step, then what it publishes; it waits
// for clients in lock-step or for wall time.

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using Mode = serve::Run::Mode;

constexpr std::chrono::seconds kTrimPeriod(30);
/// While waiting for clients in lock-step the thread spins: for clients that answer within a
/// millisecond, sleeping and waking up would take longer than a step. For slower ones spinning
/// would waste the processor.
constexpr std::chrono::microseconds kLongSpin(1000);
constexpr std::chrono::microseconds kShortSpin(50);
}  // namespace

Server::Server(const Parts& parts, const ServerOptions& options)
    : options_(options),
      world_(parts, MakeListener()),
      clients_(options.shared, options.trust_clients),
      audit_log_(gateways::AuditLog::Make(options.audit)),
      audit_(audit_log_.get()) {
  const auto wake = [this] { waker_.Wake(); };
  clients_.access.is_own_topic = [this](const std::string& name) {
    const graph::Topic* topic = world_.run.graph().FindTopic(name);
    return topic != nullptr && !topic->options.open;
  };
  clients_.access.is_offered = [this](const std::string& name) {
    return gateways_.IsOffered(name);
  };
  clients_.consents.answered = [this] {
    if (world_.held_load) world_.later.push_back([this] { world_.ContinueLoad(true); });
  };
  loop_ =
      std::make_unique<LoopWatch>(&metrics_, LoopWatch::Options{.limit = options.hang_limit,
                                                                .log = options.log,
                                                                .cpu = options.measure_loop_cpu});
  time_.speed = options.speed;
  // Nobody disposes of anything once the worker has ended.
  options_.session.dispose = [this](std::shared_ptr<void> old) {
    if (shared_.worker == nullptr) return;
    shared_.worker->Post([old = std::move(old)](const std::atomic<bool>&) mutable {
      old = nullptr;
      return Worker::Done();
    });
  };
  world_.run.set_options(options_.session);
  managers_.set_unloaded(options.wait_for_spawner);
  managers_.set_log([this](const std::string& text) { Log(text); });
  shared_.files = &files_;
  shared_.scope = std::make_unique<ClientScope>(parts, options.world);
  shared_.worker = std::make_unique<Worker>(wake);
  // Destroying a large world takes long, so the worker does it.
  world_.run.set_dispose([this](std::shared_ptr<Session> session) {
    shared_.worker->Post([session = std::move(session)](const std::atomic<bool>&) mutable {
      session = nullptr;
      TrimHeaps();
      return Worker::Done();
    });
  });
  shared_.library = std::make_unique<Library>(parts, &files_, wake);
  shared_.recordings = std::make_unique<Recordings>(&files_, wake);
  shared_.recordings->more = [this] { return shared_.uploads.Recordings(); };
  shared_.gap = std::make_unique<GapMeasurer>(options.program, &files_, wake);
  using Kind = gateways::Metrics::Kind;
  steps_ = metrics_.Find("surefoot_steps_total", Kind::kCounter, "Steps taken");
  sim_time_ = metrics_.Find("surefoot_simulated_seconds", Kind::kGauge, "Simulated time");
  factor_ = metrics_.Find("surefoot_real_time_factor", Kind::kGauge,
                          "Simulated seconds per wall second, over about the last second");
  late_ = metrics_.Find("surefoot_lockstep_timeouts_total", Kind::kCounter,
                        "Clients in lock-step that did not answer in time");
  pictures_ = metrics_.Find("surefoot_pictures", Kind::kGauge, "Pictures of cameras in this run");
  dropped_pictures_ =
      metrics_.Find("surefoot_pictures_dropped", Kind::kGauge,
                    "Pictures of this run dropped because the machine was too slow");
  refused_ = metrics_.Find("surefoot_refused_total", Kind::kCounter,
                           "Messages of clients that were refused");
}

Server::~Server() {
  // Members are ended in this order because pending calls are answered through bridges, and bridges
  // through the graph.
  shared_.recordings = nullptr;
  shared_.gap = nullptr;
  gateways_.Close();
  LeaveGraph();
  world_.run.set_dispose(nullptr);
  // Last: its jobs may hold calls, which refer to bridges.
  shared_.worker = nullptr;
}

serve::Run::Listener Server::MakeListener() {
  return {.leave = [this] { LeaveGraph(); },
          .enter = [this] { EnterGraph(); },
          .rewound = [this] { OnRewound(); },
          .log = [this](const std::string& text) { Log(text); }};
}

Result<std::unique_ptr<Server>> Server::Make(const Parts& parts,
                                             const gateways::GatewayKinds& kinds,
                                             const ServerOptions& options, Problems* problems) {
  std::unique_ptr<Server> server(new Server(parts, options));
  serve::Run& run = server->world_.run;
  server->EnterGraph();
  if (!options.world.empty()) {
    const Status loaded = run.Load(options.world, problems);
    if (!loaded.ok()) return loaded.error();
    Problems ignored;
    // The owner named this world, which implies consent to its programs.
    for (const ControllerSpec& spec : ReadControllers(run.session()->world(), &ignored)) {
      server->clients_.consents.Allow(CodeOf(spec));
    }
    if (!options.paused) run.set_mode(Mode::kPlaying);
  }
  for (const auto& [name, settings] : options.gateways) {
    SUREFOOT_TRY(server->gateways_.Open(
        kinds, name, settings, server->MakeHost(), &run.graph(),
        {options.log, [watch = server->loop_.get()] { return watch->Trouble(); }, options.guests}));
  }
  SUREFOOT_TRY(server->Settle());
  if (options.duration > 0.0) {
    const std::chrono::duration<double> duration(options.duration);
    server->end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(duration);
  }
  return server;
}

Status Server::Settle() {
  if (options_.settle) SUREFOOT_TRY(options_.settle());
  if (audit_log_ != nullptr) SUREFOOT_TRY(Within("--audit-log", audit_log_->Open()));
  if (!options_.record.empty()) {
    SUREFOOT_TRY(Within("--record", world_.run.StartRecording(options_.record, {})));
  }
  gateways_.Settle();
  descriptions_.set_meshes(FindMeshUrls());
  return Status();
}

graph::BridgeHost Server::MakeHost() {
  graph::BridgeHost host;
  // All of these run on the server thread, inside GatewaySet::Pump, except `wake`.
  host.permit = [this](const graph::Access& access) {
    Status status = clients_.access.Check(access);
    audit_.Note(access, status);
    return status;
  };
  host.apply_message = [this](graph::Publication publication) {
    const graph::Caller caller = publication.caller;
    const std::string topic = publication.topic;
    Status status = TakePublication(std::move(publication));
    if (!status.ok()) refused_->Add();
    if (!status.ok()) audit_.NoteRefused(caller, topic, status.error());
    return status;
  };
  host.holds = [this](const std::string& client) {
    return shared_.ordered_jobs.count(client) != 0;
  };
  host.client_left = [this](const std::string& client) { OnClientLeft(client); };
  host.publishing_ended = [this](const std::string& topic, const std::string& client) {
    const std::string robot = clients_.claims.EndPublishing(topic, client);
    if (!robot.empty()) ReportRelease(robot, clients_.people.NameOf(client));
  };
  host.wake = [this] { waker_.Wake(); };
  return host;
}

void Server::Log(const std::string& text) {
  if (options_.log) options_.log(text);
  clients_.events.Info("", text);
}

void Server::Stop() {
  stop_ = true;
  waker_.Wake();
}

void Server::Run() {
  while (Turn()) {
  }
  loop_->Rest();
}

bool Server::Wait(Clock::time_point until, Clock::duration spin) {
  loop_->Idle();
  const bool woken = waker_.Wait(until, spin);
  loop_->Busy();
  return woken;
}

/// Clients, uploads and snapshots leave free pages behind that no later work may need. On the
/// worker, because it takes milliseconds.
void Server::TrimMemory() {
  const Clock::time_point now = Clock::now();
  if (now < trim_due_) return;
  trim_due_ = now + kTrimPeriod;
  shared_.worker->Post([](const std::atomic<bool>&) {
    TrimHeaps();
    return Worker::Done();
  });
}

bool Server::Turn() {
  loop_->Busy();
  const bool goes_on = TakeTurn();
  loop_->Idle();
  return goes_on;
}

/// Requests first, then viewers, then at most one step, so a slow step delays requests by one step
/// only.
bool Server::TakeTurn() {
  UpdateRosControl();
  HandleRequests();
  const bool asked = options_.stop && options_.stop();
  if (asked || stop_ || time_.quit || Clock::now() >= end_) return false;
  UpdateControllers();
  UpdateRosControl();
  UpdateViewers();
  TrimMemory();
  const Clock::time_point idle = std::min(Clock::now() + options_.idle, end_);
  if (!NeedsStep()) {
    restart_pacer_ = true;
    Wait(idle);
    return true;
  }
  const sim::Simulation& simulation = world_.run.session()->simulation();
  if (!time_.lockstep.Ready(simulation.step_count(), Clock::now())) {
    WaitForClients(simulation.step_count());
    return true;
  }
  if (!time_.job.runs()) {
    if (restart_pacer_ || paced_speed_ != time_.speed) {
      pacer_ = sim::Pacer(time_.speed);
      pacer_.Start(simulation.time_ns());
      paced_speed_ = time_.speed;
      restart_pacer_ = false;
    }
    const Clock::time_point due = pacer_.Due(simulation.time_ns());
    if (due > Clock::now()) {
      Wait(std::min(due, idle));
      return true;
    }
  }
  Step();
  return true;
}

// --- Time ---

bool Server::NeedsStep() const {
  if (world_.run.session() == nullptr) return false;
  return time_.job.runs() || world_.run.mode() == Mode::kPlaying;
}

void Server::Pause(const std::string& reason) {
  if (world_.run.mode() == Mode::kPlaying) world_.run.set_mode(Mode::kPaused);
  time_.job.End(Error{reason});
  Log("The simulation is paused: " + reason);
}

void Server::WaitForClients(std::int64_t step) {
  const Clock::time_point idle = Clock::now() + options_.idle;
  const auto deadline = time_.lockstep.Deadline(step);
  const Clock::time_point start = Clock::now();
  const bool woken = Wait(deadline ? std::min(idle, *deadline) : idle,
                          clients_are_quick_ ? kLongSpin : kShortSpin);
  clients_are_quick_ = Clock::now() - start < kLongSpin;
  // A client has sent something: look at it before judging who is late.
  if (woken) return;
  for (const Lockstep::Entry& entry : time_.lockstep.TakeLate(step, Clock::now())) {
    OnLate(entry);
  }
}

void Server::OnLate(const Lockstep::Entry& entry) {
  late_->Add();
  const std::string what =
      "'" + entry.name + "' did not answer within " + std::to_string(entry.timeout) + " s";
  if (entry.policy == Lockstep::Policy::kStop) return Pause(what);
  if (entry.policy == Lockstep::Policy::kDrop) Log(what + "; the simulation continues without it");
}

void Server::Step() {
  Session* session = world_.run.session();
  const sim::Simulation& simulation = session->simulation();
  for (graph::Publication& publication : time_.lockstep.Release(simulation.step_count())) {
    const Result<sim::TopicMessage> message = Accept(&publication, simulation.graph());
    const Status status = message.ok() ? ApplyNow(publication, message.value()) : message.error();
    if (!status.ok()) refused_->Add();
  }
  RepeatHeld(session);
  if (!clients_.recorded_drive.Update(&clients_.claims, session)) {
    clients_.events.Info("", "The recording no longer drives the robot");
  }
  if (options_.demo) demo_.Update(clients_.claims, session);
  // In lock-step and for requested steps pictures must belong to their step; otherwise the pacer
  // may drop them to keep the speed.
  const bool within = options_.all_pictures || time_.job.runs() || !time_.lockstep.empty();
  session->simulation().stepper().set_pictures(within ? sensors::ImagePolicy::kWithinStep
                                                      : pacer_.PicturesAt(simulation.time_ns()));
  const Status status = session->Step();
  if (!status.ok()) return Pause(status.error().message);
  steps_->Add();
  trajectories_.Watch();
  PublishStep();
  time_.job.CountStep();
}

void Server::PublishStep() {
  const sim::Simulation& simulation = world_.run.session()->simulation();
  UpdateClaims();
  const std::int64_t tick = TickOf(simulation.time_ns(), options_.clock_rate);
  if (tick != clock_tick_ || time_.job.IsAtLastStep()) {
    clock_tick_ = tick;
    if (simulation.graph().HasSubscribers(clock_topic_)) {
      msgs::rosgraph_msgs::Clock clock;
      clock.clock = msgs::ToTime(simulation.time_ns());
      simulation.graph().Publish(clock_topic_, simulation.time_ns(), clock);
    }
    gazebo_.Publish();
    MeasureSpeed();
  }
  frames_->Publish(simulation, options_.tf_rate);
  gateways_.set_time(simulation.time_ns());
  if (!time_.lockstep.empty()) Announce();
}

/// Announces to the clients that are due that everything of this step has been published, and that
/// the run waits for them.
void Server::Announce() {
  const sim::Simulation& simulation = world_.run.session()->simulation();
  sm::LockstepStep message;
  message.waiting_for = time_.lockstep.Due(simulation.step_count());
  if (message.waiting_for.empty()) return;
  message.step = simulation.step_count();
  message.time = msgs::ToTime(simulation.time_ns());
  simulation.graph().Publish(step_topic_, simulation.time_ns(), message);
}

void Server::MeasureSpeed() {
  const SimTimeNs now_ns = world_.run.session()->simulation().time_ns();
  sim_time_->Set(ToSeconds(now_ns));
  const sensors::PictureCounts counts =
      world_.run.session()->simulation().machine().sensors().picture_counts();
  pictures_->Set(static_cast<double>(counts.taken));
  dropped_pictures_->Set(static_cast<double>(counts.dropped));
  const Clock::time_point now = Clock::now();
  const double wall = std::chrono::duration<double>(now - measured_at_).count();
  if (wall < 1.0) return;
  // Not after a pause, nor when time was set.
  if (wall < 3.0 && now_ns > measured_ns_) {
    time_.real_time_factor = ToSeconds(now_ns - measured_ns_) / wall;
    factor_->Set(time_.real_time_factor);
  }
  measured_at_ = now;
  measured_ns_ = now_ns;
}

}  // namespace surefoot::serve
