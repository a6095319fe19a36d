#include <sdf/Collision.hh>
#include <sdf/Element.hh>
#include <sdf/Light.hh>
#include <sdf/Link.hh>
#include <sdf/Sensor.hh>
#include <sdf/Visual.hh>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"

namespace surefoot::formats {
namespace {

/// The pose of <inertial>, which stands in the link's frame.
RigidTransform InertialPose(const sdf::ElementPtr& inertial) {
  const sdf::ElementPtr pose = SdfFind(inertial, {"pose"});
  if (pose == nullptr) return RigidTransform();
  return FromSdfPose(pose->Get<ignition::math::Pose3d>());
}

Inertia ReadInertia(const SdfContext& context, const sdf::ElementPtr& inertial) {
  Inertia inertia;
  inertia.mass = SdfNumber(inertial, "mass", 1.0);
  const sdf::ElementPtr moments = SdfFind(inertial, {"inertia"});
  if (moments == nullptr) {
    context.problems()->Warning(context.sources->Of(*inertial),
                                "a mass without <inertia> gets SDF's default of 1 kg m2", "",
                                "give <inertia>, or leave <inertial> out to have it computed");
  }
  const auto moment = [&](const char* name, double fallback) {
    return SdfNumber(moments, name, fallback);
  };
  const double ixy = moment("ixy", 0.0), ixz = moment("ixz", 0.0), iyz = moment("iyz", 0.0);
  inertia.I_BBcm_B << moment("ixx", 1.0), ixy, ixz,  //
      ixy, moment("iyy", 1.0), iyz,                  //
      ixz, iyz, moment("izz", 1.0);
  return ExpressedIn(InertialPose(inertial), inertia);
}

std::optional<world::Collision> ReadCollision(const SdfContext& context,
                                              const sdf::Collision& collision) {
  const sdf::ElementPtr element = collision.Element();
  world::Collision read;
  read.name = collision.Name();
  read.source = context.sources->Of(*element);
  read.extensions = ReadSdfExtensions(context, element);
  const std::optional<SdfShape> shape = ReadSdfShape(context, element);
  if (!shape) return std::nullopt;
  read.geometry = shape->geometry;
  read.X_LG = ReadSdfPose(context, collision.SemanticPose(), element) * shape->X_GS;
  read.surface = ReadSdfSurface(context, element);
  read.surface.name = SurfaceName(read.extensions, context.problems());
  // Slip, which the description has no words for, stays in the surface as written.
  const sdf::ElementPtr ode = SdfFind(element, {"surface", "friction", "ode"});
  if (SdfFind(ode, {"slip1"}) != nullptr || SdfFind(ode, {"slip2"}) != nullptr) {
    read.extensions.push_back(context.sources->Keep(SdfFind(element, {"surface"})));
  }
  return read;
}

std::optional<world::Visual> ReadVisual(const SdfContext& context, const sdf::Visual& visual) {
  const sdf::ElementPtr element = visual.Element();
  world::Visual read;
  read.name = visual.Name();
  read.source = context.sources->Of(*element);
  read.extensions = ReadSdfExtensions(context, element);
  const std::optional<SdfShape> shape = ReadSdfShape(context, element);
  if (!shape) return std::nullopt;
  read.geometry = shape->geometry;
  read.X_LG = ReadSdfPose(context, visual.SemanticPose(), element) * shape->X_GS;
  read.material = ReadSdfMaterial(context, element);
  read.transparency = SdfNumber(element, "transparency", 0.0);
  read.cast_shadows = SdfFlag(element, "cast_shadows", true);
  return read;
}

}  // namespace

world::Link ReadSdfLink(const SdfContext& context, const sdf::Link& link) {
  const sdf::ElementPtr element = link.Element();
  world::Link read;
  read.name = link.Name();
  read.source = context.sources->Of(*element);
  read.X_ML = ReadSdfPose(context, link.SemanticPose(), element);
  read.gravity = SdfFlag(element, "gravity", true);
  read.kinematic = SdfFlag(element, "kinematic", false);
  read.extensions = ReadSdfExtensions(context, element);
  read.plugins = ReadSdfPlugins(context, element);
  for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) {
    auto collision = ReadCollision(context, *link.CollisionByIndex(i));
    if (collision) read.collisions.push_back(std::move(*collision));
  }
  for (std::uint64_t i = 0; i < link.VisualCount(); ++i) {
    auto visual = ReadVisual(context, *link.VisualByIndex(i));
    if (visual) read.visuals.push_back(std::move(*visual));
  }
  for (std::uint64_t i = 0; i < link.SensorCount(); ++i) {
    read.sensors.push_back(ReadSdfSensor(context, *link.SensorByIndex(i), false));
  }
  for (std::uint64_t i = 0; i < link.LightCount(); ++i) {
    read.lights.push_back(ReadSdfLight(context, *link.LightByIndex(i)));
  }
  if (const auto inertial = SdfFind(element, {"inertial"})) {
    read.inertia = ReadInertia(context, inertial);
  }
  return read;
}

}  // namespace surefoot::formats
