#pragma once

/// A rigid body on four wheels without any engine: semi-implicit steps, with forces at the start of
/// the step.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/tyre_law.h"

namespace surefoot::ground::test {

/// A world with one static model of these shapes.
world::Collision MakeShape(const world::Geometry& geometry, const RigidTransform& X_WG = {},
                           const std::string& surface = "ground");
std::shared_ptr<const world::World> MakeStaticWorld(const std::vector<world::Collision>& shapes);
/// With a ground named "ground".
std::unique_ptr<Terrain> MakeTerrain(const std::vector<world::Collision>& shapes,
                                     const world::HardGround& hard);
/// A plane that rises along x by `slope` (rad).
world::Collision MakeSlope(double slope);

/// Parameters of a rover. Defaults: the Husky of the recordings.
struct RoverSpec {
  double mass = 75.0;
  Vector3d inertia = Vector3d(4.4, 5.25, 8.25);
  double wheelbase = 0.512;
  double track = 0.571;
  double radius = 0.165;
  double width = 0.114;
  /// Height of the centre of mass above level ground (m).
  double height = 0.287;
  world::Tyre tyre;
  /// Inertia of each wheel about its axle (kg m^2); 0: wheels turn as commanded, whatever torque
  /// that takes.
  double wheel_inertia = 0.0;
  /// Largest torque of the motor (N m), also when it brakes.
  double motor_torque = 1e9;
  /// Replaces the inertia terms of the stability guard when positive.
  double effective_mass = 0.0;
};

RoverSpec Husky();

class Rover {
 public:
  /// With tyres.
  Rover(const RoverSpec& spec, const Terrain* terrain);
  /// With other wheel laws: front left, front right, then the rear ones.
  Rover(const RoverSpec& spec, std::vector<std::unique_ptr<WheelLaw>> laws);

  /// Places the centre of mass above `p` of the ground, standing on its wheels, with the given
  /// pitch (nose up).
  void Place(const Vector3d& p_W, double pitch = 0.0, double yaw = 0.0);
  /// Sets the wheel speeds (rad/s) of the left and the right side.
  void Drive(double left, double right);
  void Step(double dt);
  void Run(double seconds, double dt);

  const RoverSpec spec;
  Vector3d p_WB;
  Quaterniond q_WB = Quaterniond::Identity();
  Vector3d v_W = Vector3d::Zero();
  Vector3d w_W = Vector3d::Zero();
  Vector3d gravity_W = Vector3d(0.0, 0.0, -9.81);
  /// In the last step.
  Vector3d acceleration_W = Vector3d::Zero();
  std::array<WheelForce, 4> forces;
  std::array<double, 4> spins = {};
  std::array<double, 4> angles = {};
  std::array<double, 4> targets = {};
  std::vector<std::unique_ptr<TyreLaw>> tyres;
  std::vector<std::unique_ptr<WheelLaw>> others;

  double Yaw() const { return RpyFromQuaternion(q_WB).z(); }
  /// Accumulated yaw since Place(), not wrapped.
  double turned = 0.0;

 private:
  WheelLaw* LawOf(std::size_t wheel) const {
    return tyres.empty() ? others[wheel].get() : tyres[wheel].get();
  }
  Vector3d HubInBody(int wheel) const;
  HubMotion Motion(int wheel) const;
};

}  // namespace surefoot::ground::test
