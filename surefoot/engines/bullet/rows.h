#pragma once

/// Constraint rows over the velocities of the articulations.

#include <vector>

#include "surefoot/engines/bullet/build.h"

namespace surefoot::engines::bullet {

/// Linear functions (Jacobian rows) of all velocities, each with its response: the velocities per
/// unit impulse. Rows are rebuilt in every step; memory is kept.
class Rows {
 public:
  /// Starts a step. inverse() of every articulation used afterwards must be up to date.
  void Reset(const std::vector<Articulation>& articulations);

  /// A row is begun, filled and ended; End() returns its index.
  void Begin();
  /// Adds the velocity of a point along `linear` plus the angular velocity along `angular`, times
  /// `sign`.
  void AddMotion(const Place& place, const Vector3d& p_W, const Vector3d& linear,
                 const Vector3d& angular, double sign);
  /// Adds the velocity of a coordinate times `factor`.
  void AddCoordinate(int articulation, int velocity, double factor);
  int End();
  /// A row that is one coordinate.
  int AddUnit(int articulation, int velocity);

  /// Replaces rows i and i + 1 (which touch the same articulations) by linear combinations: column
  /// k of T gives row i + k.
  void Combine(int i, const Eigen::Matrix2d& T);
  void Scale(int row, double factor);

  double Velocity(int row) const {
    const Row& r = rows_[static_cast<std::size_t>(row)];
    if (r.unit >= 0) return v_[r.unit];
    double sum = 0.0;
    for (int s = r.first; s < r.first + r.count; ++s) {
      const Segment& segment = segments_[static_cast<std::size_t>(s)];
      const double* j = jacobian_.data() + segment.at;
      const double* v = v_.data() + segment.v;
      for (int i = 0; i < segment.n; ++i) sum += j[i] * v[i];
    }
    return sum;
  }
  void Apply(int row, double impulse) {
    const Row& r = rows_[static_cast<std::size_t>(row)];
    for (int s = r.first; s < r.first + r.count; ++s) {
      const Segment& segment = segments_[static_cast<std::size_t>(s)];
      const double* m = response_.data() + segment.at;
      double* v = v_.data() + segment.v;
      for (int i = 0; i < segment.n; ++i) v[i] += m[i] * impulse;
    }
  }
  /// Adds the row's impulse to the impulses along the coordinates, in the order of v().
  void AddImpulse(int row, double impulse, double* sum) const;
  /// Velocity of the row per unit impulse if coordinates were uncoupled and none were held: a scale
  /// for Coupling(row, row).
  double LooseMobility(int row) const;
  /// Velocity of row i per unit impulse of row k.
  double Coupling(int i, int k) const;

  int count() const { return static_cast<int>(rows_.size()); }
  /// All velocities; those of articulation a begin at velocity_of(a).
  Eigen::VectorXd& v() { return v_; }
  int velocity_of(int articulation) const {
    return offsets_[static_cast<std::size_t>(articulation)];
  }
  /// Calls f(articulation) for each articulation that the row touches.
  template <typename F>
  void ForEachArticulation(int row, F f) const {
    const Row& r = rows_[static_cast<std::size_t>(row)];
    for (int s = r.first; s < r.first + r.count; ++s) {
      f(segments_[static_cast<std::size_t>(s)].articulation);
    }
  }

 private:
  struct Segment {
    int articulation = 0;
    int v = 0;
    int n = 0;
    int at = 0;
  };
  struct Row {
    int first = 0;
    int count = 0;
    /// Index into v_ for a row that is one coordinate, or -1.
    int unit = -1;
  };

  double* SegmentOf(int articulation);

  const std::vector<Articulation>* articulations_ = nullptr;
  std::vector<int> offsets_;
  std::vector<Row> rows_;
  std::vector<Segment> segments_;
  std::vector<double> jacobian_;
  std::vector<double> response_;
  Eigen::VectorXd v_;
};

}  // namespace surefoot::engines::bullet
