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

void Measure(Control* control, const sm::MeasureGap::Request& request,
             const std::shared_ptr<graph::Call>& call) {
  const Session* session = control->run.session();
  if (session == nullptr) {
    sm::MeasureGap::Response refusal;
    Tell(Status(NoWorld()), &refusal);
    return call->Respond(&refusal);
  }
  const sim::Simulation& simulation = session->simulation();
  GapMeasurer::Task task{PresentWorld(simulation.world(), simulation.state()),
                         simulation.machine().engine().name, control->run.parts(), request.file,
                         control->recordings->Finder(request.file, control->run.recording())};
  task.world.gravity_W = simulation.machine().inputs().gravity_W;
  control->gap->Measure(call, std::move(task));
}

/// The second half, when the commands are read.
Status StartDrive(Control* control, const sm::DriveByRecording::Request& request,
                  const std::string& client, Result<RecordedCommands> commands) {
  if (!commands.ok()) return commands.error();
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  if (session->world().FindModel(request.robot) < 0) {
    return Error{"there is no robot '" + request.robot + "' in this world any more"};
  }
  // One recording may follow the other.
  control->recorded_drive.Stop(&control->claims);
  const Status allowed = control->claims.Check(request.robot, client);
  if (!allowed.ok()) return allowed;
  if (request.place) {
    const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
    if (!X_WM.ok()) return X_WM.error();
    const Status placed = session->Teleport(request.robot, X_WM.value());
    if (!placed.ok()) return placed;
  }
  control->held.Release(client);
  const Status started = control->recorded_drive.Start(request.robot, std::move(commands).value(),
                                                       &control->claims, *session);
  if (started.ok()) {
    control->events.Add(EventLog::kInfo, request.robot,
                        request.robot + " is driven by " + request.file);
  }
  return started;
}

void Drive(Control* control, const sm::DriveByRecording::Request& request,
           const std::shared_ptr<graph::Call>& call) {
  auto finder = control->recordings->Finder(request.file, control->run.recording());
  control->worker->Post([control, request, call, finder = std::move(finder)](
                            const std::atomic<bool>& stop) -> Worker::Done {
    const Result<std::string> path = finder();
    auto commands = std::make_shared<Result<RecordedCommands>>(
        path.ok()
            ? ReadRecordedCommands(path.value(), request.topic, request.begin, request.end, stop)
            : Result<RecordedCommands>(path.error()));
    return [control, request, call, commands] {
      sm::DriveByRecording::Response response;
      if (commands->ok()) {
        response.commands = static_cast<std::int64_t>((*commands)->commands.size());
      }
      Tell(StartDrive(control, request, call->client(), std::move(*commands)), &response);
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
Status ApplyFix(Control* control, const sm::ApplyGapFix::Request& request,
                const std::string& client, sm::ApplyGapFix::Response* response) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Status allowed = control->claims.Check(request.robot, client);
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
    if (!edit.entity.empty()) control->edits.Remember(simulation, edit.entity);
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
  if (!edits.empty()) control->edits.Count();
  return Status();
}

}  // namespace

void OfferGapServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  OfferCalls<sm::MeasureGap>(
      graph, "/surefoot/gap/measure",
      [control](const auto& request, const auto& call) { Measure(control, request, call); });
  OfferFrom<Trigger>(graph, "/surefoot/gap/cancel",
                     [control](const auto&, const std::string& client, auto* response) {
                       response->success = control->gap->Cancel(client);
                       if (!response->success) response->message = "you have nothing under way";
                     });
  OfferCalls<sm::DriveByRecording>(
      graph, "/surefoot/gap/drive",
      [control](const auto& request, const auto& call) { Drive(control, request, call); });
  OfferFrom<sm::ApplyGapFix>(
      graph, "/surefoot/gap/apply",
      [control](const auto& request, const std::string& client, auto* response) {
        Tell(ApplyFix(control, request, client, response), response);
      });
  Offer<Trigger>(graph, "/surefoot/gap/stop", [control](const auto&, auto* response) {
    response->success = control->recorded_drive.active();
    if (!response->success) response->message = "no recording drives a robot";
    control->recorded_drive.Stop(&control->claims);
  });
}

}  // namespace surefoot::serve
