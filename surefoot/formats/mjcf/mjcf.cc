#include "surefoot/formats/mjcf/mjcf.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/xml_file.h"

// The steps of reading MJCF: expand includes, resolve defaults, read bodies, then constraints,
// actuators and keyframes, which refer to them.

namespace surefoot::formats {
namespace mjcf {
namespace {

/// MuJoCo's default time step (s).
constexpr double kDefaultStep = 0.002;
/// Longest step (s) used here. MuJoCo's steps are chosen for its soft limits and contacts;
/// Surefoot's are stiffer.
constexpr double kMaxStep = 0.001;

/// Reads <option>; the sections that only an engine understands are kept as written.
void ReadOptions(const Document& document, Reader* reader, world::WorldSpec* spec) {
  spec->name = document.name;
  spec->gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec->physics.step = kDefaultStep;
  spec->physics.type = "mujoco";
  spec->physics.element.source = SourceOf(*document.root);
  for (const Node& section : document.root->children) {
    if (section.name == "option") {
      const Attributes attributes(section, reader);
      spec->gravity_W = attributes.Vector("gravity", spec->gravity_W);
      spec->magnetic_field_W = attributes.Vector("magnetic", spec->magnetic_field_W);
      spec->physics.step = attributes.Number("timestep", spec->physics.step);
      for (const Node& flag : section.children) {
        if (flag.name == "flag" && Attributes(flag, reader).Text("gravity") == "disable") {
          spec->gravity_W.setZero();
        }
      }
    }
    for (const char* kept : {"option", "size", "statistic", "visual", "custom", "extension"}) {
      if (section.name == kept) spec->kept.push_back(Keep(section));
    }
  }
}

/// Divides the file's step into equal parts of at most kMaxStep, so that every step of the file
/// is also a step here.
void DivideStep(world::PhysicsSpec* physics, Reader* reader) {
  const double step = physics->step;
  if (!(step > kMaxStep && step <= 1.0)) return;
  physics->step = step / std::ceil(step / kMaxStep - 1e-9);
  reader->NoteOnce("step", physics->element.source,
                   "the time step is divided into equal parts of at most 1 ms",
                   std::to_string(step), "choose another one with --step");
}

/// True for a robot alone: exactly one model that can move, and no static shapes.
bool IsLoneModel(const std::vector<ModelBuild>& models) {
  const auto is_ground = [](const world::Link& link) {
    return !link.collisions.empty() || !link.visuals.empty();
  };
  int moving = 0;
  for (const ModelBuild& build : models) {
    if (!build.model.is_static) ++moving;
    if (build.model.is_static &&
        std::any_of(build.model.links.begin(), build.model.links.end(), is_ground)) {
      return false;
    }
  }
  return moving == 1;
}

/// Moves the models into the specification. For a robot alone, the empty static model is removed,
/// with the filters that name it.
bool Finish(std::vector<ModelBuild> models, const Scene& scene, world::WorldSpec* spec,
            bool* is_model) {
  *is_model = IsLoneModel(models);
  if (*is_model && models.size() > 1) {
    const std::string gone = models.front().model.name;
    models.erase(models.begin());
    std::erase_if(spec->collision_filters, [&](const world::CollisionFilter& filter) {
      return filter.model_a == gone || filter.model_b == gone;
    });
  }
  if (!*is_model) spec->lights = scene.bodies.front().lights;
  for (ModelBuild& build : models) {
    world::ModelInstance instance;
    instance.name = build.model.name;
    instance.X_WM = build.X_WM;
    instance.model = std::make_shared<const world::Model>(std::move(build.model));
    spec->models.push_back(std::move(instance));
  }
  return true;
}

bool Read(const std::string& path, const ReadContext& given, world::WorldSpec* spec,
          bool* is_model) {
  AssetCache own_assets;
  ReadContext context = given;
  if (context.assets == nullptr) context.assets = &own_assets;
  Reader reader(context);
  std::unique_ptr<Document> document = ReadDocument(path, &reader);
  if (document == nullptr) return false;
  ReadOptions(*document, &reader, spec);
  DivideStep(&spec->physics, &reader);
  const Compiler compiler = document->compiler;
  Assets assets(&reader);
  Scene scene;
  ReadBodies(std::move(document), &assets, &reader, &scene);
  ApplyFlags(&reader, &scene);
  AssignMissingNames(&scene);
  ComputeInertias(compiler, &reader, &scene);
  const std::vector<Equality> equalities = ReadEqualities(scene, &reader);
  std::vector<ModelBuild> models = BuildModels(equalities, &reader, &scene);
  // After an error, references to missing joints and links would only give false errors.
  if (!reader.ok()) return false;
  if (models.empty()) {
    reader.Error(Source{path, 0, "worldbody"}, "the file has no bodies and no geoms", "",
                 "add a <body> or a <geom> to <worldbody>");
    return false;
  }
  ApplyEqualities(equalities, &reader, &scene, &models);
  ApplyContacts(scene, &reader, &models, spec);
  const std::vector<Servo> servos = ApplyActuators(&reader, &scene, &models);
  ApplySensors(&reader, scene, &models, spec);
  KeepTendons(&reader, scene, &models);
  ApplyKeyframes(servos, &reader, scene, &models);
  return reader.ok() && Finish(std::move(models), scene, spec, is_model);
}

/// Decides by the root element: `.xml` is also the ending of other formats.
bool Matches(const std::string& head) { return RootElementName(head) == "mujoco"; }

}  // namespace
}  // namespace mjcf

Format MakeMjcfFormat() {
  Format format;
  format.help = "MJCF, the robots and worlds of MuJoCo";
  format.endings = {"mjcf", "xml"};
  format.matches = &mjcf::Matches;
  format.read = &mjcf::Read;
  return format;
}

}  // namespace surefoot::formats
