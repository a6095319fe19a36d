#include "surefoot/physics/solver/rows.h"

#include <algorithm>
#include <cmath>

namespace surefoot::solver {
namespace {

double Length(double x, double y) { return std::sqrt(x * x + y * y); }

/// Unconstrained impulses: those that bring each row to its target, given the row's softness.
void UnconstrainedImpulse(const Constraint& c, const double* velocity, bool with_bias, double* y) {
  y[0] = (c.target + (with_bias ? c.bias : 0.0) - velocity[0]) / c.softness[0];
  for (int k = 1; k < c.rows; ++k) y[k] = -velocity[k] / c.softness[k];
}

/// Projects y to a disc of radius `limit`. True when it was outside.
bool ProjectToDisc(double limit, double* y0, double* y1) {
  const double length = Length(*y0, *y1);
  if (length <= limit) return false;
  *y0 *= limit / length;
  *y1 *= limit / length;
  return true;
}

/// Derivative of the projection to a disc outside of it, divided by the softness: only the
/// direction perpendicular to y responds, by limit / |y|.
void DiscStiffness(double limit, double y0, double y1, double softness, double* a00, double* a01,
                   double* a11) {
  const double length = Length(y0, y1);
  const double across = length > 0.0 ? limit / length / softness : 0.0;
  const double c = length > 0.0 ? y0 / length : 1.0;
  const double s = length > 0.0 ? y1 / length : 0.0;
  *a00 = across * s * s;
  *a01 = -across * c * s;
  *a11 = across * c * c;
}

/// Projection of the unconstrained impulse y to the friction cone, in the norm of the softness. The
/// convex cone alone makes a slipping contact lift off at mu times the slip speed (the dilation of
/// convex contact models), so the normal part of y is lowered by that first.
struct Cone {
  enum { kApart, kSticks, kSlips } state = kApart;
  double ratio = 0.0;
  double slope = 0.0;
  double length = 0.0;
  double normal = 0.0;
};

/// Three cases: inside the cone, outside of it and of its polar cone (slips), inside the polar cone
/// (apart).
Cone FindCone(const Constraint& c, const double* y) {
  Cone cone;
  const double yn = y[0] - c.mu * c.slip / c.softness[0];
  cone.length = Length(y[1], y[2]);
  cone.ratio = c.mu * c.softness[1] / c.softness[0];
  cone.slope = 1.0 + c.mu * cone.ratio;
  if (cone.length <= c.mu * yn) {
    cone.state = Cone::kSticks;
    cone.normal = yn;
  } else if (yn + cone.ratio * cone.length > 0.0) {
    cone.state = Cone::kSlips;
    cone.normal = (yn + cone.ratio * cone.length) / cone.slope;
  }
  return cone;
}

void ConeImpulse(const Constraint& c, const Cone& cone, const double* y, double* impulse) {
  impulse[0] = cone.normal;
  const double share = cone.state == Cone::kSticks  ? 1.0
                       : cone.state == Cone::kSlips ? c.mu * cone.normal / cone.length
                                                    : 0.0;
  impulse[1] = share * y[1];
  impulse[2] = share * y[2];
}

/// Derivative of the projection: constant when sticking, a normal and a tangential part coupled by
/// mu when slipping.
void ConeStiffness(const Constraint& c, const Cone& cone, const double* y, Response* response) {
  auto& A = response->stiffness;
  if (cone.state == Cone::kApart) return;
  if (cone.state == Cone::kSticks) {
    A[0][0] = 1.0 / c.softness[0];
    A[1][1] = A[2][2] = 1.0 / c.softness[1];
    return;
  }
  response->curved = true;
  const double t[2] = {y[1] / cone.length, y[2] / cone.length};
  A[0][0] = 1.0 / (cone.slope * c.softness[0]);
  DiscStiffness(c.mu * cone.normal, y[1], y[2], c.softness[1], &A[1][1], &A[1][2], &A[2][2]);
  const double along = c.mu * cone.ratio / (cone.slope * c.softness[1]);
  for (int i = 0; i < 2; ++i) {
    A[0][i + 1] = A[i + 1][0] = c.mu * t[i] / (cone.slope * c.softness[0]);
    A[i + 1][i + 1] += along * t[i] * t[i];
  }
  A[1][2] += along * t[0] * t[1];
  A[2][1] = A[1][2];
}

}  // namespace

void Rows::Clear() {
  constraints_.clear();
  dofs_.clear();
  jacobians_.clear();
  row_count_ = 0;
}

Constraint* Rows::Add(Law law, int rows, const int* dofs, int dof_count) {
  Constraint constraint;
  constraint.law = law;
  constraint.rows = rows;
  constraint.dofs = static_cast<int>(dofs_.size());
  constraint.dof_count = dof_count;
  constraint.jacobian = static_cast<int>(jacobians_.size());
  dofs_.insert(dofs_.end(), dofs, dofs + dof_count);
  jacobians_.resize(jacobians_.size() + static_cast<std::size_t>(rows * dof_count), 0.0);
  constraints_.push_back(constraint);
  row_count_ += rows;
  return &constraints_.back();
}

void Impulse(const Constraint& c, const double* velocity, bool with_bias, double* impulse) {
  double y[kMaxRows] = {0.0, 0.0, 0.0};
  UnconstrainedImpulse(c, velocity, with_bias, y);
  switch (c.law) {
    case Law::kEquality:
      impulse[0] = y[0];
      break;
    case Law::kBounded:
      impulse[0] = std::clamp(y[0], -c.limit, c.limit);
      break;
    case Law::kOneSided:
      impulse[0] = std::max(0.0, y[0]);
      break;
    case Law::kDisc:
      ProjectToDisc(c.limit, &y[0], &y[1]);
      impulse[0] = y[0];
      impulse[1] = y[1];
      break;
    // When not coupled, friction is bounded by a limit from the last pass, so normal and tangents
    // are independent.
    case Law::kContact:
      if (c.coupled) {
        ConeImpulse(c, FindCone(c, y), y, impulse);
      } else {
        impulse[0] = std::max(0.0, y[0]);
        ProjectToDisc(c.limit, &y[1], &y[2]);
        impulse[1] = y[1];
        impulse[2] = y[2];
      }
      break;
  }
}

void Respond(const Constraint& c, const double* velocity, bool with_bias, Response* response) {
  *response = Response();
  double y[kMaxRows] = {0.0, 0.0, 0.0};
  UnconstrainedImpulse(c, velocity, with_bias, y);
  auto& A = response->stiffness;
  switch (c.law) {
    case Law::kEquality:
      A[0][0] = 1.0 / c.softness[0];
      break;
    case Law::kBounded:
      if (std::abs(y[0]) < c.limit) A[0][0] = 1.0 / c.softness[0];
      break;
    case Law::kOneSided:
      if (y[0] > 0.0) A[0][0] = 1.0 / c.softness[0];
      break;
    case Law::kDisc:
      if (Length(y[0], y[1]) <= c.limit) {
        A[0][0] = A[1][1] = 1.0 / c.softness[0];
      } else {
        DiscStiffness(c.limit, y[0], y[1], c.softness[0], &A[0][0], &A[0][1], &A[1][1]);
        A[1][0] = A[0][1];
        response->curved = true;
      }
      break;
    case Law::kContact:
      if (c.coupled) {
        const Cone cone = FindCone(c, y);
        ConeImpulse(c, cone, y, response->impulse);
        ConeStiffness(c, cone, y, response);
        return;
      }
      if (y[0] > 0.0) A[0][0] = 1.0 / c.softness[0];
      if (Length(y[1], y[2]) <= c.limit) {
        A[1][1] = A[2][2] = 1.0 / c.softness[1];
      } else {
        DiscStiffness(c.limit, y[1], y[2], c.softness[1], &A[1][1], &A[1][2], &A[2][2]);
        A[2][1] = A[1][2];
        response->curved = true;
      }
      break;
  }
  Impulse(c, velocity, with_bias, response->impulse);
}

}  // namespace surefoot::solver
