/// Services for the reality gap: comparing a recording with the world, driving a robot by the
/// recording, and applying the changes that reduce the gap (docs/guides/gap.md). Handlers run on
/// the server thread.

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/save.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {
namespace {

/// The change of one number of one part, named as in /surefoot/edit/set.
struct GapEdit {
  std::string entity;
  std::string part;
  std::string property;
  double old_value = 0.0;
  double new_value = 0.0;
};

/// Whether a property is called `name`, for the part itself or for one of its shapes ("SHAPE.mu").
bool IsNamed(const std::string& property, const std::string& name) {
  return property == name || property.ends_with("." + name);
}

Status AddEdits(const world::World& world, const std::string& entity, const std::string& part,
                const std::vector<std::string>& names, double value, std::vector<GapEdit>* edits) {
  // Links and grounds only, so the sensor kinds are not needed.
  const auto properties = sim::PropertiesOf(world, {}, entity, part);
  if (!properties.ok()) return properties.error();
  for (const sim::Property& property : properties.value()) {
    const bool requested = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return IsNamed(property.name, name);
    });
    if (!requested || property.value.size() != 1) continue;
    edits->push_back({entity, part, property.name, property.value[0], value});
  }
  return Status();
}

/// Whether the engine computes the contact of the robot's wheels with the first static link that
/// has collisions. If so, friction is a property of shapes, otherwise of grounds.
bool UsesEngineContact(const world::World& world, int model) {
  for (const world::Wheel& wheel : world.wheels()) {
    if (world.joint(wheel.joint).model != model) continue;
    for (int link = 0; link < world.link_count(); ++link) {
      if (!world.IsStatic(link) || world.link(link).collisions.empty()) continue;
      return world.ContactOn(wheel.link, link, 0) == world::WheelContact::kEngine;
    }
  }
  return true;
}

/// Engines use the smaller friction coefficient of two shapes, so it is set for both the ground's
/// shapes and the wheels'.
Status AddFriction(const world::World& world, int robot, bool with_wheels, double value,
                   std::vector<GapEdit>* edits) {
  for (int model = 0; model < world.model_count(); ++model) {
    const int first = world.layout(model).links.first;
    const auto& links = world.model(model).links;
    for (std::size_t l = 0; l < links.size(); ++l) {
      const int link = first + static_cast<int>(l);
      const bool is_wheel = with_wheels && model == robot && world.WheelOf(link) >= 0;
      if (!world.IsStatic(link) && !is_wheel) continue;
      const Status status = AddEdits(world, world.instance(model).name, "link:" + links[l].name,
                                     {"mu", "mu2"}, value, edits);
      if (!status.ok()) return status;
    }
  }
  return Status();
}

Status AddGround(const world::World& world, int robot, const std::string& name, double value,
                 std::vector<GapEdit>* edits) {
  const bool by_engine = UsesEngineContact(world, robot);
  if (!by_engine) {
    for (const world::GroundMaterial& ground : world.spec().grounds) {
      const Status status = AddEdits(world, "", "ground:" + ground.name, {name}, value, edits);
      if (!status.ok()) return status;
    }
  }
  return name == "mu" ? AddFriction(world, robot, by_engine, value, edits) : Status();
}

/// The edits for "NAME=VALUE", one of the parameters of `surefoot gap --close-gap`, for a robot in
/// a world. An error if the parameter does not belong to the world, such as a delay in the
/// controller.
Result<std::vector<GapEdit>> GapEditsOf(const world::World& world, const std::string& robot,
                                        const std::string& setting) {
  const std::size_t equal = setting.find('=');
  char* end = nullptr;
  const double value =
      equal == std::string::npos ? 0.0 : std::strtod(setting.c_str() + equal + 1, &end);
  if (end == nullptr || *end != '\0' || equal + 1 == setting.size() || !std::isfinite(value)) {
    return Error{"'" + setting.substr(0, 200) + "' is not NAME=NUMBER"};
  }
  const std::string name = setting.substr(0, equal);
  const int model = world.FindModel(robot);
  if (model < 0) return Error{"unknown robot '" + robot + "'"};
  std::vector<GapEdit> edits;
  Status status;
  if (name.starts_with("ground.")) {
    status = AddGround(world, model, name.substr(7), value, &edits);
  } else if (name == "robot.mass") {
    status = AddEdits(world, robot, "", {"mass"}, value, &edits);
  } else {
    status = AddEdits(world, robot, "", {name}, value, &edits);
  }
  if (!status.ok()) return status.error();
  if (edits.empty()) {
    return Error{"'" + name + "' cannot be set in a running world; change it in the file of the " +
                 "world or of the controller"};
  }
  return edits;
}

namespace sm = msgs::surefoot_msgs;
using msgs::std_srvs::Trigger;

void Measure(Run* run, FileControl* files, const sm::MeasureGap::Request& request,
             const std::shared_ptr<graph::Call>& call) {
  const Session* session = run->session();
  if (session == nullptr) {
    sm::MeasureGap::Response refusal;
    SetResult(Status(NoWorld()), &refusal);
    return call->Respond(&refusal);
  }
  const sim::Simulation& simulation = session->simulation();
  // A copy of the present world: later edits do not affect the measurement.
  GapMeasurer::Task task{PresentWorld(simulation.world(), simulation.state()),
                         simulation.machine().engine().name, run->parts(), request.file,
                         files->recordings->Finder(request.file, run->recording())};
  task.world.gravity_W = simulation.machine().inputs().gravity_W;
  files->gap->Measure(call, std::move(task));
}

/// The part of Drive on the server thread, after the commands have been read.
Status StartDrive(Run* run, ClientControl* clients, const sm::DriveByRecording::Request& request,
                  const std::string& client, Result<RecordedCommands> commands) {
  if (!commands.ok()) return commands.error();
  Session* session = run->session();
  if (session == nullptr) return NoWorld();
  if (session->world().FindModel(request.robot) < 0) {
    return Error{"the robot '" + request.robot + "' has been removed from the world"};
  }
  // A recording that drives a robot is replaced by the new one.
  clients->recorded_drive.Stop(&clients->claims);
  const Status allowed = clients->claims.Check(request.robot, client);
  if (!allowed.ok()) return allowed;
  if (request.use_pose) {
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
      SetResult(StartDrive(run, clients, request, call->client(), std::move(*commands)), &response);
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

/// Applies all changes or none: after a failure the ones already made are reverted.
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
  return gap->Cancel(client) ? Status() : Status(Error{"this client has no measurement under way"});
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
