/// The part of Server about the world: services, feeds and viewers. Server thread.

#include <random>

#include "surefoot/base/hash.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/occupancy/occupancy_map.h"
#include "surefoot/serve/server.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

/// Period of looking for events to report.
constexpr std::chrono::milliseconds kWatchPeriod(50);

/// Not from the run's random stream: it must differ between runs with the same seed.
std::string NewRunId() {
  std::random_device device;
  return HashText(std::uint64_t{device()} << 32U | device());
}

}  // namespace

void Server::LeaveGraph() {
  time_.job.End(Error{"the world was unloaded or replaced"});
  trajectories_.Leave();
  // Clients' calls under way fail here, before their services are destroyed.
  gateways_.Attach(nullptr);
  frames_ = nullptr;
  view_.Leave();
  descriptions_.Leave();
  managers_.Leave();
  clients_.events.Enter(nullptr);
  fired_.Reset();
}

void Server::OfferServices() {
  OfferStateServices(&world_, &time_, &clients_);
  OfferEntityServices(&world_, &clients_.claims, &shared_);
  OfferSpawnServices(&world_, &shared_);
  OfferWorldServices(&world_, &shared_, &clients_.consents);
  OfferRunServices(&world_, &time_, &clients_, &shared_);
  OfferSnapshotServices(&world_.run, &clients_.access, &shared_);
  OfferPeopleServices(&world_, &clients_, &view_);
  OfferRecordingServices(&world_.run, shared_.recordings.get(), &view_);
  OfferEditServices(&world_, &clients_, &shared_);
  OfferUploadServices(&world_.run, &shared_);
  OfferGapServices(&world_, &clients_, &shared_);
  OfferTriggerServices(&world_, &clients_, &shared_);
  OfferGazeboServices(&world_.run);
}

void Server::EnterGraph() {
  graph::Graph& graph = world_.run.graph();
  serve::Run& run = world_.run;
  clock_topic_ = run.Advertise<msgs::rosgraph_msgs::Clock>("/clock");
  step_topic_ = run.Advertise<sm::LockstepStep>(kStepTopic, {.reliable = true});
  run.Advertise<sm::LockstepDone>(kDoneTopic, {.reliable = true, .open = true});
  gap_topic_ = run.Advertise<msgs::std_msgs::String>("/surefoot/gap/progress");
  if (graph.Services().empty()) OfferServices();
  world_.run_id = NewRunId();
  world_.edits.OnLoaded();
  clients_.events.Enter(&graph);
  fired_ = ListenToEvents(&graph, &clients_.events);
  watch_.OnEnter();
  view_.Enter();
  descriptions_.Enter();
  gazebo_.Enter();
  status_.Enter();
  known_world_ = nullptr;
  clients_.claims.ClearWorld();
  managers_.Enter();
  trajectories_.Enter();
  if (Session* session = world_.run.session()) {
    session->set_permit_calls([this](const std::string& service, const std::string& event) {
      return PermitEvent(service, event);
    });
    UpdateClaims();
    frames_ = std::make_unique<Frames>(session->simulation());
    if (options_.map) PublishMap(session->simulation());
    if (options_.controllers.empty() && HasControllers(*known_world_)) {
      Log("note: the world's robots have controllers; --controllers FOLDER starts them");
    }
  }
  gateways_.Attach(&graph);
  OnRewound();
}

/// Service calls of the world's events do not pass the bridges, which check those of clients.
Status Server::PermitEvent(const std::string& service, const std::string& event) {
  const bool foreign = world_.run.is_foreign();
  Status status = AccessControl::CheckEvent(service, foreign);
  const graph::Caller caller{"event " + event,
                             foreign ? graph::Role::kDriver : graph::Role::kOwner};
  audit_.Note({graph::Access::Kind::kCall, service, caller}, status);
  return status;
}

/// After an edit of the world, other topics may command robots.
void Server::UpdateClaims() {
  const sim::Simulation& simulation = world_.run.session()->simulation();
  if (simulation.shared_world() == known_world_) return;
  known_world_ = simulation.shared_world();
  clients_.claims.SetWorld(*known_world_, simulation.machine().command_topics());
}

void Server::UpdateControllers() {
  if (options_.controllers.empty()) return;
  if (controllers_ == nullptr) {
    Controllers::Options options;
    options.log_folder = options_.controllers;
    options.addresses = Addresses();
    options.log = [this](const std::string& text) { Log(text); };
    options.may_start = [this](const ControllerSpec& spec) {
      return clients_.consents.Check(CodeOf(spec));
    };
    controllers_ = std::make_unique<Controllers>(std::move(options));
  }
  const Session* session = world_.run.session();
  controllers_->Update(session != nullptr ? session->simulation().shared_world() : nullptr,
                       Clock::now());
}

/// After an edit of the world, other robots may have controllers.
void Server::UpdateRosControl() {
  managers_.Update();
  trajectories_.Update();
  // At once: whoever spawned a robot may call its services next.
  gateways_.AnnounceOffers();
}

/// Updates what viewers see. Nothing here changes the run, so viewers do not affect its results.
void Server::UpdateViewers() {
  const Clock::time_point now = Clock::now();
  if (world_.run.session() != nullptr) UpdateClaims();
  if (now >= watch_due_) {
    watch_due_ = now + kWatchPeriod;
    ExpireControlRequests(&clients_);
    watch_.Look(world_.run);
  }
  shared_.library->Pump();
  shared_.recordings->Pump();
  shared_.gap->Pump([this](const std::string& news) {
    msgs::std_msgs::String message;
    message.data = news;
    graph::Graph& graph = world_.run.graph();
    const Session* session = world_.run.session();
    graph.Publish(gap_topic_, session != nullptr ? session->simulation().time_ns() : 0, message);
  });
  view_.Update(now);
  descriptions_.Update(now, shared_.worker.get());
  status_.Update(now);
}

/// The token of viewers is in the URLs: whoever receives a description may view the world.
MeshUrls Server::FindMeshUrls() const {
  if (options_.mesh_urls.empty() || options_.mesh_urls == "file") return {};
  MeshUrls urls{options_.mesh_urls, TokenOf(graph::Role::kViewer)};
  while (urls.address.ends_with('/')) urls.address.pop_back();
  if (urls.address != "http") return urls;
  urls.address.clear();
  for (const auto& [gateway, address] : Addresses()) {
    if (gateway == "web" && urls.address.empty()) urls.address = address;
  }
  return urls;
}

void Server::PublishMap(const sim::Simulation& simulation) {
  const auto map = occupancy::MakeMap(simulation.world(), simulation.state().X_WL, {});
  const Result<int> topic = simulation.graph().Advertise<msgs::nav_msgs::OccupancyGrid>(
      "/map", {.latched = true, .reliable = true});
  if (!map.ok() || !topic.ok()) {
    Log("no /map is published: " + (map.ok() ? topic.error() : map.error()).message);
    return;
  }
  simulation.graph().Publish(topic.value(), simulation.time_ns(),
                             occupancy::ToMessage(map.value(), simulation.time_ns(), "world"));
}

void Server::OnRewound() {
  restart_pacer_ = true;
  clock_tick_ = -1;
  // Commands and drives belong to the time before.
  demo_.Restart();
  clients_.held.Clear();
  clients_.recorded_drive.Stop(&clients_.claims);
  trajectories_.OnRewound();
  const Session* session = world_.run.session();
  if (session == nullptr) return;
  measured_ns_ = session->simulation().time_ns();
  measured_at_ = Clock::now();
  time_.lockstep.Restart(session->simulation().step_count());
  if (!time_.lockstep.empty()) Announce();
}

}  // namespace surefoot::serve
