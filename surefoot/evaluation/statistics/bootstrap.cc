#include "surefoot/evaluation/statistics/bootstrap.h"

#include <map>

#include "surefoot/base/check.h"
#include "surefoot/base/random.h"

namespace surefoot::gap {

Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p) {
  SUREFOOT_CHECK(values.size() == groups.size(), "a group for each value");
  constexpr int kDraws = 1000;
  std::map<int, std::vector<double>> by_group;
  for (std::size_t i = 0; i < values.size(); ++i) by_group[groups[i]].push_back(values[i]);
  std::vector<const std::vector<double>*> all;
  for (const auto& [group, members] : by_group) all.push_back(&members);
  if (all.empty()) return {Quantile({}, p), Quantile({}, p)};
  RandomStream random(0, "bootstrap");
  std::vector<double> quantiles;
  std::vector<double> drawn;
  for (int draw = 0; draw < kDraws; ++draw) {
    drawn.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto pick =
          static_cast<std::size_t>(random.Uniform() * static_cast<double>(all.size()));
      drawn.insert(drawn.end(), all[pick]->begin(), all[pick]->end());
    }
    quantiles.push_back(Quantile(drawn, p));
  }
  return {Quantile(quantiles, 0.025), Quantile(quantiles, 0.975)};
}

}  // namespace surefoot::gap
