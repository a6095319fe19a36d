#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

struct LoadSettings {
  /// The robot, and the height that it stands at (m).
  std::string robot = "model://ers7";
  double height = 0.13767;
  /// What it is on.
  std::string place = "model://field_4legged";
  std::vector<std::string> engines = {"mujoco"};
  /// Numbers of walking robots with cameras, and without.
  std::vector<int> robots = {1, 2, 4, 8};
  std::vector<int> blind;
  /// How many run into each other; 0: none do.
  int colliding = 3;
  /// Simulated seconds that count, after `warm_up` of them.
  double seconds = 3.0;
  double warm_up = 0.5;
  /// The same of robots that run into each other: they need time to meet.
  double colliding_seconds = 3.0;
  /// A run that has taken this long (wall s) is cut short.
  double patience = 60.0;
  /// 0: one for each core.
  int threads = 0;
  /// What cameras are looked at: Hz, and the topic below the robot's name.
  double rate = 30.0;
  std::string topic = "camera/image_raw/compressed";
  /// Walking and turning speed (m/s, rad/s).
  double speed = 0.15;
  double turn = 0.5;
  /// Numbers that are to run in real time on the first engine; 0: no such bar.
  int bar_robots = 0;
  int bar_blind = 0;
  bool bar_colliding = false;
};

/// What is wrong is reported.
LoadSettings ReadLoadSettings(const world::ElementReader& reader);

}  // namespace surefoot::studies
