#include "surefoot/session/load.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/drives/drive_set.h"
#include "surefoot/events/event_set.h"
#include "surefoot/formats/file_check.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/physics/state.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/session/installed.h"
#include "surefoot/session/ros_parameters.h"
#include "surefoot/sim/topic_aliases.h"
#include "surefoot/sim/world_edit.h"

// Loading of a world, or of a model onto a floor: format, validation, keyframe, height above the
// floor, contact model of the wheels.

namespace surefoot {
namespace {

using world::Keyframe;
using world::Model;
using world::ModelInstance;
using world::WorldSpec;

/// Text of the resolvers' error, which callers look for.
constexpr const char* kNotFound = "the file was not found";

/// Lowest z of all collision shapes of a model at X_WM; 0 if it has none.
double LowestPointOf(const std::shared_ptr<const Model>& model, const RigidTransform& X_WM,
                     bool* is_free = nullptr) {
  WorldSpec spec;
  spec.models.push_back(ModelInstance{"model", X_WM, model});
  const auto world = world::MakeWorld(spec, nullptr);
  if (!world.ok()) return 0.0;
  if (is_free != nullptr) *is_free = sim::IsFreeModel(*world.value(), 0);
  const physics::State state = physics::MakeInitialState(*world.value());
  double lowest = world::kInfinity;
  for (std::size_t i = 0; i < model->links.size(); ++i) {
    for (const world::Collision& collision : model->links[i].collisions) {
      lowest = std::min(lowest, world::LowestZ(collision.geometry, state.X_WL[i] * collision.X_LG));
    }
  }
  return std::isfinite(lowest) ? lowest : 0.0;
}

/// For models that are opened without a world.
std::shared_ptr<const Model> MakeFloor() {
  auto floor = std::make_shared<Model>();
  floor->name = "floor";
  floor->is_static = true;
  world::Link link;
  link.name = "link";
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = world::Plane();
  link.collisions.push_back(collision);
  world::Visual visual;
  visual.name = "visual";
  visual.geometry = world::Plane();
  link.visuals.push_back(visual);
  floor->links.push_back(link);
  return floor;
}

/// For errors.
std::string KeyframeNames(const world::WorldSpec& spec) {
  std::set<std::string> names;
  for (const world::ModelInstance& instance : spec.models) {
    for (const Keyframe& keyframe : instance.model->keyframes) names.insert(keyframe.name);
  }
  return Joined(names);
}

/// Gives a single model something to stand on.
void PutOnFloor(WorldSpec* spec) {
  for (ModelInstance& instance : spec->models) {
    bool is_free = false;
    const double lowest = LowestPointOf(instance.model, instance.X_WM, &is_free);
    // A free model without a pose in its file stands on the floor; one that its file puts into the
    // air is meant to fall, and one attached to the world to hang.
    const bool lower = is_free && instance.X_WM.p.z() == 0.0;
    if (lowest < 0.0 || lower) instance.X_WM.p.z() -= lowest;
  }
  ModelInstance floor;
  floor.model = MakeFloor();
  floor.name = "floor";
  while (FindNamed(spec->models, floor.name) >= 0) floor.name += "_";
  spec->models.push_back(std::move(floor));
  world::Light sun;
  sun.name = "sun";
  sun.type = "directional";
  sun.X_PL.p = Vector3d(0.0, 0.0, 10.0);
  spec->lights.push_back(sun);
}

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// A model, an installed world, which needs neither folder nor ending ("husky_lab"), or any file. A
/// folder that happens to have the same name does not hide a world.
Result<std::string> FindDescription(const formats::UriResolver& resolver, const std::string& file,
                                    const std::string& here) {
  Result<std::string> found = resolver.ResolveModel(file, here);
  if (found.ok()) return found;
  if (!std::filesystem::path(file).has_extension()) {
    Result<std::string> world = resolver.Resolve("worlds/" + file + ".sdf", here);
    if (world.ok()) return world;
  }
  return resolver.Resolve(file, here);
}

/// `trace` receives the files that were read; may be nullptr.
formats::ReadResult ReadTraced(const Parts& parts, const std::string& file, Problems* problems,
                               std::vector<std::string>* trace, const FileScope& scope) {
  formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  resolver.set_scope(scope);
  std::string path = file;
  std::error_code ignored;
  const bool is_file =
      std::filesystem::exists(file, ignored) && !std::filesystem::is_directory(file, ignored);
  if (!is_file) {
    // A folder, a URI or an installed file: "husky", "model://husky", "worlds/husky_lab.sdf".
    const std::string here = (std::filesystem::current_path(ignored) / "x").string();
    const Result<std::string> found = FindDescription(resolver, file, here);
    if (found.ok()) path = found.value();
  }
  // "robot.xacro?arm=left" is the file robot.xacro. The error is the same whether the file exists
  // or not.
  if (!scope.Contains(path) || (scope.restricted() && !Exists(WithoutOptions(path)))) {
    problems->Error(Source{file, 0, ""}, kNotFound, file,
                    "name a file of an upload, of the library or of the served folder");
    return formats::ReadResult();
  }
  if (!Exists(WithoutOptions(path))) {
    const std::string advice = InstalledNameAdvice(parts, file);
    if (!advice.empty()) {
      problems->Error(Source{file, 0, ""}, "there is no such file, world or model", "", advice);
      return formats::ReadResult();
    }
  }
  resolver.set_trace(trace);
  if (trace != nullptr) trace->push_back(path);
  formats::ReadResult read = formats::ReadFile(parts.formats, resolver, path, problems);
  if (!formats::CheckFiles(read.spec, scope, problems)) read.ok = false;
  return read;
}

}  // namespace

Error LoadError(const std::string& file, const Problems& problems) {
  return Error{"cannot load '" + file + "':\n" + problems.ErrorText()};
}

formats::ReadResult ReadDescription(const Parts& parts, const std::string& file, Problems* problems,
                                    const FileScope& scope) {
  return ReadTraced(parts, file, problems, nullptr, scope);
}

// All files that a world consists of, each once.
Result<std::vector<std::string>> FilesOf(const Parts& parts, const std::string& file,
                                         Problems* problems, const FileScope& scope) {
  Problems own;
  Problems* all = problems != nullptr ? problems : &own;
  std::vector<std::string> files;
  if (!ReadTraced(parts, file, all, &files, scope).ok) return LoadError(file, *all);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

/// Replaces the initial positions of the models that have the keyframe.
Status StartInKeyframe(const std::string& name, world::WorldSpec* spec) {
  // Instances that share a description continue to share it.
  std::map<const Model*, std::shared_ptr<const Model>> changed;
  for (world::ModelInstance& instance : spec->models) {
    const int found = FindNamed(instance.model->keyframes, name);
    if (found < 0) continue;
    const Keyframe* keyframe = &instance.model->keyframes[At(found)];
    if (keyframe->X_MB && !instance.model->links.empty()) {
      const RigidTransform& X_ML = instance.model->links.front().X_ML;
      instance.X_WM = instance.X_WM * *keyframe->X_MB * X_ML.Inverse();
    }
    std::shared_ptr<const Model>& model = changed[instance.model.get()];
    if (model == nullptr) {
      auto copy = std::make_shared<Model>(*instance.model);
      copy->initial_positions = keyframe->positions;
      copy->initial_commands = keyframe->commands;
      model = copy;
    }
    instance.model = model;
  }
  if (!changed.empty()) return Status();
  const std::string names = KeyframeNames(*spec);
  return Error{"there is no keyframe '" + name + "'; " +
               (names.empty() ? "the file has none" : "there are: " + names)};
}

double LowestPoint(const Model& model) {
  return LowestPointOf(std::make_shared<Model>(model), RigidTransform());
}

// Reads, adds what the options request, then validates once.
Result<std::shared_ptr<const world::World>> LoadForSession(
    const Parts& parts, const std::string& file, Problems* problems, const std::string& keyframe,
    const std::string& contact, const FileScope& scope, const std::string& ros_parameters) {
  const std::optional<world::WheelContact> wheel_contact = world::ParseWheelContact(contact);
  if (!contact.empty() && !wheel_contact) {
    return Error{"the contact of wheels must be one of: engine, tyre, soil; not '" + contact + "'"};
  }
  Problems own;
  Problems* all = problems != nullptr ? problems : &own;
  formats::ReadResult read = ReadDescription(parts, file, all, scope);
  if (!read.ok || !all->ok()) return LoadError(file, *all);
  if (!keyframe.empty()) {
    const Status status = StartInKeyframe(keyframe, &read.spec);
    if (!status.ok()) return status.error().Within("'" + file + "'");
  }
  if (!ros_parameters.empty()) {
    SUREFOOT_TRY(RosParameters::Read(ros_parameters)).AddTo(&read.spec, all);
  }
  if (read.is_model) PutOnFloor(&read.spec);
  if (wheel_contact) read.spec.wheel_contact = wheel_contact;
  Result<std::shared_ptr<const world::World>> world = world::MakeWorld(std::move(read.spec), all);
  if (!world.ok()) return LoadError(file, *all);
  return world;
}

// Creates drives, sensors and events only for their problems.
void CheckDevices(const Parts& parts, const world::World& world, Problems* problems) {
  graph::Graph graph;
  sim::AddTopicAliases(world, &graph, problems);
  const drives::DriveSet drives(world, parts.drives, 0, &graph, problems);
  const sensors::SensorSet sensors(world, parts.sensors, 0, 0, &graph, problems);
  const events::EventSet events(world, parts.referee, 0, 0, problems);
  sim::CheckTopicAliases(world, graph, problems);
  plugins::ReportPlugins(world.spec(), sensors::SpellingsOf(parts.sensors), problems);
}

// As a session does, with the checks of the devices.
Result<std::shared_ptr<const world::World>> LoadWorld(const Parts& parts, const std::string& file,
                                                      Problems* problems,
                                                      const std::string& keyframe,
                                                      const std::string& contact,
                                                      const FileScope& scope) {
  Problems own;
  Problems* all = problems != nullptr ? problems : &own;
  Result<std::shared_ptr<const world::World>> world =
      LoadForSession(parts, file, all, keyframe, contact, scope);
  if (!world.ok()) return world;
  CheckDevices(parts, *world.value(), all);
  if (!all->ok()) return LoadError(file, *all);
  return world;
}

Result<std::shared_ptr<const Model>> LoadModel(const Parts& parts, const std::string& file,
                                               Problems* problems, const FileScope& scope) {
  return SUREFOOT_TRY(LoadForSpawn(parts, file, problems, scope)).model;
}

// A file for spawning has exactly one model that moves.
Result<LoadedModel> LoadForSpawn(const Parts& parts, const std::string& file, Problems* problems,
                                 const FileScope& scope) {
  Problems own;
  Problems* all = problems != nullptr ? problems : &own;
  formats::ReadResult read = ReadDescription(parts, file, all, scope);
  if (!read.ok || !all->ok()) return LoadError(file, *all);
  std::vector<std::shared_ptr<const Model>> candidates;
  for (const ModelInstance& instance : read.spec.models) {
    if (read.is_model || !instance.model->is_static) candidates.push_back(instance.model);
  }
  if (candidates.size() != 1) {
    return Error{"'" + file + "' contains " + std::to_string(candidates.size()) +
                 " movable models; choose a file with exactly one"};
  }
  return LoadedModel{candidates.front(), std::move(read.spec.grounds)};
}

// Readers need a file, because descriptions refer to others relative to it.
Result<TextFile> TextFile::Write(const std::string& text) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  // The ending is neutral: the format is recognised by the content.
  std::string path = ((error ? "/tmp" : folder) / "surefoot-XXXXXX.xml").string();
  const int file = ::mkstemps(path.data(), 4);
  if (file < 0) return Error{"cannot write a file in " + folder.string() + "; set TMPDIR"};
  ::close(file);
  TextFile written(path);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return Error{"cannot write " + path};
  return written;
}

TextFile::~TextFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Result<LoadedModel> LoadTextForSpawn(const Parts& parts, const std::string& text,
                                     Problems* problems, const FileScope& scope) {
  const TextFile file = SUREFOOT_TRY(TextFile::Write(text));
  return LoadForSpawn(parts, file.path(), problems, scope.With(file.path()));
}

}  // namespace surefoot
