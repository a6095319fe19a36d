#pragma once

/// A two-wheel robot that drives to an obstacle, turns right, drives on, turns right again and
/// drives back, as seen by an overhead tracker: the object avoidance of the Centurion paper (its
/// experiment 2) in closed form with known random deviations, for tests.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

struct UTurn {
  double speed = 0.23;
  double speed_deviation = 0.01;
  /// Heading drift while it drives (rad/s).
  double drift = 0.07;
  double drift_deviation = 0.03;
  double turn_deviation = 0.06;
  /// Position at which it detects the obstacle (m from the start), and its standard deviation.
  double detection = 0.40;
  double detection_deviation = 0.015;
  /// Leg between the turns.
  double leg = 0.09;
  double turn_seconds = 0.35;
  double tracker_deviation = 0.001;
};

constexpr double kUTurnStep = 0.086;
constexpr int kUTurnSamples = 47;

inline std::vector<double> UTurnTimes() {
  std::vector<double> times;
  for (int k = 0; k < kUTurnSamples; ++k) times.push_back(kUTurnStep * k);
  return times;
}

inline Trace MakeUTurn(const UTurn& model, RandomStream* random) {
  const double speed = model.speed + model.speed_deviation * random->Normal();
  const double drift = model.drift + model.drift_deviation * random->Normal();
  const double first = model.detection + model.detection_deviation * random->Normal();
  const double turns[] = {-0.5 * std::numbers::pi + model.turn_deviation * random->Normal(),
                          -0.5 * std::numbers::pi + model.turn_deviation * random->Normal()};
  const double legs[] = {first, model.leg, 1e9};
  double x = 0.36, y = 0.51, heading = 0.0, gone = 0.0, turned = 0.0;
  int leg = 0;
  bool turning = false;
  Trace trace{"run", {{}, {}}};
  constexpr int kFine = 20;
  constexpr double kDt = kUTurnStep / kFine;
  for (int k = 0; k < kUTurnSamples * kFine; ++k) {
    if (k % kFine == 0) {
      trace.values[0].push_back(x + model.tracker_deviation * random->Normal());
      trace.values[1].push_back(y + model.tracker_deviation * random->Normal());
    }
    if (turning) {
      heading += turns[leg] * kDt / model.turn_seconds;
      turned += kDt;
      if (turned >= model.turn_seconds) {
        turning = false;
        ++leg;
        gone = 0.0;
      }
      continue;
    }
    x += speed * kDt * std::cos(heading);
    y += speed * kDt * std::sin(heading);
    heading += drift * kDt;
    gone += speed * kDt;
    if (gone >= legs[leg]) {
      turning = true;
      turned = 0.0;
    }
  }
  return trace;
}

inline std::vector<Trace> MakeUTurns(const UTurn& model, int runs, std::uint64_t seed) {
  RandomStream random(seed, "u turns");
  std::vector<Trace> traces;
  for (int i = 0; i < runs; ++i) traces.push_back(MakeUTurn(model, &random));
  return traces;
}

inline Comparison CompareUTurns(const UTurn& real, int real_runs, const UTurn& simulated,
                                int simulated_runs, std::uint64_t seed) {
  return {{"position", "m", 2, false, 0.05, 0.0},
          UTurnTimes(),
          MakeUTurns(real, real_runs, seed),
          {MakeUTurns(simulated, simulated_runs, seed + 100000)}};
}

}  // namespace surefoot::gap
