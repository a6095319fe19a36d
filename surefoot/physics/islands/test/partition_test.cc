#include "surefoot/physics/islands/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace surefoot::islands {
namespace {

using Box = Eigen::AlignedBox3d;
using Eigen::Vector3d;

Box Cube(double x, double y = 0.0, double z = 0.0, double half = 0.5) {
  const Vector3d p(x, y, z);
  return Box(p - Vector3d::Constant(half), p + Vector3d::Constant(half));
}

bool Always(int, int, double) { return true; }

TEST(Partition, JoinsWhatIsNear) {
  Partition partition(3, {}, Always);
  EXPECT_EQ(partition.Update({Cube(0), Cube(1.04), Cube(5)}, {0, 1, 2}, 0.05, 0.15),
            (Groups{{0, 1}, {2}}));
  EXPECT_EQ(partition.Update({Cube(0), Cube(1.06), Cube(5)}, {0, 1, 2}, 0.05, 0.15),
            (Groups{{0}, {1}, {2}}));
  // Close along one axis only is not close.
  EXPECT_EQ(partition.Update({Cube(0), Cube(0.5, 3.0), Cube(5)}, {0, 1, 2}, 0.05, 0.15),
            (Groups{{0}, {1}, {2}}));
}

TEST(Partition, PartsLaterThanItJoins) {
  Partition partition(2, {}, Always);
  EXPECT_EQ(partition.Update({Cube(0), Cube(1.1)}, {0, 1}, 0.05, 0.15).size(), 2u);
  EXPECT_EQ(partition.Update({Cube(0), Cube(1.1)}, {0, 0}, 0.05, 0.15).size(), 1u);
  EXPECT_EQ(partition.Update({Cube(0), Cube(1.2)}, {0, 0}, 0.05, 0.15).size(), 2u);
}

TEST(Partition, JoinsAlongAChain) {
  Partition partition(4, {}, Always);
  EXPECT_EQ(partition.Update({Cube(3), Cube(0), Cube(2), Cube(1)}, {0, 1, 2, 3}, 0.05, 0.15),
            (Groups{{0, 1, 2, 3}}));
}

TEST(Partition, KeepsTheTiedTogetherAndNeverJoinsWhatCannotTouch) {
  Partition partition(4, {{0, 3}}, [](int a, int b, double) { return a + b != 3; });
  EXPECT_EQ(partition.Update({Cube(0), Cube(5), Cube(5), Cube(9)}, {0, 1, 2, 3}, 0.05, 0.15),
            (Groups{{0, 3}, {1}, {2}}));
}

TEST(Partition, LeavesAloneWhatHasNoShape) {
  Partition partition(3, {}, Always);
  EXPECT_EQ(partition.Update({Box(), Cube(0), Box()}, {0, 0, 0}, 0.05, 0.15),
            (Groups{{0}, {1}, {2}}));
}

/// By repeated comparison of all pairs.
Groups BruteForce(const std::vector<Box>& boxes, const std::vector<int>& island, double join,
                  double part) {
  const std::size_t count = boxes.size();
  std::vector<std::size_t> label(count);
  for (std::size_t i = 0; i < count; ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < count; ++k) {
        const double reach = island[i] == island[k] ? part : join;
        const Box grown(boxes[i].min() - Vector3d::Constant(reach),
                        boxes[i].max() + Vector3d::Constant(reach));
        if (!grown.intersects(boxes[k]) || label[i] == label[k]) continue;
        label[i] = label[k] = std::min(label[i], label[k]);
        changed = true;
      }
    }
  }
  std::map<std::size_t, std::vector<int>> groups;
  for (std::size_t i = 0; i < count; ++i) groups[label[i]].push_back(static_cast<int>(i));
  Groups sorted;
  for (const auto& [first, members] : groups) sorted.push_back(members);
  return sorted;
}

TEST(Partition, AgreesWithAllPairsWhileEverythingMoves) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-8.0, 8.0);
  std::uniform_real_distribution<double> step(-0.2, 0.2);
  constexpr int kCount = 60;
  std::vector<Vector3d> p;
  for (int i = 0; i < kCount; ++i)
    p.emplace_back(place(random), place(random), 0.1 * place(random));
  Partition partition(kCount, {}, Always);
  std::vector<int> island(kCount);
  for (int i = 0; i < kCount; ++i) island[static_cast<std::size_t>(i)] = i;
  std::size_t fewest = kCount;
  for (int round = 0; round < 200; ++round) {
    std::vector<Box> boxes;
    for (const Vector3d& at : p) boxes.push_back(Cube(at.x(), at.y(), at.z(), 0.4));
    const Groups groups = partition.Update(boxes, island, 0.05, 0.3);
    ASSERT_EQ(groups, BruteForce(boxes, island, 0.05, 0.3)) << round;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const int member : groups[g])
        island[static_cast<std::size_t>(member)] = static_cast<int>(g);
    }
    fewest = std::min(fewest, groups.size());
    for (Vector3d& at : p) at += Vector3d(step(random), step(random), 0.0);
  }
  EXPECT_LT(fewest, kCount - 10u);
}

}  // namespace
}  // namespace surefoot::islands
