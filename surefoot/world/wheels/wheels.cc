/// The wheels of a World, and what computes their contacts.

#include <algorithm>
#include <map>
#include <set>

#include "surefoot/base/index.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/plate.h"
#include "surefoot/world/wheels/find_wheels.h"
#include "surefoot/world/world.h"

namespace surefoot::world {
namespace {

/// The contact that a plate requests. Plates have no model for hard ground.
WheelContact RequestedPlateContact(const Element& plate) {
  Problems reported_before;
  return ReadContact(plate, &reported_before).value_or(WheelContact::kSoil);
}

/// True when a ground, or one to which its map refers, is soft.
bool HasSoil(const World& world, int material) {
  if (material < 0) return false;
  const GroundMaterial& ground = world.spec().grounds[At(material)];
  const std::vector<NamedPart> parts = PartsOf(ground.map);
  return ground.has_soil || std::any_of(parts.begin(), parts.end(), [&](const NamedPart& part) {
           const int index = world.FindGround(part.ground);
           return index >= 0 && world.spec().grounds[At(index)].has_soil;
         });
}

Surface TreadOf(const World& world, const Wheel& wheel) {
  if (wheel.collision < 0) return Surface();
  return world.link(wheel.link).collisions[At(wheel.collision)].surface;
}

}  // namespace

int World::FindGround(const std::string& name) const {
  return name.empty() ? -1 : FindNamed(spec_.grounds, name);
}

const World::GroundShape& World::ShapeOf(int link_id, int collision) const {
  return ground_shapes_[At(first_ground_shape_[At(link_id)] + collision)];
}

/// The contact that the files request.
WheelContact World::RequestedContact(int wheel, const GroundShape& shape) const {
  if (spec_.wheel_contact) return *spec_.wheel_contact;
  return shape.contact.value_or(wheels_[At(wheel)].contact);
}

WheelContact World::ContactOn(int link_id, int ground_link, int ground_collision) const {
  if (!has_own_contacts_ || !IsStatic(ground_link)) return WheelContact::kEngine;
  const int wheel = WheelOf(link_id);
  const GroundShape& ground = ShapeOf(ground_link, ground_collision);
  if (wheel < 0) {
    // A plate's contact covers a whole shape if it has soil anywhere.
    const Element* plate = FindPlateElement(*this, link_id);
    if (plate == nullptr || !HasSoil(*this, ground.material)) return WheelContact::kEngine;
    const WheelContact contact =
        spec_.wheel_contact.value_or(ground.contact.value_or(RequestedPlateContact(*plate)));
    return contact == WheelContact::kSoil ? contact : WheelContact::kEngine;
  }
  const WheelContact contact = RequestedContact(wheel, ground);
  if (contact != WheelContact::kSoil) return contact;
  const bool soft = ground.material >= 0 && spec_.grounds[At(ground.material)].has_soil;
  return soft ? WheelContact::kSoil : WheelContact::kTyre;
}

WheelContact World::ContactOn(int link_id, int ground_link, int ground_collision,
                              int ground) const {
  const int wheel = WheelOf(link_id);
  if (wheel < 0) return ContactOn(link_id, ground_link, ground_collision);
  if (!has_own_contacts_ || !IsStatic(ground_link)) return WheelContact::kEngine;
  const GroundMaterial& material = spec_.grounds[At(ground)];
  WheelContact contact = RequestedContact(wheel, ShapeOf(ground_link, ground_collision));
  if (contact == WheelContact::kEngine) return contact;
  const bool chooses = material.contact && *material.contact != WheelContact::kEngine;
  if (chooses && !spec_.wheel_contact) contact = *material.contact;
  if (contact != WheelContact::kSoil) return contact;
  return material.has_soil ? WheelContact::kSoil : WheelContact::kTyre;
}

const GroundMaterial* World::GroundOf(int link_id, int collision) const {
  const int material = ShapeOf(link_id, collision).material;
  return material < 0 ? nullptr : &spec_.grounds[At(material)];
}

HardGround World::HardGroundUnder(const Wheel& wheel, const GroundMaterial& ground) const {
  HardGround hard = ground.hard;
  const std::string tread = TreadOf(*this, wheel).name;
  for (const SurfacePair& pair : spec_.surface_pairs) {
    const bool named =
        (pair.a == tread && pair.b == ground.name) || (pair.b == tread && pair.a == ground.name);
    if (named && !tread.empty()) hard.mu = pair.mu;
  }
  return hard;
}

HardGround World::HardGroundUnder(const Wheel& wheel, int link_id, int collision) const {
  if (const GroundMaterial* material = GroundOf(link_id, collision)) {
    return HardGroundUnder(wheel, *material);
  }
  const Surface& ground = link(link_id).collisions[At(collision)].surface;
  HardGround hard;
  const ContactLaw law = Combine(TreadOf(*this, wheel), ground, spec_.surface_pairs);
  hard.mu = law.mu;
  if (law.rolling_friction > 0.0) hard.rolling_resistance = law.rolling_friction / wheel.radius;
  return hard;
}

/// Reads the ground properties of collision shapes.
void World::AddGroundShapes(Problems* problems) {
  for (int i = 0; i < link_count_; ++i) {
    first_ground_shape_.push_back(static_cast<int>(ground_shapes_.size()));
    for (const Collision& collision : link(i).collisions) {
      GroundShape shape;
      shape.material = FindGround(collision.surface.name);
      if (shape.material >= 0) shape.contact = spec_.grounds[At(shape.material)].contact;
      if (const Element* element = FindElement(collision.extensions, "surefoot:ground")) {
        const std::optional<WheelContact> said = ReadContact(*element, problems);
        if (said) shape.contact = said;
      }
      ground_shapes_.push_back(shape);
    }
  }
}

void World::AddWheels(Problems* problems) {
  // Without gravity, tyre parameters are those on Earth.
  double gravity = spec_.gravity_W.norm();
  if (gravity < 1e-3) gravity = 9.81;
  std::map<const Model*, std::vector<Wheel>> known;
  wheel_of_link_.assign(At(link_count_), -1);
  for (int m = 0; m < model_count(); ++m) {
    if (model(m).is_static) continue;
    const auto found = known.try_emplace(instance(m).model.get());
    if (found.second) found.first->second = FindWheels(model(m), tree(m), gravity, problems);
    for (Wheel wheel : found.first->second) {
      const Tree& bodies = tree(m);
      const auto& body = bodies.bodies[At(bodies.body_of_link[At(wheel.link)])];
      for (const int link : body.links) {
        wheel_of_link_[At(layout(m).links.first + link)] = static_cast<int>(wheels_.size());
      }
      wheel.link += layout(m).links.first;
      wheel.joint += layout(m).joints.first;
      if (spec_.wheel_contact) wheel.contact = *spec_.wheel_contact;
      has_own_contacts_ = has_own_contacts_ || wheel.contact != WheelContact::kEngine;
      wheels_.push_back(wheel);
    }
  }
  if (!FindPlates(*this, problems).empty()) has_own_contacts_ = true;
  for (const GroundShape& shape : ground_shapes_) {
    const bool own = shape.contact && *shape.contact != WheelContact::kEngine;
    if (own && !spec_.wheel_contact && !wheels_.empty()) has_own_contacts_ = true;
  }
  WarnOfIdleMaps(problems);
}

/// The engine has one friction for each shape, so it cannot use a map.
void World::WarnOfIdleMaps(Problems* problems) const {
  std::set<std::string> reported;
  for (int i = 0; i < link_count_; ++i) {
    if (!IsStatic(i)) continue;
    for (std::size_t c = 0; c < link(i).collisions.size(); ++c) {
      const GroundMaterial* ground = GroundOf(i, static_cast<int>(c));
      if (ground == nullptr || ground->map.empty() || reported.count(ground->name) > 0) continue;
      const auto idle = std::find_if(wheels_.begin(), wheels_.end(), [&](const Wheel& wheel) {
        return ContactOn(wheel.link, i, static_cast<int>(c)) == WheelContact::kEngine;
      });
      if (idle == wheels_.end()) continue;
      reported.insert(ground->name);
      problems->Warning(ground->map.source,
                        "the map of ground \"" + ground->name +
                            "\" has no effect where the engine computes the contact of wheels",
                        LinkName(idle->link),
                        "write contact=\"soil\" (or \"tyre\") in the ground or the wheel, or run "
                        "with --contact soil");
    }
  }
}

}  // namespace surefoot::world
