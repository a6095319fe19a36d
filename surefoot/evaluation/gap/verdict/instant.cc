#include "surefoot/evaluation/gap/verdict/instant.h"

#include <cmath>
#include <numbers>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

double MeanDirection(const std::vector<double>& angles) {
  double x = 0.0, y = 0.0;
  for (const double angle : angles) {
    x += std::cos(angle);
    y += std::sin(angle);
  }
  return std::atan2(y, x);
}

/// Adds values less a common one.
void Append(const Quantity& quantity, const std::vector<std::vector<double>>& values,
            const std::vector<double>& less, std::vector<std::vector<double>>* set) {
  for (std::size_t c = 0; c < values.size(); ++c) {
    for (const double value : values[c]) {
      const double difference = value - less[c];
      (*set)[c].push_back(quantity.is_angle ? WrapAngle(difference) : difference);
    }
  }
}

}  // namespace

double WrapAngle(double angle) { return std::remainder(angle, 2.0 * std::numbers::pi); }

std::vector<std::vector<double>> ValuesAt(const std::vector<Trace>& traces, std::size_t k,
                                          int components) {
  std::vector<std::vector<double>> values(static_cast<std::size_t>(components));
  for (const Trace& trace : traces) {
    if (k >= trace.size()) continue;
    for (std::size_t c = 0; c < values.size(); ++c) values[c].push_back(trace.values[c][k]);
  }
  return values;
}

std::vector<double> MedianOf(const Quantity& quantity,
                             const std::vector<std::vector<double>>& values) {
  if (values.empty() || values.front().empty()) return {};
  std::vector<double> median;
  for (const std::vector<double>& component : values) {
    if (!quantity.is_angle) {
      median.push_back(Median(component));
      continue;
    }
    const double middle = MeanDirection(component);
    std::vector<double> around;
    for (const double angle : component) around.push_back(WrapAngle(angle - middle));
    median.push_back(middle + Median(std::move(around)));
  }
  return median;
}

double Difference(const Quantity& quantity, const std::vector<double>& a,
                  const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double part = quantity.is_angle ? WrapAngle(a[c] - b[c]) : a[c] - b[c];
    sum += part * part;
  }
  return std::sqrt(sum);
}

InstantSets SetsAt(const Comparison& comparison, std::size_t k) {
  const Quantity& quantity = comparison.quantity;
  const auto components = static_cast<std::size_t>(quantity.components);
  InstantSets sets{std::vector<std::vector<double>>(components),
                   std::vector<std::vector<double>>(components)};
  // Each set of simulated runs goes with the real runs that it stands for.
  for (std::size_t set = 0; set < comparison.simulated.size(); ++set) {
    const auto simulated = ValuesAt(comparison.simulated[set], k, quantity.components);
    const auto real = comparison.has_restarts()
                          ? ValuesAt({comparison.real[set]}, k, quantity.components)
                          : ValuesAt(comparison.real, k, quantity.components);
    const std::vector<double> median = MedianOf(quantity, simulated);
    if (median.empty()) continue;
    Append(quantity, real, median, &sets.real);
    // One run is its own median: it says nothing about a spread.
    if (simulated.front().size() > 1 || !comparison.has_restarts()) {
      Append(quantity, simulated, median, &sets.simulated);
    }
  }
  return sets;
}

}  // namespace surefoot::gap
