#include <sdf/Element.hh>
#include <sdf/Light.hh>
#include <sdf/World.hh>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

/// The profile marked as default, else the first in the file; nullptr when it has none.
sdf::ElementPtr ChoosePhysics(const sdf::ElementPtr& world) {
  const std::vector<sdf::ElementPtr> profiles = SdfChildren(*world, "physics");
  for (const sdf::ElementPtr& profile : profiles) {
    if (profile->Get<bool>("default")) return profile;
  }
  return profiles.empty() ? nullptr : profiles.front();
}

void ReadPhysics(const SdfContext& context, const sdf::ElementPtr& world,
                 world::PhysicsSpec* physics) {
  const sdf::ElementPtr element = ChoosePhysics(world);
  if (element == nullptr) return;
  const sdf::ParamPtr name = element->GetAttribute("name");
  if (name != nullptr && name->GetSet()) physics->name = name->GetAsString();
  const sdf::ParamPtr type = element->GetAttribute("type");
  if (type != nullptr && type->GetSet()) physics->type = type->GetAsString();
  physics->step = SdfNumber(element, "max_step_size", physics->step);
  physics->real_time_factor = SdfNumber(element, "real_time_factor", physics->real_time_factor);
  physics->element = context.sources->Keep(element);
  if (!(physics->step > 0.0) || physics->step > 1.0) {
    context.problems()->Error(context.sources->Of(*SdfFind(element, {"max_step_size"})),
                              "the step must be above 0 s and at most 1 s",
                              SdfTextOf(*SdfFind(element, {"max_step_size"})),
                              "write for example 0.001");
    physics->step = 0.001;
  }
  if (!(physics->real_time_factor >= 0.0)) {
    context.problems()->Error(context.sources->Of(*SdfFind(element, {"real_time_factor"})),
                              "the real-time factor must not be negative",
                              SdfTextOf(*SdfFind(element, {"real_time_factor"})),
                              "1 is real time, 0 as fast as possible");
  }
}

void ReadPlace(const SdfContext& context, const sdf::ElementPtr& world, world::WorldSpec* spec) {
  const sdf::ElementPtr element = SdfFind(world, {"spherical_coordinates"});
  if (element == nullptr) return;
  world::SphericalCoordinates place;
  if (const auto model = SdfFind(element, {"surface_model"})) {
    place.surface_model = SdfTextOf(*model);
  }
  place.latitude_deg = SdfNumber(element, "latitude_deg", 0.0);
  place.longitude_deg = SdfNumber(element, "longitude_deg", 0.0);
  place.elevation = SdfNumber(element, "elevation", 0.0);
  place.heading_deg = SdfNumber(element, "heading_deg", 0.0);
  const auto orientation = SdfFind(element, {"world_frame_orientation"});
  if (orientation != nullptr && SdfTextOf(*orientation) != "ENU") {
    context.problems()->Warning(context.sources->Of(*orientation),
                                "only ENU is supported: x is east, y north, z up",
                                SdfTextOf(*orientation), "use <heading_deg> to turn the world");
  }
  if (place.latitude_deg < -90.0 || place.latitude_deg > 90.0) {
    context.problems()->Error(
        context.sources->Of(*SdfFind(element, {"latitude_deg"})), "the latitude is out of range",
        SdfTextOf(*SdfFind(element, {"latitude_deg"})), "accepted: -90 to 90 degrees");
  }
  spec->spherical_coordinates = place;
}

/// What the description has no words for.
bool IsKept(const std::string& name) {
  for (const char* kept : {"actor", "atmosphere", "audio", "frame", "gui", "population", "road",
                           "scene", "state", "wind"}) {
    if (name == kept) return true;
  }
  return false;
}

}  // namespace

void ReadSdfWorld(const SdfContext& context, const sdf::World& world, world::WorldSpec* spec) {
  const sdf::ElementPtr element = world.Element();
  spec->name = world.Name();
  const auto gravity = world.Gravity();
  spec->gravity_W = Vector3d(gravity.X(), gravity.Y(), gravity.Z());
  const auto field = world.MagneticField();
  spec->magnetic_field_W = Vector3d(field.X(), field.Y(), field.Z());
  ReadPhysics(context, element, &spec->physics);
  ReadPlace(context, element, spec);
  for (std::uint64_t i = 0; i < world.LightCount(); ++i) {
    spec->lights.push_back(ReadSdfLight(context, *world.LightByIndex(i)));
  }
  spec->plugins = ReadSdfPlugins(context, element);
  spec->extensions = ReadSdfExtensions(context, element);
  for (const sdf::ElementPtr& child : SdfChildren(*element)) {
    if (IsKept(child->GetName()) && !IsSdfCopy(child)) {
      spec->kept.push_back(context.sources->Keep(child));
    }
    if (child->GetName() == "joint") {
      context.problems()->Error(context.sources->Of(*child),
                                "joints between models are not supported", "",
                                "hold links together with <surefoot:attach>");
    }
  }
}

}  // namespace surefoot::formats
