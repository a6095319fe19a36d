// Cost of a step of EKF-SLAM on one core by map size: predictions, updates and the search for the
// observed landmark.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/page.h"
#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/random.h"

namespace surefoot::bench {
namespace {

constexpr const char* kHelp = R"(usage: slam_bench [options]

Cost of a step of EKF-SLAM for maps of 10 to 1000 landmarks, and the power of the number of landmarks
with which an update grows; see docs/studies/benchmarks.md. Fails when that is more than 2 over all of them.

  --docs FILE.md   put the table between the marks of that page
  --help
)";

constexpr int kCounts[] = {10, 20, 50, 100, 200, 500, 1000};
/// Powers are reported for all maps, and for those from here on, where fixed costs are negligible.
constexpr int kLarge = 100;
constexpr double kMaxPower = 2.0;
constexpr int kRounds = 5;

struct Row {
  int landmarks = 0;
  /// Microseconds.
  double predict = 0.0;
  double update = 0.0;
  double associate = 0.0;
};

/// A map with this number of landmarks around the vehicle, all observed once.
estimate::EkfSlam MakeMap(int landmarks, std::vector<estimate::RangeBearing>* seen) {
  Eigen::Matrix3d P = Eigen::Vector3d(0.01, 0.01, 1e-6).asDiagonal();
  estimate::EkfSlam filter(estimate::Pose2::Zero(), P);
  RandomStream random(1, "slam_bench");
  for (int i = 0; i < landmarks; ++i) {
    seen->push_back({random.Uniform(5.0, 80.0), random.Uniform(-M_PI, M_PI)});
    filter.Insert(seen->back(), {});
  }
  return filter;
}

/// Microseconds of one call, the minimum of some rounds of at least 20 ms.
template <typename Work>
double Cost(const Work& work) {
  double best = 1e300;
  int count = 1;
  for (int round = 0; round < kRounds;) {
    const double start = ThreadCpuSeconds();
    for (int i = 0; i < count; ++i) work(i);
    const double spent = ThreadCpuSeconds() - start;
    if (spent < 0.02) {
      count *= 2;
      continue;
    }
    best = std::min(best, 1e6 * spent / count);
    ++round;
  }
  return best;
}

Row Measure(int landmarks) {
  std::vector<estimate::RangeBearing> seen;
  estimate::EkfSlam filter = MakeMap(landmarks, &seen);
  Row row;
  row.landmarks = landmarks;
  row.predict = Cost([&](int) { filter.Predict({0.0, 0.0}, {}); });
  const auto which = [&](int i) { return static_cast<std::size_t>(i % landmarks); };
  row.update = Cost([&](int i) { filter.Update(i % landmarks, seen[which(i)], {}); });
  int found = 0;
  row.associate = Cost([&](int i) { found += Associate(filter, seen[which(i)], {}).value_or(0); });
  if (found < -1000000000) std::puts("");
  return row;
}

/// The slope of the line through log(cost) over log(count).
double Power(const std::vector<Row>& rows, double Row::*cost, int min) {
  double n = 0.0;
  double x = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double xy = 0.0;
  for (const Row& row : rows) {
    if (row.landmarks < min) continue;
    const double a = std::log(row.landmarks);
    const double b = std::log(row.*cost);
    n += 1.0;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

std::string ToMarkdown(const std::vector<Row>& rows) {
  char line[160];
  std::string text =
      "| landmarks | prediction, us | update, us | association, us |\n"
      "|---|---|---|---|\n";
  for (const Row& row : rows) {
    std::snprintf(line, sizeof line, "| %d | %.2f | %.1f | %.1f |\n", row.landmarks, row.predict,
                  row.update, row.associate);
    text += line;
  }
  for (const int min : {kCounts[0], kLarge}) {
    std::snprintf(line, sizeof line, "| exponent from %d on | %.2f | %.2f | %.2f |\n", min,
                  Power(rows, &Row::predict, min), Power(rows, &Row::update, min),
                  Power(rows, &Row::associate, min));
    text += line;
  }
  return text;
}

int Main(const std::string& docs) {
  std::vector<Row> rows;
  for (const int landmarks : kCounts) rows.push_back(Measure(landmarks));
  const std::string text = ToMarkdown(rows);
  std::fputs(text.c_str(), stdout);
  if (!docs.empty()) {
    const Status written = WriteSection(docs, "slam_bench", text);
    if (!written.ok()) {
      std::fprintf(stderr, "slam_bench: %s\n", written.error().message.c_str());
      return 1;
    }
  }
  return Power(rows, &Row::update, kCounts[0]) <= kMaxPower ? 0 : 1;
}

}  // namespace
}  // namespace surefoot::bench

int main(int argc, char** argv) {
  std::string docs;
  surefoot::Arguments arguments(surefoot::bench::kHelp);
  arguments.Value("--docs", &docs);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  return surefoot::bench::Main(docs);
}
