#include "surefoot/evaluation/calibrate/calibrate_data.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/gap/kinematic_fit.h"

namespace surefoot::experiment {
namespace {

/// The age of a window's first pose reaches before its first row.
constexpr double kBefore = 0.25;

/// The windows of a run that are of the step of its first one.
gap::WindowRun FirstStep(const gap::DriveRecording& recording, const gap::WindowRun& run) {
  gap::WindowRun part{run.first, 1};
  while (part.count < run.count &&
         recording.windows[run.first + part.count].step == recording.windows[run.first].step) {
    ++part.count;
  }
  return part;
}

/// A drive for each step: long recordings of one's own are one run. The window before tells how the
/// robot came.
void AddWindows(const std::shared_ptr<const gap::DriveRecording>& whole,
                std::vector<FitDrive>* drives) {
  const gap::DriveRecording& recording = *whole;
  for (gap::WindowRun rest : gap::WindowRuns(recording)) {
    for (std::size_t before = 0; rest.count > 0; before = 1) {
      const gap::WindowRun part = FirstStep(recording, rest);
      const gap::DriveWindow& first = recording.windows[part.first];
      FitDrive drive;
      drive.name = recording.file + " window " + std::to_string(first.id);
      drive.recording = whole;
      drive.run = part;
      drive.step = first.step;
      drive.start = recording.window_length() * static_cast<double>(before);
      drive.spec.wheels = gap::WheelsOf(recording, {part.first - before, part.count + before});
      drive.spec.from = -kBefore;
      drive.spec.to = drive.start + recording.window_length() * static_cast<double>(part.count);
      drives->push_back(std::move(drive));
      rest.first += part.count;
      rest.count -= part.count;
    }
  }
}

bool AreAlike(const gap::DriveRecording& a, const gap::DriveRecording& b) {
  return a.nuisance.encoder_lag == b.nuisance.encoder_lag && a.nuisance.lever == b.nuisance.lever &&
         a.interval == b.interval && a.window_length() == b.window_length();
}

/// Several files as one recording, with gaps between them.
Result<std::shared_ptr<const gap::DriveRecording>> Join(
    const std::vector<const gap::DriveRecording*>& files) {
  auto joined = std::make_shared<gap::DriveRecording>(*files.front());
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (!AreAlike(*files[0], *files[i])) {
      return Error{files[0]->file + " and " + files[i]->file +
                   ": recordings of different kinds; fit them one by one"};
    }
    const gap::DriveWindow last = joined->windows.back();
    for (gap::DriveWindow window : files[i]->windows) {
      window.id += last.id + 2;
      window.step += last.step + 1;
      joined->windows.push_back(std::move(window));
    }
  }
  return std::shared_ptr<const gap::DriveRecording>(std::move(joined));
}

/// Integral of the turn rate from `begin` over a block, by trapezoids over whole samples.
double TurnedIn(const gap::ImuRecording& imu, double begin) {
  constexpr std::size_t kTurnAxis = 2;
  const gap::ImuRecording part = gap::Cut(imu, begin, begin + kTurnBlock);
  const std::vector<double>& rate = part.axes[kTurnAxis];
  double sum = 0.0;
  for (std::size_t i = 1; i < rate.size(); ++i) {
    sum += 0.5 * (rate[i] + rate[i - 1]) * (part.time[i] - part.time[i - 1]);
  }
  const double covered = rate.size() > 1 ? part.time.back() - part.time.front() : 0.0;
  return covered > 0.5 * kTurnBlock ? sum * kTurnBlock / covered : 0.0;
}

FitDrive RunDrive(const gap::TerrainRun& run, int step) {
  FitDrive drive;
  drive.name = run.name();
  drive.step = step;
  drive.spec.wheels = run.wheels;
  drive.spec.from = run.begin();
  const auto blocks = static_cast<int>((run.end() - run.begin()) / kTurnBlock);
  drive.spec.to = run.begin() + kTurnBlock * blocks;
  for (int i = 0; i < blocks; ++i) {
    drive.turned.push_back(TurnedIn(run.imu, run.begin() + kTurnBlock * i));
  }
  return drive;
}

double TurnOf(const gap::PoseTrack& track, double begin) {
  return track.At(begin + kTurnBlock).yaw - track.At(begin).yaw;
}

}  // namespace

Eigen::VectorXd FitDrive::Residuals(const gap::PoseTrack& track) const {
  Eigen::VectorXd residuals = Eigen::VectorXd::Zero(3 * observations());
  for (int i = 0; i < observations(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (recording != nullptr) {
      residuals.segment<3>(3 * i) =
          gap::WindowResiduals(*recording, recording->windows[run.first + k], track, StartOf(i));
    } else {
      residuals[3 * i + 2] =
          (TurnOf(track, spec.from + kTurnBlock * i) - turned[k]) / gap::kUsualHeading;
    }
  }
  return residuals;
}

double FitDrive::StartOf(int window) const { return start + recording->window_length() * window; }

std::vector<gap::WindowScore> FitDrive::Scores(const gap::PoseTrack& track) const {
  std::vector<gap::WindowScore> scores;
  if (recording != nullptr) {
    for (std::size_t i = 0; i < run.count; ++i) {
      scores.push_back(gap::ScoreWindow(*recording, recording->windows[run.first + i], track,
                                        StartOf(static_cast<int>(i))));
    }
    return scores;
  }
  for (std::size_t i = 0; i < turned.size(); ++i) {
    gap::WindowScore score;
    score.id = static_cast<int>(i);
    score.step = step;
    score.yaw_real = turned[i];
    score.yaw_model = TurnOf(track, spec.from + kTurnBlock * static_cast<double>(i));
    score.heading = std::abs(score.yaw_model - score.yaw_real);
    scores.push_back(score);
  }
  return scores;
}

std::vector<int> SplitDrives(const std::vector<int>& steps) {
  std::map<int, int> half_of;
  std::vector<int> halves;
  for (int step : steps) {
    const int next = static_cast<int>(half_of.size()) % 2;
    halves.push_back(half_of.emplace(step, next).first->second);
  }
  return halves;
}

Result<std::vector<FitDrive>> FitDrives(const GapRobot& robot, const gap::RealData& data,
                                        int limit) {
  std::vector<FitDrive> drives;
  std::set<std::string> grounds;
  std::vector<const gap::DriveRecording*> files;
  for (const gap::DriveRecording& recording : data.drives) {
    if (recording.robot == robot.name && !recording.windows.empty()) files.push_back(&recording);
  }
  if (!files.empty()) {
    const auto joined = Join(files);
    if (!joined.ok()) return joined.error();
    AddWindows(*joined, &drives);
  }
  // MCAP files with poses are windows and runs at once; poses tell more.
  if (drives.empty()) {
    for (const gap::TerrainRun& run : data.runs) {
      drives.push_back(RunDrive(run, static_cast<int>(drives.size())));
      if (run.is_named) grounds.insert(run.terrain);
    }
  }
  if (grounds.size() > 1) {
    const std::string names = Joined(grounds);
    return Error{"recordings of several grounds (" + names +
                 "): they cannot have the same parameters; name those of one"};
  }
  if (limit > 0 && drives.size() > static_cast<std::size_t>(limit)) {
    drives.resize(static_cast<std::size_t>(limit));
  }
  std::vector<int> steps;
  for (const FitDrive& drive : drives) steps.push_back(drive.step);
  const std::vector<int> halves = SplitDrives(steps);
  for (std::size_t i = 0; i < drives.size(); ++i) {
    drives[i].half = halves[i];
    drives[i].spec.seed = HashString(drives[i].name);
  }
  const auto of_half = [&](int half) { return std::count(halves.begin(), halves.end(), half); };
  constexpr int kFewest = 2;
  if (of_half(0) < kFewest || of_half(1) < kFewest) {
    return Error{"only " + std::to_string(drives.size()) + " drives of a " + robot.name +
                 "; at least 4 steps or runs are needed for two halves (a recording of one's own "
                 "has a step every 6 s)"};
  }
  return drives;
}

}  // namespace surefoot::experiment
