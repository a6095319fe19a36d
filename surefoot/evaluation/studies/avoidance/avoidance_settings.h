#pragma once

/// Settings of the study `avoidance`, with the stochastic model of its runs.

#include <string>
#include <vector>

#include "surefoot/world/element_reader.h"

namespace surefoot::studies {

/// A normally distributed number, drawn for each run: mean and standard deviation.
struct Spreading {
  double mean = 0.0;
  double deviation = 0.0;
};

/// Stochastic model of a run of the avoidance experiment: quantities of robot, sensor and
/// recording, which are fitted to recordings (avoidance_fit.h).
struct AvoidanceModel {
  /// Forward speed, m/s, drawn for each command.
  Spreading speed{0.2045, 0.0025};
  /// Drift of the heading while driving forward, rad/s, positive to the left.
  Spreading drift{-0.134, 0.013};
  /// Angle of a complete turn command, rad, positive to the right.
  Spreading turn{1.53, 0.03};
  /// Heading at the start, rad: error of placing the robot by hand.
  Spreading heading{0.05, 0.02};
  /// Delay from the reading of an obstacle to the turn, s.
  Spreading reaction{0.13, 0.005};
  /// Duration of the leg after the second turn, s.
  Spreading last_leg{0.87, 0.0};
  /// Time from the first move to the first reading, s.
  Spreading phase{0.05, 0.0};
  /// Pause between the end of a turn command and driving on, s.
  Spreading pause{0.15, 0.0};
  /// Displacement of the second obstacle from its place in the world's file, along y, m: arenas are
  /// built by hand.
  Spreading obstacle{0.015, 0.0};
  /// Time of the first move by the recording's clock, s.
  Spreading clock{-0.06, 0.13};
  /// Initial position, m.
  Spreading start_x{0.3575, 0.001};
  Spreading start_y{0.509, 0.0005};
};

/// One robot and its controller.
struct AvoidanceVariant {
  std::string name;
  std::string title;
  /// Name of the sensor that the controller uses; also its topic.
  std::string sensor;
  bool bayes = false;
  /// Prefix of the files with recordings; empty: none.
  std::string recordings;
  AvoidanceModel model;
};

struct AvoidanceSettings {
  std::string world;
  std::string robot = "centurion";
  std::string engine;
  /// Time step, s; 0: the world's.
  double step = 0.0;
  int runs = 25;
  double warm_up = 1.0;
  /// Period of polling the sensor, counted from the last start or turn, s.
  double period = 0.1;
  /// Maximum recorded time after the first move, s.
  double max_time = 5.0;
  /// Readings below this distance are obstacles, m.
  double threshold = 0.1;
  /// Number of readings per belief.
  int belief_readings = 4;
  /// Duration of the command that turns by about 90 degrees, s.
  double turn_seconds = 0.298;
  /// Name of the second obstacle in the world.
  std::string second_obstacle = "obstacle_below";
  /// Number of first samples of recordings that do not belong to the task.
  int discard = 5;
  /// Iterations of the fit, and simulated runs in each.
  int fit_rounds = 4;
  int fit_runs = 60;
  std::vector<AvoidanceVariant> variants;
};

/// Reads the settings; errors are reported.
AvoidanceSettings ReadAvoidanceSettings(const world::ElementReader& reader);

}  // namespace surefoot::studies
