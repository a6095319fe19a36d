#pragma once

/// What a link's collisions touched since the last sample.

#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/physics/contact.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {

/// A point of contact as seen from the watched side.
struct TouchPoint {
  Vector3d p_W = Vector3d::Zero();
  /// Into the watched link.
  Vector3d n_W = Vector3d::UnitZ();
  double depth = 0.0;
  /// On the watched link.
  Vector3d f_W = Vector3d::Zero();
};

/// One pair of collisions that touched.
struct Touch {
  int own = 0;
  int other_link = 0;
  int other = 0;
  /// Those of the chosen step, and those of the step under way.
  std::vector<TouchPoint> points;
  std::vector<TouchPoint> fresh;
  /// Sums over the steps: force and moment (about the world's origin) times time.
  Vector3d impulse_W = Vector3d::Zero();
  Vector3d angular_impulse_W = Vector3d::Zero();
  /// The greatest force of a step.
  double peak = -1.0;
};

class Touches {
 public:
  /// Which step's points stand for the period.
  enum class Keep { kLast, kPeak };

  Touches(Keep keep, double least_force) : keep_(keep), least_force_(least_force) {}

  /// A step: BeginStep, Add for each contact, EndStep.
  void BeginStep() { step_force_ = 0.0; }
  void Add(int own, int other_link, int other, const TouchPoint& point);
  void EndStep(double dt);

  /// Since the last Clear, in the order of first touch.
  std::size_t size() const { return count_; }
  const Touch& operator[](std::size_t i) const { return touches_[i]; }
  bool touched() const { return touched_; }
  void Clear();

  /// By name: the world may be edited before they are restored. What is gone then is dropped.
  void Archive(const world::World& world, StateArchive* archive);

 private:
  Touch& Find(int own, int other_link, int other);

  Keep keep_;
  double least_force_;
  /// The first count_ are in use; the others keep their memory.
  std::vector<Touch> touches_;
  std::size_t count_ = 0;
  double step_force_ = 0.0;
  bool any_in_step_ = false;
  bool touched_ = false;
};

}  // namespace surefoot::sensors
