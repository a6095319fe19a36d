#include "surefoot/ground/test/rover.h"

#include <algorithm>
#include <cmath>

namespace surefoot::ground::test {

world::Collision MakeShape(const world::Geometry& geometry, const RigidTransform& X_WG,
                           const std::string& surface) {
  world::Collision collision;
  collision.X_LG = X_WG;
  collision.geometry = geometry;
  collision.surface.name = surface;
  return collision;
}

std::shared_ptr<const world::World> MakeStaticWorld(const std::vector<world::Collision>& shapes) {
  auto model = std::make_shared<world::Model>();
  model->name = "ground";
  model->is_static = true;
  world::Link& link = model->links.emplace_back();
  link.name = "link";
  for (world::Collision shape : shapes) {
    shape.name = "shape" + std::to_string(link.collisions.size());
    link.collisions.push_back(shape);
  }
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"ground", RigidTransform(), model});
  return world::MakeWorld(spec, nullptr).value();
}

std::unique_ptr<Terrain> MakeTerrain(const std::vector<world::Collision>& shapes,
                                     const world::HardGround& hard) {
  world::GroundMaterial ground;
  ground.name = "ground";
  ground.hard = hard;
  return std::move(Terrain::Make(*MakeStaticWorld(shapes), {ground})).value();
}

world::Collision MakeSlope(double slope) {
  const Quaterniond q(Eigen::AngleAxisd(-slope, Vector3d::UnitY()));
  return MakeShape(world::Plane(), RigidTransform(q, Vector3d::Zero()));
}

RoverSpec Husky() {
  RoverSpec spec;
  spec.tyre.stiffness = 87e3;
  spec.tyre.damping = 323.0;
  spec.tyre.shear_stiffness_x = 16e3;
  spec.tyre.shear_stiffness_y = 24.4e3;
  return spec;
}

Rover::Rover(const RoverSpec& s, const Terrain* terrain) : spec(s) {
  for (int i = 0; i < 4; ++i) {
    TyreSpec tyre;
    tyre.name = "wheel" + std::to_string(i);
    tyre.radius = spec.radius;
    tyre.width = spec.width;
    tyre.nominal_load = spec.mass * 9.81 / 4.0;
    tyre.tyre = spec.tyre;
    tyres.push_back(std::move(TyreLaw::Make(tyre, terrain)).value());
  }
  Place(Vector3d::Zero());
}

Rover::Rover(const RoverSpec& s, std::vector<std::unique_ptr<WheelLaw>> laws)
    : spec(s), others(std::move(laws)) {
  Place(Vector3d::Zero());
}

Vector3d Rover::HubInBody(int wheel) const {
  const double x = wheel < 2 ? 0.5 : -0.5;
  const double y = wheel % 2 == 0 ? 0.5 : -0.5;
  return Vector3d(x * spec.wheelbase, y * spec.track, spec.radius - spec.height);
}

void Rover::Place(const Vector3d& p_W, double pitch, double yaw) {
  q_WB = Eigen::AngleAxisd(-pitch, Vector3d::UnitY()) * Eigen::AngleAxisd(yaw, Vector3d::UnitZ());
  double deflection = 0.0;
  if (!tyres.empty()) {
    deflection = 1.5 * spec.mass * 9.81 / 4.0 / tyres.front()->tyre().stiffness;
  }
  p_WB = p_W + q_WB * Vector3d(0.0, 0.0, spec.height - deflection);
  v_W.setZero();
  w_W.setZero();
  turned = 0.0;
  for (std::size_t i = 0; i < 4; ++i) LawOf(i)->Reset();
}

void Rover::Drive(double left, double right) { targets = {left, right, left, right}; }

HubMotion Rover::Motion(int wheel) const {
  const auto i = static_cast<std::size_t>(wheel);
  const Matrix3d R = q_WB.toRotationMatrix();
  const Vector3d r = R * HubInBody(wheel);
  HubMotion motion;
  motion.p_WC = p_WB + r;
  motion.forward_W = R.col(0);
  motion.axle_W = R.col(1);
  motion.up_W = R.col(2);
  motion.v_WC = v_W + w_W.cross(r);
  motion.w_W = w_W;
  motion.spin = spins[i];
  motion.angle = angles[i];
  const double share = spec.mass / 4.0;
  motion.effective_mass_y = motion.effective_mass_z = motion.effective_mass_x = share;
  if (spec.wheel_inertia > 0.0) {
    motion.effective_mass_x = 1.0 / (1.0 / share + spec.radius * spec.radius / spec.wheel_inertia);
  }
  return motion;
}

void Rover::Step(double dt) {
  Vector3d force = spec.mass * gravity_W;
  Vector3d torque = Vector3d::Zero();
  const Matrix3d R = q_WB.toRotationMatrix();
  const Vector3d axle = R.col(1);
  for (int wheel = 0; wheel < 4; ++wheel) {
    const auto i = static_cast<std::size_t>(wheel);
    forces[i] = LawOf(i)->Step(Motion(wheel), dt);
    force += forces[i].f_W;
    torque += (R * HubInBody(wheel)).cross(forces[i].f_W) + forces[i].t_C_W;
    if (spec.wheel_inertia > 0.0) {
      const double ground = forces[i].t_C_W.dot(axle);
      const double expected = spec.wheel_inertia * (targets[i] - spins[i]) / dt - ground;
      const double motor = std::clamp(expected, -spec.motor_torque, spec.motor_torque);
      torque -= (ground + motor) * axle;
      spins[i] += dt * (ground + motor) / spec.wheel_inertia;
    } else {
      spins[i] = targets[i];
    }
    angles[i] += dt * spins[i];
  }
  acceleration_W = force / spec.mass;
  v_W += dt * acceleration_W;
  const Vector3d w_B = R.transpose() * w_W;
  const Vector3d t_B = R.transpose() * torque - w_B.cross(spec.inertia.cwiseProduct(w_B));
  const Vector3d w_next = w_B + dt * t_B.cwiseQuotient(spec.inertia);
  w_W = R * w_next;
  p_WB += dt * v_W;
  const double angle = dt * w_W.norm();
  if (angle > 0.0) q_WB = Quaterniond(Eigen::AngleAxisd(angle, w_W.normalized())) * q_WB;
  q_WB.normalize();
  turned += dt * w_W.z();
}

void Rover::Run(double seconds, double dt) {
  const int steps = static_cast<int>(std::lround(seconds / dt));
  for (int i = 0; i < steps; ++i) Step(dt);
}

}  // namespace surefoot::ground::test
