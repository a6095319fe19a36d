/// What simulation_interfaces lacks: snapshots, recordings, seed, engine, gravity, light, pushes,
/// pace.

#include "surefoot/serve/services/run_services.h"

#include <filesystem>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/recordings/recording_files.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

constexpr double kHighestSpeed = 1e6;
constexpr double kLowestSpeed = 1e-3;

/// Clients name files in the folder that the server was started in, and nowhere else.
Status CheckFile(const std::string& file) {
  const std::filesystem::path path(file);
  bool inside = !path.is_absolute();
  for (const auto& part : path) inside = inside && part != "..";
  if (inside) return Status();
  return Error{"'" + file +
               "' is outside the server's folder; give a name without '..' and without " +
               "a '/' in front"};
}

template <typename Response>
void TellTime(const Control& control, Response* response) {
  const Session* session = control.run.session();
  if (session == nullptr) return;
  response->step = session->simulation().step_count();
  response->time = session->time();
}

void OfferSnapshots(Control* control, graph::Graph* graph) {
  Offer<sm::SaveSnapshot>(graph, "/surefoot/snapshot/save",
                          [control](const auto& request, auto* response) {
                            Status status = CheckFile(request.file);
                            if (status.ok())
                              status = control->run.SaveSnapshot(request.name, request.file);
                            Tell(status, response);
                            TellTime(*control, response);
                          });
  Offer<sm::RestoreSnapshot>(graph, "/surefoot/snapshot/restore",
                             [control](const auto& request, auto* response) {
                               Status status = CheckFile(request.file);
                               if (status.ok())
                                 status = control->run.RestoreSnapshot(request.name, request.file);
                               Tell(status, response);
                               TellTime(*control, response);
                             });
  Offer<sm::BranchSnapshot>(
      graph, "/surefoot/snapshot/branch", [control](const auto& request, auto* response) {
        Tell(control->run.BranchSnapshot(request.name, request.seed), response);
        TellTime(*control, response);
      });
  Offer<sm::DeleteSnapshot>(graph, "/surefoot/snapshot/delete",
                            [control](const auto& request, auto* response) {
                              Tell(control->run.DeleteSnapshot(request.name), response);
                            });
  Offer<sm::ListSnapshots>(graph, "/surefoot/snapshot/list",
                           [control](const auto&, auto* response) {
                             for (const auto& [name, saved] : control->run.snapshots()) {
                               response->names.push_back(name);
                               response->steps.push_back(saved.step);
                               response->times.push_back(saved.time);
                             }
                           });
}

void OfferRecording(Control* control, graph::Graph* graph) {
  Offer<sm::StartRecording>(
      graph, "/surefoot/record/start", [control](const auto& request, auto* response) {
        const Session* session = control->run.session();
        const bool choose = request.file.empty() && session != nullptr;
        const std::string file =
            choose ? FreshRecordingName(session->world().spec().name) : request.file;
        Status status = CheckFile(file);
        if (status.ok()) status = control->run.StartRecording(file, request.topics);
        Tell(status, response);
        response->file = control->run.recording();
      });
  Offer<sm::StopRecording>(graph, "/surefoot/record/stop", [control](const auto&, auto* response) {
    const bool records = !control->run.recording().empty();
    Tell(records ? control->run.StopRecording(&response->notes)
                 : Status(Error{"nothing is recorded"}),
         response);
  });
}

Status SetLight(Session* session, const sm::SetLight::Request& request) {
  if (session == nullptr) return NoWorld();
  sim::LightChange change;
  change.name = request.name;
  change.on = request.on;
  change.intensity = request.intensity;
  // Without opacity, no color was meant.
  if (request.color.a > 0.0F) {
    change.color = Vector3d(request.color.r, request.color.g, request.color.b);
  }
  return session->simulation().Apply(change);
}

Status Teleport(Control* control, const sm::Teleport::Request& request, const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Status allowed = control->claims.Check(request.model, client);
  if (!allowed.ok()) return allowed;
  const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
  if (!X_WM.ok()) return X_WM.error();
  return session->Teleport(request.model, X_WM.value());
}

Status Push(Control* control, const sm::ApplyWrench::Request& request, const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const int link = session->world().FindLink(request.link);
  if (link >= 0) {
    const int model = session->world().model_of_link(link);
    const Status allowed = control->claims.Check(session->world().instance(model).name, client);
    if (!allowed.ok()) return allowed;
  }
  return session->Push(request.link, msgs::FromVector3(request.wrench.force),
                       msgs::FromVector3(request.wrench.torque), request.duration);
}

void OfferWorldChanges(Control* control, graph::Graph* graph) {
  Offer<sm::SetGravity>(
      graph, "/surefoot/set_gravity", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        Tell(session == nullptr ? Status(NoWorld())
                                : session->SetGravity(msgs::FromVector3(request.gravity)),
             response);
        if (response->success) control->edits.Count();
      });
  Offer<sm::SetLight>(graph, "/surefoot/set_light", [control](const auto& request, auto* response) {
    Tell(SetLight(control->run.session(), request), response);
    if (response->success) control->edits.Count();
  });
  OfferFrom<sm::Teleport>(graph, "/surefoot/teleport",
                          [control](const auto& request, const auto& client, auto* response) {
                            Tell(Teleport(control, request, client), response);
                            if (response->success) control->edits.Count();
                          });
  OfferFrom<sm::ApplyWrench>(graph, "/surefoot/apply_wrench",
                             [control](const auto& request, const auto& client, auto* response) {
                               Tell(Push(control, request, client), response);
                             });
}

Status SetPace(Control* control, const sm::SetPace::Request& request) {
  using R = sm::SetPace::Request;
  if (request.pace == R::PACE_FREE) {
    control->speed = 0.0;
    return Status();
  }
  if (request.pace != R::PACE_REAL_TIME) {
    return Error{"the pace must be one of: real_time, free; not '" + request.pace + "'"};
  }
  const double speed = request.speed == 0.0 ? 1.0 : request.speed;
  if (!(speed >= kLowestSpeed && speed <= kHighestSpeed)) {
    return Error{"the speed must lie between 0.001 and 1e6, or be 0 for real time, not " +
                 std::to_string(request.speed)};
  }
  control->speed = speed;
  return Status();
}

void FillStatus(const Control& control, sm::GetStatus::Response* response) {
  response->state = ModeName(control.run.mode());
  response->real_time_factor = control.real_time_factor;
  response->recording = control.run.recording();
  response->clients = static_cast<std::int64_t>(control.clients.size());
  const Session* session = control.run.session();
  if (session == nullptr) return;
  const sim::Simulation& simulation = session->simulation();
  response->step = simulation.step_count();
  response->time = session->time();
  response->world = control.run.world_file();
  response->engine = simulation.machine().engine().name;
  response->seed = simulation.seed();
  const sensors::PictureCounts counts = simulation.machine().sensors().picture_counts();
  response->pictures = counts.taken;
  response->pictures_dropped = counts.dropped;
}

void OfferRun(Control* control, graph::Graph* graph) {
  Offer<sm::GetStatus>(graph, "/surefoot/status",
                       [control](const auto&, auto* response) { FillStatus(*control, response); });
  Offer<sm::SetPace>(graph, "/surefoot/set_pace", [control](const auto& request, auto* response) {
    Tell(SetPace(control, request), response);
  });
  Offer<sm::SetSeed>(graph, "/surefoot/set_seed", [control](const auto& request, auto* response) {
    Tell(control->run.SetSeed(request.seed), response);
  });
  Offer<sm::GetEngines>(graph, "/surefoot/get_engines", [control](const auto&, auto* response) {
    for (const auto& [name, engine] : control->run.parts().engines.entries()) {
      response->engines.push_back(name);
    }
    if (const Session* session = control->run.session()) {
      response->current = session->simulation().machine().engine().name;
    }
  });
  Offer<sm::SwitchEngine>(
      graph, "/surefoot/switch_engine", [control](const auto& request, auto* response) {
        Tell(control->run.SwitchEngine(request.engine), response);
        if (!response->success) return;
        response->message =
            "poses, velocities, commands, drives and sensors are kept; lost are what the other "
            "engine kept to itself (warm starts of its solver) and all snapshots in memory";
      });
  OfferCalls<msgs::std_srvs::Trigger>(
      graph, "/surefoot/release", [control](const auto&, const std::shared_ptr<graph::Call>& call) {
        msgs::std_srvs::Trigger::Response response;
        response.success = true;
        control->held.Release(call->client());
        for (const std::string& robot : control->claims.Release(call->client())) {
          response.message += (response.message.empty() ? "released: " : ", ") + robot;
        }
        call->Respond(&response);
      });
}

}  // namespace

std::string ModeName(Run::Mode mode) {
  switch (mode) {
    case Run::Mode::kStopped:
      return "stopped";
    case Run::Mode::kPlaying:
      return "playing";
    case Run::Mode::kPaused:
      return "paused";
    case Run::Mode::kNoWorld:
      break;
  }
  return "no_world";
}

void OfferRunServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  OfferSnapshots(control, graph);
  OfferRecording(control, graph);
  OfferWorldChanges(control, graph);
  OfferRun(control, graph);
}

}  // namespace surefoot::serve
