#pragma once

/// From nodes to our description, piece by piece. All report to the context.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/scope.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// What the functions below share.
struct SdfContext : Reporter<SdfContext> {
  SdfContext(const ReadContext& read_context, const SdfSources& all_sources)
      : Reporter(all_sources.problems()), read(&read_context), sources(&all_sources) {}
  using Reporter::SourceOf;
  Source SourceOf(const SdfNode& node) const { return sources->Of(node); }

  const ReadContext* read;
  const SdfSources* sources;
};

/// The world's settings, lights, plugins and what is kept, but no models.
void ReadSdfWorld(const SdfContext& context, SdfScope* world, world::WorldSpec* spec);

/// True for elements of a world that are kept as they are: the description has no words for them.
bool IsKeptBySdf(const std::string& name);

/// Reports frames of the world that stand on nothing; after all models.
void CheckSdfFrames(SdfScope* world);

/// Joints between the models that were read. Two models that a joint moves against each other
/// become one.
void ReadSdfWorldJoints(const SdfContext& context, SdfScope* world, world::WorldSpec* spec);

/// A model with its nested models flattened; its own extensions are left out.
world::Model ReadSdfModel(const SdfContext& context, SdfScope* model);

/// Places models in a world. Equal ones share one description.
class SdfInstances {
 public:
  SdfInstances(const SdfContext& context, SdfScope* world) : context_(context), world_(*world) {}

  /// The model in the world; its description is nullptr when there is none, after reporting.
  world::ModelInstance Read(SdfScope::Entry* entry);

 private:
  using ModelPtr = std::shared_ptr<const world::Model>;

  ModelPtr ReadContent(SdfScope::Entry* entry);

  const SdfContext& context_;
  SdfScope& world_;
  /// By content, extensions not yet applied.
  std::map<std::string, ModelPtr> contents_;
  /// By content and extensions.
  std::map<std::string, ModelPtr> models_;
};

world::Link ReadSdfLink(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry);

/// Sets mass and inertia where the file leaves them to the shapes. True for a mass of zero.
bool CompleteSdfInertia(const SdfContext& context, const SdfNode& node, bool is_static,
                        world::Link* link);

/// All but its links and frames, which the model knows.
world::Joint ReadSdfJoint(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry);

/// A shape and where the file's own fields put it in the geometry's frame (a plane's normal, a
/// height map's position). Nothing when there is no shape, after reporting.
struct SdfShape {
  world::Geometry geometry;
  RigidTransform X_GS;
};
std::optional<SdfShape> ReadSdfShape(const SdfContext& context, const SdfNode& owner);

world::Surface ReadSdfSurface(const SdfContext& context, const SdfNode& collision);
std::optional<world::Material> ReadSdfMaterial(const SdfContext& context, const SdfNode& visual);

/// The pose is left to the caller.
world::Sensor ReadSdfSensor(const SdfContext& context, const SdfNode& node);
world::Light ReadSdfLight(const SdfContext& context, const SdfNode& node);
std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context, const SdfNode& node);

/// The <surefoot:...> children of an element.
std::vector<world::Element> ReadSdfExtensions(const SdfContext& context, const SdfNode& node);

}  // namespace surefoot::formats
