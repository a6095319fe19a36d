#include "surefoot/evaluation/studies/avoidance/avoidance_controller.h"

#include <algorithm>
#include <cmath>

// The robot's program as a state machine over simulated time. The Bayes filter works in
// centimetres and sensor counts, as the published constants do.

namespace surefoot::studies {
namespace {

constexpr double kFirstCell = 1.0;
constexpr double kCellWidth = 0.1;
constexpr int kCells = 591;
/// Of the controller, s.
constexpr double kEpoch = 0.01;

/// Published likelihoods as functions of the distance in cm: ultrasonic in cm, infrared in counts.
double UltrasonicMean(double d) { return 0.7626 + 0.9582 * d; }
double UltrasonicDeviation(double d) { return 0.4878 + 0.0093 * d; }
double InfraredMean(double d) { return 14001.0 * std::pow(d, -1.005); }
double InfraredDeviation(double d) { return 3.78 * std::exp(0.157 * d); }

/// Text of a timed command in the robot's own protocol: "forward 1.500000".
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
                                         const AvoidanceVariant& variant, double last_leg,
                                         RandomStream* random)
    : settings_(settings),
      model_(variant.model),
      needs_belief_(variant.bayes),
      last_leg_(last_leg),
      random_(random),
      reader_(variant.bayes, variant.sensor == "infrared", settings.belief_readings) {}

bool AvoidanceController::Look() {
  if (!newest_) return false;
  const std::optional<double> distance = reader_.Take(*newest_);
  if (!distance) return false;
  has_distance_ = true;
  return *distance > 0.0 && *distance < settings_.threshold;
}

void AvoidanceController::Update(double time, const SendCommand& send) {
  // Times are sums of steps and not exact: slightly early counts as on time.
  const auto due = [time](double when) { return time >= when - 1e-9; };
  const bool looks = due(next_look_) && state_ != State::kTurning;
  const bool obstacle = looks && Look();
  // Readings of one belief are taken in immediate succession, because the filter assumes a
  // constant distance.
  if (looks) next_look_ = time + (reader_.under_way() ? kEpoch : settings_.period);
  if (state_ == State::kWaiting) {
    if (!due(settings_.warm_up) || (needs_belief_ && !has_distance_)) return;
    started_ = time;
    state_ = State::kForward;
    next_look_ = time + model_.phase.mean;
    send("forward");
  } else if (state_ == State::kForward && obstacle) {
    state_ = State::kAlarmed;
    const Spreading& reaction = model_.reaction;
    next_ = time + std::max(0.0, reaction.mean + reaction.deviation * random_->Normal());
  } else if (state_ == State::kAlarmed && due(next_)) {
    state_ = State::kTurning;
    next_ += settings_.turn_seconds + std::max(0.0, model_.pause.mean);
    send(Command("right", settings_.turn_seconds));
  } else if (state_ == State::kTurning && due(next_)) {
    // The task is a U-turn: after the second turn one last leg follows.
    state_ = ++turns_ == 2 ? State::kLeaving : State::kForward;
    next_look_ = time + settings_.period;
    if (turns_ == 2) stops_ = time + last_leg_;
    send(turns_ == 2 ? Command("forward", last_leg_) : "forward");
  }
}

}  // namespace surefoot::studies
