/// Real runs of object avoidance (Centurion, `us1`), if available, against a good and a bad model
/// of them.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/run_file.h"
#include "surefoot/evaluation/gap/verdict/run_comparison.h"
#include "tests/source_dir.h"

namespace surefoot::gap {
namespace {

constexpr double kStep = 0.05;
constexpr int kSamples = 72;
constexpr double kMotion = 0.15;

std::vector<TaskRun> LoadUs1() {
  const char* given = std::getenv("SUREFOOT_REAL_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(given != nullptr ? given : SUREFOOT_SOURCE_DIR "/../shared/data") /
      "centurion";
  std::vector<std::string> files;
  for (int run = 0; run <= 24; run += 2) {
    char name[20];
    std::snprintf(name, sizeof name, "us1_%02d.csv", run);
    if (std::filesystem::exists(folder / name)) files.push_back((folder / name).string());
  }
  RunFileOptions options;
  options.columns = "centurion";
  options.is_reference = true;
  std::vector<std::string> notes;
  Result<std::vector<TaskRun>> runs = LoadRuns(files, options, &notes);
  EXPECT_TRUE(runs.ok());
  return runs.ok() ? std::move(runs).value() : std::vector<TaskRun>();
}

TaskRun RunOf(const std::vector<double>& x, const std::vector<double>& y) {
  TaskRun run{"simulated", {{PositionQuantity(), {}, {{x.front()}, {y.front()}}}}};
  run.signals[0].t.push_back(0.0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    run.signals[0].t.push_back(0.5 + kStep * static_cast<double>(k));
    run.signals[0].values[0].push_back(x[k]);
    run.signals[0].values[1].push_back(y[k]);
  }
  return run;
}

/// The mean of the real paths plus random multiples of their four largest principal components: the
/// best possible model without knowledge of robots.
std::vector<TaskRun> GoodModel(std::vector<TaskRun> real, int count) {
  std::vector<std::string> notes;
  RunAlignment alignment;
  alignment.motion = kMotion;
  AlignStarts(alignment, "real", &real, &notes);
  Eigen::MatrixXd paths(static_cast<Eigen::Index>(real.size()), 2 * kSamples);
  for (std::size_t i = 0; i < real.size(); ++i) {
    for (int k = 0; k < kSamples; ++k) {
      const std::vector<double> at = real[i].position().At(kStep * k);
      paths(static_cast<Eigen::Index>(i), k) = at[0];
      paths(static_cast<Eigen::Index>(i), kSamples + k) = at[1];
    }
  }
  const Eigen::RowVectorXd mean = paths.colwise().mean();
  paths.rowwise() -= mean;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(paths, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const double scale = 1.0 / std::sqrt(static_cast<double>(real.size()) - 1.0);
  RandomStream random(1, "good model");
  std::vector<TaskRun> runs;
  for (int run = 0; run < count; ++run) {
    Eigen::RowVectorXd path = mean;
    for (Eigen::Index c = 0; c < 4; ++c) {
      path += random.Normal() * scale * svd.singularValues()[c] * svd.matrixV().col(c).transpose();
    }
    std::vector<double> x(path.data(), path.data() + kSamples);
    std::vector<double> y(path.data() + kSamples, path.data() + 2 * kSamples);
    // It starts from rest 15 cm earlier, like the real runs.
    x.insert(x.begin(), x.front() - kMotion);
    y.insert(y.begin(), y.front());
    runs.push_back(RunOf(x, y));
  }
  return runs;
}

/// The paper's ideal path at the mean speed, with a small random variation of the speed.
std::vector<TaskRun> BadModel(int count) {
  RandomStream random(1, "bad model");
  std::vector<TaskRun> runs;
  for (int run = 0; run < count; ++run) {
    const double speed = 0.2266 * (1.0 + 0.02 * random.Normal());
    std::vector<double> x, y;
    for (int k = 0; k < kSamples + 14; ++k) {
      double way = speed * kStep * k;
      const double out = std::min(way, 0.40);
      const double down = std::min(std::max(0.0, way - 0.40), 0.09);
      const double back = std::max(0.0, way - 0.49);
      x.push_back(0.36 + out - back);
      y.push_back(0.51 - down);
    }
    runs.push_back(RunOf(x, y));
  }
  return runs;
}

Result<RunComparison> Compare(const std::vector<TaskRun>& simulated) {
  RunComparisonOptions options;
  options.alignment.motion = kMotion;
  options.horizon = 3.4;
  return CompareRuns(LoadUs1(), simulated, options);
}

TEST(CenturionRuns, GoodAndBadModelsAreDistinguished) {
  const std::vector<TaskRun> real = LoadUs1();
  if (real.empty()) GTEST_SKIP() << "skipped: no real data";
  ASSERT_EQ(real.size(), 13u);
  const Result<RunComparison> good = Compare(GoodModel(real, 25));
  const Result<RunComparison> bad = Compare(BadModel(25));
  ASSERT_TRUE(good.ok() && bad.ok());
  const auto last = [](const Result<RunComparison>& result) {
    return result->verdict.indistinguishability->points.back();
  };
  for (const auto* result : {&good, &bad}) {
    std::printf("  %s\n  %s\n", (*result)->verdict.quantities[0].sentence.c_str(),
                (*result)->verdict.summary.c_str());
  }
  EXPECT_GT(last(good).d, 0.5);
  EXPECT_LT(last(bad).d, 0.1);
  // The tracked mark is off the axle's centre, so turns begin with a swing to the left; all runs of
  // the good model turn right at the end, when the real ones do.
  ASSERT_GE(good->verdict.state_changes.size(), 2u);
  const StateChangeReport* turn = nullptr;
  for (const StateChangeReport& change : good->verdict.state_changes) {
    if (change.what == "turn right") turn = &change;
  }
  ASSERT_NE(turn, nullptr);
  EXPECT_GT(turn->real_share, 0.8);
  EXPECT_GT(turn->simulated_share, 0.7);
  EXPECT_LT(std::abs(turn->difference), 0.15);
}

}  // namespace
}  // namespace surefoot::gap
