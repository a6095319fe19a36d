#include "surefoot/engines/bullet/rows.h"

#include <algorithm>

// A row is the velocity of a constraint as a function of all velocities, with its response to a
// unit impulse. Both are stored without gaps, because sweeps read them in order.

namespace surefoot::engines::bullet {

using Eigen::Map;
using Eigen::VectorXd;

void Rows::Reset(const std::vector<Articulation>& articulations) {
  articulations_ = &articulations;
  rows_.clear();
  segments_.clear();
  jacobian_.clear();
  response_.clear();
  // Articulations never change after the build, so offsets and the size of v are computed once.
  if (offsets_.size() == articulations.size()) return;
  offsets_.clear();
  int count = 0;
  for (const Articulation& articulation : articulations) {
    offsets_.push_back(count);
    count += articulation.velocity_count();
  }
  v_.setZero(count);
}

void Rows::Begin() { rows_.push_back(Row{static_cast<int>(segments_.size()), 0, -1}); }

/// The part of the open row for an articulation; a row with two bodies of one articulation has one
/// segment.
double* Rows::SegmentOf(int articulation) {
  Row& row = rows_.back();
  for (int s = row.first; s < row.first + row.count; ++s) {
    const Segment& segment = segments_[static_cast<std::size_t>(s)];
    if (segment.articulation == articulation) return jacobian_.data() + segment.at;
  }
  Segment segment;
  segment.articulation = articulation;
  segment.v = velocity_of(articulation);
  segment.n = (*articulations_)[static_cast<std::size_t>(articulation)].velocity_count();
  segment.at = static_cast<int>(jacobian_.size());
  jacobian_.resize(jacobian_.size() + static_cast<std::size_t>(segment.n), 0.0);
  segments_.push_back(segment);
  ++row.count;
  return jacobian_.data() + segment.at;
}

/// A frame in the world does not move, so it adds nothing.
void Rows::AddMotion(const Place& place, const Vector3d& p_W, const Vector3d& linear,
                     const Vector3d& angular, double sign) {
  if (!place.moves()) return;
  (*articulations_)[static_cast<std::size_t>(place.articulation)].AddJacobian(
      place.link, p_W, linear, angular, sign, SegmentOf(place.articulation));
}

void Rows::AddCoordinate(int articulation, int velocity, double factor) {
  SegmentOf(articulation)[velocity] += factor;
}

/// Finishes a row: its response is M^-1 J' for each articulation it touches.
int Rows::End() {
  const Row& row = rows_.back();
  response_.resize(jacobian_.size());
  for (int s = row.first; s < row.first + row.count; ++s) {
    const Segment& segment = segments_[static_cast<std::size_t>(s)];
    const Eigen::MatrixXd& inverse =
        (*articulations_)[static_cast<std::size_t>(segment.articulation)].inverse();
    const Map<const VectorXd> j(jacobian_.data() + segment.at, segment.n);
    Map<VectorXd> m(response_.data() + segment.at, segment.n);
    m.noalias() = inverse * j;
  }
  return count() - 1;
}

/// A unit row needs no multiplication: its response is a column of the inverse.
int Rows::AddUnit(int articulation, int velocity) {
  Begin();
  SegmentOf(articulation)[velocity] = 1.0;
  rows_.back().unit = velocity_of(articulation) + velocity;
  const Segment& segment = segments_.back();
  const Eigen::MatrixXd& inverse =
      (*articulations_)[static_cast<std::size_t>(articulation)].inverse();
  response_.resize(jacobian_.size());
  std::copy(inverse.col(velocity).data(), inverse.col(velocity).data() + segment.n,
            response_.data() + segment.at);
  return count() - 1;
}

/// Jacobian and response are linear in the row, so both are combined alike.
void Rows::Combine(int i, const Eigen::Matrix2d& T) {
  const Row& first = rows_[static_cast<std::size_t>(i)];
  const Row& second = rows_[static_cast<std::size_t>(i + 1)];
  for (int s = 0; s < first.count; ++s) {
    const Segment& a = segments_[static_cast<std::size_t>(first.first + s)];
    const Segment& b = segments_[static_cast<std::size_t>(second.first + s)];
    for (std::vector<double>* pool : {&jacobian_, &response_}) {
      double* x = pool->data() + a.at;
      double* y = pool->data() + b.at;
      for (int k = 0; k < a.n; ++k) {
        const double old = x[k];
        x[k] = T(0, 0) * old + T(1, 0) * y[k];
        y[k] = T(0, 1) * old + T(1, 1) * y[k];
      }
    }
  }
}

void Rows::Scale(int row, double factor) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  for (int s = r.first; s < r.first + r.count; ++s) {
    const Segment& segment = segments_[static_cast<std::size_t>(s)];
    for (int k = segment.at; k < segment.at + segment.n; ++k) {
      jacobian_[static_cast<std::size_t>(k)] *= factor;
      response_[static_cast<std::size_t>(k)] *= factor;
    }
  }
}

void Rows::AddImpulse(int row, double impulse, double* sum) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  for (int s = r.first; s < r.first + r.count; ++s) {
    const Segment& segment = segments_[static_cast<std::size_t>(s)];
    const double* j = jacobian_.data() + segment.at;
    for (int k = 0; k < segment.n; ++k) sum[segment.v + k] += j[k] * impulse;
  }
}

/// Upper bound of the order of magnitude of J M^-1 J'.
double Rows::LooseMobility(int row) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  double sum = 0.0;
  for (int s = r.first; s < r.first + r.count; ++s) {
    const Segment& segment = segments_[static_cast<std::size_t>(s)];
    const Articulation& articulation =
        (*articulations_)[static_cast<std::size_t>(segment.articulation)];
    const double* j = jacobian_.data() + segment.at;
    for (int k = 0; k < segment.n; ++k) sum += j[k] * j[k] * articulation.MobilityOf(k);
  }
  return sum;
}

/// J_i M^-1 J_k', nonzero only where both rows touch the same articulation.
double Rows::Coupling(int i, int k) const {
  const Row& a = rows_[static_cast<std::size_t>(i)];
  const Row& b = rows_[static_cast<std::size_t>(k)];
  double sum = 0.0;
  for (int s = a.first; s < a.first + a.count; ++s) {
    const Segment& left = segments_[static_cast<std::size_t>(s)];
    for (int t = b.first; t < b.first + b.count; ++t) {
      const Segment& right = segments_[static_cast<std::size_t>(t)];
      if (left.articulation != right.articulation) continue;
      const double* j = jacobian_.data() + left.at;
      const double* m = response_.data() + right.at;
      for (int x = 0; x < left.n; ++x) sum += j[x] * m[x];
    }
  }
  return sum;
}

}  // namespace surefoot::engines::bullet
