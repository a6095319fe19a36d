#include "surefoot/physics/solver/rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::solver {
namespace {

Constraint MakeContact(double mu, double target, double softness) {
  Constraint contact;
  contact.law = Law::kContact;
  contact.rows = 3;
  contact.mu = mu;
  contact.target = target;
  for (double& value : contact.softness) value = softness;
  return contact;
}

/// Squared distance from the impulses of the rows alone: a coupled contact's impulse is the minimum
/// inside the cone.
double Distance(const Constraint& contact, const double* impulse, const double* velocity) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double free = ((i == 0 ? contact.target : 0.0) - velocity[i]) / contact.softness[i];
    sum += (impulse[i] - free) * (impulse[i] - free);
  }
  return sum;
}

TEST(ConeImpulse, IsTheNearestInsideTheCone) {
  RandomStream random(7, "cone");
  for (int trial = 0; trial < 300; ++trial) {
    const Constraint contact = MakeContact(random.Uniform(0.0, 2.0), 0.1, 0.3);
    double velocity[3];
    for (double& v : velocity) v = random.Uniform(-1.0, 1.0);
    double impulse[3];
    Impulse(contact, velocity, false, impulse);
    const auto tangent = [](const double* x) { return std::sqrt(x[1] * x[1] + x[2] * x[2]); };
    EXPECT_LE(tangent(impulse), contact.mu * impulse[0] + 1e-12);
    const double min = Distance(contact, impulse, velocity);
    for (int other = 0; other < 50; ++other) {
      double x[3];
      for (int i = 0; i < 3; ++i) x[i] = impulse[i] + random.Uniform(-0.3, 0.3);
      if (x[0] < 0.0 || tangent(x) > contact.mu * x[0]) continue;
      EXPECT_GE(Distance(contact, x, velocity), min - 1e-12);
    }
  }
}

void ExpectStiffnessIsSlope(const Constraint& constraint, double* velocity) {
  Response response;
  Respond(constraint, velocity, false, &response);
  for (int k = 0; k < constraint.rows; ++k) {
    const double step = 1e-6;
    double low[3];
    double high[3];
    velocity[k] += step;
    Impulse(constraint, velocity, false, high);
    velocity[k] -= 2.0 * step;
    Impulse(constraint, velocity, false, low);
    velocity[k] += step;
    for (int i = 0; i < constraint.rows; ++i) {
      EXPECT_NEAR(response.stiffness[i][k], -(high[i] - low[i]) / (2.0 * step), 1e-4);
    }
  }
}

TEST(Respond, StiffnessIsTheSlopeOfTheImpulse) {
  RandomStream random(8, "cone");
  for (int trial = 0; trial < 100; ++trial) {
    Constraint contact = MakeContact(random.Uniform(0.1, 1.5), 0.0, 0.5);
    double velocity[3];
    for (double& v : velocity) v = random.Uniform(-1.0, 1.0);
    ExpectStiffnessIsSlope(contact, velocity);
    // With a constant limit, and a disc for rolling friction.
    contact.coupled = false;
    contact.limit = 1.0;
    ExpectStiffnessIsSlope(contact, velocity);
    contact.law = Law::kDisc;
    contact.rows = 2;
    ExpectStiffnessIsSlope(contact, velocity);
  }
}

}  // namespace
}  // namespace surefoot::solver
