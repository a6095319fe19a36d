#pragma once

/// What wheels have pressed the soil down to, place by place. Wheels share it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// A grid over the plane in tiles that appear where wheels go. Each tile has an owner, the one that
/// pressed it, and each owner so many tiles; the oldest of them goes when all are in use. So what
/// is kept of one does not depend on the others. Memory is asked for once, and used where wheels
/// go.
class CompactionMap {
 public:
  /// Edge of a cell (m), how many tiles of 16 x 16 cells each owner may have, and owners.
  explicit CompactionMap(double cell = 0.02, int most_tiles = 2048, int owners = 1);

  /// Deepest sinkage at a place of the untouched surface (m), whoever was there; 0 where no wheel
  /// has been.
  double Deepest(const Vector3d& p_W) const;
  void Press(const Vector3d& p_W, double deepest, int owner = 0);
  /// Over a wheel's width: the mean of three places, and every cell.
  double DeepestAcross(const Vector3d& p_W, const Vector3d& across_W, double width) const;
  void PressAcross(const Vector3d& p_W, const Vector3d& across_W, double width, double deepest,
                   int owner = 0);

  /// Gives an owner the tiles of one in another map, too, as if pressed again in the same order.
  void Take(const CompactionMap& from, int from_owner, int owner);

  void Clear();
  double cell() const { return cell_; }
  int owner_count() const { return static_cast<int>(owners_.size()); }
  /// Of all owners.
  int tile_count() const;

  void Archive(StateArchive* archive);

 private:
  static constexpr int kEdge = 16;
  struct Key {
    std::int32_t x, y;
    /// Half metres, so that a bridge has ruts of its own.
    std::int32_t level;
    bool operator==(const Key& o) const { return x == o.x && y == o.y && level == o.level; }
  };
  /// Not initialised: memory that was never written costs nothing.
  struct Tile {
    Key key;
    float deepest[kEdge * kEdge];
  };
  struct Owner {
    int used = 0;
    /// Where the next tile goes: the oldest one's place, once all are in use.
    int next = 0;
    std::unique_ptr<Tile[]> tiles;
  };
  bool Locate(const Vector3d& p_W, Key* key, int* index) const;
  /// By number over all owners.
  const Tile& At(int tile) const {
    return owners_[static_cast<std::size_t>(tile / most_)]
        .tiles[static_cast<std::size_t>(tile % most_)];
  }
  std::size_t Slot(const Key& key) const;
  std::size_t Next(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }
  void Enter(int tile);
  void Leave(int tile);
  void EnterAll();
  /// The owner's tile there; a new one when there was none.
  Tile& Own(const Key& key, int owner);

  double cell_ = 0.02;
  int most_ = 0;
  std::vector<Owner> owners_;
  /// Open addressing: number of a tile or -1. Tiles of several owners may have one key.
  std::vector<std::int32_t> table_;
};

/// The ruts of a world: every model with wheels has tiles of its own, so that how long its ruts
/// last does not depend on others. Those of models that are gone share some.
class Ruts {
 public:
  explicit Ruts(const world::World& world);

  CompactionMap& map() { return map_; }
  /// 0, whose ruts nobody owns any more, for models that have no wheels.
  int OwnerOf(const std::string& model) const;
  /// From another world; models of these names are in both.
  void CarryOver(const Ruts& from, const std::vector<std::string>& same_models);

 private:
  /// By owner.
  std::vector<std::string> models_;
  CompactionMap map_;
};

}  // namespace surefoot::ground
