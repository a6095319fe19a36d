#include "surefoot/evaluation/gap/verdict/run_features.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr int kPerComponent = 7;

/// The values up to the k-th, the last one held, angles without jumps.
std::vector<double> SeenOf(const std::vector<double>& values, std::size_t k, bool is_angle,
                           double first) {
  std::vector<double> seen;
  for (std::size_t i = 0; i <= k; ++i) {
    const double value = values[std::min(i, values.size() - 1)];
    seen.push_back(is_angle ? NearestTurn(value, seen.empty() ? first : seen.back()) : value);
  }
  return seen;
}

double Change(const std::vector<double>& seen) {
  double sum = 0.0;
  for (std::size_t i = 1; i < seen.size(); ++i) sum += std::abs(seen[i] - seen[i - 1]);
  return sum;
}

double Roughness(const std::vector<double>& seen, double scale) {
  double sum = 0.0;
  for (std::size_t i = 2; i < seen.size(); ++i) {
    const double second = seen[i] - 2.0 * seen[i - 1] + seen[i - 2];
    sum += second * second;
  }
  const double count = std::max(1.0, static_cast<double>(seen.size()) - 2.0);
  // A floor far below what is measured, so that a perfect run has a logarithm.
  return std::log(std::sqrt(sum / count) + 1e-6 * scale);
}

void PutComponent(const std::vector<double>& seen, double scale, Eigen::Index row,
                  Eigen::Index column, Eigen::MatrixXd* features) {
  const std::size_t last = seen.size() - 1;
  Eigen::Index c = column;
  for (const std::size_t quarters : {1u, 2u, 3u, 4u}) {
    (*features)(row, c++) = seen[last * quarters / 4];
  }
  (*features)(row, c++) = Mean(seen);
  (*features)(row, c++) = Change(seen);
  (*features)(row, c++) = Roughness(seen, scale);
}

}  // namespace

LabelledRuns FeaturesOf(const std::vector<Comparison>& comparisons, std::size_t k) {
  LabelledRuns runs;
  const std::size_t real = comparisons.front().real.size();
  const std::size_t simulated = comparisons.front().simulated.front().size();
  runs.kinds.assign(real, 0);
  runs.kinds.insert(runs.kinds.end(), simulated, 1);
  Eigen::Index columns = 0;
  for (const Comparison& comparison : comparisons) {
    columns += kPerComponent * comparison.quantity.components;
  }
  runs.features.resize(static_cast<Eigen::Index>(real + simulated), columns);
  Eigen::Index column = 0;
  for (const Comparison& comparison : comparisons) {
    const bool is_angle = comparison.quantity.is_angle;
    const double scale = std::max(comparison.quantity.tolerance, 1e-9);
    for (std::size_t c = 0; c < static_cast<std::size_t>(comparison.quantity.components); ++c) {
      const double first = comparison.real.front().values[c].front();
      for (std::size_t run = 0; run < real + simulated; ++run) {
        const Trace& trace =
            run < real ? comparison.real[run] : comparison.simulated.front()[run - real];
        PutComponent(SeenOf(trace.values[c], k, is_angle, first), scale,
                     static_cast<Eigen::Index>(run), column, &runs.features);
      }
      column += kPerComponent;
    }
  }
  return runs;
}

}  // namespace surefoot::gap
