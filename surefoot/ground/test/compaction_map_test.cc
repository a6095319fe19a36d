#include "surefoot/ground/soil/compaction_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <random>
#include <tuple>

#include "surefoot/ground/soil/compaction_map.h"

namespace surefoot::ground {
namespace {

constexpr double kCell = 0.1;
constexpr int kMax = 5;

/// The same data by plain search: per owner a queue of tiles, each a map of cells.
class PlainMap {
 public:
  explicit PlainMap(int owners) : owners_(static_cast<std::size_t>(owners)) {}

  void Press(int column, int row, double deepest, int owner) {
    std::deque<Tile>& tiles = owners_[static_cast<std::size_t>(owner)];
    const std::pair<int, int> key{column >> 4, row >> 4};
    auto found =
        std::find_if(tiles.begin(), tiles.end(), [&](const Tile& tile) { return tile.key == key; });
    if (found == tiles.end()) {
      if (tiles.size() == kMax) tiles.pop_front();
      tiles.push_back(Tile{key, {}});
      found = tiles.end() - 1;
    }
    double& cell = found->cells[{column, row}];
    cell = std::max(cell, deepest);
  }
  double Deepest(int column, int row) const {
    double deepest = 0.0;
    for (const std::deque<Tile>& tiles : owners_) {
      for (const Tile& tile : tiles) {
        const auto found = tile.cells.find({column, row});
        if (found != tile.cells.end()) deepest = std::max(deepest, found->second);
      }
    }
    return deepest;
  }

 private:
  struct Tile {
    std::pair<int, int> key;
    std::map<std::pair<int, int>, double> cells;
  };
  std::vector<std::deque<Tile>> owners_;
};

Vector3d Middle(int column, int row) {
  return Vector3d(kCell * (column + 0.5), kCell * (row + 0.5), 0.0);
}

TEST(CompactionMap, IsThatOfPlainSearch) {
  CompactionMap map(kCell, kMax, 3);
  PlainMap plain(3);
  std::mt19937 random(5);
  std::uniform_int_distribution<int> place(-50, 50);
  std::uniform_int_distribution<int> owner(0, 2);
  std::uniform_real_distribution<double> depth(0.001, 0.1);
  for (int round = 0; round < 4000; ++round) {
    const int column = place(random);
    const int row = place(random) / 2;
    const int who = owner(random);
    const double deepest = depth(random);
    map.Press(Middle(column, row), deepest, who);
    plain.Press(column, row, deepest, who);
    ASSERT_NEAR(map.Deepest(Middle(column, row)), plain.Deepest(column, row), 1e-8);
    const int other_column = place(random);
    const int other_row = place(random) / 2;
    ASSERT_NEAR(map.Deepest(Middle(other_column, other_row)),
                plain.Deepest(other_column, other_row), 1e-8)
        << round;
    if (round % 500 != 499) continue;
    // Saved and restored, or copied owner by owner, the map behaves in the same way.
    const Bytes saved = SavedState(&map);
    CompactionMap again(kCell, kMax, 3);
    if (round % 1000 == 499) {
      ASSERT_TRUE(RestoreState(saved, &again));
    } else {
      for (int i = 0; i < 3; ++i) again.Take(map, i, i);
    }
    ASSERT_EQ(again.tile_count(), map.tile_count());
    map = std::move(again);
  }
  EXPECT_EQ(map.tile_count(), 3 * kMax);
}

TEST(CompactionMap, WhatOneKeepsDoesNotDependOnOthers) {
  CompactionMap map(0.02, 8, 2);
  map.Press(Vector3d(0.01, 0.01, 0.0), 0.02, 0);
  for (int i = 0; i < 1000; ++i) map.Press(Vector3d(0.32 * i + 0.01, 0.01, 0.0), 0.01, 1);
  EXPECT_NEAR(map.Deepest(Vector3d(0.01, 0.01, 0.0)), 0.02, 1e-8);
  EXPECT_EQ(map.tile_count(), 9);
}

TEST(CompactionMap, ReportsBytesThatDoNotFit) {
  CompactionMap map(kCell, kMax, 2);
  map.Press(Middle(3, 4), 0.05, 1);
  const Bytes saved = SavedState(&map);
  CompactionMap other(kCell, kMax, 3);
  EXPECT_FALSE(RestoreState(saved, &other));
  EXPECT_FALSE(RestoreState(Bytes(saved.data(), saved.data() + saved.size() - 1), &map));
}

/// Two wheels on an axle for each name.
std::shared_ptr<const world::World> WorldOf(const std::vector<std::string>& names) {
  world::Model cart;
  cart.name = "cart";
  const auto add_link = [&](const std::string& name, const world::Geometry& shape) {
    world::Link& link = cart.links.emplace_back();
    link.name = name;
    link.inertia.mass = 1.0;
    link.inertia.I_BBcm_B = Matrix3d::Identity();
    world::Collision& collision = link.collisions.emplace_back();
    collision.name = "shape";
    collision.geometry = shape;
  };
  add_link("base", world::Box{Vector3d(0.3, 0.2, 0.1)});
  for (int i = 0; i < 2; ++i) {
    add_link("wheel" + std::to_string(i), world::Cylinder{0.1, 0.05});
    const Vector3d p(0.0, i == 0 ? 0.2 : -0.2, 0.0);
    cart.links.back().X_ML = RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0), p);
    world::Joint& joint = cart.joints.emplace_back();
    joint.name = "axle" + std::to_string(i);
    joint.type = world::JointType::kContinuous;
    joint.parent = 0;
    joint.child = i + 1;
    joint.X_PJ = RigidTransform(p);
    joint.X_CJ = cart.links.back().X_ML.Inverse() * RigidTransform(p);
    joint.axes[0].axis_J = Vector3d::UnitY();
  }
  world::WorldSpec spec;
  for (const std::string& name : names) {
    spec.models.push_back({name, RigidTransform(), std::make_shared<world::Model>(cart)});
  }
  return world::MakeWorld(spec, nullptr).value();
}

TEST(Ruts, StayWhenTheirRobotGoes) {
  const auto before = WorldOf({"anna", "bert"});
  ASSERT_EQ(before->wheels().size(), 4u);
  Ruts old(*before);
  EXPECT_EQ(old.map().owner_count(), 3);
  const Vector3d of_anna(0.01, 0.01, 0.0);
  const Vector3d of_bert(5.01, 0.01, 0.0);
  old.map().Press(of_anna, 0.03, old.OwnerOf("anna"));
  old.map().Press(of_bert, 0.04, old.OwnerOf("bert"));
  const auto after = WorldOf({"carl", "bert"});
  Ruts ruts(*after);
  ruts.CarryOver(old, {"bert"});
  EXPECT_NEAR(ruts.map().Deepest(of_anna), 0.03, 1e-8);
  EXPECT_NEAR(ruts.map().Deepest(of_bert), 0.04, 1e-8);
  EXPECT_NE(ruts.OwnerOf("bert"), 0);
  EXPECT_EQ(ruts.OwnerOf("anna"), 0);
  // Bert drives far: his first rut is recycled in the end, Anna's remains.
  for (int i = 0; i < 3000; ++i) {
    ruts.map().Press(of_bert + Vector3d(0.0, 0.32 * (i + 1), 0.0), 0.02, ruts.OwnerOf("bert"));
  }
  EXPECT_EQ(ruts.map().Deepest(of_bert), 0.0);
  EXPECT_NEAR(ruts.map().Deepest(of_anna), 0.03, 1e-8);
}

// A tile in use that was missing in the table caused an endless search.
TEST(CompactionMap, RefusesPlacesThatAreNotTakenInOrder) {
  CompactionMap map(0.02, 4, 1);
  for (int i = 0; i < 2; ++i) map.Press(Vector3d(0.4 * i, 0.0, 0.0), 0.03);
  const Bytes whole = SavedState(&map);
  // Cell, owners, then `used` and `next` of the only owner.
  constexpr std::size_t kUsed = sizeof(double) + sizeof(int);
  ASSERT_EQ(whole[kUsed], 2);
  for (const int next : {0, 1, 3}) {
    Bytes bytes = whole;
    bytes[kUsed + sizeof(int)] = static_cast<std::uint8_t>(next);
    CompactionMap other(0.02, 4, 1);
    EXPECT_FALSE(RestoreState(bytes, &other)) << next;
    EXPECT_EQ(other.tile_count(), 0);
    for (int i = 0; i < 9; ++i) other.Press(Vector3d(0.4 * i, 0.0, 0.0), 0.03);
    EXPECT_EQ(other.tile_count(), 4);
  }
  CompactionMap other(0.02, 4, 1);
  EXPECT_TRUE(RestoreState(whole, &other));
}

TEST(CompactionMap, RefusesDepthsThatCannotBe) {
  CompactionMap map(0.02, 4, 1);
  map.Press(Vector3d::Zero(), 0.03);
  const Bytes whole = SavedState(&map);
  EXPECT_TRUE(RestoreStateAt(0, whole, &map));
  for (const float depth : {NAN, -1.0f, 1e30f, INFINITY}) {
    Bytes bytes = whole;
    std::memcpy(bytes.data() + bytes.size() - sizeof depth, &depth, sizeof depth);
    EXPECT_FALSE(RestoreStateAt(0, bytes, &map)) << depth;
  }
}

}  // namespace
}  // namespace surefoot::ground
