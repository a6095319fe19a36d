#include "bench/husky/robots_raw.h"

#include <Eigen/Eigenvalues>

#include "surefoot/physics/servo.h"

namespace surefoot::husky {
namespace {

void DescribeHinge(const world::World& world, int joint_id, const physics::State& initial,
                   RawBody* raw) {
  const world::Joint& joint = world.joint_spec(joint_id);
  const world::JointLayout& place = world.joint(joint_id);
  const int child = world.layout(place.model).links.first + joint.child;
  const RigidTransform X_WJ = initial.X_WL[static_cast<std::size_t>(child)] * joint.X_CJ;
  raw->p_WJ = X_WJ.p;
  raw->axis_W = X_WJ.q * joint.axes[0].axis_J;
  raw->v = place.v;
  raw->angle = initial.q[static_cast<std::size_t>(place.q)];
  raw->damping = joint.axes[0].damping;
  raw->effort = joint.axes[0].effort;
}

std::vector<RawBody> DescribeRobot(const world::World& world, int model,
                                   const physics::State& initial,
                                   const std::vector<double>& speeds) {
  const world::Model& spec = world.model(model);
  const world::Tree& tree = world.tree(model);
  const world::ModelLayout& layout = world.layout(model);
  std::vector<RawBody> robot;
  for (const world::Body& body : tree.bodies) {
    RawBody raw;
    raw.root_link = layout.links.first + body.root_link;
    raw.parent = body.parent;
    raw.inertia = body.moved_inertia();
    raw.X_WB = initial.X_WL[static_cast<std::size_t>(raw.root_link)];
    for (const int link : body.links) {
      for (const auto& collision : spec.links[static_cast<std::size_t>(link)].collisions) {
        raw.shapes.push_back(
            {tree.X_BL[static_cast<std::size_t>(link)] * collision.X_LG, collision.geometry});
      }
    }
    if (body.parent >= 0) {
      DescribeHinge(world, layout.joints.first + body.joint, initial, &raw);
      raw.speed = speeds[static_cast<std::size_t>(raw.v)];
    }
    robot.push_back(raw);
  }
  return robot;
}

}  // namespace

RawWorld DescribeRobots(const RawArgs& args) {
  const world::World& world = *args.backend.world;
  const physics::State initial = physics::MakeInitialState(world);
  const std::vector<double> speeds = TargetSpeeds(world);
  RawWorld raw;
  raw.gravity_W = world.spec().gravity_W;
  raw.v_count = world.v_count();
  for (int model = 0; model < world.model_count(); ++model) {
    if (!world.model(model).is_static) {
      raw.robots.push_back(DescribeRobot(world, model, initial, speeds));
      continue;
    }
    const world::Geometry& ground = world.model(model).links.at(0).collisions.at(0).geometry;
    if (const auto* map = std::get_if<world::HeightMap>(&ground)) raw.ground = map->field;
  }
  return raw;
}

std::vector<double> TargetSpeeds(const world::World& world) {
  const physics::State initial = physics::MakeInitialState(world);
  std::vector<double> speeds(static_cast<std::size_t>(world.v_count()), 0.0);
  for (int model = 0; model < world.model_count(); ++model) {
    for (const world::InitialCommand& command : world.model(model).initial_commands) {
      if (!physics::IsServo(command.mode)) continue;
      const int joint = world.layout(model).joints.first + command.joint;
      const world::JointLayout& place = world.joint(joint);
      speeds[static_cast<std::size_t>(place.v + command.axis)] =
          physics::ServoVelocity({command.mode, command.target, world::kInfinity},
                                 world.joint_spec(joint).axes[command.axis],
                                 initial.q[static_cast<std::size_t>(place.q + command.axis)]);
    }
  }
  return speeds;
}

std::vector<world::ControlMode> ControlModes(const world::World& world) {
  std::vector<world::ControlMode> modes(static_cast<std::size_t>(world.v_count()),
                                        world::ControlMode::kNone);
  for (int model = 0; model < world.model_count(); ++model) {
    for (const world::InitialCommand& command : world.model(model).initial_commands) {
      const int v = world.joint(world.layout(model).joints.first + command.joint).v;
      modes[static_cast<std::size_t>(v + command.axis)] = command.mode;
    }
  }
  return modes;
}

PrincipalFrame FindPrincipalFrame(const Inertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_BBcm_B);
  Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
  return {RigidTransform(Quaterniond(axes), inertia.p_BBcm), solver.eigenvalues()};
}

}  // namespace surefoot::husky
