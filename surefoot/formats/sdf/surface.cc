/// Reads the surface of a shape (friction, contact) and its material.

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

/// The first friction direction as a unit vector, in the collision's frame; zero when it is not
/// given.
Vector3d DirectionOf(const SdfNode* element) {
  return UnitOf(SdfVector(element, "fdir1", Vector3d::Zero()));
}

/// Old files write -1 for the default.
double FrictionOf(const SdfNode* element, const char* name) {
  const double mu = SdfNumber(element, name, 1.0);
  return mu < 0.0 ? 1.0 : mu;
}

/// ODE's and Bullet's parameters are alternatives for the same coefficients; ODE's take
/// precedence, as most files have them. Torsional friction is a length (m): coefficient times
/// patch radius.
void ReadFriction(const SdfContext& context, const SdfNode* friction, world::Surface* surface) {
  const SdfNode* ode = SdfFind(friction, {"ode"});
  const SdfNode* bullet = SdfFind(friction, {"bullet"});
  if (ode != nullptr) {
    surface->mu = FrictionOf(ode, "mu");
    surface->mu2 = FrictionOf(ode, "mu2");
    surface->friction_direction = DirectionOf(ode);
    if (surface->mu != surface->mu2 && SdfFind(ode, {"mu2"}) == nullptr) {
      context.Note(*ode, "<mu> without <mu2>: SDF's default of 1 applies to the second direction",
                   "", "write <mu2> too");
    }
  } else if (bullet != nullptr) {
    surface->mu = FrictionOf(bullet, "friction");
    surface->mu2 = FrictionOf(bullet, "friction2");
    surface->friction_direction = DirectionOf(bullet);
  }
  surface->rolling_friction = SdfNumber(bullet, "rolling_friction", 0.0);
  const SdfNode* torsional = SdfFind(friction, {"torsional"});
  if (torsional == nullptr) return;
  if (SdfFlag(torsional, "use_patch_radius", true)) {
    surface->torsional_friction =
        SdfNumber(torsional, "coefficient", 1.0) * SdfNumber(torsional, "patch_radius", 0.0);
  } else {
    context.Warning(*torsional,
                    "a patch that grows with the contact's depth is not supported; torsional "
                    "friction is not applied",
                    "use_patch_radius false", "write a <patch_radius>");
  }
}

/// The threshold is the approach speed (m/s) below which a contact does not bounce.
void ReadBounce(const SdfContext& context, const SdfNode* bounce, world::Surface* surface) {
  surface->restitution = SdfNumber(bounce, "restitution_coefficient", 0.0);
  // SDF's default is 100000 m/s, with which a coefficient alone would have no effect.
  surface->restitution_threshold = SdfNumber(bounce, "threshold", 0.0);
  if (surface->restitution > 0.0 && SdfFind(bounce, {"threshold"}) == nullptr) {
    context.Note(*bounce, "restitution without a threshold applies at every speed", "",
                 "write a <threshold> in m/s to limit it");
  }
}

void ReadContact(const SdfContext& context, const SdfNode* contact, world::Surface* surface) {
  const SdfNode* spring = SdfFind(contact, {"ode"});
  if (spring == nullptr) spring = SdfFind(contact, {"bullet"});
  // SDF's defaults mean a rigid contact: the engine chooses its parameters.
  const double kp = SdfNumber(spring, "kp", 1e12);
  const double kd = SdfNumber(spring, "kd", 1.0);
  if (kp > 0.0 && kp < 1e12) surface->stiffness = kp;
  if (kd > 0.0 && kd != 1.0) surface->damping = kd;
  if (const auto mask = SdfFind(contact, {"collide_bitmask"})) {
    surface->collide_mask = static_cast<std::uint32_t>(
        ParseQuietly(ParseInteger, mask->text, 0, 0xffffffff).value_or(0xffff));
  }
  if (SdfFlag(contact, "collide_without_contact", false)) {
    context.Warning(*contact, "collide_without_contact is not supported: the shape collides",
                    "true", "set collide_bitmask to 0 for a shape that collides with nothing");
  }
}

/// Colours of the material scripts of Gazebo Classic, by the name after "Gazebo/".
std::optional<Eigen::Vector4d> ScriptColor(const std::string& script) {
  static const std::map<std::string, Eigen::Vector4d> colors = {
      {"Black", {0.0, 0.0, 0.0, 1.0}},       {"Blue", {0.0, 0.0, 1.0, 1.0}},
      {"DarkGray", {0.18, 0.18, 0.18, 1.0}}, {"DarkGrey", {0.18, 0.18, 0.18, 1.0}},
      {"Gold", {0.8, 0.65, 0.2, 1.0}},       {"Gray", {0.7, 0.7, 0.7, 1.0}},
      {"Green", {0.0, 1.0, 0.0, 1.0}},       {"Grey", {0.7, 0.7, 0.7, 1.0}},
      {"Indigo", {0.33, 0.0, 0.5, 1.0}},     {"Orange", {1.0, 0.5, 0.05, 1.0}},
      {"Purple", {1.0, 0.0, 1.0, 1.0}},      {"Red", {1.0, 0.0, 0.0, 1.0}},
      {"Turquoise", {0.0, 1.0, 1.0, 1.0}},   {"White", {1.0, 1.0, 1.0, 1.0}},
      {"Wood", {0.6, 0.45, 0.3, 1.0}},       {"Yellow", {1.0, 1.0, 0.0, 1.0}},
  };
  const std::string prefix = "Gazebo/";
  if (script.rfind(prefix, 0) != 0) return std::nullopt;
  const auto found = colors.find(script.substr(prefix.size()));
  if (found == colors.end()) return std::nullopt;
  return found->second;
}

std::optional<Eigen::Vector4d> ColorOf(const SdfNode* element, const std::string& child) {
  const SdfNode* found = SdfFind(element, {child});
  if (found == nullptr) return std::nullopt;
  return ParseQuietly(ParseColor, found->text);
}

void ReadColors(const SdfNode* element, world::Material* material) {
  const auto script = ScriptColor(material->name);
  const auto ambient = ColorOf(element, "ambient");
  const auto diffuse = ColorOf(element, "diffuse");
  // If only one of ambient and diffuse is given, it is used for both.
  if (script) material->ambient = material->diffuse = *script;
  if (ambient && !script) material->diffuse = *ambient;
  if (diffuse) material->ambient = material->diffuse = *diffuse;
  if (ambient) material->ambient = *ambient;
  if (const auto specular = ColorOf(element, "specular")) material->specular = *specular;
  if (const auto emissive = ColorOf(element, "emissive")) material->emissive = *emissive;
}

/// The albedo map of either PBR workflow. Other maps (normal, roughness) are not drawn.
void ReadTexture(const SdfContext& context, const SdfNode* element, world::Material* material) {
  const SdfNode* map = SdfFind(element, {"pbr", "metal", "albedo_map"});
  if (map == nullptr) map = SdfFind(element, {"pbr", "specular", "albedo_map"});
  if (map == nullptr || Trimmed(map->text).empty()) return;
  const Source source = context.sources->Of(*map);
  const Result<std::string> path = context.read->resolver->Resolve(Trimmed(map->text), source.file);
  if (path.ok()) {
    material->texture = *path;
  } else {
    context.Warning(source, "not drawn: the texture " + path.error().message);
  }
}

}  // namespace

world::Surface ReadSdfSurface(const SdfContext& context, const SdfNode& collision) {
  world::Surface surface;
  const SdfNode* element = collision.Child("surface");
  if (element == nullptr) return surface;
  if (const auto friction = SdfFind(element, {"friction"})) {
    ReadFriction(context, friction, &surface);
  }
  if (const auto bounce = SdfFind(element, {"bounce"})) ReadBounce(context, bounce, &surface);
  if (const auto contact = SdfFind(element, {"contact"})) ReadContact(context, contact, &surface);
  return surface;
}

std::optional<world::Material> ReadSdfMaterial(const SdfContext& context, const SdfNode& visual) {
  const SdfNode* element = visual.Child("material");
  if (element == nullptr) return std::nullopt;
  world::Material material;
  material.element = context.sources->Keep(*element);
  if (const auto script = SdfFind(element, {"script", "name"}))
    material.name = Trimmed(script->text);
  ReadColors(element, &material);
  ReadTexture(context, element, &material);
  return material;
}

}  // namespace surefoot::formats
