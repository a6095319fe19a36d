#pragma once

/// Robots that walk beside each other, or into each other, with somebody who looks through all of
/// their cameras, as fast as the machine can.

#include "surefoot/evaluation/studies/legged_load/load_settings.h"

namespace surefoot::studies {

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
