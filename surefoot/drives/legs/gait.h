#pragma once

/// How legs take turns, and the way that a foot goes in a step.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "surefoot/drives/command_input.h"

namespace surefoot::drives {

/// The way through the air.
enum class FootPath {
  /// Leaves and meets the ground without moving against it.
  kSmooth,
  /// Half an ellipse, as seen from the base.
  kEllipse,
  /// Up, ahead and down along straight lines.
  kLocus,
};

struct GaitSpec {
  /// Of a whole step in s, and the share of it on the ground.
  double period = 0.5;
  double duty = 0.5;
  /// How high feet are lifted, in m.
  double step_height = 0.02;
  FootPath path = FootPath::kSmooth;
  /// How much the base leans over the feet that stand: 0 not at all, 1 over their middle.
  double sway = 0.0;
};

/// Where a foot is in its step.
struct StepPoint {
  /// Since the middle of its time on the ground, in s: it stands (or moves in the air to) where the
  /// base's motion has carried the ground since then. Negative: still ahead.
  double time = 0.0;
  /// Share of the step height.
  double height = 0.0;
  /// How much it can be relied on to carry: 0 in the air, 1 on the ground but near its ends.
  double load = 1.0;
  bool on_ground = true;
};

/// `phase` from 0 (touches down) over the duty (lifts off) to 1.
StepPoint PointInStep(const GaitSpec& gait, double phase);

/// Where a point of the ground is seen from the base after moving like this for `seconds`.
Eigen::Vector2d GroundAfter(const Eigen::Vector2d& point, const PlanarTwist& twist, double seconds);

/// The names that GaitPhases knows.
std::vector<std::string> GaitNames();

/// Share of the period by which each leg is ahead of the first beat, given where the hips are (x
/// forward, y left). Empty when the gait is not for so many legs.
///   trot: diagonal pairs; pace: sides; bound: front and hind; crawl: one after the other, hind
///   before front; tripod: two sets of three.
std::vector<double> GaitPhases(const std::string& name, const std::vector<Eigen::Vector2d>& hips);

}  // namespace surefoot::drives
