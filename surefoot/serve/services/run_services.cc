/// Services for what simulation_interfaces lacks: recordings, seed, engine, gravity, light, pushes,
/// pace. Handlers run on the server thread.

#include "surefoot/base/text.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/client_file.h"
#include "surefoot/serve/services/edit_job.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using msgs::std_srvs::Trigger;

/// Limits of the speed in simulated seconds per wall second.
constexpr double kMaxSpeed = 1e6;
constexpr double kMinSpeed = 1e-3;

Status StartRecording(Run* run, const sm::StartRecording::Request& request,
                      sm::StartRecording::Response* response) {
  const Session* session = run->session();
  const bool choose = request.file.empty() && session != nullptr;
  const Result<std::string> file =
      ClientFileToWrite(choose ? FreshRecordingName(session->world().spec().name) : request.file,
                        FileKind::kRecording);
  const Status status = file.ok()
                            ? run->StartRecording(*file, request.topics, /*follow_links=*/false)
                            : Status(file.error());
  response->file = run->recording();
  return status;
}

Status StopRecording(Run* run, const sm::StopRecording::Request&,
                     sm::StopRecording::Response* response) {
  if (run->recording().empty()) return Error{"nothing is being recorded"};
  return run->StopRecording(&response->notes);
}

/// Counts a successful change as an unsaved edit.
Status Counted(const Status& status, Edits* edits) {
  if (status.ok()) edits->Count();
  return status;
}

Status SetGravity(Session* session, Edits* edits, const sm::SetGravity::Request& request) {
  return Counted(session->SetGravity(msgs::FromVector3(request.gravity)), edits);
}

void SetLight(WorldControl* world, FileControl* files, const sm::SetLight::Request& request,
              const std::shared_ptr<graph::Call>& call) {
  sim::LightChange change;
  change.name = request.name;
  change.on = request.on;
  change.intensity = request.intensity;
  // A color with opacity 0 means "unchanged".
  if (request.color.a > 0.0F) {
    change.color = Vector3d(request.color.r, request.color.g, request.color.b);
  }
  ApplyAsync(world, files, call->client(), change, [world, call](const Status& status) {
    sm::SetLight::Response response;
    SetResult(Counted(status, &world->edits), &response);
    call->Respond(&response);
  });
}

Status Teleport(Session* session, Edits* edits, Claims* claims,
                const sm::Teleport::Request& request, const std::string& client) {
  const Status allowed = claims->Check(request.model, client);
  if (!allowed.ok()) return allowed;
  const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
  if (!X_WM.ok()) return X_WM.error();
  return Counted(session->Teleport(request.model, X_WM.value()), edits);
}

Status Push(Session* session, Claims* claims, const sm::ApplyWrench::Request& request,
            const std::string& client) {
  const world::World& world = session->world();
  const int link = world.FindLink(request.link);
  const Status allowed = claims->Check(world, link < 0 ? -1 : world.model_of_link(link), client);
  if (!allowed.ok()) return allowed;
  return session->Push(request.link, msgs::FromVector3(request.wrench.force),
                       msgs::FromVector3(request.wrench.torque), request.duration);
}

Status SetPace(TimeControl* time, const sm::SetPace::Request& request) {
  using R = sm::SetPace::Request;
  if (request.pace == R::PACE_FREE) {
    time->speed = 0.0;
    return Status();
  }
  if (request.pace != R::PACE_REAL_TIME) {
    return Error{"the pace must be one of: real_time, free; not '" + request.pace + "'"};
  }
  const double speed = request.speed == 0.0 ? 1.0 : request.speed;
  if (!(speed >= kMinSpeed && speed <= kMaxSpeed)) {
    return Error{"the speed must lie between 0.001 and 1e6, or be 0 for real time, not " +
                 std::to_string(request.speed)};
  }
  time->speed = speed;
  return Status();
}

void FillStatus(Run* run, TimeControl* time, ClientControl* clients, const sm::GetStatus::Request&,
                sm::GetStatus::Response* response) {
  response->state = ModeName(run->mode());
  response->real_time_factor = time->real_time_factor;
  response->recording = run->recording();
  response->clients = static_cast<std::int64_t>(clients->active.size());
  const Session* session = run->session();
  if (session == nullptr) return;
  const sim::Simulation& simulation = session->simulation();
  response->step = simulation.step_count();
  response->time = session->time();
  response->world = run->world_file();
  response->engine = simulation.machine().engine().name;
  response->seed = simulation.seed();
  const sensors::PictureCounts counts = simulation.machine().sensors().picture_counts();
  response->pictures = counts.taken;
  response->pictures_dropped = counts.dropped;
}

void GetEngines(Run* run, const sm::GetEngines::Request&, sm::GetEngines::Response* response) {
  for (const auto& [name, engine] : run->parts().engines.entries()) {
    response->engines.push_back(name);
  }
  if (const Session* session = run->session()) {
    response->current = session->simulation().machine().engine().name;
  }
}

Status SwitchEngine(Run* run, const sm::SwitchEngine::Request& request,
                    sm::SwitchEngine::Response* response) {
  response->message =
      "poses, velocities, commands, drives and sensors are kept; lost are the internal state of "
      "the other engine (warm starts of its solver) and all snapshots in memory";
  return run->SwitchEngine(request.engine);
}

void Release(ClientControl* clients, const Trigger::Request&, const std::string& client,
             Trigger::Response* response) {
  response->success = true;
  clients->held.Release(client);
  const std::string robots = Joined(clients->claims.Release(client));
  if (!robots.empty()) response->message = "released: " + robots;
}

}  // namespace

void OfferRunServices(WorldControl* world, TimeControl* time, ClientControl* clients,
                      FileControl* files) {
  Run* run = &world->run;
  graph::Graph* graph = &run->graph();
  Offer<sm::StartRecording>(graph, "/surefoot/record/start", StartRecording, run);
  Offer<sm::StopRecording>(graph, "/surefoot/record/stop", StopRecording, run);
  OfferInWorld<sm::SetGravity>(run, "/surefoot/set_gravity", SetGravity, &world->edits);
  Offer<sm::SetLight>(graph, "/surefoot/set_light", SetLight, world, files);
  OfferInWorld<sm::Teleport>(run, "/surefoot/teleport", Teleport, &world->edits, &clients->claims);
  OfferInWorld<sm::ApplyWrench>(run, "/surefoot/apply_wrench", Push, &clients->claims);
  Offer<sm::GetStatus>(graph, "/surefoot/status", FillStatus, run, time, clients);
  Offer<sm::SetPace>(graph, "/surefoot/set_pace", SetPace, time);
  Offer<sm::SetSeed>(graph, "/surefoot/set_seed", [run](const sm::SetSeed::Request& request) {
    return run->SetSeed(request.seed);
  });
  Offer<sm::GetEngines>(graph, "/surefoot/get_engines", GetEngines, run);
  Offer<sm::SwitchEngine>(graph, "/surefoot/switch_engine", SwitchEngine, run);
  Offer<Trigger>(graph, "/surefoot/release", Release, clients);
}

}  // namespace surefoot::serve
