#include "surefoot/studies/avoidance_controller.h"

#include <algorithm>
#include <cmath>

namespace surefoot::studies {
namespace {

constexpr double kFirstCell = 1.0;
constexpr double kCellWidth = 0.1;
constexpr int kCells = 591;

/// Published, of a distance in cm: centimetres, and counts.
double UltrasonicMean(double d) { return 0.7626 + 0.9582 * d; }
double UltrasonicDeviation(double d) { return 0.4878 + 0.0093 * d; }
double InfraredMean(double d) { return 14001.0 * std::pow(d, -1.005); }
double InfraredDeviation(double d) { return 3.78 * std::exp(0.157 * d); }

std::string Command(const char* what, double seconds) {
  return std::string(what) + " " + std::to_string(std::max(0.0, seconds));
}

}  // namespace

DistanceReader::DistanceReader(bool bayes, bool infrared, int belief_readings)
    : bayes_(bayes),
      infrared_(infrared),
      belief_readings_(belief_readings),
      belief_(kFirstCell, kCellWidth, kCells) {}

std::optional<double> DistanceReader::Take(double reading) {
  if (!bayes_) return reading;
  const double cm = std::clamp(100.0 * reading, 0.1, 1e4);
  if (infrared_) {
    const double counts = InfraredMean(cm);
    belief_.Update([counts](double d) {
      return estimate::LogNormal(counts, InfraredMean(d), InfraredDeviation(d));
    });
  } else {
    belief_.Update([cm](double d) {
      return estimate::LogNormal(cm, UltrasonicMean(d), UltrasonicDeviation(d));
    });
  }
  if (++taken_ < belief_readings_) return std::nullopt;
  const double distance = 0.01 * belief_.CenterOf(belief_.MostProbable());
  taken_ = 0;
  belief_.Reset();
  return distance;
}

AvoidanceController::AvoidanceController(const AvoidanceSettings& settings,
                                         const AvoidanceVariant& variant, double duration,
                                         RandomStream* random)
    : settings_(settings),
      reaction_(variant.model.reaction),
      needs_belief_(variant.bayes),
      duration_(duration),
      random_(random),
      reader_(variant.bayes, variant.sensor == "infrared", settings.belief_readings) {}

void AvoidanceController::Hear(double reading, double time) {
  const std::optional<double> distance = reader_.Take(reading);
  if (!distance) return;
  has_distance_ = true;
  if (state_ != State::kForward || !(*distance > 0.0 && *distance < settings_.threshold)) return;
  state_ = State::kAlarmed;
  next_ = time + std::max(0.0, reaction_.mean + reaction_.deviation * random_->Normal());
}

void AvoidanceController::Update(double time, const Tell& tell) {
  // Times are sums of steps: a hair early is on time.
  const auto due = [time](double when) { return time >= when - 1e-9; };
  if (finished(time)) return;
  if (state_ == State::kWaiting) {
    if (!due(settings_.warm_up) || (needs_belief_ && !has_distance_)) return;
    started_ = time;
    state_ = State::kForward;
    tell(Command("forward", duration_));
  } else if (state_ == State::kAlarmed && due(next_)) {
    state_ = State::kTurning;
    ++turns_;
    next_ += settings_.turn_seconds + settings_.turn_pause;
    tell(Command("right", settings_.turn_seconds));
  } else if (state_ == State::kTurning && due(next_)) {
    state_ = State::kForward;
    tell(Command("forward", started_ + duration_ - time));
  }
}

}  // namespace surefoot::studies
