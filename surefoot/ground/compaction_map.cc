#include "surefoot/ground/compaction_map.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/check.h"

namespace surefoot::ground {
namespace {

constexpr double kLevel = 0.5;
/// Cells that an int32 can count, with room for neighbours.
constexpr double kFar = 2.0e9;

std::size_t TableSize(int tiles) {
  std::size_t size = 16;
  while (size < 2 * static_cast<std::size_t>(tiles)) size *= 2;
  return size;
}

}  // namespace

CompactionMap::CompactionMap(double cell, int most_tiles) : cell_(cell) {
  SUREFOOT_CHECK(cell > 0.0 && most_tiles > 0, "cells and tiles must be above 0");
  tiles_.resize(static_cast<std::size_t>(most_tiles));
  table_.assign(TableSize(most_tiles), -1);
}

void CompactionMap::Clear() {
  used_ = next_ = 0;
  std::fill(table_.begin(), table_.end(), -1);
}

bool CompactionMap::Locate(const Vector3d& p_W, Key* key, int* index) const {
  const double x = std::floor(p_W.x() / cell_);
  const double y = std::floor(p_W.y() / cell_);
  const double level = std::floor(p_W.z() / kLevel + 0.5);
  if (!(std::abs(x) < kFar && std::abs(y) < kFar && std::abs(level) < kFar)) return false;
  const auto column = static_cast<std::int32_t>(x);
  const auto row = static_cast<std::int32_t>(y);
  *key = {column >> 4, row >> 4, static_cast<std::int32_t>(level)};
  *index = (row & (kEdge - 1)) * kEdge + (column & (kEdge - 1));
  return true;
}

std::size_t CompactionMap::Slot(const Key& key) const {
  std::uint64_t hash = static_cast<std::uint32_t>(key.x) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ static_cast<std::uint32_t>(key.y)) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ static_cast<std::uint32_t>(key.level)) * 0x94D049BB133111EBull;
  return (hash ^ (hash >> 31)) & (table_.size() - 1);
}

int CompactionMap::Find(const Key& key) const {
  for (std::size_t slot = Slot(key);; slot = (slot + 1) & (table_.size() - 1)) {
    const int tile = table_[slot];
    if (tile < 0 || tiles_[static_cast<std::size_t>(tile)].key == key) return tile;
  }
}

void CompactionMap::Rehash() {
  std::fill(table_.begin(), table_.end(), -1);
  for (int i = 0; i < used_; ++i) {
    std::size_t slot = Slot(tiles_[static_cast<std::size_t>(i)].key);
    while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = i;
  }
}

int CompactionMap::Add(const Key& key) {
  const int tile = next_;
  const bool full = used_ == static_cast<int>(tiles_.size());
  next_ = (next_ + 1) % static_cast<int>(tiles_.size());
  if (!full) ++used_;
  Tile& fresh = tiles_[static_cast<std::size_t>(tile)];
  fresh.key = key;
  std::fill(std::begin(fresh.deepest), std::end(fresh.deepest), 0.0f);
  if (full) {
    Rehash();
  } else {
    std::size_t slot = Slot(key);
    while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = tile;
  }
  return tile;
}

double CompactionMap::Deepest(const Vector3d& p_W) const {
  Key key;
  int index = 0;
  if (!Locate(p_W, &key, &index)) return 0.0;
  const int tile = Find(key);
  return tile < 0 ? 0.0 : tiles_[static_cast<std::size_t>(tile)].deepest[index];
}

void CompactionMap::Press(const Vector3d& p_W, double deepest) {
  Key key;
  int index = 0;
  if (!(deepest > 0.0) || !Locate(p_W, &key, &index)) return;
  int tile = Find(key);
  if (tile < 0) tile = Add(key);
  float& cell = tiles_[static_cast<std::size_t>(tile)].deepest[index];
  cell = std::max(cell, static_cast<float>(deepest));
}

double CompactionMap::DeepestAcross(const Vector3d& p_W, const Vector3d& across_W,
                                    double width) const {
  const Vector3d third = across_W * (width / 3.0);
  return (Deepest(p_W - third) + Deepest(p_W) + Deepest(p_W + third)) / 3.0;
}

void CompactionMap::PressAcross(const Vector3d& p_W, const Vector3d& across_W, double width,
                                double deepest) {
  const int count = std::clamp(static_cast<int>(std::ceil(width / cell_)), 1, 64);
  for (int i = 0; i < count; ++i) {
    const double at = width * ((i + 0.5) / count - 0.5);
    Press(p_W + at * across_W, deepest);
  }
}

void CompactionMap::Save(ByteWriter* writer) const {
  writer->Put<double>(cell_);
  writer->Put<std::int32_t>(used_);
  writer->Put<std::int32_t>(next_);
  writer->PutRaw(tiles_.data(), sizeof(Tile) * static_cast<std::size_t>(used_));
}

bool CompactionMap::Restore(ByteReader* reader) {
  const double cell = reader->Get<double>();
  const auto used = reader->Get<std::int32_t>();
  const auto next = reader->Get<std::int32_t>();
  const auto most = static_cast<std::int32_t>(tiles_.size());
  if (!reader->ok() || cell != cell_ || used < 0 || used > most || next < 0 || next >= most ||
      reader->left() < sizeof(Tile) * static_cast<std::size_t>(used)) {
    return false;
  }
  used_ = used;
  next_ = next;
  reader->GetRaw(tiles_.data(), sizeof(Tile) * static_cast<std::size_t>(used));
  Rehash();
  return reader->ok();
}

}  // namespace surefoot::ground
