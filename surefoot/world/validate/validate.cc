#include "surefoot/world/validate/validate.h"

#include <cmath>
#include <cstddef>
#include <unordered_map>

#include "surefoot/world/validate/validate_rules.h"

// Rules for a whole description. Parts with errors are not checked further, since errors in them
// would only be repeated.

namespace surefoot::world {
namespace {

bool HasLink(const Model& model, const std::string& name) { return model.FindLink(name) >= 0; }

using Instances = std::unordered_map<std::string, const ModelInstance*>;

Source WorldSource(const WorldSpec& spec, const std::string& element) {
  Source source = spec.physics.element.source;
  source.line = 0;
  source.element = "world[" + spec.name + "]/" + element;
  return source;
}

/// Checks the names of a model and a link; an empty link is accepted where it means all links.
void CheckReference(const Instances& instances, const std::string& model, const std::string& link,
                    bool link_needed, const Source& source, Rules* rules) {
  const auto found = instances.find(model);
  if (found == instances.end()) {
    rules->Error(source, "no model has this name", model, "name a model of the world");
    return;
  }
  if (link.empty() && !link_needed) return;
  if (found->second->model != nullptr && !HasLink(*found->second->model, link)) {
    rules->Error(source, "model \"" + model + "\" has no link of this name", link,
                 "name a link of that model");
  }
}

void CheckSettings(const WorldSpec& spec, Rules* rules) {
  rules->Finite(WorldSource(spec, "gravity"), "gravity", spec.gravity_W);
  rules->Finite(WorldSource(spec, "magnetic_field"), "the magnetic field", spec.magnetic_field_W);
  const Source& physics = spec.physics.element.source;
  if (rules->Positive(physics, "the step size", spec.physics.step) && spec.physics.step > 0.1) {
    rules->Warning(physics, "the step size is very large", NumberText(spec.physics.step),
                   "in seconds; 0.001 is usual");
  }
  if (!(spec.physics.real_time_factor >= 0.0)) {
    rules->Error(physics, "the real-time factor must not be negative",
                 NumberText(spec.physics.real_time_factor), "1 is real time");
  }
  if (!spec.spherical_coordinates) return;
  const SphericalCoordinates& place = *spec.spherical_coordinates;
  const Source source = WorldSource(spec, "spherical_coordinates");
  if (!(std::abs(place.latitude_deg) <= 90.0)) {
    rules->Error(source, "the latitude must be from -90 to 90 degrees",
                 NumberText(place.latitude_deg));
  }
  if (!(std::abs(place.longitude_deg) <= 360.0)) {
    rules->Error(source, "the longitude must be from -360 to 360 degrees",
                 NumberText(place.longitude_deg));
  }
  rules->Finite(source, "the elevation", place.elevation);
  rules->Finite(source, "the heading", place.heading_deg);
}

void CheckPairs(const WorldSpec& spec, Rules* rules) {
  const Source source = WorldSource(spec, "surface_pair");
  Names names("surface pair", "the world");
  for (const SurfacePair& pair : spec.surface_pairs) {
    const bool sorted = pair.a <= pair.b;
    if (pair.a.empty() || pair.b.empty()) {
      rules->Error(source, "a surface pair needs two names", pair.a + ", " + pair.b,
                   "name the surfaces of the collisions it is for");
    } else {
      names.Add(sorted ? pair.a + ", " + pair.b : pair.b + ", " + pair.a, source, rules);
    }
    rules->NotNegative(source, "the pair's friction mu", pair.mu);
    rules->NotNegative(source, "the pair's friction mu2", pair.mu2);
    if (!(pair.restitution >= 0.0 && pair.restitution <= 1.0)) {
      rules->Error(source, "the pair's restitution must be from 0 to 1",
                   NumberText(pair.restitution));
    }
  }
}

void CheckReferences(const WorldSpec& spec, const Instances& instances, Rules* rules) {
  for (const CollisionFilter& filter : spec.collision_filters) {
    const Source source = WorldSource(spec, "collision_filter");
    CheckReference(instances, filter.model_a, filter.link_a, false, source, rules);
    CheckReference(instances, filter.model_b, filter.link_b, false, source, rules);
  }
  Names names("attachment", "the world");
  for (const Attachment& attachment : spec.attachments) {
    const Source source = WorldSource(spec, "attachment[" + attachment.name + "]");
    names.Add(attachment.name, source, rules);
    CheckReference(instances, attachment.model_a, attachment.link_a, true, source, rules);
    CheckReference(instances, attachment.model_b, attachment.link_b, true, source, rules);
    rules->Pose(source, "the attachment's pose", attachment.X_AB);
    if (attachment.model_a == attachment.model_b && attachment.link_a == attachment.link_b) {
      rules->Error(source, "a link is attached to itself", attachment.link_a,
                   "name two different links");
    }
  }
}

void CheckNames(const Model& model, Rules* rules) {
  const std::string scope = "model \"" + model.name + "\"";
  Names links("link", scope);
  for (const Link& link : model.links) links.Add(link.name, link.source, rules);
  Names joints("joint", scope);
  for (const Joint& joint : model.joints) joints.Add(joint.name, joint.source, rules);
  Names frames("frame", scope);
  for (const Frame& frame : model.frames) {
    frames.Add(frame.name, model.source, rules);
    rules->Pose(model.source, "the pose of frame \"" + frame.name + "\"", frame.X_LF);
    if (frame.link < 0 || static_cast<std::size_t>(frame.link) >= model.links.size()) {
      rules->Error(model.source, "frame \"" + frame.name + "\" is on a link that does not exist",
                   std::to_string(frame.link));
    }
  }
}

}  // namespace

void ValidateModel(const Model& model, Rules* rules) {
  const int errors_before = rules->problems()->error_count();
  if (model.links.empty()) {
    rules->Error(model.source, "model \"" + model.name + "\" has no links", "",
                 "a model needs at least one link");
    return;
  }
  CheckNames(model, rules);
  for (const Link& link : model.links) ValidateLink(link, rules);
  for (const Joint& joint : model.joints) ValidateJoint(model, joint, rules);
  ValidateMimics(model, rules);
  ValidateInitialValues(model, rules);
  ValidateKeyframes(model, rules);
  // Errors in bodies of an invalid model would only repeat earlier ones.
  if (rules->problems()->error_count() > errors_before) return;
  const Result<Tree> tree = MakeTree(model);
  if (!tree.ok()) {
    rules->Error(model.source, tree.error().message);
    return;
  }
  ValidateBodies(model, *tree, rules);
}

void Validate(const Model& model, Problems* problems) {
  Rules rules(problems);
  ValidateModel(model, &rules);
}

void Validate(const WorldSpec& spec, Problems* problems) {
  Rules rules(problems);
  CheckSettings(spec, &rules);
  Instances instances;
  Names names("model", "the world");
  for (const ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) {
      problems->Error(WorldSource(spec, "model[" + instance.name + "]"), "the model was not loaded",
                      instance.name);
      continue;
    }
    names.Add(instance.name, instance.model->source, &rules);
    rules.Pose(instance.model->source, "the pose of model \"" + instance.name + "\"",
               instance.X_WM);
    instances.emplace(instance.name, &instance);
    if (rules.FirstVisit(instance.model.get())) ValidateModel(*instance.model, &rules);
  }
  Names light_names("light", "the world");
  for (const Light& light : spec.lights) {
    light_names.Add(light.name, light.source, &rules);
    rules.Pose(light.source, "the light's pose", light.X_PL);
  }
  ValidateGrounds(spec, &rules);
  CheckPairs(spec, &rules);
  CheckReferences(spec, instances, &rules);
}

}  // namespace surefoot::world
