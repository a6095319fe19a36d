#pragma once

/// Joints that close loops, and attachments: what they hold, and their coordinates.

#include <vector>

#include "surefoot/physics/solver/pair_motion.h"

namespace surefoot::solver {

class Loops {
 public:
  explicit Loops(const Tables& tables);

  /// Coordinates from the present motion; angles are counted on from the last ones.
  void FindCoordinates(const Motion& motion);

  double q(int loop, int component) const { return At(loop).q[component]; }
  double v(int loop, int component) const { return At(loop).v[component]; }
  /// All of them, for snapshots and for State.
  double* q(int loop) { return states_[static_cast<std::size_t>(loop)].q; }
  const double* q(int loop) const { return At(loop).q; }
  const double* v(int loop) const { return At(loop).v; }

  /// After the articulation are updated: how the two sides of each loop move.
  void FindMotions(const Articulation& articulation);
  const PairMotion& motion(int loop) const { return At(loop).motion; }
  /// The row of a coordinate's velocity: along and about what.
  void CoordinateAxes(int loop, int component, Vector3d* along_W, Vector3d* about_W) const;

  /// The rows that keep the loops closed.
  void AddRows(const Skyline& mass, double dt, Rows* rows) const;

 private:
  struct LoopState {
    double q[7] = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    double v[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    RigidTransform X_WJp;
    Vector3d p_WJc = Vector3d::Zero();
    /// From where the coordinates put Jc to where it is: rotation and translation, in W.
    Vector3d turned_W = Vector3d::Zero();
    Vector3d moved_W = Vector3d::Zero();
    PairMotion motion;
  };
  const LoopState& At(int loop) const { return states_[static_cast<std::size_t>(loop)]; }

  const Tables& tables_;
  std::vector<LoopState> states_;
};

}  // namespace surefoot::solver
