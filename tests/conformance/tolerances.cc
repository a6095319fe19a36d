#include "tests/conformance/tolerances.h"

namespace surefoot::conformance {

const std::vector<ToleranceRow>& Tolerances() {
  // clang-format off
  static const std::vector<ToleranceRow> rows = {
      // Free motion.
      {"free_fall.position", 5e-3, "m", "falls 1 s; semi-implicit Euler is g t dt / 2 off"},
      {"free_fall.speed", 1e-9, "m/s", ""},
      {"pendulum.period", 2e-4, "1", "amplitude 0.1 rad, 0.5 ms steps"},
      {"top.momentum_given", 5e-3, "1", "a torque for 0.1 s, 0.2 ms steps"},
      {"top.momentum", 0.02, "1", "angular momentum of an asymmetric top after 2 s"},
      {"wrench.speed", 1e-9, "m/s", "constant force"},
      {"wrench.turn_rate", 1e-9, "rad/s", "constant torque"},
      {"gravity.speed", 1e-9, "m/s", "after a change of gravity"},
      {"gravity.floats", 1e-9, "m", "a link without gravity stays"},
      {"long_chain.height", 1e-4, "m", "end of 300 links that hang at rest"},
      // Joints.
      {"coordinates.position", 1e-9, "m", "link from joint coordinates, against the engine's"},
      {"coordinates.angle", 1e-7, "rad", ""},
      {"coordinates.speed", 2e-8, "m/s", ""},
      {"coordinates.turn_rate", 2e-8, "rad/s", ""},
      {"screw.position", 2e-4, "m", "the same for screws, which may be soft"},
      {"screw.angle", 2e-3, "rad", ""},
      {"screw.speed", 4e-3, "m/s", ""},
      {"screw.turn_rate", 4e-3, "rad/s", ""},
      {"ball.effort", 1e-2, "N m", "told effort of a ball's motor"},
      {"limit.position", 0.01, "rad", "pressed against a limit"},
      {"spring.position", 0.01, "rad", "damped oscillation after 3 s, 0.5 ms steps"},
      {"dry_friction.creep", 1e-3, "rad", "95 % of the friction for 1 s"},
      {"dry_friction.speed", 0.01, "rad/s", "1 N m above the friction, 1 s"},
      {"mimic.leader", 2e-3, "rad", ""},
      {"mimic.follower", 5e-3, "rad", ""},
      {"four_bar.crank", 0.02, "rad", "driven 1 rad"},
      {"four_bar.angle", 5e-3, "rad", "sides stay parallel"},
      {"four_bar.position", 5e-3, "m", ""},
      {"turns.angle", 0.1, "rad", "ten turns"},
      {"loop.gap", 5e-3, "m", "both sides of a joint that closes a loop, angle included"},
      {"loop.coordinate", 5e-3, "m", "told coordinate of such a joint"},
      {"loop.slide", 2e-3, "m", "falls along a slide that closes a loop"},
      {"loop.servo", 5e-3, "rad", ""},
      {"massless.universal", 1e-4, "rad", "two hinges with an empty link between, 2 s"},
      {"massless.planar", 1e-5, "m", "two slides and a hinge with empty links between, 1 s"},
      {"massless.servo", 0.01, "rad/s", ""},
      {"massless.wrench", 1e-5, "m/s", ""},
      {"spherical_pendulum.angle", 1e-3, "rad", "1 s, 0.1 ms steps"},
      {"spherical_pendulum.speed", 5e-3, "rad/s", ""},
      {"armature.speed", 1e-6, "rad/s", ""},
      // Motors.
      {"servo.position", 9.6e-5, "rad", "loaded with half the effort limit; 0.0055 degrees"},
      {"servo.rest_speed", 1e-4, "rad/s", ""},
      {"servo.holding_effort", 0.01, "N m", ""},
      {"servo.velocity", 1e-3, "rad/s", "under load"},
      {"servo.velocity_unloaded", 1e-6, "rad/s", ""},
      {"servo.stall_effort", 0.02, "1", "largest effort of a motor that is too weak"},
      {"servo.effort_speed", 1e-6, "rad/s", ""},
      // Contact.
      {"incline.acceleration", 0.02, "1", "g (sin i - mu cos i)"},
      {"incline.creep", 2e-3, "m", "1 s below the friction angle"},
      {"friction.symmetry", 1e-9, "m", "which of the two surfaces is the smoother"},
      {"anisotropic.slide", 0.02, "m", "pushed along and across"},
      {"anisotropic.creep", 0.01, "m", ""},
      {"bounce.restitution", 0.04, "1", "speed up over speed down, 4.4 m/s"},
      {"bounce.below_threshold", 0.02, "m", "height of a bounce that must not be"},
      {"rest.height", 2e-3, "m", "every shape at rest"},
      {"rest.normal", 1e-6, "1", "contact normals are vertical"},
      {"rest.weight", 5e-3, "1", "reported contact forces carry the weight"},
      {"mesh.hollow_height", 0.03, "m", "a ball in the hollow of a concave mesh"},
      {"height_field.height", 6e-3, "m", ""},
      {"height_field.slip", 0.02, "m", ""},
      {"self_collision.gap", 5e-3, "m", ""},
      {"recovery.speed", 2.0, "m/s", "what starts 0.4 m deep, or as an open loop"},
      // Edits.
      {"teleport.position", 1e-12, "m", ""},
      {"teleport.angle", 1e-7, "rad", ""},
      {"attachment.sag", 2e-3, "m", "1 kg on a weld for 1 s"},
      {"attachment.sag_of_second", 5e-3, "m", "on a weld to that one"},
      {"attachment.fall", 0.02, "m", ""},
      {"attachment.apart", 5e-3, "m", ""},
      // Vehicles.
      {"vehicle.distance", 0.01, "m", "straight, 1 m"},
      {"vehicle.drift", 5e-3, "m", ""},
      {"vehicle.rise", 1e-4, "m", ""},
      {"vehicle.turn_rate", 0.02, "1", "turning in place, by Coulomb's law at the wheels' edges"},
      {"vehicle.hop", 0.5, "m/s2", "vertical acceleration while turning in place"},
      {"vehicle.parking", 5e-3, "m", "5 s on 9.7 degrees"},
  };
  // clang-format on
  return rows;
}

const std::vector<ToleranceOverride>& ToleranceOverrides() {
  // {"quantity", "engine", value, "why it cannot be the common value"}
  static const std::vector<ToleranceOverride> overrides = {};
  return overrides;
}

const ToleranceRow* FindTolerance(const std::string& quantity) {
  for (const ToleranceRow& row : Tolerances()) {
    if (row.quantity == quantity) return &row;
  }
  return nullptr;
}

double ToleranceOf(const ToleranceRow& row, const std::string& engine) {
  for (const ToleranceOverride& own : ToleranceOverrides()) {
    if (own.quantity == std::string(row.quantity) && own.engine == engine) return own.value;
  }
  return row.value;
}

}  // namespace surefoot::conformance
