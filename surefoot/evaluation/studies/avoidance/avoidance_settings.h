#pragma once

#include <string>
#include <vector>

#include "surefoot/world/element_reader.h"

namespace surefoot::studies {

/// A number that differs from run to run: mean and standard deviation.
struct Spreading {
  double mean = 0.0;
  double deviation = 0.0;
};

/// What a run of the avoidance experiment depends on: general quantities of robot, sensor and
/// recording, which are fitted to recordings (avoidance_fit.h).
struct AvoidanceModel {
  /// Forward, m/s, a draw for each command.
  Spreading speed{0.2045, 0.0025};
  /// Heading while it goes forward, rad/s to the left.
  Spreading drift{-0.134, 0.013};
  /// Angle of a whole turn command, rad to the right.
  Spreading turn{1.53, 0.03};
  /// Heading at the start, rad: how the robot is put down.
  Spreading heading{0.05, 0.02};
  /// From the reading that tells of an obstacle to the turn, s.
  Spreading reaction{0.13, 0.005};
  /// How long it goes on after the second turn, s.
  Spreading last_leg{0.87, 0.0};
  /// From the first move to the first reading, s.
  Spreading phase{0.05, 0.0};
  /// From the end of a turn command until it goes on, s.
  Spreading pause{0.15, 0.0};
  /// How far the second obstacle stands from its place in the world's file, along y (m): arenas are
  /// laid by hand.
  Spreading obstacle{0.015, 0.0};
  /// When the robot first moves, by the recording's clock, s.
  Spreading clock{-0.06, 0.13};
  /// Where it is put, m.
  Spreading start_x{0.3575, 0.001};
  Spreading start_y{0.509, 0.0005};
};

/// One robot and its controller.
struct AvoidanceVariant {
  std::string name;
  std::string title;
  /// The sensor of the model that is listened to: also its topic.
  std::string sensor;
  bool bayes = false;
  /// Files of recordings begin like this; empty: none.
  std::string recordings;
  AvoidanceModel model;
};

struct AvoidanceSettings {
  std::string world;
  std::string robot = "centurion";
  std::string engine;
  /// s; 0: as the world says.
  double step = 0.0;
  int runs = 25;
  double warm_up = 1.0;
  /// Between two looks at the sensor, counted from the last start or turn, s.
  double period = 0.1;
  /// Recorded after the first move, at most, s.
  double longest = 5.0;
  /// Readings below this are obstacles, m.
  double threshold = 0.1;
  /// Readings that make a belief.
  int belief_readings = 4;
  /// Length of the command that turns by about 90 degrees, s.
  double turn_seconds = 0.298;
  /// The model of the world that it avoids second.
  std::string second_obstacle = "obstacle_below";
  /// Of the recordings, which are not of the task.
  int discard = 5;
  /// Ways of the fit to and fro, and simulated runs in each.
  int fit_rounds = 4;
  int fit_runs = 60;
  std::vector<AvoidanceVariant> variants;
};

/// Reports what is wrong.
AvoidanceSettings ReadAvoidanceSettings(const world::ElementReader& reader);

}  // namespace surefoot::studies
