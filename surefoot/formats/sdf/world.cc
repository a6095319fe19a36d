#include <algorithm>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace {

/// The <physics> marked as default, else the first one; nullptr when the file has none.
const SdfNode* ChoosePhysics(const SdfNode& world) {
  for (const SdfNode& child : world.children) {
    const std::string marked = child.name == "physics" ? child.AttributeOr("default") : "";
    if (marked == "true" || marked == "1") return &child;
  }
  return world.Child("physics");
}

/// The step (s) and the real-time factor are used; the settings of Gazebo's engines are kept.
/// After an error the default step is used.
void ReadPhysics(const SdfContext& context, const SdfNode& world, world::PhysicsSpec* physics) {
  const SdfNode* node = ChoosePhysics(world);
  if (node == nullptr) return;
  physics->name = node->Name();
  physics->type = node->AttributeOr("type");
  physics->step = SdfNumber(node, "max_step_size", physics->step);
  physics->real_time_factor = SdfNumber(node, "real_time_factor", physics->real_time_factor);
  physics->element = context.sources->Keep(*node);
  if (!(physics->step > 0.0) || physics->step > 1.0) {
    const SdfNode& step = *node->Child("max_step_size");
    context.Error(step, "the step must be above 0 s and at most 1 s", step.text,
                  "write for example 0.001");
    physics->step = 0.001;
  }
  if (!(physics->real_time_factor >= 0.0)) {
    const SdfNode& factor = *node->Child("real_time_factor");
    context.Error(factor, "the real-time factor must not be negative", factor.text,
                  "1 is real time, 0 is as fast as possible");
    physics->real_time_factor = 1.0;
  }
}

/// <spherical_coordinates>: the geographic position of the world's origin (degrees, m).
void ReadPlace(const SdfContext& context, const SdfNode& world, world::WorldSpec* spec) {
  const SdfNode* node = world.Child("spherical_coordinates");
  if (node == nullptr) return;
  world::SphericalCoordinates place;
  if (!SdfText(node, "surface_model").empty()) place.surface_model = SdfText(node, "surface_model");
  place.latitude_deg = SdfNumber(node, "latitude_deg", 0.0);
  place.longitude_deg = SdfNumber(node, "longitude_deg", 0.0);
  place.elevation = SdfNumber(node, "elevation", 0.0);
  place.heading_deg = SdfNumber(node, "heading_deg", 0.0);
  const std::string orientation = SdfText(node, "world_frame_orientation");
  if (!orientation.empty() && orientation != "ENU") {
    context.Warning(*node->Child("world_frame_orientation"),
                    "only ENU is supported: x is east, y north, z up", orientation,
                    "use <heading_deg> to rotate the world");
  }
  if (place.latitude_deg < -90.0 || place.latitude_deg > 90.0) {
    const SdfNode& latitude = *node->Child("latitude_deg");
    context.Error(latitude, "the latitude is out of range", latitude.text,
                  "accepted: -90 to 90 degrees");
    place.latitude_deg = 0.0;
  }
  spec->spherical_coordinates = place;
}

/// Scripts in separate files become part of the world: what is run is what was read, recordings
/// contain it, and errors are reported with the script's own lines.
void TakeScriptFiles(const SdfContext& context, std::vector<world::Element>* extensions) {
  for (world::Element& element : *extensions) {
    const std::string* named = element.Attribute("file");
    if (element.name != "surefoot:script" || named == nullptr) continue;
    const std::string uri = *named;
    if (!Trimmed(element.text).empty()) {
      context.Error(element.source, "a script is either in a file or inline, not both", uri);
      continue;
    }
    const Result<std::string> path = context.read->resolver->Resolve(uri, element.source.file);
    if (!path.ok()) {
      context.Error(element.source, "cannot find the script: " + path.error().message, uri);
      continue;
    }
    const std::optional<std::string> text = ReadTextFile(*path, context.problems());
    if (!text) continue;
    element.text = *text;
    element.source.file = *path;
    element.source.line = 1;
    element.attributes.erase(std::find(element.attributes.begin(), element.attributes.end(),
                                       std::make_pair(std::string("file"), uri)));
  }
}

}  // namespace

/// Lights are read with their pose in the world; the kept elements go to the viewers and writers.
void ReadSdfWorld(const SdfContext& context, SdfScope* world, world::WorldSpec* spec) {
  const SdfNode& node = world->node();
  spec->name = node.Name();
  spec->gravity_W = SdfVector(&node, "gravity", spec->gravity_W);
  spec->magnetic_field_W = SdfVector(&node, "magnetic_field", spec->magnetic_field_W);
  ReadPhysics(context, node, &spec->physics);
  ReadPlace(context, node, spec);
  spec->plugins = ReadSdfPlugins(context, node);
  spec->extensions = ReadSdfExtensions(context, node);
  TakeScriptFiles(context, &spec->extensions);
  for (const SdfNode& child : node.children) {
    if (IsKeptBySdf(child.name)) spec->kept.push_back(context.sources->Keep(child));
    if (child.name == "light") {
      spec->lights.push_back(ReadSdfLight(context, child));
      spec->lights.back().X_PL = world->PoseIn(nullptr, child);
    }
  }
}

/// Frames are kept as well: they are resolved into poses, but a written file may need them.
bool IsKeptBySdf(const std::string& name) {
  return IsOneOf(name, {"actor", "atmosphere", "audio", "frame", "gui", "population", "road",
                        "scene", "state", "wind"});
}

/// Resolving a frame reports its errors. Models do not refer to every frame, so all are visited.
void CheckSdfFrames(SdfScope* world) {
  for (SdfScope::Entry& entry : world->entries()) {
    if (!entry.Is("frame")) continue;
    world->PoseOf(&entry);
    world->BodyOf(&entry);
  }
}

}  // namespace surefoot::formats
