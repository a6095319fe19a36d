#pragma once

/// From libsdformat's objects to our description, piece by piece. All report to the context.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/sdf_forward.h"
#include "surefoot/formats/sdf/sources.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// What the functions below share.
struct SdfContext {
  const ReadContext* read = nullptr;
  const SdfSources* sources = nullptr;

  Problems* problems() const { return read->problems; }
};

/// Contents of models by the name of the first that has it, extensions not yet applied.
using SdfModels = std::map<std::string, std::shared_ptr<const world::Model>>;

/// The world's settings, lights, plugins and what is kept, but no models.
void ReadSdfWorld(const SdfContext& context, const sdf::World& world, world::WorldSpec* spec);

/// A model with its nested models flattened; its own extensions are left out.
world::Model ReadSdfModel(const SdfContext& context, const sdf::Model& model);

/// The model in the world; remembers its content in `models`.
world::ModelInstance ReadSdfInstance(const SdfContext& context, const sdf::Model& model,
                                     SdfModels* models);

/// A model of which only the place is written: see SharedWorld.
world::ModelInstance ReadSdfCopy(const SdfContext& context, const sdf::Frame& frame,
                                 const SdfModels& models);

/// True for a frame that stands for a model.
bool IsSdfCopy(const sdf::ElementPtr& frame);

/// Gives a body without any mass, neither given nor from shapes, the mass that SDF gives to a link
/// without <inertial>: 1 kg and 1 kg m2. Links that a fixed joint joins to one with mass need none.
void FillMassless(world::Model* model, Problems* problems);

world::Link ReadSdfLink(const SdfContext& context, const sdf::Link& link);

/// All but its links, which the model knows. X_CJ is set, X_PJ is not.
world::Joint ReadSdfJoint(const SdfContext& context, const sdf::Joint& joint);

/// A shape and where the file's own fields put it in the geometry's frame (a plane's normal, a
/// height map's position). Nothing when there is no shape, after reporting.
struct SdfShape {
  world::Geometry geometry;
  RigidTransform X_GS;
};
std::optional<SdfShape> ReadSdfShape(const SdfContext& context, const sdf::ElementPtr& owner);

world::Surface ReadSdfSurface(const SdfContext& context, const sdf::ElementPtr& collision);
std::optional<world::Material> ReadSdfMaterial(const SdfContext& context,
                                               const sdf::ElementPtr& visual);

/// X_LS is left as the sensor's pose in what it stands in. libsdformat 12 does not resolve the
/// poses of sensors in joints, so there `in_joint` takes them as written.
world::Sensor ReadSdfSensor(const SdfContext& context, const sdf::Sensor& sensor, bool in_joint);
world::Light ReadSdfLight(const SdfContext& context, const sdf::Light& light);
std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context,
                                          const sdf::ElementPtr& element);

RigidTransform FromSdfPose(const ignition::math::Pose3<double>& pose);

/// The pose in the frame that it stands in by default, or in `resolve_to`; the identity after
/// reporting.
RigidTransform ReadSdfPose(const SdfContext& context, const sdf::SemanticPose& pose,
                           const sdf::ElementPtr& element, const std::string& resolve_to = {});

/// The <surefoot:...> children of an element.
std::vector<world::Element> ReadSdfExtensions(const SdfContext& context,
                                              const sdf::ElementPtr& element);

}  // namespace surefoot::formats
