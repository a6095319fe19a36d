#include "surefoot/ground/terrain/fan.h"

#include <cmath>

namespace surefoot::ground {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Angle of the outermost sparse rays: beyond 90 degrees, so that a vertical wall is met.
constexpr double kSideAngle = 105.0 / 180.0 * kPi;

}  // namespace

Fan::Fan(double radius_, double half_angle_) : radius(radius_), half_angle(half_angle_) {
  const double step = 2.0 * half_angle / (kFanRays - 1);
  const double side_step = (kSideAngle - half_angle) / kSideRays;
  const auto set = [&](int ray, double angle, double part) {
    const auto i = static_cast<std::size_t>(ray);
    cos[i] = std::cos(angle);
    sin[i] = std::sin(angle);
    weight[i] = part;
  };
  for (int i = 0; i < kRaySlots; ++i) set(i, kPi, 0.0);
  for (int i = 0; i < kFanRays; ++i) {
    const bool last = i == 0 || i == kFanRays - 1;
    set(i, -half_angle + i * step, last ? 0.5 * step : step);
  }
  set(kFanRays, half_angle, 0.0);
  for (int i = 0; i < kSideRays; ++i) {
    const double angle = half_angle + (i + 0.5) * side_step;
    set(kFirstRay[1] + i, angle, side_step);
    set(kFirstRay[2] + i, -angle, side_step);
  }
}

FanFrame MakeFanFrame(const HubMotion& motion) {
  FanFrame frame{motion.p_WC, motion.forward_W, motion.axle_W, -motion.up_W};
  if (motion.up_W.z() > 0.5) return frame;
  const Vector3d down_W = -Vector3d::UnitZ() + motion.axle_W.z() * motion.axle_W;
  const double size = down_W.norm();
  // A wheel that lies flat has no lowest point.
  if (size < 0.2) return frame;
  frame.down_W = down_W / size;
  frame.forward_W = frame.down_W.cross(motion.axle_W);
  return frame;
}

}  // namespace surefoot::ground
