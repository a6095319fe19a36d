#include "surefoot/physics/solver/ordering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace surefoot::solver {
namespace {

using Edges = std::vector<std::pair<int, int>>;

/// Largest distance of two neighbours in the order.
int Width(const std::vector<int>& order, const Edges& edges) {
  int width = 0;
  for (const auto& [a, b] : edges) {
    const auto at = [&](int node) { return std::find(order.begin(), order.end(), node); };
    width = std::max(width, std::abs(static_cast<int>(at(a) - at(b))));
  }
  return width;
}

void ExpectAll(const std::vector<int>& order, int count) {
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  ASSERT_EQ(static_cast<int>(sorted.size()), count);
  for (int i = 0; i < count; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

TEST(OrderingTest, AShuffledChainIsStraightened) {
  Edges edges;
  for (int i = 0; i + 1 < 11; ++i) edges.push_back({(i * 4) % 11, ((i + 1) * 4) % 11});
  Ordering ordering;
  const std::vector<int> order = ordering.Find(11, &edges);
  ExpectAll(order, 11);
  EXPECT_EQ(Width(order, edges), 1);
}

TEST(OrderingTest, WhatTouchesEverythingComesLast) {
  Edges edges;
  for (int i = 1; i < 30; ++i) edges.push_back({0, i});
  edges.push_back({3, 7});
  edges.push_back({7, 3});
  Ordering ordering;
  const std::vector<int> order = ordering.Find(30, &edges);
  ExpectAll(order, 30);
  EXPECT_EQ(order.back(), 0);
  edges = {{3, 7}};
  EXPECT_EQ(Width(order, edges), 1);
}

TEST(OrderingTest, AGridGetsTheWidthOfItsSide) {
  Edges edges;
  for (int x = 0; x < 8; ++x) {
    for (int y = 0; y < 8; ++y) {
      if (x + 1 < 8) edges.push_back({8 * x + y, 8 * x + y + 8});
      if (y + 1 < 8) edges.push_back({8 * x + y, 8 * x + y + 1});
    }
  }
  Ordering ordering;
  const std::vector<int> order = ordering.Find(64, &edges);
  ExpectAll(order, 64);
  EXPECT_LE(Width(order, edges), 8);
}

}  // namespace
}  // namespace surefoot::solver
