#include "surefoot/physics/solver/solver.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::solver {
namespace {

/// Point masses with three degrees of freedom each: x, y, z.
class Points {
 public:
  explicit Points(const std::vector<double>& masses)
      : solver_(Trees(masses.size())), v(3 * masses.size(), 0.0), momentum(v) {
    mass_.Reset(static_cast<int>(v.size()));
    for (int i = 0; i < mass_.size(); ++i) mass_.Cover(i, i - i % 3);
    mass_.Layout();
    for (int i = 0; i < mass_.size(); ++i) {
      for (int j = mass_.first(i); j <= i; ++j) {
        mass_.row(i)[j] = i == j ? masses[static_cast<std::size_t>(i / 3)] : 0.0;
      }
    }
  }

  /// A row along a direction for one point, or for a second one relative to it.
  Constraint* Add(Law law, int point, const std::vector<std::vector<double>>& directions,
                  int other = -1) {
    std::vector<int> dofs = {3 * point, 3 * point + 1, 3 * point + 2};
    if (other >= 0) dofs.insert(dofs.end(), {3 * other, 3 * other + 1, 3 * other + 2});
    Constraint* constraint = rows.Add(law, static_cast<int>(directions.size()), dofs.data(),
                                      static_cast<int>(dofs.size()));
    constraint->crosses = other >= 0;
    for (std::size_t row = 0; row < directions.size(); ++row) {
      double* J = rows.jacobian(*constraint, static_cast<int>(row));
      for (std::size_t k = 0; k < 3; ++k) {
        J[k] = other >= 0 ? -directions[row][k] : directions[row][k];
        if (other >= 0) J[3 + k] = directions[row][k];
      }
      constraint->softness[row] = 1e-6;
    }
    return constraint;
  }

  void Solve() {
    solver_.Prepare(mass_, &rows);
    solver_.Solve(momentum.data(), v.data());
  }
  void Relax() { solver_.Relax(momentum.data(), v.data()); }

  const Constraint& at(std::size_t i) const { return rows.constraints()[i]; }

 private:
  static std::vector<DofRange> Trees(std::size_t count) {
    std::vector<DofRange> trees;
    for (int i = 0; i < static_cast<int>(count); ++i) trees.push_back({3 * i, 3 * i + 3});
    return trees;
  }

  Skyline mass_;
  Solver solver_;

 public:
  Rows rows;
  std::vector<double> v;
  std::vector<double> momentum;
};

const std::vector<std::vector<double>> kFloor = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};

TEST(SolverTest, WithoutConstraintsMomentumDecides) {
  Points points({2.0, 4.0});
  points.momentum = {1, 2, 3, 4, 5, 6};
  points.Solve();
  EXPECT_NEAR(points.v[2], 1.5, 1e-15);
  EXPECT_NEAR(points.v[3], 1.0, 1e-15);
}

TEST(SolverTest, ARopeSharesMomentum) {
  Points points({2.0, 3.0});
  points.momentum[0] = 10.0;
  points.Add(Law::kEquality, 0, {{1, 0, 0}}, 1);
  points.Solve();
  EXPECT_NEAR(points.v[0], 2.0, 1e-5);
  EXPECT_NEAR(points.v[3], 2.0, 1e-5);
  EXPECT_NEAR(points.at(0).impulse[0], 6.0, 1e-5);
}

TEST(SolverTest, AMotorGivesNoMoreThanItsLimit) {
  for (const double limit : {1.0, 100.0}) {
    Points points({2.0});
    Constraint* motor = points.Add(Law::kBounded, 0, {{1, 0, 0}});
    motor->target = 3.0;
    motor->limit = limit;
    points.Solve();
    EXPECT_NEAR(points.v[0], limit < 6.0 ? limit / 2.0 : 3.0, 1e-5);
    EXPECT_NEAR(points.at(0).impulse[0], std::min(limit, 6.0), 2e-5);
  }
}

TEST(SolverTest, AContactPushesOnly) {
  for (const double p : {-4.0, 4.0}) {
    Points points({2.0});
    points.momentum[2] = p;
    points.Add(Law::kOneSided, 0, {{0, 0, 1}});
    points.Solve();
    EXPECT_NEAR(points.v[2], p < 0.0 ? 0.0 : 2.0, 1e-5);
  }
}

TEST(SolverTest, FrictionFollowsCoulomb) {
  // Pressed with 4 N s and pushed along the diagonal.
  const double mu = 0.5;
  for (const double push : {1.0, 5.0}) {
    for (const bool guessed : {false, true}) {
      Points points({2.0});
      points.momentum = {push * 0.6, push * 0.8, -4.0};
      points.v = {0.03, 0.04, 0.0};
      Constraint* contact = points.Add(Law::kContact, 0, kFloor);
      contact->mu = mu;
      contact->guess = guessed ? 3.0 : 0.0;
      points.Solve();
      const double speed = std::max(0.0, push - mu * 4.0) / 2.0;
      EXPECT_NEAR(points.v[0], 0.6 * speed, 2e-5);
      EXPECT_NEAR(points.v[1], 0.8 * speed, 2e-5);
      // It neither lifts off nor sinks while it slides.
      EXPECT_NEAR(points.v[2], 0.0, 2e-5);
      EXPECT_NEAR(points.at(0).impulse[0], 4.0, 0.05);
    }
  }
}

TEST(SolverTest, StackedFrictionNeedsTheWholeStack) {
  // Two blocks; only the upper one is pushed. The lower contact carries both.
  Points points({1.0, 1.0});
  points.momentum = {0, 0, -1, 2, 0, -1};
  Constraint* lower = points.Add(Law::kContact, 0, kFloor);
  lower->mu = 0.1;
  Constraint* upper = points.Add(Law::kContact, 0, kFloor, 1);
  upper->mu = 0.5;
  points.Solve();
  EXPECT_NEAR(points.at(0).impulse[0], 2.0, 1e-3);
  EXPECT_NEAR(points.at(1).impulse[0], 1.0, 1e-3);
  // The upper block passes 0.5 of its 2 to the lower one, of which the ground takes 0.2.
  EXPECT_NEAR(points.v[3], 1.5, 1e-2);
  EXPECT_NEAR(points.v[0], 0.3, 1e-2);
}

TEST(SolverTest, RedundantContactsShareTheLoad) {
  Points points({3.0});
  points.momentum[2] = -6.0;
  for (int i = 0; i < 4; ++i) points.Add(Law::kOneSided, 0, {{0, 0, 1}});
  points.Solve();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(points.at(i).impulse[0], 1.5, 1e-4);
}

TEST(SolverTest, RollingFrictionIsADiscOfTheNormalImpulse) {
  // The second point's x and y represent the rotation.
  Points points({1.0, 1.0});
  points.momentum = {0, 0, -2, 3, 4, 0};
  points.Add(Law::kOneSided, 0, {{0, 0, 1}});
  Constraint* rolling = points.Add(Law::kDisc, 1, {{1, 0, 0}, {0, 1, 0}});
  rolling->contact = 0;
  rolling->radius = 0.5;
  // Both in one island.
  Constraint* tie = points.Add(Law::kEquality, 0, {{0, 0, 0}}, 1);
  tie->softness[0] = 1.0;
  points.Solve();
  EXPECT_NEAR(points.v[3], 3.0 - 0.6 * 1.0, 2e-2);
  EXPECT_NEAR(points.v[4], 4.0 - 0.8 * 1.0, 2e-2);
}

TEST(SolverTest, RelaxingTakesTheBiasOut) {
  Points points({2.0});
  points.momentum[2] = -1.0;
  Constraint* contact = points.Add(Law::kOneSided, 0, {{0, 0, 1}});
  contact->bias = 0.3;
  points.Solve();
  EXPECT_NEAR(points.v[2], 0.3, 1e-5);
  points.Relax();
  EXPECT_NEAR(points.v[2], 0.0, 1e-5);
}

TEST(SolverTest, TroubleStaysInItsIsland) {
  for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    Points points({1.0, 2.0, 3.0});
    points.momentum[0] = bad;
    points.momentum[6] = 3.0;
    points.Add(Law::kContact, 0, kFloor, 1)->mu = 0.3;
    points.Add(Law::kContact, 2, kFloor)->mu = 0.3;
    points.Solve();
    EXPECT_FALSE(std::isfinite(points.v[0]));
    EXPECT_NEAR(points.v[6], 1.0, 1e-5);
  }
}

TEST(SolverTest, IslandsDoNotDependOnEachOther) {
  // The same pair alone and beside another one, bit for bit.
  Points alone({1.0, 2.0});
  Points beside({1.0, 2.0, 5.0, 7.0});
  for (Points* points : {&alone, &beside}) {
    for (std::size_t i = 0; i < points->v.size(); ++i) {
      points->momentum[i] = 0.1 * static_cast<double>(i) - 1.0;
    }
    points->Add(Law::kContact, 0, kFloor)->mu = 0.3;
    points->Add(Law::kContact, 0, kFloor, 1)->mu = 0.4;
  }
  beside.Add(Law::kContact, 2, kFloor, 3)->mu = 0.4;
  alone.Solve();
  beside.Solve();
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(alone.v[i], beside.v[i]);
}

}  // namespace
}  // namespace surefoot::solver
