#pragma once

/// What a joint transmits. Engines do not tell it, so it is what is missing in the balance of
/// momentum of everything beyond the joint.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Links that only the joint connects to the rest of the world, attached models included.
struct JointSide {
  /// World ids, ascending.
  std::vector<int> links;
  /// Why that is not so, by name; empty when it is.
  std::string ambiguity;
};

/// What hangs on the joint's child.
JointSide BeyondJoint(const world::World& world, int joint);

class JointWrench {
 public:
  /// `beyond` must not be ambiguous.
  JointWrench(const world::World& world, int joint, const JointSide& beyond);

  /// After each step: the wrench of the parent on the child during the step, at the joint's
  /// origin, expressed in W.
  Wrench Update(const Truth& truth);

  void Archive(StateArchive* archive);

 private:
  struct Momentum {
    Vector3d linear = Vector3d::Zero();
    /// About the world's origin.
    Vector3d angular = Vector3d::Zero();
  };
  bool IsBeyond(int link) const { return is_beyond_[static_cast<std::size_t>(link)] != 0; }
  /// Moments about O.
  Wrench Outside(const Truth& truth, const Vector3d& p_WO) const;
  Momentum MomentumOf(const Truth& truth) const;

  int child_;
  Vector3d p_CJ_;
  std::vector<int> links_;
  std::vector<char> is_beyond_;
  /// Models start at rest.
  Momentum last_;
  bool has_last_ = true;
};

}  // namespace surefoot::sensors
