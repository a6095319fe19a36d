#include "surefoot/ground/soil/compaction_map.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/check.h"

namespace surefoot::ground {
namespace {

/// Height (m) of a level: places that differ more in height have separate ruts.
constexpr double kLevel = 0.5;
/// Limit of cell indices, below the range of int32 with space for neighbours.
constexpr double kFar = 2.0e9;

std::size_t TableSize(std::size_t tiles) {
  std::size_t size = 16;
  while (size < 2 * tiles) size *= 2;
  return size;
}

/// Sinkage (m) above which a saved map is rejected as damaged.
constexpr float kDeepest = 1000.0f;

/// Cell edge (m).
constexpr double kCell = 0.02;
/// Tiles per owner, 32 cm each: some hundred metres of a robot's two tracks.
constexpr int kTilesOfEach = 2048;

/// Owner 0 is nobody: ruts of models that no longer exist.
std::vector<std::string> ModelsOnWheels(const world::World& world) {
  std::vector<std::string> models{""};
  for (const world::Wheel& wheel : world.wheels()) {
    const std::string& name = world.instance(world.model_of_link(wheel.link)).name;
    if (models.back() != name) models.push_back(name);
  }
  return models;
}

}  // namespace

CompactionMap::CompactionMap(double cell, int max_tiles, int owners)
    : cell_(cell), max_(max_tiles), owners_(static_cast<std::size_t>(owners)) {
  SUREFOOT_CHECK(cell > 0.0 && max_tiles > 0 && owners > 0,
                 "cells, tiles and owners must be above 0");
  for (Owner& owner : owners_) {
    owner.tiles = std::make_unique_for_overwrite<Tile[]>(static_cast<std::size_t>(max_tiles));
  }
  table_.assign(TableSize(owners_.size() * static_cast<std::size_t>(max_tiles)), -1);
}

void CompactionMap::Clear() {
  for (Owner& owner : owners_) owner.used = owner.next = 0;
  std::fill(table_.begin(), table_.end(), -1);
}

int CompactionMap::tile_count() const {
  int count = 0;
  for (const Owner& owner : owners_) count += owner.used;
  return count;
}

bool CompactionMap::Locate(const Vector3d& p_W, Key* key, int* index) const {
  const double x = std::floor(p_W.x() / cell_);
  const double y = std::floor(p_W.y() / cell_);
  // Rounded to the nearest level; NaN fails the comparison below.
  const double level = std::floor(p_W.z() / kLevel + 0.5);
  if (!(std::abs(x) < kFar && std::abs(y) < kFar && std::abs(level) < kFar)) return false;
  const auto column = static_cast<std::int32_t>(x);
  const auto row = static_cast<std::int32_t>(y);
  *key = {column >> 4, row >> 4, static_cast<std::int32_t>(level)};
  *index = (row & (kEdge - 1)) * kEdge + (column & (kEdge - 1));
  return true;
}

/// Mixes the key with odd 64-bit constants, then masks to the table's power of two.
std::size_t CompactionMap::Slot(const Key& key) const {
  std::uint64_t hash = static_cast<std::uint32_t>(key.x) * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ static_cast<std::uint32_t>(key.y)) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ static_cast<std::uint32_t>(key.level)) * 0x94D049BB133111EBull;
  return (hash ^ (hash >> 31)) & (table_.size() - 1);
}

void CompactionMap::Enter(int tile) {
  std::size_t slot = Slot(At(tile).key);
  while (table_[slot] >= 0) slot = Next(slot);
  table_[slot] = tile;
}

/// Deletion without tombstones: entries behind the hole move up as far as their home slot allows,
/// so that no search ends too early (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
void CompactionMap::Leave(int tile) {
  std::size_t hole = Slot(At(tile).key);
  while (table_[hole] != tile) hole = Next(hole);
  for (std::size_t slot = Next(hole); table_[slot] >= 0; slot = Next(slot)) {
    const std::size_t home = Slot(At(table_[slot]).key);
    const std::size_t way = (slot - home) & (table_.size() - 1);
    if (way < ((slot - hole) & (table_.size() - 1))) continue;
    table_[hole] = table_[slot];
    hole = slot;
  }
  table_[hole] = -1;
}

void CompactionMap::EnterAll() {
  std::fill(table_.begin(), table_.end(), -1);
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    for (int k = 0; k < owners_[i].used; ++k) Enter(static_cast<int>(i) * max_ + k);
  }
}

CompactionMap::Tile& CompactionMap::Own(const Key& key, int owner) {
  Owner& own = owners_[static_cast<std::size_t>(owner)];
  for (std::size_t slot = Slot(key); table_[slot] >= 0; slot = Next(slot)) {
    const int tile = table_[slot];
    if (tile / max_ != owner || !(At(tile).key == key)) continue;
    return own.tiles[static_cast<std::size_t>(tile % max_)];
  }
  // A ring buffer per owner: the oldest tile is overwritten.
  const int number = owner * max_ + own.next;
  if (own.used == max_) {
    Leave(number);
  } else {
    ++own.used;
  }
  Tile& fresh = own.tiles[static_cast<std::size_t>(own.next)];
  own.next = (own.next + 1) % max_;
  fresh.key = key;
  std::fill(std::begin(fresh.deepest), std::end(fresh.deepest), 0.0f);
  Enter(number);
  return fresh;
}

double CompactionMap::Deepest(const Vector3d& p_W) const {
  Key key;
  int index = 0;
  if (!Locate(p_W, &key, &index)) return 0.0;
  float deepest = 0.0f;
  for (std::size_t slot = Slot(key); table_[slot] >= 0; slot = Next(slot)) {
    const Tile& tile = At(table_[slot]);
    if (tile.key == key) deepest = std::max(deepest, tile.deepest[index]);
  }
  return deepest;
}

void CompactionMap::Press(const Vector3d& p_W, double deepest, int owner) {
  Key key;
  int index = 0;
  if (!(deepest > 0.0) || !Locate(p_W, &key, &index)) return;
  float& cell = Own(key, owner).deepest[index];
  cell = std::max(cell, static_cast<float>(deepest));
}

double CompactionMap::DeepestAcross(const Vector3d& p_W, const Vector3d& across_W,
                                    double width) const {
  const Vector3d third = across_W * (width / 3.0);
  return (Deepest(p_W - third) + Deepest(p_W) + Deepest(p_W + third)) / 3.0;
}

void CompactionMap::PressAcross(const Vector3d& p_W, const Vector3d& across_W, double width,
                                double deepest, int owner) {
  const int count = std::clamp(static_cast<int>(std::ceil(width / cell_)), 1, 64);
  for (int i = 0; i < count; ++i) {
    const double at = width * ((i + 0.5) / count - 0.5);
    Press(p_W + at * across_W, deepest, owner);
  }
}

void CompactionMap::Take(const CompactionMap& from, int from_owner, int owner) {
  const Owner& source = from.owners_[static_cast<std::size_t>(from_owner)];
  // From the oldest tile, so that the copy expires in the same order.
  const int first = source.used == from.max_ ? source.next : 0;
  for (int i = 0; i < source.used; ++i) {
    const Tile& tile = source.tiles[static_cast<std::size_t>((first + i) % from.max_)];
    Tile& own = Own(tile.key, owner);
    std::transform(std::begin(tile.deepest), std::end(tile.deepest), std::begin(own.deepest),
                   std::begin(own.deepest), [](float a, float b) { return std::max(a, b); });
  }
}

void CompactionMap::Archive(StateArchive* archive) {
  double cell = cell_;
  int owners = owner_count();
  archive->Items(&cell, &owners);
  archive->Require(cell == cell_ && owners == owner_count());
  if (!archive->ok()) return;
  for (Owner& owner : owners_) {
    int used = owner.used;
    int next = owner.next;
    archive->Items(&used, &next);
    // The ring is filled in order, then overwritten from its first place: other values are damaged.
    archive->Require(used >= 0 && used <= max_ && next >= 0 && next < max_ &&
                     (used == max_ || next == used) &&
                     archive->left() >= sizeof(Tile) * static_cast<std::size_t>(used));
    if (!archive->ok()) return Clear();
    owner.used = used;
    owner.next = next;
    archive->Raw(owner.tiles.get(), sizeof(Tile) * static_cast<std::size_t>(used));
    for (int k = 0; k < used && archive->is_from_outside(); ++k) {
      const Tile& tile = owner.tiles[static_cast<std::size_t>(k)];
      archive->Require(std::all_of(std::begin(tile.deepest), std::end(tile.deepest),
                                   [](float depth) { return depth >= 0.0f && depth < kDeepest; }));
    }
    if (!archive->ok()) return Clear();
  }
  if (archive->restores()) EnterAll();
}

Ruts::Ruts(const world::World& world)
    : models_(ModelsOnWheels(world)), map_(kCell, kTilesOfEach, static_cast<int>(models_.size())) {}

int Ruts::OwnerOf(const std::string& model) const {
  const auto found = std::find(models_.begin(), models_.end(), model);
  return found == models_.end() ? 0 : static_cast<int>(found - models_.begin());
}

void Ruts::CarryOver(const Ruts& from, const std::vector<std::string>& same_models) {
  map_.Clear();
  for (std::size_t i = 0; i < from.models_.size(); ++i) {
    const std::string& name = from.models_[i];
    const bool same = std::find(same_models.begin(), same_models.end(), name) != same_models.end();
    map_.Take(from.map_, static_cast<int>(i), same ? OwnerOf(name) : 0);
  }
}

}  // namespace surefoot::ground
