#include "surefoot/occupancy/reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::occupancy {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kSides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

}  // namespace

Reach::Reach(const Columns& columns, const MapOptions& options)
    : columns_(columns),
      grid_(columns.grid()),
      from_(options.from),
      to_(options.to),
      rise_(std::sqrt(0.5) * grid_.resolution * std::tan(options.slope) + 1e-6),
      step_(std::max(options.from, grid_.resolution * std::tan(options.slope)) + 1e-6),
      reached_(columns.floor_count(), 0) {}

/// Whether something stands in the way of a robot whose wheels are at that height.
bool Reach::IsInTheWay(int cell, double ground) const {
  return columns_.IsBlocked(cell, ground + from_, ground + to_, ground + rise_);
}

bool Reach::IsFree(int cell, const Floor& floor) const {
  return floor.gentle && !IsInTheWay(cell, floor.z);
}

void Reach::Take(int cell, std::size_t floor) {
  const std::size_t number = columns_.FirstFloor(cell) + floor;
  if (reached_[number] != 0) return;
  reached_[number] = 1;
  queue_.push_back({cell, floor});
}

bool Reach::StartAt(const Vector3d& p_W) {
  const Eigen::Vector2d at = (p_W.head<2>() - grid_.origin_W) / grid_.resolution;
  if (!(at.minCoeff() >= 0.0 && at.x() < grid_.width && at.y() < grid_.height)) return false;
  const int cell = grid_.Index(static_cast<int>(at.x()), static_cast<int>(at.y()));
  const auto floors = columns_.Floors(cell);
  int best = -1;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    if (floors[i].z > p_W.z() + from_ || !IsFree(cell, floors[i])) continue;
    if (best < 0 || floors[i].z > floors[static_cast<std::size_t>(best)].z) {
      best = static_cast<int>(i);
    }
  }
  if (best >= 0) Take(cell, static_cast<std::size_t>(best));
  return best >= 0;
}

void Reach::StartAtBorder() {
  const double sky = 1e9;
  for (int row = 0; row < grid_.height; ++row) {
    const bool whole = row == 0 || row == grid_.height - 1;
    for (int column = 0; column < grid_.width; column += whole ? 1 : std::max(1, grid_.width - 1)) {
      StartAt({grid_.Centre(column, row).x(), grid_.Centre(column, row).y(), sky});
    }
  }
}

void Reach::Spread() {
  while (!queue_.empty()) {
    const Place at = queue_.back();
    queue_.pop_back();
    const double z = columns_.Floors(at.cell)[at.floor].z;
    for (const auto& side : kSides) {
      const int column = at.cell % grid_.width + side[0];
      const int row = at.cell / grid_.width + side[1];
      if (!grid_.Has(column, row)) continue;
      const int cell = grid_.Index(column, row);
      const auto floors = columns_.Floors(cell);
      for (std::size_t i = 0; i < floors.size(); ++i) {
        if (std::abs(floors[i].z - z) > step_) continue;
        if (reached_[columns_.FirstFloor(cell) + i] == 0 && IsFree(cell, floors[i])) Take(cell, i);
      }
    }
  }
}

std::vector<double> Reach::ReachedGround() const {
  std::vector<double> ground(static_cast<std::size_t>(grid_.count()), kNone);
  for (int cell = 0; cell < grid_.count(); ++cell) {
    const auto floors = columns_.Floors(cell);
    double& lowest = ground[static_cast<std::size_t>(cell)];
    for (std::size_t i = 0; i < floors.size(); ++i) {
      if (reached_[columns_.FirstFloor(cell) + i] == 0) continue;
      lowest = std::isnan(lowest) ? floors[i].z : std::min(lowest, floors[i].z);
    }
  }
  return ground;
}

std::vector<double> Reach::NearestGround(const std::vector<double>& reached) const {
  std::vector<double> ground = reached;
  std::vector<int> ring;
  for (int cell = 0; cell < grid_.count(); ++cell) {
    if (!std::isnan(reached[static_cast<std::size_t>(cell)])) ring.push_back(cell);
  }
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const int at = ring[i];
    for (const auto& side : kSides) {
      const int column = at % grid_.width + side[0];
      const int row = at / grid_.width + side[1];
      if (!grid_.Has(column, row)) continue;
      const int cell = grid_.Index(column, row);
      if (!std::isnan(ground[static_cast<std::size_t>(cell)])) continue;
      ground[static_cast<std::size_t>(cell)] = ground[static_cast<std::size_t>(at)];
      ring.push_back(cell);
    }
  }
  return ground;
}

/// Both sides of a step that is too high may be reached; its upper side then shows it.
bool Reach::IsUpperEdge(int column, int row, const std::vector<double>& reached) const {
  const double z = reached[static_cast<std::size_t>(grid_.Index(column, row))];
  for (const auto& side : kSides) {
    if (!grid_.Has(column + side[0], row + side[1])) continue;
    const int other = grid_.Index(column + side[0], row + side[1]);
    if (z - reached[static_cast<std::size_t>(other)] > step_) return true;
  }
  return false;
}

/// Of the highest floor that a robot would not drive under.
bool Reach::IsTooSteep(std::span<const Floor> floors, double below) {
  const Floor* top = nullptr;
  for (const Floor& floor : floors) {
    if (floor.z < below && (top == nullptr || floor.z > top->z)) top = &floor;
  }
  return top != nullptr && !top->gentle;
}

std::int8_t Reach::Unreached(int column, int row, double ground,
                             const std::vector<double>& reached) const {
  const int cell = grid_.Index(column, row);
  if (std::isnan(ground)) return kUnknown;
  if (IsInTheWay(cell, ground)) return kOccupied;
  const auto floors = columns_.Floors(cell);
  if (floors.empty()) return kUnknown;
  if (IsTooSteep(floors, ground + to_)) return kOccupied;
  // Ground that is too far up or down, seen from its edge.
  for (const auto& side : kSides) {
    if (!grid_.Has(column + side[0], row + side[1])) continue;
    const int other = grid_.Index(column + side[0], row + side[1]);
    if (!std::isnan(reached[static_cast<std::size_t>(other)])) return kOccupied;
  }
  return kUnknown;
}

std::vector<std::int8_t> Reach::Cells() const {
  const std::vector<double> reached = ReachedGround();
  const std::vector<double> nearest = NearestGround(reached);
  std::vector<std::int8_t> cells(reached.size(), kUnknown);
  for (int row = 0; row < grid_.height; ++row) {
    for (int column = 0; column < grid_.width; ++column) {
      const auto cell = static_cast<std::size_t>(grid_.Index(column, row));
      if (std::isnan(reached[cell])) {
        cells[cell] = Unreached(column, row, nearest[cell], reached);
      } else {
        cells[cell] = IsUpperEdge(column, row, reached) ? kOccupied : kFree;
      }
    }
  }
  return cells;
}

}  // namespace surefoot::occupancy
