#pragma once

/// One wheel in soil on a carrier, without any engine.

#include <cmath>
#include <memory>
#include <utility>

#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::ground {

inline constexpr double kDeg = M_PI / 180.0;
inline constexpr double kMars = 3.71;

/// Everything below z = 0 is soil 0.
class Level : public SoilSurface {
 public:
  bool Find(const HubMotion& motion, SoilPlane* plane) override {
    *plane = {Vector3d::UnitZ(), motion.p_WC.z(), 0};
    return true;
  }
};

inline SoilWheel RoverWheel() {
  SoilWheel wheel;
  wheel.radius = 0.1425;
  wheel.width = 0.12;
  wheel.flattening_pressure = 14.6e3;
  return wheel;
}

inline SoilLawOptions MarsOptions() {
  SoilLawOptions options;
  options.contact.gravity = kMars;
  return options;
}

/// One wheel on a carrier that moves without rotating, in the frame of a slope (x uphill), with
/// semi-implicit steps like an engine's.
struct Carrier {
  std::unique_ptr<SoilLaw> law;
  double mass = 310.0 / 6.0;
  double gravity = kMars;
  double slope = 0.0;
  double dt = 1e-3;
  HubMotion hub;
  WheelForce last;
  CompactionMap map;

  Carrier(int soil, const SoilWheel& wheel, const SoilLawOptions& options)
      : Carrier(StudySoil(soil), wheel, options) {}
  Carrier(const world::Soil& soil, const SoilWheel& wheel, const SoilLawOptions& options) {
    law = std::move(SoilLaw::Make(wheel, {soil}, std::make_unique<Level>(), &map, options)).value();
    hub.p_WC = Vector3d(0.0, 0.0, wheel.radius);
  }
  void Step() {
    hub.effective_mass_x = hub.effective_mass_y = hub.effective_mass_z = mass;
    last = law->Step(hub, dt);
    const Vector3d g(-std::sin(slope), 0.0, -std::cos(slope));
    hub.v_WC += dt * (last.f_W / mass + gravity * g);
    hub.p_WC += dt * hub.v_WC;
    hub.angle += dt * hub.spin;
  }
  void Run(double seconds) {
    const int steps = static_cast<int>(std::lround(seconds / dt));
    for (int i = 0; i < steps; ++i) Step();
  }
  /// Turns the wheel at a tread speed that rises over a second.
  void Start(double tread) {
    for (int i = 0; i < 1000; ++i) {
      hub.spin = tread / 0.1425 * (i + 1) / 1000.0;
      Step();
    }
  }
  double Slip() const {
    const double tread = hub.spin * 0.1425;
    const double v = hub.v_WC.x();
    return tread >= v ? (tread - v) / tread : tread / v - 1.0;
  }
};

}  // namespace surefoot::ground
