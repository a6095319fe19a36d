/// DRIVE's windows as restarts: each begins in the recorded state.

#include <algorithm>
#include <utility>

#include "surefoot/evaluation/gap/drives/gap_summary.h"
#include "surefoot/evaluation/gap/run.h"

namespace surefoot::experiment {
namespace {

/// The errors are known already: the simulated side is zero.
gap::Comparison AsComparison(gap::Quantity quantity,
                             const std::map<std::string, double>& tolerances, double interval,
                             std::vector<std::vector<double>> errors) {
  gap::Comparison comparison;
  comparison.quantity = std::move(quantity);
  const auto wanted = tolerances.find(comparison.quantity.name);
  if (wanted != tolerances.end()) comparison.quantity.tolerance = wanted->second;
  std::size_t longest = 0;
  for (std::vector<double>& row : errors) {
    longest = std::max(longest, row.size());
    comparison.simulated.push_back({{"", {std::vector<double>(row.size(), 0.0)}}});
    comparison.real.push_back({"", {std::move(row)}});
  }
  for (std::size_t k = 0; k < longest; ++k) {
    comparison.times.push_back(interval * static_cast<double>(k));
  }
  return comparison;
}

}  // namespace

std::vector<gap::QuantityVerdict> TrustOf(const std::vector<gap::WindowScore>& scores,
                                          double interval,
                                          const std::map<std::string, double>& tolerances) {
  if (scores.empty()) return {};
  gap::RowErrors errors = gap::ErrorsByRow(scores);
  gap::Quantity position = gap::PositionQuantity();
  position.components = 1;  // The distance.
  gap::Quantity heading = gap::HeadingQuantity();
  heading.is_angle = false;  // The angle between, not wrapped.
  return gap::Judge({AsComparison(position, tolerances, interval, std::move(errors.translations)),
                     AsComparison(heading, tolerances, interval, std::move(errors.headings))})
      .quantities;
}

}  // namespace surefoot::experiment
