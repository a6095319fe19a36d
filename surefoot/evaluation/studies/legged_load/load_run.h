#pragma once

/// Robots that walk beside each other, or into each other, with somebody who looks through all of
/// their cameras, as fast as the machine can.

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

struct LoadCase {
  std::string engine;
  int robots = 1;
  bool cameras = true;
  bool colliding = false;
};

/// One frame: the simulated time between two pictures of every camera.
struct LoadFrame {
  /// Simulated s at its end, and wall s that it took.
  double time = 0.0;
  double wall = 0.0;
  /// Contacts between robots at its end.
  int touches = 0;
};

struct LoadResult {
  LoadCase done;
  std::vector<LoadFrame> frames;
  /// Of what counts: simulated, wall and CPU time (s).
  double simulated = 0.0;
  double wall = 0.0;
  double cpu = 0.0;
  /// Pictures that came, and those that had to by the cameras' rate.
  long pictures = 0;
  long pictures_due = 0;
  /// Mean distance that robots went (m), and how many lie on their side or back at the end.
  double walked = 0.0;
  int fallen = 0;
  /// It took too long, and was cut short.
  bool cut_short = false;

  double RealTimeFactor() const { return wall > 0.0 ? simulated / wall : 0.0; }
  /// Frames of all cameras for each second of wall time.
  double FrameRate() const { return wall > 0.0 ? static_cast<double>(frames.size()) / wall : 0.0; }
};

/// The world as SDF.
std::string LoadWorldText(const LoadSettings& settings, const LoadCase& one);

Result<LoadResult> RunLoad(const experiment::StudyContext& context, const LoadSettings& settings,
                           const LoadCase& one);

/// The runs as data (experiments/reports/legged_load.yaml shows them).
experiment::StudyOutcome LoadOutcome(const LoadSettings& settings,
                                     const std::vector<LoadResult>& results);

}  // namespace surefoot::studies
