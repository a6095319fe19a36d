/// The reality gap: a recording compared with the world, and the robot driven by it.

#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/recordings/gap_fix.h"
#include "surefoot/serve/recordings/gap_measurer.h"
#include "surefoot/serve/recordings/recordings.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/save.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using msgs::std_srvs::Trigger;

void Measure(Run* run, FileControl* files, const sm::MeasureGap::Request& request,
             const std::shared_ptr<graph::Call>& call) {
  const Session* session = run->session();
  if (session == nullptr) {
    sm::MeasureGap::Response refusal;
    Tell(Status(NoWorld()), &refusal);
    return call->Respond(&refusal);
  }
  const sim::Simulation& simulation = session->simulation();
  GapMeasurer::Task task{PresentWorld(simulation.world(), simulation.state()),
                         simulation.machine().engine().name, run->parts(), request.file,
                         files->recordings->Finder(request.file, run->recording())};
  task.world.gravity_W = simulation.machine().inputs().gravity_W;
  files->gap->Measure(call, std::move(task));
}

/// The second half, when the commands are read.
Status StartDrive(Run* run, ClientControl* clients, const sm::DriveByRecording::Request& request,
                  const std::string& client, Result<RecordedCommands> commands) {
  if (!commands.ok()) return commands.error();
  Session* session = run->session();
  if (session == nullptr) return NoWorld();
  if (session->world().FindModel(request.robot) < 0) {
    return Error{"there is no robot '" + request.robot + "' in this world any more"};
  }
  // One recording may follow the other.
  clients->recorded_drive.Stop(&clients->claims);
  const Status allowed = clients->claims.Check(request.robot, client);
  if (!allowed.ok()) return allowed;
  if (request.place) {
    const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
    if (!X_WM.ok()) return X_WM.error();
    const Status placed = session->Teleport(request.robot, X_WM.value());
    if (!placed.ok()) return placed;
  }
  clients->held.Release(client);
  const Status started = clients->recorded_drive.Start(request.robot, std::move(commands).value(),
                                                       &clients->claims, *session);
  if (started.ok()) {
    clients->events.Info(request.robot, request.robot + " is driven by " + request.file);
  }
  return started;
}

void Drive(Run* run, ClientControl* clients, FileControl* files,
           const sm::DriveByRecording::Request& request, const std::shared_ptr<graph::Call>& call) {
  auto finder = files->recordings->Finder(request.file, run->recording());
  files->worker->Post([run, clients, request, call,
                       finder = std::move(finder)](const std::atomic<bool>& stop) -> Worker::Done {
    const Result<std::string> path = finder();
    auto commands = std::make_shared<Result<RecordedCommands>>(
        path.ok()
            ? ReadRecordedCommands(path.value(), request.topic, request.begin, request.end, stop)
            : Result<RecordedCommands>(path.error()));
    return [run, clients, request, call, commands] {
      sm::DriveByRecording::Response response;
      if (commands->ok()) {
        response.commands = static_cast<std::int64_t>((*commands)->commands.size());
      }
      Tell(StartDrive(run, clients, request, call->client(), std::move(*commands)), &response);
      call->Respond(&response);
    };
  });
}

Status ApplyEdit(sim::Simulation* simulation, const GapEdit& edit, double value) {
  sim::PropertyChange change;
  change.entity = edit.entity;
  change.parts = {edit.part};
  change.property = edit.property;
  change.values = {value};
  return simulation->Apply(std::move(change));
}

/// All of it or nothing.
Status ApplyFix(Session* session, Edits* made, Claims* claims,
                const sm::ApplyGapFix::Request& request, const std::string& client,
                sm::ApplyGapFix::Response* response) {
  const Status allowed = claims->Check(request.robot, client);
  if (!allowed.ok()) return allowed;
  sim::Simulation& simulation = session->simulation();
  std::vector<GapEdit> edits;
  for (const std::string& setting : request.set) {
    const auto more = GapEditsOf(simulation.world(), request.robot, setting);
    if (!more.ok()) return more.error();
    edits.insert(edits.end(), more->begin(), more->end());
  }
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const GapEdit& edit = edits[i];
    if (!edit.entity.empty()) made->Remember(simulation, edit.entity);
    const Status applied = ApplyEdit(&simulation, edit, edit.new_value);
    if (!applied.ok()) {
      for (; i > 0; --i) {
        const Status back = ApplyEdit(&simulation, edits[i - 1], edits[i - 1].old_value);
        static_cast<void>(back);
      }
      return applied;
    }
    response->entities.push_back(edit.entity);
    response->parts.push_back(edit.part);
    response->properties.push_back(edit.property);
    response->old_values.push_back(edit.old_value);
    response->new_values.push_back(edit.new_value);
  }
  if (!edits.empty()) made->Count();
  return Status();
}

Status Cancel(GapMeasurer* gap, const Trigger::Request&, const std::string& client) {
  return gap->Cancel(client) ? Status() : Status(Error{"you have nothing under way"});
}

Status StopDrive(ClientControl* clients, const Trigger::Request&) {
  const bool drives = clients->recorded_drive.active();
  clients->recorded_drive.Stop(&clients->claims);
  return drives ? Status() : Status(Error{"no recording drives a robot"});
}

}  // namespace

void OfferGapServices(WorldControl* world, ClientControl* clients, FileControl* files) {
  Run* run = &world->run;
  graph::Graph* graph = &run->graph();
  Offer<sm::MeasureGap>(graph, "/surefoot/gap/measure", Measure, run, files);
  Offer<Trigger>(graph, "/surefoot/gap/cancel", Cancel, files->gap.get());
  Offer<sm::DriveByRecording>(graph, "/surefoot/gap/drive", Drive, run, clients, files);
  OfferInWorld<sm::ApplyGapFix>(run, "/surefoot/gap/apply", ApplyFix, &world->edits,
                                &clients->claims);
  Offer<Trigger>(graph, "/surefoot/gap/stop", StopDrive, clients);
}

}  // namespace surefoot::serve
