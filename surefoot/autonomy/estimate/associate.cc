#include <algorithm>
#include <limits>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/autonomy/estimate/planar.h"

namespace surefoot::estimate {
namespace {

struct Pair {
  double distance = 0.0;
  std::size_t measurement = 0;
  int landmark = 0;
};

/// All pairs below the wider limit, the nearest first.
std::vector<Pair> PairsOf(const EkfSlam& filter, const std::vector<RangeBearing>& scan,
                          const RangeBearingNoise& noise, double limit) {
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < scan.size(); ++k) {
    for (int i = 0; i < filter.landmark_count(); ++i) {
      const double distance = filter.Expect(i, scan[k], noise).nis;
      if (distance < limit) pairs.push_back({distance, k, i});
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  return pairs;
}

}  // namespace

std::vector<std::optional<int>> AssociateScan(const EkfSlam& filter,
                                              const std::vector<RangeBearing>& scan,
                                              const RangeBearingNoise& noise,
                                              const Association& rule) {
  const double join = ChiSquare2(rule.join);
  const std::vector<Pair> pairs = PairsOf(filter, scan, noise, ChiSquare2(rule.separate));
  std::vector<int> near(scan.size(), 0);
  for (const Pair& pair : pairs) near[pair.measurement] += pair.distance < join ? 1 : 0;
  std::vector<std::optional<int>> found(scan.size(), -1);
  std::vector<bool> taken(static_cast<std::size_t>(filter.landmark_count()), false);
  for (const Pair& pair : pairs) {
    std::optional<int>& mine = found[pair.measurement];
    if (mine && *mine >= 0) continue;
    const bool sure = pair.distance < join && near[pair.measurement] == 1 &&
                      !taken[static_cast<std::size_t>(pair.landmark)];
    mine = sure ? std::optional<int>(pair.landmark) : std::nullopt;
    if (sure) taken[static_cast<std::size_t>(pair.landmark)] = true;
  }
  return found;
}

std::optional<int> Associate(const EkfSlam& filter, const RangeBearing& z,
                             const RangeBearingNoise& noise, const Association& rule) {
  return AssociateScan(filter, {z}, noise, rule).front();
}

}  // namespace surefoot::estimate
