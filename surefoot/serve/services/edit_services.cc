/// The world as people change it while it runs: numbers and choices of the description, models
/// duplicated, taken away and put back, and all of it saved as a file.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "surefoot/base/hash.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/client_file.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/input_message.h"
#include "surefoot/session/save.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;

constexpr const char* kWorldPart = "world";
constexpr double kMostGravity = 1e3;

bool IsGroundChoice(const std::string& property) {
  return property == "ground" || (property != ".ground" && property.ends_with(".ground"));
}

/// Of the data files.
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

/// What the world itself has: gravity acts as it is now, not as its file says.
std::vector<sim::Property> WorldProperties(const Vector3d& gravity_W) {
  sim::Property gravity;
  gravity.name = "gravity";
  gravity.label = "Gravity";
  gravity.group = "World";
  gravity.kind = "vector";
  gravity.unit = "m/s^2";
  gravity.value = {gravity_W.x(), gravity_W.y(), gravity_W.z()};
  gravity.lower = -kMostGravity;
  gravity.upper = kMostGravity;
  return {gravity};
}

Result<std::vector<sim::Property>> PropertiesNow(const sim::Simulation& simulation,
                                                 const std::string& entity,
                                                 const std::string& part) {
  if (part == kWorldPart) return WorldProperties(simulation.machine().inputs().gravity_W);
  return sim::PropertiesOf(simulation.world(), simulation.machine().sensor_kinds(), entity, part);
}

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

/// Several parts, one in a line, are changed in one go.
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
  const auto fits = [](double x) { return x >= -kMostGravity && x <= kMostGravity; };
  if (request.property != "gravity") {
    return Error{"there is no property '" + request.property + "' here; there are: gravity"};
  }
  if (v.size() != 3 || !std::all_of(v.begin(), v.end(), fits)) {
    return Error{"Gravity must be three numbers between -1000 and 1000 m/s^2"};
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
  const auto load = [&](const std::string&, const std::string& text) {
    return LoadTextForSpawn(parts, text, nullptr, library);
  };
  const auto grounds = GroundsNamed(request.property, request.text, load);
  if (!grounds.ok()) return grounds.error();
  change.grounds = grounds.value();
  return change;
}

Status SetProperty(Session* session, WorldControl* control, FileControl* files, Claims* claims,
                   const sm::SetProperty::Request& request, const std::string& client,
                   sm::SetProperty::Response* response) {
  sim::Simulation& simulation = session->simulation();
  const Status may = claims->Check(request.entity, client);
  if (!may.ok()) return may;
  const auto before = PropertiesNow(simulation, request.entity, Lines(request.part)[0]);
  if (!before.ok()) return before.error();
  for (const sim::Property& property : before.value()) {
    if (property.name != request.property) continue;
    response->old_value = property.value;
    response->old_text = property.text;
  }
  Status status;
  if (request.part == kWorldPart) {
    status = SetGravity(request, &simulation);
  } else {
    Result<sim::PropertyChange> change =
        ChangeOf(control->run.parts(), files->scope->library(), request);
    if (!change.ok()) return change.error();
    if (!request.entity.empty()) control->edits.Remember(simulation, request.entity);
    status = simulation.Apply(std::move(change).value());
  }
  if (status.ok()) control->edits.Count();
  return status;
}

constexpr double kGap = 0.1;

Result<int> FindModel(const sim::Simulation& simulation, const std::string& entity) {
  ResultMessage result;
  const int model = FindEntity(simulation, entity, &result);
  if (model < 0) return Error{result.error_message};
  return model;
}

/// "crate" of "crate_12".
std::string WithoutNumber(const std::string& name) {
  std::size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  const bool numbered = end > 1 && end < name.size() && name[end - 1] == '_';
  return numbered ? name.substr(0, end - 1) : name;
}

bool Overlap(const Extent& a, const Extent& b) {
  return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

/// How far a copy is moved so that it meets nothing but what the model stands on or in. Where there
/// is no such place near, the nearest.
Vector3d FreePlace(const sim::Simulation& simulation, int model) {
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

Status Duplicate(Session* session, Edits* edits, const sm::DuplicateEntity::Request& request,
                 sm::DuplicateEntity::Response* response) {
  sim::Simulation& simulation = session->simulation();
  const Result<int> model = FindModel(simulation, request.entity);
  if (!model.ok()) return model.error();
  sim::Duplicate duplicate;
  duplicate.model = request.entity;
  const std::string wanted = request.name.empty() ? WithoutNumber(request.entity) : request.name;
  if (!IsEntityName(wanted)) {
    return Error{"'" + wanted + "' is no name: it must not be empty nor have '::' or '/'"};
  }
  duplicate.name = FreeName(simulation.world(), wanted);
  duplicate.X_WM = simulation.ModelPose(model.value());
  if (request.place) {
    const Result<RigidTransform> X_WM = PoseInWorld(simulation, "", request.pose);
    if (!X_WM.ok()) return X_WM.error();
    duplicate.X_WM = X_WM.value();
  } else {
    duplicate.X_WM.p += FreePlace(simulation, model.value());
  }
  const Status status = simulation.Apply(duplicate);
  if (!status.ok()) return status;
  response->entity = duplicate.name;
  edits->Count();
  return status;
}

Status Remove(Session* session, Edits* edits, Claims* claims,
              const sm::RemoveEntity::Request& request, const std::string& client,
              sm::RemoveEntity::Response* response) {
  const Result<int> model = FindModel(session->simulation(), request.entity);
  if (!model.ok()) return model.error();
  const Status may = claims->Check(request.entity, client);
  if (!may.ok()) return may;
  const std::string kept_as = edits->NewToken();
  const Status status = session->simulation().Apply(sim::Remove{request.entity, kept_as});
  if (!status.ok()) return status;
  response->token = kept_as;
  edits->OnRemoved(kept_as, request.entity);
  edits->Count();
  return status;
}

Status Restore(Session* session, Edits* edits, const sm::RestoreEntity::Request& request,
               sm::RestoreEntity::Response* response) {
  const Status status = session->simulation().Apply(sim::PutBack{request.token});
  if (!status.ok()) return status;
  response->entity = edits->RemovedName(request.token);
  edits->Count();
  return status;
}

std::string UsualName(const std::string& world) { return PlainName(world, "world") + ".sdf"; }

/// Whether files that go away with the server are part of it.
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

Status Save(Session* session, WorldControl* control, FileControl* files,
            const sm::SaveWorld::Request& request, sm::SaveWorld::Response* response) {
  const sim::Simulation& simulation = session->simulation();
  world::WorldSpec spec = PresentWorld(simulation.world(), simulation.state());
  spec.gravity_W = simulation.machine().inputs().gravity_W;
  const Result<std::string> file = ClientFileToWrite(
      request.file.empty() ? UsualName(spec.name) : request.file, FileKind::kWorld);
  if (!file.ok()) return file.error();
  formats::WriteOptions options;
  options.overwrite = request.overwrite;
  options.copy_files = HasUploads(spec, files->uploads);
  options.scope = files->scope->ForAll(files->uploads);
  const auto present = world::MakeWorld(std::move(spec), nullptr);
  if (!present.ok()) return present.error();
  const Parts& parts = control->run.parts();
  const Status written = SaveWorld(parts, **present, file.value(), options);
  if (!written.ok()) return written;
  Problems problems;
  const auto again = LoadWorld(parts, file.value(), &problems);
  if (!again.ok()) {
    return again.error().Within("the file was written, but cannot be read again");
  }
  if ((*again)->content_hash() != (*present)->content_hash()) {
    return Error{"the file was written, but reads as another world, which is a mistake of ours"};
  }
  response->file = file.value();
  response->hash = HashText((*again)->content_hash());
  response->download = "worlds/" + UsualName(fs::path(file.value()).stem().string());
  std::error_code ignored;
  files->files->Put(response->download,
                    {"application/xml", nullptr, fs::absolute(file.value(), ignored).string(),
                     false, fs::path(file.value()).filename().string()});
  files->scope->AddSaved(file.value());
  control->edits.OnSaved();
  return Status();
}

}  // namespace

void OfferEditServices(WorldControl* world, Claims* claims, FileControl* files) {
  Run* run = &world->run;
  Edits* edits = &world->edits;
  OfferInWorld<sm::GetProperties>(run, "/surefoot/edit/properties", GetProperties, world);
  OfferInWorld<sm::SetProperty>(run, "/surefoot/edit/set", SetProperty, world, files, claims);
  OfferInWorld<sm::DuplicateEntity>(run, "/surefoot/edit/duplicate", Duplicate, edits);
  OfferInWorld<sm::RemoveEntity>(run, "/surefoot/edit/remove", Remove, edits, claims);
  OfferInWorld<sm::RestoreEntity>(run, "/surefoot/edit/restore", Restore, edits);
  OfferInWorld<sm::SaveWorld>(run, "/surefoot/save_world", Save, world, files);
}

}  // namespace surefoot::serve
