#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

Vector3d DirectionOf(const SdfNode* element) {
  return UnitOf(SdfVector(element, "fdir1", Vector3d::Zero()));
}

/// Old files write -1 for SDF's default.
double FrictionOf(const SdfNode* element, const char* name) {
  const double mu = SdfNumber(element, name, 1.0);
  return mu < 0.0 ? 1.0 : mu;
}

void ReadFriction(const SdfContext& context, const SdfNode* friction, world::Surface* surface) {
  const SdfNode* ode = SdfFind(friction, {"ode"});
  const SdfNode* bullet = SdfFind(friction, {"bullet"});
  if (ode != nullptr) {
    surface->mu = FrictionOf(ode, "mu");
    surface->mu2 = FrictionOf(ode, "mu2");
    surface->friction_direction = DirectionOf(ode);
    if (surface->mu != surface->mu2 && SdfFind(ode, {"mu2"}) == nullptr) {
      context.problems()->Note(context.sources->Of(*ode),
                               "<mu> without <mu2>: SDF's default of 1 holds across", "",
                               "give <mu2> too");
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
    context.problems()->Warning(context.sources->Of(*torsional),
                                "a patch that grows with the contact's depth is not supported; "
                                "there is no torsional friction",
                                "use_patch_radius false", "give a <patch_radius>");
  }
}

void ReadBounce(const SdfContext& context, const SdfNode* bounce, world::Surface* surface) {
  surface->restitution = SdfNumber(bounce, "restitution_coefficient", 0.0);
  // SDF's default, 100000 m/s, would make a coefficient alone mean nothing.
  surface->restitution_threshold = SdfNumber(bounce, "threshold", 0.0);
  if (surface->restitution > 0.0 && SdfFind(bounce, {"threshold"}) == nullptr) {
    context.problems()->Note(context.sources->Of(*bounce),
                             "restitution without a threshold counts at every speed", "",
                             "give a <threshold> in m/s to choose another");
  }
}

void ReadContact(const SdfContext& context, const SdfNode* contact, world::Surface* surface) {
  const SdfNode* spring = SdfFind(contact, {"ode"});
  if (spring == nullptr) spring = SdfFind(contact, {"bullet"});
  // SDF's defaults stand for "rigid": the engine chooses.
  const double kp = SdfNumber(spring, "kp", 1e12);
  const double kd = SdfNumber(spring, "kd", 1.0);
  if (kp > 0.0 && kp < 1e12) surface->stiffness = kp;
  if (kd > 0.0 && kd != 1.0) surface->damping = kd;
  if (const auto mask = SdfFind(contact, {"collide_bitmask"})) {
    Problems ignored;
    surface->collide_mask = static_cast<std::uint32_t>(
        ParseInteger(mask->text, 0, 0xffffffff, Source{}, &ignored).value_or(0xffff));
  }
  if (SdfFlag(contact, "collide_without_contact", false)) {
    context.problems()->Warning(context.sources->Of(*contact),
                                "collide_without_contact is not supported: the shape collides",
                                "true",
                                "set collide_bitmask to 0 for a shape that touches nothing");
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

}  // namespace surefoot::formats
