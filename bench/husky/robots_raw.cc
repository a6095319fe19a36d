#include "bench/husky/robots_raw.h"

#include <Eigen/Eigenvalues>

namespace surefoot::husky {
namespace {

std::vector<RawBody> DescribeRobot(const world::World& world, int model,
                                   const std::vector<double>& speeds) {
  const world::Model& spec = world.model(model);
  const world::Tree& tree = world.tree(model);
  const world::ModelLayout& layout = world.layout(model);
  const RigidTransform& X_WM = world.instance(model).X_WM;
  std::vector<RawBody> robot;
  for (const world::Body& body : tree.bodies) {
    const world::Link& root = spec.links[static_cast<std::size_t>(body.root_link)];
    RawBody raw;
    raw.root_link = layout.links.first + body.root_link;
    raw.parent = body.parent;
    raw.inertia = body.moved_inertia();
    raw.X_WB = X_WM * root.X_ML;
    for (const int link : body.links) {
      for (const auto& collision : spec.links[static_cast<std::size_t>(link)].collisions) {
        raw.shapes.push_back(
            {tree.X_BL[static_cast<std::size_t>(link)] * collision.X_LG, collision.geometry});
      }
    }
    if (body.parent >= 0) {
      const world::Joint& joint = spec.joints[static_cast<std::size_t>(body.joint)];
      const RigidTransform X_WJ =
          X_WM * spec.links[static_cast<std::size_t>(joint.child)].X_ML * joint.X_CJ;
      const int v = world.joint(layout.joints.first + body.joint).v;
      raw.p_WJ = X_WJ.p;
      raw.axis_W = X_WJ.q * joint.axes[0].axis_J;
      raw.damping = joint.axes[0].damping;
      raw.effort = joint.axes[0].effort;
      raw.speed = speeds[static_cast<std::size_t>(v)];
    }
    robot.push_back(raw);
  }
  return robot;
}

}  // namespace

RawWorld DescribeRobots(const RawArgs& args) {
  const world::World& world = *args.backend.world;
  const std::vector<double> speeds = TargetSpeeds(world);
  RawWorld raw;
  raw.gravity_W = world.spec().gravity_W;
  for (int model = 0; model < world.model_count(); ++model) {
    if (!world.model(model).is_static) {
      raw.robots.push_back(DescribeRobot(world, model, speeds));
      continue;
    }
    const world::Geometry& ground = world.model(model).links.at(0).collisions.at(0).geometry;
    if (const auto* map = std::get_if<world::HeightMap>(&ground)) raw.ground = map->field;
  }
  return raw;
}

PrincipalFrame FindPrincipalFrame(const Inertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_BBcm_B);
  Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
  return {RigidTransform(Quaterniond(axes), inertia.p_BBcm), solver.eigenvalues()};
}

}  // namespace surefoot::husky
