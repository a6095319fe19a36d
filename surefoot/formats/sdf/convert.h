#pragma once

/// Conversion of nodes to the world's description, one function for each kind of element. The
/// nodes have been checked against the schema before, so a value that cannot be parsed has been
/// reported and the functions silently use SDF's default. What only the conversion can find goes
/// to the context.

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

/// What the functions below share: where files are found and where problems go.
struct SdfContext : Reporter<SdfContext> {
  SdfContext(const ReadContext& read_context, const SdfSources& all_sources)
      : Reporter(all_sources.problems()), read(&read_context), sources(&all_sources) {}
  using Reporter::SourceOf;
  Source SourceOf(const SdfNode& node) const { return sources->Of(node); }

  const ReadContext* read;
  const SdfSources* sources;
};

/// Reads the world's settings, lights, plugins and kept elements; models are read by SdfInstances.
void ReadSdfWorld(const SdfContext& context, SdfScope* world, world::WorldSpec* spec);

/// True for elements of a world that are kept as written, because the description has no members
/// for them.
bool IsKeptBySdf(const std::string& name);

/// Reports frames of the world that are attached to nothing. Called after all models have been
/// read.
void CheckSdfFrames(SdfScope* world);

/// Reads the joints between models. Two models that a movable joint connects become one model,
/// since a joint cannot cross models; fixed ones become attachments.
void ReadSdfWorldJoints(const SdfContext& context, SdfScope* world, world::WorldSpec* spec);

/// Reads a model and flattens its nested models: links and joints are named "arm::hand". Its own
/// extensions are applied by SdfInstances, because equal models may differ in them.
world::Model ReadSdfModel(const SdfContext& context, SdfScope* model);

/// Places models in a world. Models with equal content share one description, which saves reading
/// and memory for worlds with hundreds of equal models.
class SdfInstances {
 public:
  SdfInstances(const SdfContext& context, SdfScope* world) : context_(context), world_(*world) {}

  /// The model in the world; its `model` is nullptr, after reporting, when it cannot be read.
  world::ModelInstance Read(SdfScope::Entry* entry);

 private:
  using ModelPtr = std::shared_ptr<const world::Model>;

  ModelPtr ReadContent(SdfScope::Entry* entry);

  const SdfContext& context_;
  SdfScope& world_;
  /// By content, without the instance's own extensions; and with them.
  std::map<std::string, ModelPtr> contents_;
  std::map<std::string, ModelPtr> models_;
};

world::Link ReadSdfLink(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry);

/// Computes mass and inertia where the file leaves them to the shapes. Returns true for a link
/// whose mass the file gives as zero.
bool CompleteSdfInertia(const SdfContext& context, const SdfNode& node, bool is_static,
                        world::Link* link);

/// Reads a joint without its links and frames, which need the whole model.
world::Joint ReadSdfJoint(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry);

/// A shape, and its pose in the geometry's frame G, which some shapes have in their own elements
/// (the normal of a plane, the position of a height map).
struct SdfShape {
  world::Geometry geometry;
  RigidTransform X_GS;
};
std::optional<SdfShape> ReadSdfShape(const SdfContext& context, const SdfNode& owner);

world::Surface ReadSdfSurface(const SdfContext& context, const SdfNode& collision);
std::optional<world::Material> ReadSdfMaterial(const SdfContext& context, const SdfNode& visual);

/// The caller sets the poses of sensors and lights.
world::Sensor ReadSdfSensor(const SdfContext& context, const SdfNode& node);
world::Light ReadSdfLight(const SdfContext& context, const SdfNode& node);
std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context, const SdfNode& node);

/// The <surefoot:...> children of an element.
std::vector<world::Element> ReadSdfExtensions(const SdfContext& context, const SdfNode& node);

}  // namespace surefoot::formats
