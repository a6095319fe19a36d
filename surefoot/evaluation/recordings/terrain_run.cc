#include "surefoot/evaluation/recordings/terrain_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr double kLoggedRadius = 0.13;
constexpr double kMaxSpeed = 200.0;
constexpr double kShortest = 2.0;
constexpr double kMaxOffset = 2.5;
constexpr double kOffsetStep = 0.01;
/// Below this correlation a run does not determine its offset.
constexpr double kMinCorrelation = 0.3;
/// Of the yaw-rate gain: block length as the windows of DRIVE (s), and the minimum root mean square
/// of the ideal turn in a block (rad).
constexpr double kBlock = 2.0;
constexpr double kMinTurn = 0.1;

/// Running sums for Pearson's correlation coefficient of two series.
struct Correlation {
  double n = 0.0, a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;

  void Add(double x, double y) {
    n += 1.0;
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  double value() const {
    const double va = aa - a * a / n, vb = bb - b * b / n;
    return va > 0.0 && vb > 0.0 ? (ab - a * b / n) / std::sqrt(va * vb) : 0.0;
  }
};

/// The turn rate averaged over the interval of the wheel samples, which are averages as well.
struct SlowTurnRate {
  std::vector<double> time;
  std::vector<double> rate;

  SlowTurnRate(const ImuRecording& imu, double length) {
    double sum = 0.0;
    std::size_t first = 0;
    const std::vector<double>& wz = imu.axes[2];
    for (std::size_t i = 0; i < wz.size(); ++i) {
      sum += wz[i];
      if (imu.time[i] - imu.time[first] < length) continue;
      const double count = static_cast<double>(i - first + 1);
      time.push_back(0.5 * (imu.time[first] + imu.time[i]));
      rate.push_back(sum / count);
      sum = 0.0;
      first = i + 1;
      if (first >= wz.size()) break;
    }
  }
};

double CorrelationAt(const SlowTurnRate& turn, const WheelSpeeds& wheels, double offset) {
  Correlation correlation;
  for (std::size_t i = 0; i < turn.time.size(); ++i) {
    const double moment = turn.time[i] - offset;
    if (moment < wheels.time.front() || moment > wheels.time.back()) continue;
    const WheelSpeeds::Pair speeds = wheels.At(moment);
    correlation.Add(turn.rate[i], speeds.right - speeds.left);
  }
  // A short overlap correlates by chance, so at least half of the samples must take part.
  const bool enough = 2.0 * correlation.n >= static_cast<double>(turn.time.size());
  return enough && correlation.n > 2.0 ? correlation.value() : 0.0;
}

/// "imu_02.csv.gz" gives "02".
std::string NumberOf(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  name = name.substr(0, name.find('.'));
  const std::size_t mark = name.find('_');
  return mark == std::string::npos ? name : name.substr(mark + 1);
}

}  // namespace

double TerrainRun::begin() const { return std::max(imu.time.front(), wheels.time.front()); }
double TerrainRun::end() const { return std::min(imu.time.back(), wheels.time.back()); }

bool IsWheelLog(const CsvFile& file) {
  return file.Find("velL") >= 0 && file.Find("velR") >= 0 && FindTimeColumn(file) >= 0;
}

Result<WheelSpeeds> ReadWheelLog(const CsvFile& file) {
  const int time_column = FindTimeColumn(file);
  if (!IsWheelLog(file)) return file.Missing({"time, velL or velR"});
  RecordedSeries series = SUREFOOT_TRY(file.Read(std::vector<CsvFile::Selected>{
      {time_column, "time"}, {file.Find("velL"), "velL"}, {file.Find("velR"), "velR"}}));
  std::vector<double> time =
      SUREFOOT_TRY(SecondsOf(series, file.names()[static_cast<std::size_t>(time_column)]));
  WheelSpeeds wheels{std::move(time), series["velL"], series["velR"]};
  for (std::vector<double>* side : {&wheels.left, &wheels.right}) {
    for (std::size_t i = 0; i < side->size(); ++i) {
      (*side)[i] /= kLoggedRadius;
      if (std::abs((*side)[i]) > kMaxSpeed) {
        return Error{series.Place(i) + ": a wheel speed of " + std::to_string((*side)[i]) +
                     " rad/s; wheels turn by less than 200 rad/s"};
      }
    }
  }
  return wheels;
}

Alignment AlignTurnRate(const ImuRecording& imu, const WheelSpeeds& wheels) {
  const double spacing = (wheels.time.back() - wheels.time.front()) /
                         std::max(1.0, static_cast<double>(wheels.time.size() - 1));
  const SlowTurnRate turn(imu, spacing);
  Alignment best;
  const int steps = static_cast<int>(std::lround(kMaxOffset / kOffsetStep));
  for (int i = -steps; i <= steps; ++i) {
    const double correlation = CorrelationAt(turn, wheels, i * kOffsetStep);
    if (correlation > best.correlation) best = {i * kOffsetStep, correlation, true};
  }
  if (best.correlation < kMinCorrelation) return {0.0, best.correlation, false};
  return best;
}

Result<TerrainRun> LoadTerrainRun(const std::string& imu_file, const std::string& wheel_file) {
  ImuRecording imu = SUREFOOT_TRY(LoadImu(imu_file));
  const CsvFile table = SUREFOOT_TRY(CsvFile::Open(wheel_file));
  WheelSpeeds wheels = SUREFOOT_TRY(ReadWheelLog(table));
  TerrainRun run;
  run.terrain = std::filesystem::absolute(imu_file).parent_path().filename().string();
  run.number = NumberOf(imu_file);
  run.imu = std::move(imu);
  run.wheels = std::move(wheels);
  run.alignment = AlignTurnRate(run.imu, run.wheels);
  for (double& time : run.wheels.time) time += run.alignment.offset;
  SUREFOOT_TRY(CheckOverlap(run));
  return run;
}

Status CheckOverlap(const TerrainRun& run) {
  const double common = std::max(0.0, run.end() - run.begin());
  if (common >= kShortest) return Status();
  return Error{run.imu.file +
               ": IMU and wheel speeds overlap by less than 2 s: " + std::to_string(common) + " s"};
}

ImuRecording Cut(const ImuRecording& imu, double begin, double end) {
  ImuRecording part;
  part.file = imu.file;
  for (std::size_t i = 0; i < imu.time.size(); ++i) {
    if (imu.time[i] < begin || imu.time[i] > end) continue;
    part.time.push_back(imu.time[i]);
    for (std::size_t axis = 0; axis < imu.axes.size(); ++axis) {
      part.axes[axis].push_back(imu.axes[axis][i]);
    }
  }
  return part;
}

double RateOf(const ImuRecording& imu) {
  std::vector<double> distances;
  for (std::size_t i = 1; i < imu.time.size(); ++i) {
    distances.push_back(imu.time[i] - imu.time[i - 1]);
  }
  const double usual = Quantile(distances, 0.5);
  return usual > 0.0 ? 1.0 / usual : 0.0;
}

ImuRecording Resampled(const ImuRecording& imu, double rate) {
  ImuRecording even;
  even.file = imu.file;
  if (imu.time.empty() || !(rate > 0.0)) return even;
  const double length = imu.time.back() - imu.time.front();
  const auto count = static_cast<std::size_t>(length * rate + 1e-6) + 1;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double moment = imu.time.front() + static_cast<double>(i) / rate;
    while (at + 2 < imu.time.size() && imu.time[at + 1] <= moment) ++at;
    const std::size_t next = std::min(at + 1, imu.time.size() - 1);
    const double step = imu.time[next] - imu.time[at];
    const double part = step > 0.0 ? std::clamp((moment - imu.time[at]) / step, 0.0, 1.0) : 0.0;
    even.time.push_back(moment);
    for (std::size_t axis = 0; axis < imu.axes.size(); ++axis) {
      const std::vector<double>& values = imu.axes[axis];
      even.axes[axis].push_back(values[at] + part * (values[next] - values[at]));
    }
  }
  return even;
}

double YawRateGain(const ImuRecording& imu, const WheelSpeeds& wheels, double radius,
                   double track) {
  double products = 0.0, squares = 0.0, count = 0.0;
  std::size_t first = 0;
  double turned = 0.0, ideal = 0.0;
  for (std::size_t i = 1; i < imu.time.size(); ++i) {
    const double step = imu.time[i] - imu.time[i - 1];
    const WheelSpeeds::Pair speeds = wheels.At(imu.time[i] - 0.5 * step);
    turned += 0.5 * step * (imu.axes[2][i - 1] + imu.axes[2][i]);
    ideal += step * (speeds.right - speeds.left) * radius / track;
    if (imu.time[i] - imu.time[first] < kBlock) continue;
    products += turned * ideal;
    squares += ideal * ideal;
    count += 1.0;
    turned = ideal = 0.0;
    first = i;
  }
  const double usual_turn = std::sqrt(squares / std::max(count, 1.0));
  return usual_turn >= kMinTurn ? products / squares : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace surefoot::gap
