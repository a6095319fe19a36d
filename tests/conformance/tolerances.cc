#include "tests/conformance/tolerances.h"

#include <map>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

const std::vector<ToleranceRow>& Tolerances() {
  // clang-format off
  static const std::vector<ToleranceRow> rows = {
      // Free motion.
      {"free_fall.position", 5e-3, "m", "falls 1 s; semi-implicit Euler is g t dt / 2 off"},
      {"free_fall.speed", 1e-9, "m/s", ""},
      {"projectile.position", 5e-3, "m", "thrown, turning, 0.8 s"},
      {"projectile.turn_rate", 1e-8, "rad/s", "a cube turns steadily about any axis"},
      {"projectile.angle", 5e-5, "rad", ""},
      {"pendulum.period", 3e-6, "1", "amplitude 0.1 rad, 0.5 ms steps"},
      {"top.momentum_given", 5e-3, "1", "a torque for 0.1 s, 0.2 ms steps"},
      {"top.momentum", 0.02, "1", "angular momentum of an asymmetric top after 2 s"},
      {"wrench.speed", 1e-9, "m/s", "constant force"},
      {"wrench.turn_rate", 1e-9, "rad/s", "constant torque"},
      {"gravity.speed", 1e-9, "m/s", "after a change of gravity"},
      {"gravity.floats", 1e-9, "m", "a link without gravity stays"},
      {"gravity.seesaw", 1e-5, "1", "two welded balls, one without gravity"},
      {"double_pendulum.angle", 0.01, "rad", "after 1.5 s, against Lagrange's equations"},
      {"double_pendulum.energy", 0.03, "1", "change in 6 s, over the range of potential energy"},
      {"chain.gap", 5e-5, "m", "between the links of a swinging chain of 50"},
      {"chain.energy", 5e-3, "1", "change in 3 s, relative to its swinging energy"},
      {"many_servos.position", 1e-3, "rad", "200 loaded position servos"},
      {"long_chain.height", 1e-6, "m", "end of 300 links that hang at rest"},
      // Measurements of an ideal IMU.
      {"imu.rest", 1e-7, "m/s2", "specific force of a body that rests on the floor"},
      {"imu.rest_rate", 1e-9, "rad/s", ""},
      {"imu.free_fall", 1e-9, "m/s2", "of a falling and turning cube, at its centre"},
      {"imu.turntable_rate", 1e-9, "rad/s", "on a turntable at 4 rad/s"},
      {"imu.centripetal", 2e-5, "m/s2", "0.5 m off its axis: 8 m/s2"},
      {"imu.tangential", 3e-3, "m/s2", "while it speeds up"},
      {"imu.teleport", 1e-9, "m/s2", "in the steps after a teleport, in free flight"},
      // Joints.
      {"coordinates.position", 1e-9, "m", "link from joint coordinates, against the engine's"},
      {"coordinates.angle", 1e-7, "rad", ""},
      {"coordinates.speed", 2e-8, "m/s", ""},
      {"coordinates.turn_rate", 2e-8, "rad/s", ""},
      {"screw.position", 1e-5, "m", "the same for screws, which may be soft"},
      {"screw.angle", 2e-5, "rad", ""},
      {"screw.speed", 2e-3, "m/s", ""},
      {"screw.turn_rate", 3e-3, "rad/s", ""},
      {"ball.effort", 1e-4, "N m", "reported effort of a ball joint's motor"},
      {"ball.turn_rate", 1e-8, "rad/s", "by the efforts of its motors"},
      {"universal.angle", 2e-6, "rad", "both axes driven"},
      {"screw.fall", 5e-5, "1", "a nut falls down its screw"},
      {"planar.speed", 1e-7, "m/s", "in a tilted plane"},
      {"planar.off_plane", 1e-7, "m", ""},
      {"limit.position", 2e-3, "rad", "pressed against a limit"},
      {"limit.slide", 2e-5, "m", "5 kg rest on a stop"},
      {"limit.overshoot", 0.01, "m", "hits the stop at 2 m/s"},
      {"limit.fast", 1e-3, "rad", "hits the stop at 60 rad/s, pressed with 200 N m"},
      {"limit.rest_speed", 1e-5, "m/s", ""},
      {"spring.position", 3e-4, "rad", "damped oscillation after 3 s, 0.5 ms steps"},
      {"damping.speed", 2e-3, "1", "driven against damping, 1 s"},
      {"damping.stiff", 2e-4, "rad", "damping of 1e5 /s"},
      {"dry_friction.creep", 1e-5, "rad", "95 % of the friction for 1 s"},
      {"dry_friction.speed", 1e-3, "rad/s", "1 N m above the friction, 1 s"},
      {"mimic.leader", 2e-5, "rad", ""},
      {"mimic.follower", 2e-4, "rad", ""},
      {"mimic.speed", 5e-5, "1", "driven by a torque against the follower's inertia"},
      {"four_bar.crank", 2e-4, "rad", "driven 1 rad"},
      {"four_bar.angle", 1e-4, "rad", "sides stay parallel"},
      {"four_bar.position", 5e-5, "m", ""},
      {"turns.angle", 1e-3, "rad", "ten turns"},
      {"loop.gap", 5e-4, "m", "both sides of a joint that closes a loop, angle included"},
      {"loop.coordinate", 5e-5, "m", "reported coordinate of such a joint"},
      {"loop.slide", 2e-3, "m", "falls along a slide that closes a loop"},
      {"loop.swing", 1e-2, "1", "largest speed of a swinging parallelogram"},
      {"loop.servo", 5e-5, "rad", ""},
      {"massless.universal", 2e-6, "rad", "two hinges with an empty link between, 2 s"},
      {"massless.planar", 1e-5, "m", "two slides and a hinge with empty links between, 1 s"},
      {"massless.servo", 1e-3, "rad/s", ""},
      {"massless.wrench", 5e-6, "m/s", ""},
      {"spherical_pendulum.angle", 1e-3, "rad", "1 s, 0.1 ms steps"},
      {"spherical_pendulum.speed", 2e-3, "rad/s", ""},
      {"armature.speed", 1e-8, "rad/s", ""},
      // Motors.
      {"servo.position", 9.6e-5, "rad", "loaded with half the effort limit; 0.0055 degrees"},
      {"servo.rest_speed", 1e-6, "rad/s", ""},
      {"servo.approach", 0.03, "1", "remaining error after a time constant of 20 ms"},
      {"servo.holding_effort", 1e-4, "N m", ""},
      {"servo.velocity", 2e-4, "rad/s", "under load"},
      {"servo.velocity_unloaded", 1e-8, "rad/s", ""},
      {"servo.stall_effort", 2e-4, "1", "largest effort of a motor that is too weak"},
      {"servo.effort_speed", 2e-7, "rad/s", ""},
      {"servo.limited_effort", 1e-6, "1", "of a servo whose command has a limit"},
      {"servo.limited_speed", 1e-5, "1", "speed reached in 0.1 s"},
      // Drives.
      {"drive.parked", 1e-3, "m", "a Husky on a slope of 20 degrees, 10 s"},
      {"drive.straight", 2e-3, "m/s", "a Husky commanded to drive at 0.5 m/s"},
      {"drive.circle_rate", 0.02, "1", "a car with Ackermann steering, 1.37 m radius"},
      {"drive.circle_radius", 0.02, "1", ""},
      {"drive.omni", 5e-3, "m/s", "three omni wheels, sideways"},
      {"drive.mecanum", 0.015, "m", "four wheels with twelve balls each, 0.3 m sideways"},
      {"drive.trajectory", 2e-4, "rad", "an arm during its motion"},
      {"drive.trajectory_speed", 2e-3, "rad/s", ""},
      // Contact.
      {"incline.acceleration", 2e-4, "1", "g (sin i - mu cos i)"},
      {"incline.creep", 3e-4, "m", "1 s below the friction angle"},
      {"incline.slow_slide", 2e-3, "m/s", "1 s at 105 % of the friction angle"},
      {"rolling.sphere", 2e-3, "1", "5/7 g sin i"},
      {"rolling.cylinder", 2e-3, "1", "2/3 g sin i"},
      {"rolling.no_slip", 2e-3, "1", "spin against speed"},
      {"rolling.drift", 2e-4, "m", "a cylinder rolls straight"},
      {"rolling.sliding_sphere", 1e-4, "1", "g (sin i - mu cos i)"},
      {"rolling.sliding_spin", 5e-3, "1", "5/2 mu g cos i / r"},
      {"rolling.from_sliding", 2e-3, "1", "5/7 of its initial sliding speed"},
      {"rolling.kept", 1e-3, "1", "speed kept for 1 s on the level"},
      {"rolling.friction", 3e-3, "1", "slowed by rolling friction"},
      {"rolling.torsion", 5e-3, "1", "spin slowed by torsional friction"},
      {"rolling.torsion_rest", 1e-4, "rad/s", ""},
      {"friction.symmetry", 1e-9, "m", "smaller friction on one surface or on the other"},
      {"anisotropic.slide", 0.02, "m", "pushed along and across"},
      {"anisotropic.creep", 0.01, "m", ""},
      {"bounce.restitution", 0.04, "1", "speed up over speed down, 4.4 m/s"},
      {"bounce.below_threshold", 0.02, "m", "height of a bounce below the threshold"},
      {"collision.momentum", 1e-8, "kg m/s", "of 2 to 3 kg m/s"},
      {"collision.angular_momentum", 1e-3, "kg m2/s", "oblique, with friction"},
      {"collision.restitution", 0.03, "1", "between two free balls"},
      {"stack.height", 3e-3, "m", "5 boxes, 10 s; 10 kg on 1 kg"},
      {"stack.drift", 3e-3, "m", ""},
      {"stack.turn", 0.01, "rad", ""},
      {"stack.speed", 2e-3, "m/s", ""},
      {"stack.weight", 1e-3, "1", "weight carried by each layer"},
      {"stack.sideways", 0.01, "N", ""},
      {"rest.height", 2e-3, "m", "every shape at rest"},
      {"rest.normal", 1e-8, "1", "contact normals are vertical"},
      {"rest.weight", 1e-3, "1", "reported contact forces carry the weight"},
      {"mesh.hollow_height", 2e-3, "m", "a ball in the hollow of a concave mesh"},
      {"mesh.height", 3e-3, "m", "balls and boxes on the stairs of one mesh"},
      {"mesh.drift", 3e-4, "m", ""},
      {"height_field.height", 1e-3, "m", ""},
      {"height_field.slip", 0.01, "m", ""},
      {"height_field.rest_speed", 0.02, "m/s", "a ball may roll on"},
      {"hills.gap", 2e-3, "m", "a ball rolls over hills of 5 cm facets"},
      {"hills.jump", 0.1, "m/s", "change of speed in one step"},
      {"hills.reach", 0.1, "m", "how far up the next hill"},
      {"flat.hop", 0.05, "m/s", "over edges inside a flat surface"},
      {"flat.drift", 0.01, "m", ""},
      {"self_collision.gap", 5e-4, "m", ""},
      {"recovery.speed", 2.0, "m/s", "start at a depth of 0.4 m, or with an open loop"},
      // Edits.
      {"teleport.position", 1e-12, "m", ""},
      {"teleport.angle", 1e-9, "rad", ""},
      {"teleport.link", 1e-9, "m", "links of a teleported arm"},
      {"teleport.joint", 1e-12, "rad", ""},
      {"teleport.joint_kept", 1e-8, "rad", "a step later"},
      {"edit.fall", 0.01, "m", "its support removed, gravity turned"},
      {"attachment.sag", 2e-4, "m", "1 kg on a weld for 1 s"},
      {"attachment.sag_of_second", 2e-4, "m", "on a weld to that one"},
      {"attachment.fall", 0.01, "m", ""},
      {"attachment.apart", 5e-4, "m", ""},
      {"attachment.momentum", 1e-8, "kg m/s", "attached in flight"},
      {"attachment.angular_momentum", 5e-3, "kg m2/s", ""},
      {"attachment.turn_rate", 1e-4, "rad/s", "both rotate as one body"},
      // Vehicles.
      {"vehicle.distance", 2e-3, "m", "straight, 1 m"},
      {"vehicle.drift", 2e-4, "m", ""},
      {"vehicle.rise", 1e-6, "m", ""},
      {"vehicle.turn_rate", 0.02, "1", "turning in place, by Coulomb's law at the wheels' edges"},
      {"vehicle.hop", 0.02, "m/s2", "vertical acceleration while turning in place"},
      {"vehicle.parking", 1e-3, "m", "5 s on 9.7 degrees"},
      {"waves.distance", 5e-3, "m", "four wheels over waves of 2 cm, 2 m"},
      {"waves.drift", 3e-3, "m", ""},
      {"waves.hop", 0.03, "m/s", "change of vertical speed in one step"},
      {"standing.height", 1e-3, "m", "quadruped on its position servos"},
      {"standing.tilt", 1e-3, "rad", ""},
      {"standing.drift", 2e-4, "m", "2 s"},
      {"standing.weight", 1e-3, "1", ""},
      {"standing.symmetry", 5e-3, "N m", "left against right knees"},
      {"own_worlds.apart", 0.02, "m", "links of all worlds after 1 s, against another engine"},
      {"own_worlds.height", 5e-3, "m", ""},
      // Random robots.
      {"random.limit", 1e-3, "1", "limits of 0.4, 0.2 and 0.1 ms steps, against another engine"},
      {"random.difference_ratio", 0.7, "1", "half the step, half the difference between engines"},
      {"random.change_ratio", 0.7, "1", "half the step, half the error"},
      {"random.energy_gain", 0.02, "1", "gain of energy, relative to the weight times 1 m"},
  };
  // clang-format on
  return rows;
}

const ToleranceRow* FindTolerance(const std::string& quantity) {
  for (const ToleranceRow& row : Tolerances()) {
    if (row.quantity == quantity) return &row;
  }
  return nullptr;
}

namespace {

/// The engines' descriptions are read once, because each requires loading a library.
const std::vector<physics::EngineTolerance>& TolerancesOf(const std::string& engine) {
  static std::map<std::string, std::vector<physics::EngineTolerance>> known;
  const auto found = known.find(engine);
  if (found != known.end()) return found->second;
  return known[engine] = EngineInfo(engine).tolerances;
}

const physics::EngineTolerance* FindOwn(const ToleranceRow& row, const std::string& engine) {
  for (const physics::EngineTolerance& own : TolerancesOf(engine)) {
    if (own.quantity == row.quantity) return &own;
  }
  return nullptr;
}

}  // namespace

double ToleranceOf(const ToleranceRow& row, const std::string& engine) {
  const physics::EngineTolerance* own = FindOwn(row, engine);
  return own == nullptr ? row.value : own->value;
}

std::string ReasonOf(const ToleranceRow& row, const std::string& engine) {
  const physics::EngineTolerance* own = FindOwn(row, engine);
  return own == nullptr ? "" : own->reason;
}

}  // namespace surefoot::conformance
