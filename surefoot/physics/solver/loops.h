#pragma once

/// Joints that close loops, and attachments (fixed joints between models): rows that keep them
/// closed, and their coordinates.

#include <vector>

#include "surefoot/physics/solver/pair_motion.h"

namespace surefoot::solver {

/// Coordinates follow from the poses of the two bodies, so loops add no degrees of freedom to the
/// trees.
class Loops {
 public:
  explicit Loops(const Tables& tables);

  /// Computes coordinates from the present motion; angles continue from their last values, so turns
  /// are counted.
  void FindCoordinates(const Motion& motion);

  double q(int loop, int component) const { return At(loop).q[component]; }
  double v(int loop, int component) const { return At(loop).v[component]; }
  /// All coordinates of a loop, for snapshots and for State.
  double* q(int loop) { return states_[static_cast<std::size_t>(loop)].q; }
  const double* q(int loop) const { return At(loop).q; }
  const double* v(int loop) const { return At(loop).v; }

  /// Call after Articulation::Update(): relative motion of the two sides of each loop.
  void FindMotions(const Articulation& articulation);
  const PairMotion& motion(int loop) const { return At(loop).motion; }
  /// Direction of a coordinate's velocity, in W: translation along, or rotation about.
  void CoordinateAxes(int loop, int component, Vector3d* along_W, Vector3d* about_W) const;

  /// Adds the rows that keep the loops closed.
  void AddRows(const Skyline& mass, double dt, Rows* rows) const;

 private:
  struct LoopState {
    double q[7] = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    double v[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    RigidTransform X_WJp;
    Vector3d p_WJc = Vector3d::Zero();
    /// Error of closure in W: rotation vector (rad) and translation (m) from the nearest pose the
    /// joint allows to the actual pose of Jc.
    Vector3d turned_W = Vector3d::Zero();
    Vector3d moved_W = Vector3d::Zero();
    PairMotion motion;
  };
  const LoopState& At(int loop) const { return states_[static_cast<std::size_t>(loop)]; }

  const Tables& tables_;
  std::vector<LoopState> states_;
};

}  // namespace surefoot::solver
