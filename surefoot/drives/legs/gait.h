#pragma once

/// Gaits: the phases of the legs, and the path of a foot in a step.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "surefoot/drives/command_input.h"

namespace surefoot::drives {

/// The path of the swing phase.
enum class FootPath {
  /// Lifts off and touches down with the velocity of the ground, so that feet do not scuff.
  kSmooth,
  /// Half an ellipse in the frame of the base.
  kEllipse,
  /// Up, forward and down along straight lines.
  kLocus,
};

/// Numbers of a gait.
struct GaitSpec {
  /// Period of a step cycle (s), and the share of it on the ground (duty factor).
  double period = 0.5;
  double duty = 0.5;
  /// Clearance of the feet (m).
  double step_height = 0.02;
  FootPath path = FootPath::kSmooth;
  /// How far the base shifts over the supporting feet: 0 not at all, 1 to their centre.
  double sway = 0.0;
};

/// State of a foot in its step cycle.
struct StepPoint {
  /// Time since mid-stance (s; negative: before it). The foot is where the base's motion has
  /// carried the ground since then; in the air it returns from the end to the start of the stance.
  double time = 0.0;
  /// Height as a share of the step height.
  double height = 0.0;
  /// How much of its load it carries: 0 in the air, 1 on the ground, with ramps at both ends.
  double load = 1.0;
  bool on_ground = true;
};

/// State at `phase`: 0 is touchdown, the duty factor is lift-off, 1 is the next touchdown.
StepPoint PointInStep(const GaitSpec& gait, double phase);

/// Position of a ground point in the base's frame after the base has moved with `twist` for
/// `seconds`.
Eigen::Vector2d GroundAfter(const Eigen::Vector2d& point, const PlanarTwist& twist, double seconds);

/// The names that GaitPhases accepts.
std::vector<std::string> GaitNames();

/// Phase of each leg as a share of the period, from the positions of the hips (x forward, y left).
/// Empty when the gait is not defined for these legs.
///   trot: diagonal pairs; pace: the legs of a side; bound: front and hind pairs; crawl: one leg at
///   a time, hind before front; tripod: two sets of three.
std::vector<double> GaitPhases(const std::string& name, const std::vector<Eigen::Vector2d>& hips);

}  // namespace surefoot::drives
