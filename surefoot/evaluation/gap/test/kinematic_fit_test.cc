#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/evaluation/gap/drive_score.h"

namespace surefoot::gap {
namespace {

constexpr SideGeometry kGeometry = {0.1651, 0.5708};

/// Single windows of a robot that moves according to `kinematics`, at various wheel speeds.
DriveRecording RecordingOf(const LinearKinematics& kinematics) {
  DriveRecording recording;
  recording.nuisance = {0.0, 0.1};
  for (int i = 0; i < 30; ++i) {
    DriveWindow window;
    window.id = 2 * i;
    WheelSpeeds wheels;
    for (int k = 0; k < 40; ++k) {
      wheels.time.push_back(0.05 * k);
      wheels.left.push_back(4.0 * std::sin(1.7 * i) + 0.02 * k);
      wheels.right.push_back(4.0 * std::cos(2.9 * i) - 0.01 * k);
    }
    window.left = wheels.left;
    window.right = wheels.right;
    const PoseTrack track = KinematicTrack(wheels, kinematics, -0.5, 2.0);
    const PlanarPose X_WS = Ahead(track.At(0.0), 0.1);
    for (int k = 0; k < 40; ++k) {
      window.X_SP.push_back(RelativeTo(X_WS, Ahead(track.At(0.05 * k), 0.1)));
      window.fresh.push_back(true);
    }
    recording.windows.push_back(window);
  }
  return recording;
}

std::vector<WindowRun> Singles(const DriveRecording& recording) {
  std::vector<WindowRun> runs;
  for (std::size_t i = 0; i < recording.windows.size(); ++i) runs.push_back({i, 1});
  return runs;
}

TEST(KinematicFit, IdealIsThatOfTheTrack) {
  const WheelSpeeds wheels = {{0.0, 1.0, 2.0}, {1.0, 2.0, -1.0}, {3.0, 0.5, 2.0}};
  const PlanarPose a = IdealTrack(wheels, kGeometry, 0.0, 2.0).X_WC.back();
  const PlanarPose b = KinematicTrack(wheels, IdealKinematics(kGeometry), 0.0, 2.0).X_WC.back();
  EXPECT_NEAR(a.x, b.x, 1e-12);
  EXPECT_NEAR(a.y, b.y, 1e-12);
  EXPECT_NEAR(a.yaw, b.yaw, 1e-12);
}

TEST(KinematicFit, FindsSixNumbers) {
  LinearKinematics truth;
  truth << 0.07, 0.08, 0.01, -0.015, -0.12, 0.13;
  const DriveRecording recording = RecordingOf(truth);
  const LinearKinematics fitted =
      FitKinematics(recording, Singles(recording), kGeometry, KinematicKind::kLinear);
  EXPECT_LT((fitted - truth).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(KinematicFit, FindsTheEffectiveTrack) {
  const SideGeometry slower = {0.95 * kGeometry.radius, 0.95 * 1.8 * kGeometry.track};
  const DriveRecording recording = RecordingOf(IdealKinematics(slower));
  const LinearKinematics fitted =
      FitKinematics(recording, Singles(recording), kGeometry, KinematicKind::kEffectiveTrack);
  EXPECT_LT((fitted - IdealKinematics(slower)).cwiseAbs().maxCoeff(), 1e-4);
}

}  // namespace
}  // namespace surefoot::gap
