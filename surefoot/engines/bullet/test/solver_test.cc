// The solver's sweeps against closed forms, and the inverse with held coordinates against Bullet's.

#include "surefoot/engines/bullet/solver.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::engines::bullet {
namespace {

/// A rod of two links on the world, and a free body.
std::vector<Articulation> MakeTwo() {
  ArticulationSpec rod;
  rod.fixed = true;
  for (int i = 0; i < 2; ++i) {
    LinkSpec link;
    link.parent = i - 1;
    link.mass = 1.0 + i;
    link.moments = Vector3d(0.02, 0.03, 0.04);
    link.axis_C = i == 0 ? Vector3d::UnitY() : Vector3d::UnitX();
    link.p_PJ_P = i == 0 ? Vector3d::Zero() : Vector3d(0.0, 0.0, -0.3);
    link.p_JC_C = Vector3d(0.05, 0.0, -0.3);
    rod.links.push_back(link);
  }
  ArticulationSpec body;
  body.mass = 3.0;
  body.moments = Vector3d(0.1, 0.2, 0.3);
  std::vector<Articulation> made;
  made.emplace_back(rod);
  made.emplace_back(body);
  for (Articulation& articulation : made) {
    articulation.UpdateKinematics();
    articulation.SolveFree();
    articulation.SolveInverse();
  }
  return made;
}

/// Link 0 of articulation 1, the free body.
Place FreeBody() {
  Place place;
  place.articulation = 1;
  return place;
}

TEST(Articulation, InverseOfAFreeBodyIsThatOfItsInertia) {
  const std::vector<Articulation> made = MakeTwo();
  Eigen::VectorXd diagonal(6);
  diagonal << 10.0, 5.0, 1.0 / 0.3, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0;
  EXPECT_LT((made[1].inverse() - Eigen::MatrixXd(diagonal.asDiagonal())).norm(), 1e-12);
}

TEST(Articulation, AugmentingIsAddingToTheMassMatrix) {
  std::vector<Articulation> made = MakeTwo();
  Eigen::Matrix2d mass = made[0].inverse().inverse();
  mass(1, 1) += 0.7;
  made[0].Augment(1, 0.7, 0.0);
  EXPECT_LT((made[0].inverse() - Eigen::MatrixXd(mass.inverse())).norm(), 1e-10);
}

TEST(Articulation, HeldCoordinatesMoveAsCommanded) {
  std::vector<Articulation> made = MakeTwo();
  const Eigen::Matrix2d whole = made[0].inverse();
  double v[2] = {1.0, 2.0};
  made[0].Hold({1}, {0.5}, v);
  EXPECT_EQ(v[1], 0.5);
  // The first body is moved by the impulse that changes the second.
  EXPECT_NEAR(v[0], 1.0 + whole(0, 1) / whole(1, 1) * (0.5 - 2.0), 1e-12);
  const double impulse[2] = {0.3, 0.0};
  // Without a further impulse, and with one along the first coordinate.
  const double none[2] = {0.0, 0.0};
  EXPECT_NEAR(made[0].HoldingImpulses(none)[0], -1.5 / whole(1, 1), 1e-12);
  EXPECT_NEAR(made[0].HoldingImpulses(impulse)[0], (-1.5 - 0.3 * whole(1, 0)) / whole(1, 1), 1e-12);
  made[0].Release();
  EXPECT_EQ((made[0].inverse() - Eigen::MatrixXd(whole)).norm(), 0.0);
}

TEST(Solver, SlidingFrictionIsOppositeToTheSlip) {
  // A body that is not round slides on a point below it. The remaining slip must be opposite to the
  // impulse, whose length is mu times the normal impulse.
  const std::vector<Articulation> made = MakeTwo();
  Solver solver;
  solver.Reset(made);
  Rows& rows = solver.rows();
  rows.v().setZero();
  rows.v().segment<3>(rows.velocity_of(1) + 3) = Vector3d(2.0, 1.0, -1.0);
  const Vector3d p(0.1, 0.2, -0.4);
  const auto add = [&](const Vector3d& direction) {
    rows.Begin();
    rows.AddMotion(FreeBody(), p, direction, Vector3d::Zero(), 1.0);
    return rows.End();
  };
  ContactBlock contact;
  contact.row = add(Vector3d::UnitZ());
  contact.mobility = rows.Coupling(contact.row, contact.row);
  const int row = add(Vector3d::UnitX());
  add(Vector3d::UnitY());
  const double mu = 0.4;
  Eigen::Matrix2d turned;
  contact.discs[0] = solver.MakeDisc(row, 2, Eigen::Vector2d::Constant(mu), &turned);
  contact.disc_count = 1;
  solver.contacts().push_back(contact);
  solver.Solve();
  const ContactBlock& solved = solver.contacts()[0];
  EXPECT_NEAR(rows.Velocity(solved.row), 0.0, 1e-6);
  const Eigen::Vector2d friction =
      turned * Eigen::Vector2d(solved.discs[0].impulse[0], solved.discs[0].impulse[1]);
  EXPECT_NEAR(friction.norm(), mu * solved.impulse, 1e-9);
  const Vector3d w = rows.v().segment<3>(rows.velocity_of(1));
  const Vector3d v = rows.v().segment<3>(rows.velocity_of(1) + 3) + Vector3d(w.cross(p));
  EXPECT_GT(v.head<2>().norm(), 0.1);
  EXPECT_NEAR(friction.normalized().dot(v.head<2>().normalized()), -1.0, 1e-9);
}

TEST(Solver, AServoAndFrictionShareAJoint) {
  const std::vector<Articulation> made = MakeTwo();
  const auto solve = [&](double start, double servo_at, double servo, double friction) {
    Solver solver;
    solver.Reset(made);
    solver.rows().v().setZero();
    solver.rows().v()[0] = start;
    JointBlock block;
    block.row = solver.rows().AddUnit(0, 0);
    block.servo_velocity = servo_at;
    block.servo_impulse = servo;
    block.friction_impulse = friction;
    solver.joints().push_back(block);
    solver.Solve();
    return std::pair(solver.rows().v()[0], solver.joints()[0].servo);
  };
  const double mobility = made[0].inverse()(0, 0);
  // A strong motor reaches its speed and carries the friction.
  const auto strong = solve(0.0, 1.0, 100.0, 0.1);
  EXPECT_NEAR(strong.first, 1.0, 1e-12);
  EXPECT_NEAR(strong.second, 1.0 / mobility + 0.1, 1e-9);
  // A weak motor applies its whole effort, less the friction.
  const auto weak = solve(0.0, 1.0, 0.2, 0.1);
  EXPECT_NEAR(weak.first, 0.1 * mobility, 1e-12);
  EXPECT_NEAR(weak.second, 0.2, 1e-12);
  // Friction alone stops the joint, and no more.
  EXPECT_NEAR(solve(0.05 * mobility, 0.0, 0.0, 0.1).first, 0.0, 1e-12);
  EXPECT_NEAR(solve(0.3 * mobility, 0.0, 0.0, 0.1).first, 0.2 * mobility, 1e-12);
}

}  // namespace
}  // namespace surefoot::engines::bullet
