#include "surefoot/sim/fields/fields.h"

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/ground/tyre/tyre_defaults.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/inertia_from_shapes.h"

// The properties of a model that can be edited while the world runs: for each a path, a range and a
// function that sets it in the description.

namespace surefoot::sim {
namespace {

constexpr Limits kMass = {1e-6, 1e6};
constexpr Limits kStiffness = {1.0, 1e12};

/// A link without mass gets its moments of inertia from its shapes; otherwise they scale with the
/// mass, as if the density changed.
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
  fields->Flag({"gravity", "Affected by gravity", "Inertia"}, &link->gravity);
}

std::vector<std::string> GroundNames(const world::WorldSpec& spec, const std::string& own) {
  std::vector<std::string> names = {kNoGround};
  bool known = own == kNoGround;
  for (const world::GroundMaterial& ground : spec.grounds) {
    names.push_back(ground.name);
    known = known || ground.name == own;
  }
  // A name used for surface pairs, which is not a ground.
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

/// The element with that name in the link or its collisions; created in the link if missing.
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

/// Units as shown to the user.
struct Units {
  const char* position;
  const char* velocity;
  const char* effort;
  const char* damping;
  const char* stiffness;
};
constexpr Units kTurning = {"rad", "rad/s", "N m", "N m s/rad", "N m/rad"};
constexpr Units kSliding = {"m", "m/s", "N", "N s/m", "N/m"};

void AddAxis(const std::string& prefix, const std::string& suffix, const Units& units,
             bool has_stops, world::JointAxis* axis, Fields* fields) {
  constexpr double kInf = world::kInfinity;
  constexpr Limits kAny = {0.0, 1e12};
  fields->Number({prefix + "damping", "Damping" + suffix, "Friction", units.damping}, kAny,
                 &axis->damping);
  fields->Number({prefix + "friction", "Dry friction" + suffix, "Friction", units.effort}, kAny,
                 &axis->friction);
  if (has_stops) {
    fields->Number({prefix + "lower", "Lower stop" + suffix, "Limits", units.position},
                   {-kInf, 1e6}, &axis->lower);
    fields->Number({prefix + "upper", "Upper stop" + suffix, "Limits", units.position},
                   {-1e6, kInf}, &axis->upper);
  }
  fields->Number({prefix + "effort", "Largest effort" + suffix, "Limits", units.effort},
                 {0.0, kInf}, &axis->effort);
  fields->Number({prefix + "velocity", "Largest speed" + suffix, "Limits", units.velocity},
                 {0.0, kInf}, &axis->velocity);
  fields->Number({prefix + "spring_stiffness", "Stiffness" + suffix, "Spring", units.stiffness},
                 kAny, &axis->spring_stiffness);
  fields->Number({prefix + "spring_reference", "Rest position" + suffix, "Spring", units.position},
                 {-1e6, 1e6}, &axis->spring_reference);
}

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Degrees for the user, radians in the description.
void AddAngle(const Caption& caption, const Limits& limits_deg, double* radians, Fields* fields) {
  fields->Number(caption, limits_deg, *radians / kDegree, [radians](double degrees) {
    *radians = degrees * kDegree;
    return Status();
  });
}

template <typename Kind, std::size_t kCount>
void AddKind(const Caption& caption, const char* const (&names)[kCount], Kind* kind,
             Fields* fields) {
  const std::vector<std::string> choices(names, names + kCount);
  fields->Choice(caption, choices, names[static_cast<std::size_t>(*kind)],
                 [choices, kind](const std::string& name) {
                   for (std::size_t i = 0; i < choices.size(); ++i) {
                     if (choices[i] == name) *kind = static_cast<Kind>(i);
                   }
                   return Status();
                 });
}

// The ranges are those of ground_reader.cc, so that edited worlds can be saved and read again.
void AddHard(world::HardGround* hard, Fields* fields) {
  const std::string group = "Hard ground";
  fields->Number({"mu", "Friction", group}, {0.0, 10.0}, &hard->mu);
  fields->Number({"slip_stiffness", "Slip stiffness (0: from friction)", group}, {0.0, 1000.0},
                 &hard->slip_stiffness);
  fields->Number({"rolling_resistance", "Rolling resistance", group}, {0.0, 1.0},
                 &hard->rolling_resistance);
  fields->Number({"roughness", "Roughness (ISO 8608)", group, "m^3"}, {0.0, 1.0}, &hard->roughness);
  fields->Number({"waviness", "Waviness of the roughness", group}, {1.0, 4.0}, &hard->waviness);
  fields->Number({"lug_share", "Effective share of tyre lugs", group}, {0.0, 10.0},
                 &hard->lug_share);
}

void AddSoil(world::Soil* soil, Fields* fields) {
  const std::string group = "Soil";
  fields->Number({"soil.cohesion", "Cohesion", group, "Pa"}, {0.0, 1e7}, &soil->cohesion);
  AddAngle({"soil.friction_angle", "Angle of friction", group, "deg"}, {0.0, 80.0},
           &soil->friction_angle, fields);
  fields->Number({"soil.exponent", "Sinkage exponent n", group}, {0.01, 3.0}, &soil->exponent);
  fields->Number({"soil.cohesive_modulus", "Cohesive modulus k_c", group, "N/m^(n+1)"},
                 {-1e12, 1e12}, &soil->cohesive_modulus);
  fields->Number({"soil.frictional_modulus", "Frictional modulus k_phi", group, "N/m^(n+2)"},
                 {-1e12, 1e12}, &soil->frictional_modulus);
  fields->Number({"soil.shear_modulus_x", "Shear deformation modulus, along", group, "m"},
                 {1e-5, 1.0}, &soil->shear_modulus_x);
  fields->Number({"soil.shear_modulus_y", "Shear deformation modulus, across", group, "m"},
                 {1e-5, 1.0}, &soil->shear_modulus_y);
  fields->Number({"soil.density", "Density", group, "kg/m^3"}, {1.0, 10000.0}, &soil->density);
  fields->Number({"soil.slip_sinkage", "Slip sinkage", group}, {0.0, 100.0}, &soil->slip_sinkage);
  fields->Number({"soil.dig_rate", "Digging rate with slip", group}, {0.0, 1.0}, &soil->dig_rate);
  fields->Flag({"soil.ruts", "Wheels leave ruts", group}, &soil->ruts);
}

void AddSoilModel(world::SoilModel* model, Fields* fields) {
  const std::string group = "Soil model";
  AddKind({"soil.shear", "Shear", group}, world::kSoilShearNames, &model->shear, fields);
  AddKind({"soil.bulldozing", "Bulldozing", group}, world::kBulldozingNames, &model->bulldozing,
          fields);
  AddKind({"soil.slip_sinkage_law", "Slip sinkage law", group}, world::kSlipSinkageNames,
          &model->slip_sinkage, fields);
  fields->Number({"soil.rebound", "Elastic rebound", group}, {0.0, 0.99}, &model->rebound);
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
  fields->Choice({"wheel.contact", "Contact model", "Tyre contact"}, {"engine", "tyre", "soil"},
                 world::WheelContactName(wheel.contact), [link](const std::string& name) {
                   SetValue(ElementOf("surefoot:wheel", link), "surefoot:contact", name);
                   return Status();
                 });
  const auto add = [&](const char* name, const char* label, const char* unit, const Limits& limits,
                       double value) {
    fields->Number({std::string("tyre.") + name, label, "Tyre contact", unit}, limits, value,
                   [link, name](double requested) {
                     SetValue(ElementOf("surefoot:tyre", link), std::string("surefoot:") + name,
                              NumberText(requested));
                     return Status();
                   });
  };
  add("stiffness", "Tyre stiffness", "N/m", kStiffness, tyre.stiffness);
  add("damping", "Tyre damping", "N s/m", {0.0, 1e12}, tyre.damping);
  add("shear_stiffness_x", "Tread stiffness along", "N/m", kStiffness, tyre.shear_stiffness_x);
  add("shear_stiffness_y", "Tread stiffness across", "N/m", kStiffness, tyre.shear_stiffness_y);
  add("flattening_pressure", "Flattening pressure", "Pa", {1.0, world::kInfinity},
      tyre.flattening_pressure);
  add("grouser_height", "Grouser height", "m", {0.0, 1.0}, tyre.grouser_height);
}

void AddJointFields(world::Joint* joint, Fields* fields) {
  const int count = world::LimitedAxisCount(joint->type);
  const bool slides = joint->type == world::JointType::kPrismatic;
  for (int i = 0; i < count && i < 2; ++i) {
    const bool first = i == 0;
    const bool has_stops = joint->type != world::JointType::kContinuous;
    const bool plane = joint->type == world::JointType::kPlanar;
    AddAxis(first ? "" : "axis2.", count > 1 ? (first ? ", axis 1" : ", axis 2") : "",
            slides || plane ? kSliding : kTurning, has_stops, &joint->axes[i], fields);
  }
}

void AddGroundFields(world::GroundMaterial* ground, Fields* fields) {
  AddHard(&ground->hard, fields);
  if (!ground->has_soil) return;
  AddSoil(&ground->soil, fields);
  AddSoilModel(&ground->soil.model, fields);
}

void AddSensorFields(world::Sensor* sensor, const sensors::SensorKind* kind, Fields* fields) {
  fields->Number({"update_rate", "Rate (0: default)", "Sensor", "Hz"}, {0.0, 1e6},
                 &sensor->update_rate);
  if (kind == nullptr || kind->fields == nullptr) return;
  Problems ignored;
  const world::ElementReader reader(sensor->element, &ignored);
  sensors::ErrorFields errors(reader, &sensor->element, fields);
  kind->fields(&errors);
}

std::vector<NamedSensor> NamedSensors(world::Model* model) {
  std::vector<NamedSensor> all;
  const auto add = [&](const std::string& owner, std::vector<world::Sensor>* sensors) {
    for (world::Sensor& sensor : *sensors) all.push_back({sensor.name, owner, &sensor});
  };
  for (world::Link& link : model->links) add(link.name, &link.sensors);
  for (world::Joint& joint : model->joints) add(joint.name, &joint.sensors);
  for (NamedSensor& one : all) {
    int same = 0;
    for (const NamedSensor& other : all) same += other.sensor->name == one.sensor->name ? 1 : 0;
    if (same > 1) one.name = one.owner + "/" + one.sensor->name;
  }
  return all;
}

}  // namespace surefoot::sim
