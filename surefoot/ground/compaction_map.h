#pragma once

/// What wheels have pressed the soil down to, place by place. Wheels share it.

#include <cstdint>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::ground {

/// A grid over the plane in tiles that appear where wheels go; the oldest tile goes when all
/// are in use. Memory is taken once.
class CompactionMap {
 public:
  /// Edge of a cell (m), and how many tiles of 16 x 16 cells there may be.
  explicit CompactionMap(double cell = 0.02, int most_tiles = 2048);

  /// Deepest sinkage at a place of the untouched surface (m); 0 where no wheel has been.
  double Deepest(const Vector3d& p_W) const;
  void Press(const Vector3d& p_W, double deepest);
  /// Over a wheel's width: the mean of three places, and every cell.
  double DeepestAcross(const Vector3d& p_W, const Vector3d& across_W, double width) const;
  void PressAcross(const Vector3d& p_W, const Vector3d& across_W, double width, double deepest);

  void Clear();
  double cell() const { return cell_; }
  int tile_count() const { return used_; }

  void Save(ByteWriter* writer) const;
  bool Restore(ByteReader* reader);

 private:
  static constexpr int kEdge = 16;
  struct Key {
    std::int32_t x = 0;
    std::int32_t y = 0;
    /// Half metres, so that a bridge has ruts of its own.
    std::int32_t level = 0;
    bool operator==(const Key& o) const { return x == o.x && y == o.y && level == o.level; }
  };
  struct Tile {
    Key key;
    float deepest[kEdge * kEdge];
  };
  bool Locate(const Vector3d& p_W, Key* key, int* index) const;
  std::size_t Slot(const Key& key) const;
  int Find(const Key& key) const;
  int Add(const Key& key);
  void Rehash();

  double cell_ = 0.02;
  int used_ = 0;
  int next_ = 0;
  std::vector<Tile> tiles_;
  /// Open addressing: tile index or -1.
  std::vector<std::int32_t> table_;
};

}  // namespace surefoot::ground
