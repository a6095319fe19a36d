/// Mass, surface and tyre of a link.

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/ground/tyre/tyre_defaults.h"
#include "surefoot/sim/fields/fields.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::sim {
namespace {

constexpr Limits kMass = {1e-6, 1e6};
constexpr Limits kMostStiff = {1.0, 1e12};

Status SetMass(double mass, world::Link* link) {
  if (!(link->inertia.mass > 0.0)) {
    world::Link shaped = *link;
    Problems ignored;
    if (!world::FillMissingInertia(&shaped, world::kDefaultDensity, &ignored)) {
      return Error{"link '" + link->name +
                   "' has no mass and no shape to take its moments of inertia from; give it a "
                   "shape in its file"};
    }
    link->inertia = shaped.inertia;
  }
  link->inertia.I_BBcm_B *= mass / link->inertia.mass;
  link->inertia.mass = mass;
  link->inertia_computed = false;
  return Status();
}

void AddInertia(world::Link* link, Fields* fields) {
  fields->Number({"mass", "Mass", "Inertia", "kg"}, kMass, link->inertia.mass,
                 [link](double mass) { return SetMass(mass, link); });
  fields->Vector({"center_of_mass", "Centre of mass", "Inertia", "m"}, {-1e3, 1e3},
                 &link->inertia.p_BBcm);
  fields->Flag({"gravity", "Gravity acts on it", "Inertia"}, &link->gravity);
}

std::vector<std::string> GroundNames(const world::WorldSpec& spec, const std::string& own) {
  std::vector<std::string> names = {kNoGround};
  bool known = own == kNoGround;
  for (const world::GroundMaterial& ground : spec.grounds) {
    names.push_back(ground.name);
    known = known || ground.name == own;
  }
  // A name for pairs of surfaces, which is no ground.
  if (!known) names.push_back(own);
  return names;
}

void AddSurface(const std::string& prefix, const std::string& suffix, const std::string& group,
                bool is_ground, const world::WorldSpec& spec, world::Surface* surface,
                Fields* fields) {
  fields->Number({prefix + "mu", "Friction" + suffix, group}, {0.0, 1e6}, &surface->mu);
  fields->Number({prefix + "mu2", "Friction, second direction" + suffix, group}, {0.0, 1e6},
                 &surface->mu2);
  fields->Number({prefix + "restitution", "Bounce" + suffix, group}, {0.0, 1.0},
                 &surface->restitution);
  if (!is_ground) return;
  const std::string own = surface->name.empty() ? kNoGround : surface->name;
  fields->Choice({prefix + "ground", "Made of" + suffix, "Ground"}, GroundNames(spec, own), own,
                 [surface](const std::string& name) {
                   surface->name = name == kNoGround ? "" : name;
                   return Status();
                 });
}

/// The element that says it, wherever it is written; made in the link where there is none.
world::Element* ElementOf(const char* name, world::Link* link) {
  for (world::Element& element : link->extensions) {
    if (element.name == name) return &element;
  }
  for (world::Collision& collision : link->collisions) {
    for (world::Element& element : collision.extensions) {
      if (element.name == name) return &element;
    }
  }
  world::Element element;
  element.name = name;
  link->extensions.push_back(std::move(element));
  return &link->extensions.back();
}

}  // namespace

void AddLinkFields(const Editing& editing, int index, world::Model* model, world::WorldSpec* spec,
                   Fields* fields) {
  world::Link* link = &model->links[At(index)];
  const int id = editing.LinkId(index);
  const bool is_static = editing.world().IsStatic(id);
  if (!model->is_static) AddInertia(link, fields);
  const int wheel = editing.world().WheelOf(id);
  const std::string group = wheel >= 0 ? "Tyre contact" : "Contact";
  const bool one = link->collisions.size() == 1;
  for (world::Collision& collision : link->collisions) {
    AddSurface(one ? "" : collision.name + ".", one ? "" : " of " + collision.name, group,
               is_static, *spec, &collision.surface, fields);
  }
  if (wheel < 0) return;
  const world::Wheel& rolling = editing.world().wheels()[At(wheel)];
  if (rolling.link == id) AddWheelFields(rolling, link, fields);
}

void AddWheelFields(const world::Wheel& wheel, world::Link* link, Fields* fields) {
  const world::Tyre tyre = ground::FillTyre(wheel.tyre, wheel.radius, wheel.nominal_load);
  fields->Choice({"wheel.contact", "Contact computed as", "Tyre contact"},
                 {"engine", "tyre", "soil"}, world::WheelContactName(wheel.contact),
                 [link](const std::string& name) {
                   SetValue(ElementOf("surefoot:wheel", link), "surefoot:contact", name);
                   return Status();
                 });
  const auto add = [&](const char* name, const char* label, const char* unit, const Limits& limits,
                       double value) {
    fields->Number({std::string("tyre.") + name, label, "Tyre contact", unit}, limits, value,
                   [link, name](double wanted) {
                     SetValue(ElementOf("surefoot:tyre", link), std::string("surefoot:") + name,
                              NumberText(wanted));
                     return Status();
                   });
  };
  add("stiffness", "Tyre stiffness", "N/m", kMostStiff, tyre.stiffness);
  add("damping", "Tyre damping", "N s/m", {0.0, 1e12}, tyre.damping);
  add("shear_stiffness_x", "Tread stiffness along", "N/m", kMostStiff, tyre.shear_stiffness_x);
  add("shear_stiffness_y", "Tread stiffness across", "N/m", kMostStiff, tyre.shear_stiffness_y);
  add("flattening_pressure", "Pressure that flattens it", "Pa", {1.0, world::kInfinity},
      tyre.flattening_pressure);
  add("grouser_height", "Grouser height", "m", {0.0, 1.0}, tyre.grouser_height);
}

}  // namespace surefoot::sim
