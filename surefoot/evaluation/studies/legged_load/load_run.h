#pragma once

/// Load test: robots walk side by side, or into each other, with all cameras subscribed, as fast as
/// the machine can simulate them.

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

struct LoadSettings {
  /// URI of the robot, and the height at which it stands, m.
  std::string robot = "model://ers7";
  double height = 0.13767;
  /// URI of the ground.
  std::string floor = "model://field_4legged";
  std::vector<std::string> engines = {"mujoco"};
  /// Numbers of walking robots, with cameras and without.
  std::vector<int> robots = {1, 2, 4, 8};
  std::vector<int> without_cameras;
  /// Number of robots that collide in a further run; 0: no such run.
  int colliding = 3;
  /// Measured simulated time, after `warm_up`, s.
  double seconds = 3.0;
  double warm_up = 0.5;
  /// The same for colliding robots, which need time to meet, s.
  double colliding_seconds = 3.0;
  /// Wall-clock limit of a run, s.
  double wall_limit = 60.0;
  /// Threads; 0: one per core.
  int threads = 0;
  /// Rate of the cameras, Hz, and their topic below the robot's name.
  double rate = 30.0;
  std::string topic = "camera/image_raw/compressed";
  /// Commanded velocities, m/s and rad/s.
  double speed = 0.15;
  double turn = 0.5;
  /// Numbers of robots that must run in real time on the first engine; 0: not checked.
  int bar_robots = 0;
  int bar_without_cameras = 0;
  bool bar_colliding = false;
};

/// Reads the settings; errors are reported.
LoadSettings ReadLoadSettings(const world::ElementReader& reader);

struct LoadCase {
  std::string engine;
  int robots = 1;
  bool cameras = true;
  bool colliding = false;
};

/// One frame: the simulated time between two images of a camera.
struct LoadFrame {
  /// Simulated time at its end, and wall-clock time that it took, s.
  double time = 0.0;
  double wall = 0.0;
  /// Number of contacts between robots at its end.
  int touches = 0;
};

struct LoadResult {
  LoadCase done;
  std::vector<LoadFrame> frames;
  /// Measured part: simulated, wall-clock and CPU time, s.
  double simulated = 0.0;
  double wall = 0.0;
  double cpu = 0.0;
  /// Received images, and the number expected from the cameras' rate.
  long pictures = 0;
  long pictures_due = 0;
  /// Mean displacement of the robots, m, and the number of fallen robots at the end.
  double walked = 0.0;
  int fallen = 0;
  /// True when the run was aborted at the wall-clock limit.
  bool cut_short = false;

  double RealTimeFactor() const { return wall > 0.0 ? simulated / wall : 0.0; }
  /// Frames of all cameras per second of wall-clock time.
  double FrameRate() const { return wall > 0.0 ? static_cast<double>(frames.size()) / wall : 0.0; }
};

/// SDF text of the world.
std::string LoadWorldText(const LoadSettings& settings, const LoadCase& one);

Result<LoadResult> RunLoad(const experiment::StudyContext& context, const LoadSettings& settings,
                           const LoadCase& one);

/// Adds the runs to the outcome; experiments/reports/legged_load.yaml shows them.
experiment::StudyOutcome LoadOutcome(const LoadSettings& settings,
                                     const std::vector<LoadResult>& results);

}  // namespace surefoot::studies
