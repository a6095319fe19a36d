#include "surefoot/evaluation/gap/verdict/instant.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Circular mean: direction of the sum of unit vectors.
double MeanDirection(const std::vector<double>& angles) {
  double x = 0.0, y = 0.0;
  for (const double angle : angles) {
    x += std::cos(angle);
    y += std::sin(angle);
  }
  return std::atan2(y, x);
}

/// Appends values minus a common offset.
void Append(const Quantity& quantity, const std::vector<std::vector<double>>& values,
            const std::vector<double>& less, std::vector<std::vector<double>>* set) {
  for (std::size_t c = 0; c < values.size(); ++c) {
    for (const double value : values[c]) {
      const double difference = value - less[c];
      (*set)[c].push_back(quantity.is_angle ? WrapAngle(difference) : difference);
    }
  }
}

constexpr double kWindow = 0.4;
/// Below this fraction of the usual speed the direction of motion is mostly noise of the tracker.
constexpr double kClearMotion = 0.4;

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
  // Each set of simulated runs is paired with its real runs.
  for (std::size_t set = 0; set < comparison.simulated.size(); ++set) {
    const auto simulated = ValuesAt(comparison.simulated[set], k, quantity.components);
    const auto real = comparison.has_restarts()
                          ? ValuesAt({comparison.real[set]}, k, quantity.components)
                          : ValuesAt(comparison.real, k, quantity.components);
    const std::vector<double> median = MedianOf(quantity, simulated);
    if (median.empty()) continue;
    Append(quantity, real, median, &sets.real);
    // A single run equals its median and has no information on the spread.
    if (simulated.front().size() > 1 || !comparison.has_restarts()) {
      Append(quantity, simulated, median, &sets.simulated);
    }
  }
  return sets;
}

Window WindowAt(const std::vector<double>& times, std::size_t count, std::size_t k) {
  const double step = count > 1 ? times[1] - times[0] : kWindow;
  const auto half = static_cast<std::size_t>(std::max(1.0, std::round(0.5 * kWindow / step)));
  return {k > half ? k - half : 0, std::min(k + half, count - 1)};
}

PlaneVelocity VelocityAt(const std::vector<double>& times, const Trace& position, std::size_t k) {
  const Window window = WindowAt(times, position.size(), k);
  const double duration = times[window.high] - times[window.low];
  if (!(duration > 0.0)) return {};
  const double dx = position.values[0][window.high] - position.values[0][window.low];
  const double dy = position.values[1][window.high] - position.values[1][window.low];
  return {std::hypot(dx, dy) / duration, std::atan2(dy, dx)};
}

std::vector<double> DirectionOf(const std::vector<double>& times, const Trace& position,
                                double stop_speed) {
  std::vector<PlaneVelocity> velocities;
  std::vector<double> speeds;
  for (std::size_t k = 0; k < position.size(); ++k) {
    velocities.push_back(VelocityAt(times, position, k));
    if (velocities.back().speed > stop_speed) speeds.push_back(velocities.back().speed);
  }
  std::vector<double> direction(position.size(), 0.0);
  if (speeds.empty()) return direction;
  const double clear = kClearMotion * Median(std::move(speeds));
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < position.size(); ++k) {
    if (velocities[k].speed < clear) continue;
    direction[k] = NearestTurn(velocities[k].direction, last ? direction[*last] : 0.0);
    for (std::size_t i = last ? *last + 1 : 0; i < k; ++i) {
      const double part = last ? (times[i] - times[*last]) / (times[k] - times[*last]) : 1.0;
      const double from = last ? direction[*last] : direction[k];
      direction[i] = from + part * (direction[k] - from);
    }
    last = k;
  }
  if (last) {
    const auto from = direction.begin() + static_cast<std::ptrdiff_t>(*last);
    std::fill(from, direction.end(), *from);
  }
  return direction;
}

}  // namespace surefoot::gap
