#include <algorithm>
#include <limits>
#include <utility>

#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/convex/convex_part.h"

namespace surefoot::convex {
namespace {

/// Partners tried for each part: those with which it has the smallest common bounding box. Keeps
/// the cost linear in the number of parts.
constexpr std::size_t kPartners = 8;

/// Two parts and their common hull.
struct Pair {
  std::size_t a = 0;
  std::size_t b = 0;
  TriMesh hull;
  Excess excess;
};

/// Joins parts greedily, always the pair that deviates least.
class Joiner {
 public:
  Joiner(const Grid& grid, const std::vector<float>& distances, std::vector<Part>* parts)
      : grid_(grid), distances_(distances), parts_(*parts), left_(parts->size()) {
    used_.assign(parts_.size(), true);
    for (const Part& part : parts_) boxes_.push_back(part.hull.Bounds());
    for (std::size_t i = 0; i < parts_.size(); ++i) AddPairsOf(i);
  }

  std::size_t left() const { return left_; }

  /// The pair whose hull extends least beyond the solid; nullptr if none is left.
  const Pair* Best() const {
    const Pair* best = nullptr;
    for (const Pair& pair : pairs_) {
      if (best == nullptr || Cost(pair) < Cost(*best)) best = &pair;
    }
    return best;
  }

  void Join(const Pair& pair) {
    const Pair joined = pair;
    parts_[joined.a].hull = joined.hull;
    parts_[joined.a].excess = joined.excess;
    boxes_[joined.a] = joined.hull.Bounds();
    used_[joined.b] = false;
    --left_;
    const auto is_gone = [&](const Pair& p) {
      return p.a == joined.a || p.a == joined.b || p.b == joined.a || p.b == joined.b;
    };
    pairs_.erase(std::remove_if(pairs_.begin(), pairs_.end(), is_gone), pairs_.end());
    AddPairsOf(joined.a);
    // Parts whose partners are all gone need new pairs.
    if (pairs_.empty()) {
      for (std::size_t i = 0; i < parts_.size(); ++i) AddPairsOf(i);
    }
  }

  void Finish() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!used_[i]) continue;
      if (kept != i) parts_[kept] = std::move(parts_[i]);
      ++kept;
    }
    parts_.resize(kept);
  }

 private:
  static std::pair<double, double> Cost(const Pair& pair) {
    return {pair.excess.distance, pair.excess.volume};
  }

  void AddPairsOf(std::size_t a) {
    if (!used_[a]) return;
    std::vector<std::pair<double, std::size_t>> partners;
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      if (b == a || !used_[b]) continue;
      partners.emplace_back(boxes_[a].merged(boxes_[b]).diagonal().norm(), b);
    }
    std::sort(partners.begin(), partners.end());
    partners.resize(std::min(partners.size(), kPartners));
    for (const auto& [size, b] : partners) AddPair(std::min(a, b), std::max(a, b));
  }

  /// Each pair is evaluated once; its hull is kept, because a join needs it again.
  void AddPair(std::size_t a, std::size_t b) {
    for (const Pair& pair : pairs_) {
      if (pair.a == a && pair.b == b) return;
    }
    std::vector<Vector3d> points = parts_[a].hull.vertices;
    points.insert(points.end(), parts_[b].hull.vertices.begin(), parts_[b].hull.vertices.end());
    Result<TriMesh> hull = ConvexHull(points);
    if (!hull.ok()) return;
    Pair pair{a, b, std::move(hull).value(), {}};
    pair.excess = ExcessOf(grid_, distances_, pair.hull);
    pairs_.push_back(std::move(pair));
  }

  const Grid& grid_;
  const std::vector<float>& distances_;
  std::vector<Part>& parts_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<bool> used_;
  std::vector<Pair> pairs_;
  std::size_t left_;
};

}  // namespace

void JoinParts(const Grid& grid, const std::vector<float>& distances, double concavity,
               std::size_t max_parts, std::vector<Part>* parts) {
  Joiner joiner(grid, distances, parts);
  while (joiner.left() > 1) {
    const Pair* best = joiner.Best();
    if (best == nullptr) break;
    if (best->excess.distance > concavity && joiner.left() <= max_parts) break;
    joiner.Join(*best);
  }
  joiner.Finish();
}

}  // namespace surefoot::convex
