#pragma once

/// The constraint solver: contacts, motors, joint limits and loops by projected Gauss-Seidel sweeps
/// over blocks, each of which is solved exactly.

#include <Eigen/Cholesky>
#include <vector>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/engines/bullet/rows.h"

namespace surefoot::engines::bullet {

/// A joint coordinate with all forces along it: one row with a piecewise linear law between
/// velocity and impulse.
struct JointBlock {
  int row = 0;
  /// The motor's target velocity, and its largest impulse.
  double servo_velocity = 0.0;
  double servo_impulse = 0.0;
  double friction_impulse = 0.0;
  double lowest_velocity = -world::kInfinity;
  double highest_velocity = world::kInfinity;
  /// Additional impulse `offset - slope * velocity`: springs, damping, armature.
  double slope = 0.0;
  double offset = 0.0;

  // Results.
  double impulse = 0.0;
  double servo = 0.0;
  /// Velocity per unit impulse.
  double mobility = 0.0;
};

/// Rows that reach their targets with unbounded impulses, solved together.
struct EqualityBlock {
  int first_row = 0;
  int count = 0;
  Eigen::VectorXd target;
  Eigen::VectorXd impulse;
  Eigen::VectorXd softness;
  Eigen::VectorXd change;
  Eigen::MatrixXd matrix;
  Eigen::LLT<Eigen::MatrixXd> factor;
};

/// Friction: impulses in a disc whose radius is the normal impulse. The rows are scaled by the
/// friction coefficients and rotated so that they do not act on each other.
struct Disc {
  int row = 0;
  int size = 0;
  double mobility[2] = {0.0, 0.0};
  /// Velocity by which the row yields per unit impulse.
  double softness = 0.0;
  double impulse[2] = {0.0, 0.0};
};

/// A contact: one normal row and up to three friction discs.
struct ContactBlock {
  int row = 0;
  double mobility = 0.0;
  /// Lower bound of the normal velocity after the step (m/s).
  double min_velocity = 0.0;
  /// Velocity by which the row yields per unit impulse.
  double softness = 0.0;
  double impulse = 0.0;
  /// Sliding, torsional and rolling friction.
  Disc discs[3];
  int disc_count = 0;
};

/// Usage in each step: Reset(), add rows and blocks with their initial impulses, set rows().v() to
/// the velocities without constraints, Solve().
class Solver {
 public:
  Rows& rows() { return rows_; }

  void Reset(const std::vector<Articulation>& articulations);

  std::vector<JointBlock>& joints() { return joints_; }
  const std::vector<JointBlock>& joints() const { return joints_; }
  std::vector<ContactBlock>& contacts() { return contacts_; }
  const std::vector<ContactBlock>& contacts() const { return contacts_; }
  /// Adds an empty equality block for `count` rows from `first_row` on.
  EqualityBlock& AddEquality(int first_row, int count);

  /// Turns row (and row + 1) into a disc; `factors` are the friction coefficients.
  Disc MakeDisc(int row, int size, const Eigen::Vector2d& factors, Eigen::Matrix2d* turned);

  /// Solves from the present velocities (rows().v()) and impulses.
  void Solve();

  /// Impulses of all blocks along the coordinates, in the order of rows().v(). Call after Solve().
  const Eigen::VectorXd& SumImpulses();

  int iterations() const { return iterations_; }

 private:
  void Prepare();
  void FindIslands();
  void SolveIsland(std::size_t island);
  double Sweep(std::size_t island);
  void HoldStops(std::size_t island);
  double SolveJoint(JointBlock* joint);
  double SolveEquality(EqualityBlock* equality);
  double SolveContact(ContactBlock* contact);
  double SolveDisc(double radius, Disc* disc);
  void Unite(int first_row, int count);

  /// Indices sorted by island: those of island i are at begin[i] to begin[i + 1].
  struct Sorted {
    std::vector<int> begin;
    std::vector<int> items;
    std::vector<int> island;
    void Sort(int islands);
  };

  Rows rows_;
  std::vector<JointBlock> joints_;
  std::vector<EqualityBlock> equalities_;
  std::size_t equality_count_ = 0;
  std::vector<ContactBlock> contacts_;
  DisjointSets groups_;
  std::vector<int> island_number_;
  Sorted joint_order_;
  Sorted equality_order_;
  Sorted contact_order_;
  Eigen::VectorXd sum_;
  int islands_ = 0;
  int iterations_ = 0;
};

}  // namespace surefoot::engines::bullet
