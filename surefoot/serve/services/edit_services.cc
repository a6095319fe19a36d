/// Services for editing a running world: properties of the description, duplicating, removing and
/// restoring models, and saving the world to a file. Handlers run on the server thread; long work
/// goes to the worker.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "surefoot/base/hash.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/client_file.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/edit_job.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/input_message.h"
#include "surefoot/session/save.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;

constexpr const char* kWorldPart = "world";
/// Limit of each component (m/s^2).
constexpr double kMaxGravity = 1e3;

/// A property that selects a ground material by its name.
bool IsGroundChoice(const std::string& property) {
  return property == "ground" || (property != ".ground" && property.ends_with(".ground"));
}

/// Names of the grounds and soils in the data folders.
std::set<std::string> KnownGrounds(const Parts& parts) {
  std::set<std::string> names;
  for (const std::string& folder : parts.data_folders) {
    for (const char* kind : {"grounds", "soils"}) {
      std::error_code error;
      const fs::path place = fs::path(folder) / kind;
      for (const auto& entry : fs::directory_iterator(place, error)) {
        if (entry.path().extension() == ".xml") names.insert(entry.path().stem().string());
      }
    }
  }
  return names;
}

/// Properties of the world itself. Gravity is the present value, not that of the file.
std::vector<sim::Property> WorldProperties(const Vector3d& gravity_W) {
  sim::Property gravity;
  gravity.name = "gravity";
  gravity.label = "Gravity";
  gravity.group = "World";
  gravity.kind = "vector";
  gravity.unit = "m/s^2";
  gravity.value = {gravity_W.x(), gravity_W.y(), gravity_W.z()};
  gravity.lower = -kMaxGravity;
  gravity.upper = kMaxGravity;
  return {gravity};
}

Result<std::vector<sim::Property>> PropertiesNow(const sim::Simulation& simulation,
                                                 const std::string& entity,
                                                 const std::string& part) {
  if (part == kWorldPart) return WorldProperties(simulation.machine().inputs().gravity_W);
  return sim::PropertiesOf(simulation.world(), simulation.machine().sensor_kinds(), entity, part);
}

/// The message for a property, with its original value for the button that restores it.
sm::Property Message(const sim::Property& now, const sim::Property& original) {
  sm::Property message;
  message.name = now.name;
  message.label = now.label;
  message.group = now.group;
  message.kind = now.kind;
  message.unit = now.unit;
  message.value = now.value;
  message.original = original.value;
  message.text = now.text;
  message.original_text = original.text;
  message.choices = now.choices;
  message.lower = now.lower;
  message.upper = now.upper;
  return message;
}

void AddKnownGrounds(const Parts& parts, sm::Property* property) {
  if (!IsGroundChoice(property->name)) return;
  auto& choices = property->choices;
  for (const std::string& name : KnownGrounds(parts)) {
    if (std::find(choices.begin(), choices.end(), name) == choices.end()) choices.push_back(name);
  }
}

Status GetProperties(Session* session, WorldControl* control,
                     const sm::GetProperties::Request& request,
                     sm::GetProperties::Response* response) {
  const sim::Simulation& simulation = session->simulation();
  const auto now = PropertiesNow(simulation, request.entity, request.part);
  if (!now.ok()) return now.error();
  const std::vector<sim::Property> before =
      request.part == kWorldPart
          ? WorldProperties(simulation.machine().first_world().spec().gravity_W)
          : control->edits.Originals(simulation, request.entity, request.part);
  const auto shared = sim::SharedWith(simulation.world(), simulation.machine().sensor_kinds(),
                                      request.entity, request.part, now.value());
  for (std::size_t i = 0; i < now->size(); ++i) {
    const sim::Property& property = (*now)[i];
    const auto found = std::find_if(before.begin(), before.end(), [&](const sim::Property& p) {
      return p.name == property.name;
    });
    response->properties.push_back(Message(property, found != before.end() ? *found : property));
    response->properties.back().shared_with = shared[i];
    AddKnownGrounds(control->run.parts(), &response->properties.back());
  }
  return Status();
}

/// Splits a list of parts, one per line, which are changed together.
std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

Status SetGravity(const sm::SetProperty::Request& request, sim::Simulation* simulation) {
  const auto& v = request.value;
  const auto fits = [](double x) { return x >= -kMaxGravity && x <= kMaxGravity; };
  if (request.property != "gravity") {
    return Error{"unknown property '" + request.property + "'; accepted: gravity"};
  }
  if (v.size() != 3 || !std::all_of(v.begin(), v.end(), fits)) {
    return Error{"gravity must be three numbers between -1000 and 1000 m/s^2"};
  }
  return simulation->Apply(sim::GravityChange{Vector3d(v[0], v[1], v[2])});
}

Result<sim::PropertyChange> ChangeOf(const Parts& parts, const FileScope& library,
                                     const sm::SetProperty::Request& request) {
  sim::PropertyChange change;
  change.entity = request.entity;
  change.parts = Lines(request.part);
  change.property = request.property;
  change.values = request.value;
  change.text = request.text;
  if (!IsGroundChoice(request.property)) return change;
  // A ground chosen by name is read from the library only: the name comes from a client.
  const auto load = [&](const std::string&, const std::string& text) {
    return LoadTextForSpawn(parts, text, nullptr, library);
  };
  const auto grounds = GroundsNamed(request.property, request.text, load);
  if (!grounds.ok()) return grounds.error();
  change.grounds = grounds.value();
  return change;
}

/// Fills in the previous value, which the client needs to undo the change.
Status ReadOld(const Session& session, const ClientControl& clients,
               const sm::SetProperty::Request& request, const std::string& client,
               sm::SetProperty::Response* response) {
  SUREFOOT_TRY(clients.claims.Check(request.entity, client));
  // Gravity, grounds and soils belong to no model.
  const bool concerns_all = request.part == kWorldPart || request.entity.empty();
  if (concerns_all) SUREFOOT_TRY(clients.access.CheckAlone(client, "'" + request.part + "'"));
  const auto before =
      SUREFOOT_TRY(PropertiesNow(session.simulation(), request.entity, Lines(request.part)[0]));
  for (const sim::Property& property : before) {
    if (property.name != request.property) continue;
    response->old_value = property.value;
    response->old_text = property.text;
  }
  return Status();
}

void SetProperty(WorldControl* control, FileControl* files, ClientControl* clients,
                 const sm::SetProperty::Request& request,
                 const std::shared_ptr<graph::Call>& call) {
  auto response = std::make_shared<sm::SetProperty::Response>();
  const auto respond = [=](const Status& status) {
    if (status.ok()) control->edits.Count();
    SetResult(status, response.get());
    call->Respond(response.get());
  };
  Session* session = control->run.session();
  if (session == nullptr) return respond(NoWorld());
  const Status may = ReadOld(*session, *clients, request, call->client(), response.get());
  if (!may.ok()) return respond(may);
  sim::Simulation& simulation = session->simulation();
  if (request.part == kWorldPart) return respond(SetGravity(request, &simulation));
  Result<sim::PropertyChange> change =
      ChangeOf(control->run.parts(), files->scope->library(), request);
  if (!change.ok()) return respond(change.error());
  // Before the change, while the original values still exist.
  if (!request.entity.empty()) control->edits.Remember(simulation, request.entity);
  ApplyAsync(control, files, call->client(), std::move(change).value(), respond);
}

/// Distance between a model and its copy (m).
constexpr double kGap = 0.1;

Result<int> FindModel(const sim::Simulation& simulation, const std::string& entity) {
  ResultMessage result;
  const int model = FindEntity(simulation, entity, &result);
  if (model < 0) return Error{result.error_message};
  return model;
}

/// Removes a number that FreeName has added: "crate" from "crate_12".
std::string WithoutNumber(const std::string& name) {
  std::size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  const bool numbered = end > 1 && end < name.size() && name[end - 1] == '_';
  return numbered ? name.substr(0, end - 1) : name;
}

bool Overlap(const Extent& a, const Extent& b) {
  return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

/// Offset of a copy so that it overlaps nothing except what the model itself overlaps, such as the
/// ground it stands on. Tries positions in growing rings; if all are taken, returns the nearest
/// one.
Vector3d FindFreeOffset(const sim::Simulation& simulation, int model) {
  Extent own;
  if (!FindExtent(simulation, model, RigidTransform(), &own)) return Vector3d(0.0, 1.0, 0.0);
  std::vector<Extent> others;
  for (int i = 0; i < simulation.world().model_count(); ++i) {
    Extent other;
    if (!FindExtent(simulation, i, RigidTransform(), &other)) continue;
    if (i == model || !Overlap(own, other)) others.push_back(other);
  }
  const Vector3d size = own.high - own.low + Vector3d::Constant(kGap);
  for (int ring = 1; ring <= 8; ++ring) {
    for (const auto& [x, y] : {std::pair(0, 1), {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}}) {
      const Vector3d move(ring * x * size.x(), ring * y * size.y(), 0.0);
      const Extent there{own.low + move, own.high + move};
      const auto meets = [&](const Extent& other) { return Overlap(there, other); };
      if (std::none_of(others.begin(), others.end(), meets)) return move;
    }
  }
  return Vector3d(0.0, size.y(), 0.0);
}

Result<sim::Duplicate> PlanDuplicate(const sim::Simulation& simulation,
                                     const sm::DuplicateEntity::Request& request) {
  const int model = SUREFOOT_TRY(FindModel(simulation, request.entity));
  sim::Duplicate duplicate;
  duplicate.model = request.entity;
  const std::string requested = request.name.empty() ? WithoutNumber(request.entity) : request.name;
  if (!IsEntityName(requested)) {
    return Error{"'" + requested +
                 "' is not a valid name: it must not be empty or contain '::' or '/'"};
  }
  duplicate.name = FreeName(simulation.world(), requested);
  duplicate.X_WM = simulation.ModelPose(model);
  if (request.use_pose) {
    duplicate.X_WM = SUREFOOT_TRY(PoseInWorld(simulation, "", request.pose));
  } else {
    duplicate.X_WM.p += FindFreeOffset(simulation, model);
  }
  return duplicate;
}

/// A function that answers the call when the edit has taken effect: `done` if it succeeded.
template <typename S>
std::function<void(const Status&)> Respond(const std::shared_ptr<graph::Call>& call, Edits* edits,
                                           const typename S::Response& done) {
  return [call, edits, done](const Status& status) {
    typename S::Response response;
    if (status.ok()) {
      response = done;
      edits->Count();
    }
    SetResult(status, &response);
    call->Respond(&response);
  };
}

void Duplicate(WorldControl* control, FileControl* files,
               const sm::DuplicateEntity::Request& request,
               const std::shared_ptr<graph::Call>& call) {
  sm::DuplicateEntity::Response response;
  auto respond = Respond<sm::DuplicateEntity>(call, &control->edits, response);
  const Session* session = control->run.session();
  if (session == nullptr) return respond(NoWorld());
  const Result<sim::Duplicate> duplicate = PlanDuplicate(session->simulation(), request);
  if (!duplicate.ok()) return respond(duplicate.error());
  response.entity = duplicate->name;
  ApplyAsync(control, files, call->client(), duplicate.value(),
             Respond<sm::DuplicateEntity>(call, &control->edits, response));
}

Status CheckRemove(const Session* session, const Claims& claims, const std::string& entity,
                   const std::string& client) {
  if (session == nullptr) return NoWorld();
  SUREFOOT_TRY(FindModel(session->simulation(), entity));
  return claims.Check(entity, client);
}

void Remove(WorldControl* control, FileControl* files, Claims* claims,
            const sm::RemoveEntity::Request& request, const std::shared_ptr<graph::Call>& call) {
  sm::RemoveEntity::Response response;
  Edits* edits = &control->edits;
  const Status may = CheckRemove(control->run.session(), *claims, request.entity, call->client());
  if (!may.ok()) return Respond<sm::RemoveEntity>(call, edits, response)(may);
  response.token = edits->NewToken();
  const auto respond = Respond<sm::RemoveEntity>(call, edits, response);
  ApplyAsync(control, files, call->client(), sim::Remove{request.entity, response.token},
             [=, token = response.token, entity = request.entity](const Status& status) {
               if (status.ok()) edits->OnRemoved(token, entity);
               respond(status);
             });
}

void Restore(WorldControl* control, FileControl* files, const sm::RestoreEntity::Request& request,
             const std::shared_ptr<graph::Call>& call) {
  sm::RestoreEntity::Response response;
  response.entity = control->edits.RemovedName(request.token);
  ApplyAsync(control, files, call->client(), sim::PutBack{request.token},
             Respond<sm::RestoreEntity>(call, &control->edits, response));
}

std::string DefaultFileName(const std::string& world) { return PlainName(world, "world") + ".sdf"; }

/// Whether the world uses uploaded files, which are deleted when the server ends.
bool HasUploads(const world::WorldSpec& spec, const Uploads& uploads) {
  for (const world::ModelInstance& instance : spec.models) {
    if (uploads.Holds(instance.model->source.file)) return true;
    for (const world::Link& link : instance.model->links) {
      for (const world::Visual& visual : link.visuals) {
        const auto* mesh = std::get_if<world::Mesh>(&visual.geometry);
        if (mesh != nullptr && uploads.Holds(mesh->path)) return true;
      }
    }
  }
  return false;
}

/// Writes the world and reads it back on the worker, to verify that the file describes the same
/// world.
struct SaveJob {
  WorldControl* control = nullptr;
  FileControl* files = nullptr;
  std::shared_ptr<graph::Call> call;
  std::unique_ptr<JobCount> count;
  const Parts* parts = nullptr;
  world::WorldSpec spec;
  std::string file;
  formats::WriteOptions options;
  std::string run_id;
  bool is_foreign = false;
  std::int64_t edits = 0;
  Status status;
  sm::SaveWorld::Response response;

  void Work(const std::atomic<bool>&) { status = Write(); }

  Status Write() {
    const auto present = SUREFOOT_TRY(world::MakeWorld(std::move(spec), nullptr));
    SUREFOOT_TRY(SaveWorld(*parts, *present, file, options));
    Problems problems;
    const auto again = LoadWorld(*parts, file, &problems);
    if (!again.ok()) {
      return again.error().Within("the file was written, but cannot be read back");
    }
    if ((*again)->content_hash() != present->content_hash()) {
      return Error{
          "the file was written, but describes another world when read back, which is a "
          "bug in Surefoot"};
    }
    response.file = file;
    response.hash = HashText((*again)->content_hash());
    response.download = "worlds/" + DefaultFileName(fs::path(file).stem().string());
    return Status();
  }

  void Finish() {
    count = nullptr;
    if (status.ok()) {
      std::error_code ignored;
      files->files->Put(response.download,
                        {"application/xml", nullptr, fs::absolute(file, ignored).string(), false,
                         fs::path(file).filename().string()});
      files->scope->AddSaved(file, is_foreign);
      // Edits made meanwhile are not in the file and stay unsaved.
      if (control->run_id == run_id && control->edits.unsaved() == edits) {
        control->edits.OnSaved();
      }
    }
    Respond();
  }
  void Respond() {
    SetResult(status, &response);
    call->Respond(&response);
  }
};

Status BeginSave(WorldControl* control, FileControl* files, const sm::SaveWorld::Request& request,
                 SaveJob* job) {
  const Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  SUREFOOT_TRY(CheckCapacity(*files, job->call->client()));
  const sim::Simulation& simulation = session->simulation();
  job->spec = PresentWorld(simulation.world(), simulation.state());
  job->spec.gravity_W = simulation.machine().inputs().gravity_W;
  job->file = SUREFOOT_TRY(ClientFileToWrite(
      request.file.empty() ? DefaultFileName(job->spec.name) : request.file, FileKind::kWorld));
  job->options.overwrite = request.overwrite;
  job->options.copy_files = HasUploads(job->spec, files->uploads);
  job->options.scope = files->scope->ForAll(files->uploads);
  job->parts = &control->run.parts();
  job->run_id = control->run_id;
  job->is_foreign = control->run.is_foreign();
  job->edits = control->edits.unsaved();
  return Status();
}

void Save(WorldControl* control, FileControl* files, const sm::SaveWorld::Request& request,
          const std::shared_ptr<graph::Call>& call) {
  auto job = std::make_shared<SaveJob>();
  job->control = control;
  job->files = files;
  job->call = call;
  job->status = BeginSave(control, files, request, job.get());
  if (!job->status.ok()) return job->Respond();
  job->count = std::make_unique<JobCount>(files, call->client(), /*ordered=*/true);
  PostJob(files, std::move(job));
}

}  // namespace

void OfferEditServices(WorldControl* world, ClientControl* clients, FileControl* files) {
  Run* run = &world->run;
  Claims* claims = &clients->claims;
  OfferInWorld<sm::GetProperties>(run, "/surefoot/edit/properties", GetProperties, world);
  Offer<sm::SetProperty>(&run->graph(), "/surefoot/edit/set", SetProperty, world, files, clients);
  Offer<sm::DuplicateEntity>(&run->graph(), "/surefoot/edit/duplicate", Duplicate, world, files);
  Offer<sm::RemoveEntity>(&run->graph(), "/surefoot/edit/remove", Remove, world, files, claims);
  Offer<sm::RestoreEntity>(&run->graph(), "/surefoot/edit/restore", Restore, world, files);
  Offer<sm::SaveWorld>(&run->graph(), "/surefoot/save_world", Save, world, files);
}

}  // namespace surefoot::serve
