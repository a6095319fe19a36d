#include "surefoot/evaluation/gap/kinematic_fit.h"

#include <cmath>

namespace surefoot::gap {
namespace {

using Eigen::VectorXd;

/// Poses are asked for a little before the first row of a run.
constexpr double kBefore = 0.25;

VectorXd ResidualsOf(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                     const LinearKinematics& kinematics) {
  std::size_t count = 0;
  for (const WindowRun& run : runs) count += run.count;
  VectorXd residuals(static_cast<Eigen::Index>(3 * count));
  Eigen::Index next = 0;
  for (const WindowRun& run : runs) {
    const double length = recording.window_length() * static_cast<double>(run.count);
    const PoseTrack track = KinematicTrack(WheelsOf(recording, run), kinematics, -kBefore, length);
    for (std::size_t i = 0; i < run.count; ++i, next += 3) {
      residuals.segment<3>(next) =
          WindowResiduals(recording, recording.windows[run.first + i], track,
                          recording.window_length() * static_cast<double>(i));
    }
  }
  return residuals;
}

FitParameter Plain(double start, double scale) { return {"", start, -100.0, 100.0, false, scale}; }

}  // namespace

LinearKinematics IdealKinematics(const SideGeometry& geometry) {
  const double half = 0.5 * geometry.radius;
  const double turn = geometry.radius / geometry.track;
  LinearKinematics kinematics;
  kinematics << half, half, 0.0, 0.0, -turn, turn;
  return kinematics;
}

PoseTrack KinematicTrack(const WheelSpeeds& wheels, const LinearKinematics& kinematics, double from,
                         double to) {
  PoseTrack track;
  track.start = from;
  const auto count = static_cast<int>(std::ceil((to - from) / track.interval - 1e-9));
  track.X_WC.push_back({});
  for (int i = 0; i < count; ++i) {
    const WheelSpeeds::Pair speeds = wheels.At(from + (i + 0.5) * track.interval);
    const Eigen::Vector3d moved =
        track.interval * kinematics * Eigen::Vector2d(speeds.left, speeds.right);
    track.X_WC.push_back(Moved(track.X_WC.back(), {moved[0], moved[1], moved[2]}));
  }
  return track;
}

Eigen::Vector3d WindowResiduals(const DriveRecording& recording, const DriveWindow& window,
                                const PoseTrack& track, double start) {
  const double lever = recording.nuisance.lever;
  const std::size_t row = window.last_fresh();
  const PlanarPose X_WS = Ahead(track.At(start - window.age), lever);
  const double end = start + recording.interval * static_cast<double>(row);
  const PlanarPose X_SP = RelativeTo(X_WS, Ahead(track.At(end), lever));
  const PlanarPose& real = window.X_SP[row];
  return {(X_SP.x - real.x) / kUsualTranslation, (X_SP.y - real.y) / kUsualTranslation,
          (X_SP.yaw - real.yaw) / kUsualHeading};
}

LinearKinematics FitKinematics(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                               const SideGeometry& geometry, KinematicKind kind) {
  const LinearKinematics ideal = IdealKinematics(geometry);
  const auto make = [&](const VectorXd& p) {
    LinearKinematics kinematics;
    if (kind == KinematicKind::kEffectiveTrack) {
      kinematics = p[0] * ideal;
      kinematics.row(2) = p[1] * ideal.row(2);
    } else {
      kinematics << p[0], p[1], p[2], p[3], p[4], p[5];
    }
    return kinematics;
  };
  const FitModel model = [&](const std::vector<VectorXd>& points) {
    std::vector<VectorXd> all;
    for (const VectorXd& point : points) all.push_back(ResidualsOf(recording, runs, make(point)));
    return Result<std::vector<VectorXd>>(std::move(all));
  };
  std::vector<FitParameter> parameters;
  if (kind == KinematicKind::kEffectiveTrack) {
    parameters = {Plain(1.0, 1.0), Plain(0.5, 1.0)};
  } else {
    for (Eigen::Index i = 0; i < 3; ++i) {
      const double scale = i == 2 ? ideal(2, 1) : ideal(0, 0);
      for (Eigen::Index k = 0; k < 2; ++k) {
        parameters.push_back(Plain(i == 2 ? 0.5 * ideal(i, k) : ideal(i, k), scale));
      }
    }
  }
  FitOptions options;
  options.iterations = 30;
  options.tolerance = 1e-4;
  options.difference = 1e-3;
  return make(FitRobustly(parameters, model, options).value().values);
}

}  // namespace surefoot::gap
