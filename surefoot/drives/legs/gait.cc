#include "surefoot/drives/legs/gait.h"

#include <algorithm>
#include <cmath>

#include "surefoot/math/planar_odometry.h"

namespace surefoot::drives {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Share of the stance in which a foot's load rises after touchdown, and falls before lift-off.
constexpr double kLoadRamp = 0.2;
/// Share of a locus that rises, and that descends.
constexpr double kLocusRise = 0.25;

/// From 0 to 1 with zero slope at both ends (smoothstep).
double Smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

StepPoint InTheAir(const GaitSpec& gait, double s) {
  const double half = 0.5 * gait.duty * gait.period;
  StepPoint point;
  point.on_ground = false;
  point.load = 0.0;
  switch (gait.path) {
    case FootPath::kSmooth: {
      // A cubic from +half to -half whose end slopes are those of the ground's motion.
      const double slope = (1.0 - gait.duty) * gait.period;
      const double back = s * s * (3.0 - 2.0 * s);
      point.time = half * (1.0 - 2.0 * back) + slope * s * (1.0 - s) * (1.0 - 2.0 * s);
      point.height = 16.0 * s * s * (1.0 - s) * (1.0 - s);
      break;
    }
    case FootPath::kEllipse:
      point.time = half * std::cos(kPi * s);
      point.height = std::sin(kPi * s);
      break;
    case FootPath::kLocus:
      point.time = half * (1.0 - 2.0 * Smooth((s - kLocusRise) / (1.0 - 2.0 * kLocusRise)));
      point.height = std::min(Smooth(s / kLocusRise), Smooth((1.0 - s) / kLocusRise));
      break;
  }
  return point;
}

/// Indices of the legs of one side, from front to back.
std::vector<std::size_t> Sorted(const std::vector<Eigen::Vector2d>& hips, bool left) {
  std::vector<std::size_t> side;
  for (std::size_t i = 0; i < hips.size(); ++i) {
    if ((hips[i].y() > 0.0) == left) side.push_back(i);
  }
  std::sort(side.begin(), side.end(), [&](std::size_t a, std::size_t b) {
    return hips[a].x() != hips[b].x() ? hips[a].x() > hips[b].x() : a < b;
  });
  return side;
}

}  // namespace

StepPoint PointInStep(const GaitSpec& gait, double phase) {
  if (phase >= gait.duty) return InTheAir(gait, (phase - gait.duty) / (1.0 - gait.duty));
  StepPoint point;
  const double share = phase / gait.duty;
  point.time = (share - 0.5) * gait.duty * gait.period;
  point.load = std::min(Smooth(share / kLoadRamp), Smooth((1.0 - share) / kLoadRamp));
  return point;
}

Eigen::Vector2d GroundAfter(const Eigen::Vector2d& point, const PlanarTwist& twist,
                            double seconds) {
  const PlanarPose base =
      Moved(PlanarPose(), {seconds * twist.x, seconds * twist.y, seconds * twist.turn});
  const double x = point.x() - base.x;
  const double y = point.y() - base.y;
  const double c = std::cos(base.yaw);
  const double s = std::sin(base.yaw);
  return {c * x + s * y, c * y - s * x};
}

std::vector<std::string> GaitNames() { return {"trot", "pace", "bound", "crawl", "tripod"}; }

std::vector<double> GaitPhases(const std::string& name, const std::vector<Eigen::Vector2d>& hips) {
  const std::vector<std::size_t> left = Sorted(hips, true);
  const std::vector<std::size_t> right = Sorted(hips, false);
  const std::size_t rows = left.size();
  if (rows != right.size() || rows < 2) return {};
  if (name == "tripod" && rows != 3) return {};
  if ((name == "trot" || name == "pace" || name == "bound") && rows != 2) return {};
  std::vector<double> phases(hips.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const bool odd = row % 2 == 1;
    double l = 0.0;
    double r = 0.5;
    if (name == "trot" || name == "tripod") {
      l = odd ? 0.5 : 0.0;
      r = 0.5 - l;
    } else if (name == "bound") {
      l = r = odd ? 0.5 : 0.0;
    } else if (name == "crawl") {
      // Feet lift off one at a time: on each side from the rear to the front.
      const auto from_behind = static_cast<double>(rows - 1 - row);
      l = 1.0 - from_behind / static_cast<double>(2 * rows);
      r = 0.5 - from_behind / static_cast<double>(2 * rows);
      l -= std::floor(l);
    }
    phases[left[row]] = l;
    phases[right[row]] = r;
  }
  return phases;
}

}  // namespace surefoot::drives
