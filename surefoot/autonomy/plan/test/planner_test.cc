#include "surefoot/autonomy/plan/planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/base/random.h"

namespace surefoot::plan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Grid Square(int side, double cell = 1.0) { return {Eigen::Vector2d::Zero(), cell, side, side}; }

/// Squared distances along one line: the lower envelope of parabolas with their vertices at
/// `values`.
void TransformLine(std::vector<double>* values, std::vector<int>* feet, std::vector<double>* from) {
  const int count = static_cast<int>(values->size());
  const std::vector<double> f = *values;
  int last = -1;
  for (int q = 0; q < count; ++q) {
    const double height = f[static_cast<std::size_t>(q)];
    if (height == kInfinity) continue;
    double begin = -kInfinity;
    while (last >= 0) {
      const int foot = (*feet)[static_cast<std::size_t>(last)];
      const double other = f[static_cast<std::size_t>(foot)];
      begin = (height + double(q) * q - other - double(foot) * foot) / (2.0 * (q - foot));
      if (begin > (*from)[static_cast<std::size_t>(last)]) break;
      --last;
      begin = -kInfinity;
    }
    ++last;
    (*feet)[static_cast<std::size_t>(last)] = q;
    (*from)[static_cast<std::size_t>(last)] = begin;
  }
  if (last < 0) return;
  int k = 0;
  for (int q = 0; q < count; ++q) {
    while (k < last && (*from)[static_cast<std::size_t>(k) + 1] < q) ++k;
    const int foot = (*feet)[static_cast<std::size_t>(k)];
    (*values)[static_cast<std::size_t>(q)] =
        double(q - foot) * (q - foot) + f[static_cast<std::size_t>(foot)];
  }
}

/// Distance of every cell's centre from the nearest cell for which `marked` is true (m); infinite
/// if there is none. Exact (Felzenszwalb and Huttenlocher).
std::vector<double> DistanceTo(const Grid& grid, const std::vector<bool>& marked) {
  std::vector<double> squares(grid.size(), kInfinity);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (marked[i]) squares[i] = 0.0;
  }
  const std::size_t longest = static_cast<std::size_t>(std::max(grid.cols, grid.rows));
  std::vector<int> feet(longest);
  std::vector<double> from(longest);
  std::vector<double> line;
  for (int col = 0; col < grid.cols; ++col) {
    line.clear();
    for (int row = 0; row < grid.rows; ++row) line.push_back(squares[grid.IndexOf({col, row})]);
    TransformLine(&line, &feet, &from);
    for (int row = 0; row < grid.rows; ++row) {
      squares[grid.IndexOf({col, row})] = line[static_cast<std::size_t>(row)];
    }
  }
  for (int row = 0; row < grid.rows; ++row) {
    line.clear();
    for (int col = 0; col < grid.cols; ++col) line.push_back(squares[grid.IndexOf({col, row})]);
    TransformLine(&line, &feet, &from);
    for (int col = 0; col < grid.cols; ++col) {
      squares[grid.IndexOf({col, row})] = line[static_cast<std::size_t>(col)];
    }
  }
  for (double& value : squares) value = grid.cell * std::sqrt(value);
  return squares;
}

TEST(Grid, DistancesAreThoseOfTryingAllPairs) {
  const Grid grid{Eigen::Vector2d(-3.0, 2.0), 0.5, 37, 23};
  RandomStream random(3, "grid");
  std::vector<bool> marked(grid.size(), false);
  for (std::size_t i = 0; i < marked.size(); ++i) marked[i] = random.Uniform() < 0.02;
  const std::vector<double> distances = DistanceTo(grid, marked);
  for (int row = 0; row < grid.rows; ++row) {
    for (int col = 0; col < grid.cols; ++col) {
      double nearest = kInfinity;
      for (int r = 0; r < grid.rows; ++r) {
        for (int c = 0; c < grid.cols; ++c) {
          if (marked[grid.IndexOf({c, r})]) {
            nearest = std::min(nearest, 0.5 * std::hypot(c - col, r - row));
          }
        }
      }
      ASSERT_NEAR(distances[grid.IndexOf({col, row})], nearest, 1e-9);
    }
  }
  EXPECT_EQ(DistanceTo(grid, std::vector<bool>(grid.size(), false))[5], kInfinity);
}

/// Costs of cells at random, some closed.
std::vector<double> RandomCosts(const Grid& grid, std::uint64_t seed) {
  RandomStream random(seed, "costs");
  std::vector<double> costs(grid.size());
  for (double& cost : costs) {
    cost = random.Uniform() < 0.2 ? kInfinity : 1.0 + 3.0 * random.Uniform();
  }
  return costs;
}

/// The minimum cost to every cell, by iterating until nothing changes (Bellman and Ford).
double BruteForce(const Grid& grid, const CostPerMetre& cost, const Cell& start, const Cell& goal) {
  std::vector<double> best(grid.size(), kInfinity);
  best[grid.IndexOf(start)] = 0.0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int row = 0; row < grid.rows; ++row) {
      for (int col = 0; col < grid.cols; ++col) {
        for (int dr = -2; dr <= 2; ++dr) {
          for (int dc = -2; dc <= 2; ++dc) {
            const int sum = std::abs(dr) + std::abs(dc);
            const bool move = (std::max(std::abs(dr), std::abs(dc)) == 1) || sum == 3;
            const Cell to{col + dc, row + dr};
            if (!move || !grid.Has(to)) continue;
            const double way = best[grid.IndexOf({col, row})] +
                               LineCost(grid, cost, grid.CenterOf({col, row}), grid.CenterOf(to));
            if (way < best[grid.IndexOf(to)]) {
              best[grid.IndexOf(to)] = way;
              changed = true;
            }
          }
        }
      }
    }
  }
  return best[grid.IndexOf(goal)];
}

TEST(Planner, FindsTheCheapestWay) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Grid grid = Square(12);
    const std::vector<double> costs = RandomCosts(grid, seed);
    const CostPerMetre cost = [&](const Cell& cell, const Eigen::Vector2d&) {
      return costs[grid.IndexOf(cell)];
    };
    const Cell start{0, 0};
    const Cell goal{11, 10};
    const double min = BruteForce(grid, cost, start, goal);
    const auto path = FindPath(grid, cost, grid.CenterOf(start), grid.CenterOf(goal));
    ASSERT_EQ(path.ok(), std::isfinite(min)) << seed;
    if (!path.ok()) continue;
    ++found;
    EXPECT_NEAR(path->cost, min, 1e-9) << seed;
    const Path straight = Straightened(grid, cost, *path);
    EXPECT_LE(straight.cost, path->cost * (1.0 + 1e-6));
    EXPECT_LE(straight.points.size(), path->points.size());
    EXPECT_EQ(straight.points.back(), grid.CenterOf(goal));
  }
  EXPECT_GT(found, 20);
}

TEST(Planner, OnOpenGroundTheStraightenedWayIsStraight) {
  const Grid grid = Square(60);
  const CostPerMetre cost = [](const Cell&, const Eigen::Vector2d&) { return 1.0; };
  const Eigen::Vector2d start(1.3, 2.2);
  const Eigen::Vector2d goal(51.0, 17.7);
  const Path path = Straightened(grid, cost, FindPath(grid, cost, start, goal).value());
  ASSERT_EQ(path.points.size(), 2u);
  EXPECT_NEAR(path.length, (goal - start).norm(), 1e-12);
  EXPECT_NEAR(path.cost, path.length, 1e-9);
}

TEST(Planner, CostsOfALineAreThoseOfItsParts) {
  const Grid grid{Eigen::Vector2d(-2.0, -2.0), 0.7, 9, 9};
  const std::vector<double> costs = RandomCosts(grid, 5);
  const CostPerMetre cost = [&](const Cell& cell, const Eigen::Vector2d&) {
    const double here = costs[grid.IndexOf(cell)];
    return std::isfinite(here) ? here : 9.0;
  };
  const Eigen::Vector2d from(-1.7, 1.9);
  const Eigen::Vector2d to(3.1, -0.4);
  double sum = 0.0;
  const int parts = 200000;
  for (int i = 0; i < parts; ++i) {
    const Eigen::Vector2d p = from + (to - from) * (i + 0.5) / parts;
    sum += cost(grid.CellOf(p), Eigen::Vector2d::UnitX()) * (to - from).norm() / parts;
  }
  EXPECT_NEAR(LineCost(grid, cost, from, to), sum, 1e-3);
  EXPECT_EQ(LineCost(grid, cost, from, Eigen::Vector2d(30.0, 0.0)), kInfinity);
}

TEST(Planner, SaysWhyThereIsNoWay) {
  const Grid grid = Square(10);
  const CostPerMetre wall = [](const Cell& cell, const Eigen::Vector2d&) {
    return cell.col == 5 ? kInfinity : 1.0;
  };
  const auto error = [&](const Eigen::Vector2d& start, const Eigen::Vector2d& goal) {
    return FindPath(grid, wall, start, goal).error().message;
  };
  EXPECT_NE(error({1.0, 1.0}, {9.0, 9.0}).find("no path"), std::string::npos);
  EXPECT_NE(error({1.0, 1.0}, {5.5, 2.5}).find("goal"), std::string::npos);
  EXPECT_NE(error({-1.0, 1.0}, {9.0, 9.0}).find("outside"), std::string::npos);
  EXPECT_NE(error({std::nan(""), 1.0}, {9.0, 9.0}).find("outside"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::plan
