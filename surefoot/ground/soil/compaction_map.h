#pragma once

/// Ruts: how deep wheels have pressed the soil, cell by cell. Shared by all wheels of a world.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// A sparse grid over the horizontal plane, in tiles that are created where wheels go. Each tile
/// has an owner (the model that pressed it), and each owner has a fixed number of tiles, of which
/// the oldest is recycled. The lifetime of a model's ruts therefore does not depend on other
/// models. Memory is reserved once and touched only where wheels go.
class CompactionMap {
 public:
  /// Cell edge (m), number of tiles of 16 x 16 cells per owner, number of owners.
  explicit CompactionMap(double cell = 0.02, int max_tiles = 2048, int owners = 1);

  /// Deepest sinkage (m, positive) at a point of the undisturbed surface, by any owner; 0 where no
  /// wheel has been.
  double Deepest(const Vector3d& p_W) const;
  void Press(const Vector3d& p_W, double deepest, int owner = 0);
  /// Over a wheel's width: the mean of three points when reading, every cell when pressing.
  double DeepestAcross(const Vector3d& p_W, const Vector3d& across_W, double width) const;
  void PressAcross(const Vector3d& p_W, const Vector3d& across_W, double width, double deepest,
                   int owner = 0);

  /// Copies the tiles of an owner in another map to an owner here, in their order of age.
  void Take(const CompactionMap& from, int from_owner, int owner);

  void Clear();
  double cell() const { return cell_; }
  int owner_count() const { return static_cast<int>(owners_.size()); }
  /// Tiles of all owners.
  int tile_count() const;

  void Archive(StateArchive* archive);

 private:
  static constexpr int kEdge = 16;
  struct Key {
    std::int32_t x, y;
    /// Height in steps of 0.5 m: a bridge has separate ruts from the ground below it.
    std::int32_t level;
    bool operator==(const Key& o) const { return x == o.x && y == o.y && level == o.level; }
  };
  /// Not initialized: pages of memory that are never written cost nothing.
  struct Tile {
    Key key;
    float deepest[kEdge * kEdge];
  };
  struct Owner {
    int used = 0;
    /// Place of the next tile: that of the oldest one once all are in use.
    int next = 0;
    std::unique_ptr<Tile[]> tiles;
  };
  bool Locate(const Vector3d& p_W, Key* key, int* index) const;
  /// Tile by its number over all owners.
  const Tile& At(int tile) const {
    return owners_[static_cast<std::size_t>(tile / max_)]
        .tiles[static_cast<std::size_t>(tile % max_)];
  }
  std::size_t Slot(const Key& key) const;
  std::size_t Next(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }
  void Enter(int tile);
  void Leave(int tile);
  void EnterAll();
  /// The owner's tile at a key; a new, undisturbed one if there was none.
  Tile& Own(const Key& key, int owner);

  double cell_ = 0.02;
  int max_ = 0;
  std::vector<Owner> owners_;
  /// Hash table with open addressing and linear probing: number of a tile or -1. Tiles of several
  /// owners may have the same key.
  std::vector<std::int32_t> table_;
};

/// The ruts of a world. Every model with wheels owns its tiles, so that the lifetime of its ruts
/// does not depend on others. Models that no longer exist share owner 0.
class Ruts {
 public:
  explicit Ruts(const world::World& world);

  CompactionMap& map() { return map_; }
  /// Owner of the model's ruts; 0 for models without wheels.
  int OwnerOf(const std::string& model) const;
  /// Takes over the ruts of another world; models with these names are in both.
  void CarryOver(const Ruts& from, const std::vector<std::string>& same_models);

 private:
  /// Model names, indexed by owner.
  std::vector<std::string> models_;
  CompactionMap map_;
};

}  // namespace surefoot::ground
