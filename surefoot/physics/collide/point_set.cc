#include "surefoot/physics/collide/point_set.h"

#include <algorithm>
#include <cstddef>

namespace surefoot::collide {
namespace {

/// Coinciding points are duplicates when the cosine between their normals is at least this.
constexpr double kSameNormal = 0.98;

bool Same(const PairPoint& a, const PairPoint& b, double merge) {
  return (a.p_W - b.p_W).squaredNorm() <= merge * merge && a.n_W.dot(b.n_W) >= kSameNormal;
}

/// The deepest point; among equally deep ones the one furthest from the centre.
std::size_t FirstPoint(const std::vector<PairPoint>& all, const Vector3d& middle) {
  double depth = 0.0;
  for (const PairPoint& point : all) depth = std::max(depth, point.depth);
  std::size_t best = 0;
  double furthest = -1.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double distance = (all[i].p_W - middle).squaredNorm();
    if (all[i].depth < (1.0 - 1e-6) * depth || distance <= furthest * (1.0 + 1e-9)) continue;
    furthest = distance;
    best = i;
  }
  return best;
}

}  // namespace

// Keeps a few points that are far from each other, because engines need few.
void ReducePoints(double merge, std::vector<PairPoint>* points) {
  std::vector<PairPoint>& all = *points;
  const std::size_t count = all.size();
  if (count <= 1) return;
  Vector3d middle = Vector3d::Zero();
  for (const PairPoint& point : all) middle += point.p_W / static_cast<double>(count);
  double furthest = 0.0;
  for (const PairPoint& point : all) {
    furthest = std::max(furthest, (point.p_W - middle).squaredNorm());
  }
  std::swap(all[0], all[FirstPoint(all, middle)]);
  std::size_t kept = 1;
  while (kept < count && kept < kMaxPairPoints) {
    // The candidate furthest from all kept points, with a preference for outer ones, which carry
    // tilting moments. Ends when only duplicates are left.
    std::size_t best = count;
    double best_distance = -1.0;
    for (std::size_t i = kept; i < count; ++i) {
      double distance = 1e300;
      for (std::size_t k = 0; k < kept; ++k) {
        if (Same(all[i], all[k], merge)) {
          distance = -1.0;
          break;
        }
        distance = std::min(distance, (all[i].p_W - all[k].p_W).squaredNorm());
      }
      if (distance > 0.0) {
        distance *= 0.25 + 0.75 * (all[i].p_W - middle).squaredNorm() / (furthest + 1e-300);
      }
      if (distance > best_distance) {
        best_distance = distance;
        best = i;
      }
    }
    if (best == count || best_distance < 0.0) break;
    std::swap(all[kept], all[best]);
    ++kept;
  }
  all.resize(kept);
}

}  // namespace surefoot::collide
