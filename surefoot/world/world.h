#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/tree.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// A range of ids: [first, first + count).
struct Range {
  int first = 0;
  int count = 0;
  int end() const { return first + count; }
};

/// Where a model's entries stand in the State arrays. Ranges of different models are disjoint, so
/// that several engine instances can fill one State independently.
struct ModelLayout {
  Range links;
  Range joints;
  Range q;
  Range v;
};

/// Where a joint's coordinates stand in the State arrays.
struct JointLayout {
  int model = 0;
  /// Index into Model::joints.
  int joint = 0;
  int q = 0;
  int q_count = 0;
  int v = 0;
  int v_count = 0;
};

/// A checked and indexed description: const for its whole life. Model, link and joint ids are
/// indices in one World; an edit makes a new World, and names carry over.
class World {
 public:
  const WorldSpec& spec() const { return spec_; }

  int model_count() const { return static_cast<int>(spec_.models.size()); }
  int link_count() const { return link_count_; }
  int joint_count() const { return static_cast<int>(joints_.size()); }
  int q_count() const { return q_count_; }
  int v_count() const { return v_count_; }

  const ModelInstance& instance(int model) const {
    return spec_.models[static_cast<std::size_t>(model)];
  }
  const Model& model(int model) const { return *instance(model).model; }
  const Tree& tree(int model) const { return *trees_[static_cast<std::size_t>(model)]; }
  const ModelLayout& layout(int model) const { return layouts_[static_cast<std::size_t>(model)]; }
  const JointLayout& joint(int joint_id) const {
    return joints_[static_cast<std::size_t>(joint_id)];
  }
  int model_of_link(int link_id) const { return model_of_link_[static_cast<std::size_t>(link_id)]; }
  const Link& link(int link_id) const;
  /// True when the link cannot move.
  bool IsStatic(int link_id) const;
  const Joint& joint_spec(int joint_id) const;

  /// "husky::base_link".
  std::string LinkName(int link_id) const;
  std::string JointName(int joint_id) const;

  /// Ids by name, -1 when there is none. Scoped names: "husky::front_left_wheel"; a name without
  /// its model is accepted when it is unique.
  int FindModel(const std::string& name) const;
  int FindLink(const std::string& scoped_name) const;
  int FindJoint(const std::string& scoped_name) const;

  /// The links that roll, by model and link.
  const std::vector<Wheel>& wheels() const { return wheels_; }
  /// The wheel that a link is part of, fixed joints included; -1: none.
  int WheelOf(int link_id) const { return wheel_of_link_[static_cast<std::size_t>(link_id)]; }
  /// Who computes what happens between a link and another link's collision shape: kEngine unless
  /// the one is part of a wheel and the other cannot move.
  WheelContact ContactOn(int link_id, int ground_link, int ground_collision) const;
  /// The same where the map of that shape's ground puts another: index into WorldSpec::grounds. The
  /// engine has all of a shape or nothing.
  WheelContact ContactOn(int link_id, int ground_link, int ground_collision, int ground) const;
  /// False: all contacts are the engine's.
  bool has_own_contacts() const { return has_own_contacts_; }
  /// What a collision shape is made of as ground; nullptr: only its Surface tells.
  const GroundMaterial* GroundOf(int link_id, int collision) const;
  /// That ground, hard, under that wheel: the material's, or from the friction of the two surfaces.
  HardGround HardGroundUnder(const Wheel& wheel, int link_id, int collision) const;
  HardGround HardGroundUnder(const Wheel& wheel, const GroundMaterial& ground) const;
  /// Index into WorldSpec::grounds; -1 when there is none of that name.
  int FindGround(const std::string& name) const;

  /// Hash of what matters for a run (names, kinematics, masses, shapes, surfaces, settings).
  std::uint64_t content_hash() const { return content_hash_; }

 private:
  friend Result<std::shared_ptr<const World>> MakeWorld(WorldSpec spec, Problems* problems);
  using Ids = std::unordered_map<std::string, int>;

  /// What a shape is as ground.
  struct GroundShape {
    int material = -1;
    std::optional<WheelContact> contact;
  };

  void AddModel(int model);
  void IndexNames();
  // wheels.cc
  void AddGroundShapes(Problems* problems);
  void AddWheels(Problems* problems);
  void WarnOfIdleMaps(Problems* problems) const;
  WheelContact WishOn(int wheel, const GroundShape& shape) const;
  const GroundShape& ShapeOf(int link_id, int collision) const;

  WorldSpec spec_;
  std::vector<std::shared_ptr<const Tree>> trees_;
  std::vector<ModelLayout> layouts_;
  std::vector<JointLayout> joints_;
  std::vector<int> model_of_link_;
  /// By scoped name, and by name alone; the latter maps to -1 when it is not unique.
  Ids model_ids_;
  Ids link_ids_;
  Ids joint_ids_;
  std::vector<Wheel> wheels_;
  std::vector<int> wheel_of_link_;
  /// Of all collisions of all links; per link, where its own begin.
  std::vector<GroundShape> ground_shapes_;
  std::vector<int> first_ground_shape_;
  bool has_own_contacts_ = false;
  int link_count_ = 0;
  int q_count_ = 0;
  int v_count_ = 0;
  std::uint64_t content_hash_ = 0;
};

/// Checks the description and indexes it. Every finding goes to `problems` (may be nullptr); any
/// error among them makes the result an Error.
Result<std::shared_ptr<const World>> MakeWorld(WorldSpec spec, Problems* problems);

}  // namespace surefoot::world
