// dart::simulation::World with ODE's colliders and its own solver: skeletons whose hinges are
// servos.

#include <dart/collision/ode/OdeCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/CapsuleShape.hpp>
#include <dart/dynamics/CylinderShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/HeightmapShape.hpp>
#include <dart/dynamics/PlaneShape.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <iostream>

#include "bench/husky/robots_raw.h"

namespace surefoot::husky {
namespace {

namespace dyn = ::dart::dynamics;

Eigen::Isometry3d ToDart(const RigidTransform& X) {
  Eigen::Isometry3d isometry = Eigen::Isometry3d::Identity();
  isometry.linear() = X.R();
  isometry.translation() = X.p;
  return isometry;
}

/// nullptr for shapes that the benchmark's robots do not have.
dyn::ShapePtr MakeShape(const world::Geometry& geometry) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    return std::make_shared<dyn::BoxShape>(box->size);
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return std::make_shared<dyn::CylinderShape>(cylinder->radius, cylinder->length);
  }
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return std::make_shared<dyn::SphereShape>(sphere->radius);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return std::make_shared<dyn::CapsuleShape>(capsule->radius, capsule->length);
  }
  return nullptr;
}

class DartLoop : public RawLoop {
 public:
  explicit DartLoop(const RawArgs& args)
      : description_(DescribeRobots(args)),
        world_(::dart::simulation::World::create()),
        hinges_(static_cast<std::size_t>(description_.v_count)) {
    // DART prints messages about its height fields.
    std::streambuf* const output = std::cout.rdbuf(nullptr);
    world_->setTimeStep(args.step);
    world_->setGravity(description_.gravity_W);
    world_->getConstraintSolver()->setCollisionDetector(
        ::dart::collision::OdeCollisionDetector::create());
    world_->getConstraintSolver()->getCollisionOption().maxNumContacts = 100000;
    AddGround();
    for (const std::vector<RawBody>& robot : description_.robots) AddRobot(robot, args.friction);
    std::cout.rdbuf(output);
  }

  void Step() override { world_->step(false); }

  std::vector<Place> Places() const override {
    std::vector<Place> places;
    for (std::size_t i = 0; i < robots_.size(); ++i) {
      const Eigen::Isometry3d& X = robots_[i]->getBodyNode(0)->getWorldTransform();
      places.push_back({description_.robots[i][0].root_link,
                        RigidTransform(Quaterniond(X.linear()), X.translation())});
    }
    return places;
  }

  double Angle(int v) const override {
    const Hinge& hinge = hinges_[static_cast<std::size_t>(v)];
    return hinge.zero + hinge.joint->getPosition(0);
  }
  void SetSpeed(int v, double speed) override {
    hinges_[static_cast<std::size_t>(v)].joint->setCommand(0, speed);
  }

 private:
  struct Hinge {
    dyn::RevoluteJoint* joint = nullptr;
    /// The joint's angle at DART's zero, which is the initial position.
    double zero = 0.0;
  };

  void AddGround() {
    dyn::SkeletonPtr ground = dyn::Skeleton::create("ground");
    dyn::BodyNode* body = ground->createJointAndBodyNodePair<dyn::WeldJoint>().second;
    dyn::ShapePtr shape;
    if (const HeightField* field = description_.ground.get()) {
      auto map = std::make_shared<dyn::HeightmapShaped>();
      // DART's first row is that of the largest y.
      std::vector<double> heights;
      for (int row = field->rows - 1; row >= 0; --row) {
        for (int col = 0; col < field->cols; ++col) heights.push_back(field->At(row, col));
      }
      map->setHeightField(static_cast<std::size_t>(field->cols),
                          static_cast<std::size_t>(field->rows), heights);
      map->setScale(
          Vector3d(field->size_x / (field->cols - 1), field->size_y / (field->rows - 1), 1.0));
      shape = map;
    } else {
      shape = std::make_shared<dyn::PlaneShape>(Vector3d::UnitZ(), 0.0);
    }
    body->createShapeNodeWith<dyn::CollisionAspect, dyn::DynamicsAspect>(shape);
    ground->setMobile(false);
    world_->addSkeleton(ground);
  }

  void AddRobot(const std::vector<RawBody>& bodies, double friction) {
    dyn::SkeletonPtr robot = dyn::Skeleton::create("robot" + std::to_string(robots_.size()));
    std::vector<dyn::BodyNode*> made;
    for (const RawBody& body : bodies) {
      dyn::BodyNode* node = nullptr;
      if (body.parent < 0) {
        dyn::FreeJoint* joint = nullptr;
        std::tie(joint, node) = robot->createJointAndBodyNodePair<dyn::FreeJoint>();
        joint->setRelativeTransform(ToDart(body.X_WB));
      } else {
        const auto parent = static_cast<std::size_t>(body.parent);
        node = AddHinge(robot, made[parent], bodies[parent], body);
      }
      node->setInertia(dyn::Inertia(body.inertia.mass, body.inertia.p_BBcm, body.inertia.I_BBcm_B));
      for (const RawShape& shape : body.shapes) AddShape(node, shape, friction);
      made.push_back(node);
    }
    robot->disableSelfCollisionCheck();
    world_->addSkeleton(robot);
    robots_.push_back(robot);
  }

  dyn::BodyNode* AddHinge(const dyn::SkeletonPtr& robot, dyn::BodyNode* parent_node,
                          const RawBody& parent, const RawBody& body) {
    dyn::RevoluteJoint* joint = nullptr;
    dyn::BodyNode* node = nullptr;
    dyn::RevoluteJoint::Properties named;
    named.mName = "joint" + std::to_string(body.v);
    std::tie(joint, node) = robot->createJointAndBodyNodePair<dyn::RevoluteJoint>(
        parent_node, named, dyn::BodyNode::AspectProperties("b" + named.mName));
    const RigidTransform X_PB = parent.X_WB.Inverse() * body.X_WB;
    const RigidTransform X_BJ(body.X_WB.Inverse() * body.p_WJ);
    joint->setTransformFromParentBodyNode(ToDart(X_PB * X_BJ));
    joint->setTransformFromChildBodyNode(ToDart(X_BJ));
    joint->setAxis(body.X_WB.q.conjugate() * body.axis_W);
    joint->setDampingCoefficient(0, body.damping);
    joint->setActuatorType(dyn::Joint::SERVO);
    joint->setForceUpperLimit(0, body.effort);
    joint->setForceLowerLimit(0, -body.effort);
    joint->setCommand(0, body.speed);
    hinges_[static_cast<std::size_t>(body.v)] = {joint, body.angle};
    return node;
  }

  static void AddShape(dyn::BodyNode* node, const RawShape& part, double friction) {
    const dyn::ShapePtr shape = MakeShape(part.geometry);
    if (shape == nullptr) return;
    auto* shape_node = node->createShapeNodeWith<dyn::CollisionAspect, dyn::DynamicsAspect>(shape);
    shape_node->setRelativeTransform(ToDart(part.X_BG));
    shape_node->getDynamicsAspect()->setFrictionCoeff(friction);
  }

  RawWorld description_;
  ::dart::simulation::WorldPtr world_;
  std::vector<dyn::SkeletonPtr> robots_;
  /// Indexed by the World's velocities.
  std::vector<Hinge> hinges_;
};

}  // namespace
}  // namespace surefoot::husky

surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  return new surefoot::husky::DartLoop(args);
}
