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

/// Positions of a model's entries in the State arrays. The ranges of different models are
/// disjoint, so several engine instances can fill one State independently.
struct ModelLayout {
  Range links;
  Range joints;
  Range q;
  Range v;
};

/// Positions of a joint's coordinates in the State arrays.
struct JointLayout {
  int model = 0;
  /// Index into Model::joints.
  int joint = 0;
  int q = 0;
  int q_count = 0;
  int v = 0;
  int v_count = 0;
};

/// A validated and indexed description, immutable and thus safe to share between threads. Model,
/// link and joint ids are indices that are valid in one World; an edit creates a new World, and
/// names carry over.
///
///
///     Problems problems;
///     const auto world = MakeWorld(std::move(spec), &problems);
///     if (world.ok()) Use((*world)->FindLink("husky::base_link"));
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

  /// Ids by name, -1 when there is none. Scoped names such as "husky::front_left_wheel"; a name
  /// without its model is accepted when it is unique.
  int FindModel(const std::string& name) const;
  int FindLink(const std::string& scoped_name) const;
  int FindJoint(const std::string& scoped_name) const;

  /// The wheels, ordered by model and link.
  const std::vector<Wheel>& wheels() const { return wheels_; }
  /// The wheel to which a link belongs, also through fixed joints; -1 when there is none.
  int WheelOf(int link_id) const { return wheel_of_link_[static_cast<std::size_t>(link_id)]; }
  /// What computes the contact of a link with another link's collision shape: kEngine unless the
  /// former is part of a wheel and the latter is static.
  WheelContact ContactOn(int link_id, int ground_link, int ground_collision) const;
  /// The same where the map of that shape's ground selects another one, an index into
  /// WorldSpec::grounds. The engine computes all contacts of a shape or none.
  WheelContact ContactOn(int link_id, int ground_link, int ground_collision, int ground) const;
  /// False when the engine computes all contacts.
  bool has_own_contacts() const { return has_own_contacts_; }
  /// The ground of a collision shape; nullptr when only its Surface describes it.
  const GroundMaterial* GroundOf(int link_id, int collision) const;
  /// The hard-ground parameters under that wheel: the material's, or from the friction of the two
  /// surfaces.
  HardGround HardGroundUnder(const Wheel& wheel, int link_id, int collision) const;
  HardGround HardGroundUnder(const Wheel& wheel, const GroundMaterial& ground) const;
  /// Index into WorldSpec::grounds; -1 when no ground has this name.
  int FindGround(const std::string& name) const;

  /// Hash of everything that affects a run (content_hash.h).
  std::uint64_t content_hash() const { return content_hash_; }

 private:
  friend Result<std::shared_ptr<const World>> MakeWorld(WorldSpec spec, Problems* problems);
  using Ids = std::unordered_map<std::string, int>;

  /// A collision shape as ground.
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
  WheelContact RequestedContact(int wheel, const GroundShape& shape) const;
  const GroundShape& ShapeOf(int link_id, int collision) const;

  WorldSpec spec_;
  std::vector<std::shared_ptr<const Tree>> trees_;
  std::vector<ModelLayout> layouts_;
  std::vector<JointLayout> joints_;
  std::vector<int> model_of_link_;
  /// By scoped name, and by bare name; the latter maps to -1 when it is not unique.
  Ids model_ids_;
  Ids link_ids_;
  Ids joint_ids_;
  std::vector<Wheel> wheels_;
  std::vector<int> wheel_of_link_;
  /// For all collisions of all links, and for each link where its own begin.
  std::vector<GroundShape> ground_shapes_;
  std::vector<int> first_ground_shape_;
  bool has_own_contacts_ = false;
  int link_count_ = 0;
  int q_count_ = 0;
  int v_count_ = 0;
  std::uint64_t content_hash_ = 0;
};

/// Validates the description and indexes it. All problems go to `problems` (may be nullptr); any
/// error makes the result an Error.
Result<std::shared_ptr<const World>> MakeWorld(WorldSpec spec, Problems* problems);

}  // namespace surefoot::world
