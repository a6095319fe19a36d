#include "surefoot/gap/quantile.h"

#include <algorithm>
#include <limits>
#include <map>

#include "surefoot/base/check.h"
#include "surefoot/base/random.h"

namespace surefoot::gap {

double Quantile(std::vector<double> values, double p) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = p * static_cast<double>(values.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), values.size() - 1);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(i);
  std::nth_element(values.begin(), at, values.end());
  if (i + 1 == values.size()) return *at;
  const double next = *std::min_element(at + 1, values.end());
  return *at + (place - static_cast<double>(i)) * (next - *at);
}

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
