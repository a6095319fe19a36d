// btMultiBodyDynamicsWorld with its own solver and settings: multibodies with joint motors, two
// friction directions, one fixed step.

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointMotor.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include "bench/husky/robots_raw.h"

namespace surefoot::husky {
namespace {

btVector3 ToBullet(const Vector3d& v) { return btVector3(v.x(), v.y(), v.z()); }
btQuaternion ToBullet(const Quaterniond& q) { return btQuaternion(q.x(), q.y(), q.z(), q.w()); }
btTransform ToBullet(const RigidTransform& X) { return btTransform(ToBullet(X.q), ToBullet(X.p)); }

/// nullptr for shapes that the benchmark's robots do not have.
std::unique_ptr<btCollisionShape> MakeShape(const world::Geometry& geometry) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    return std::make_unique<btBoxShape>(ToBullet(0.5 * box->size));
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return std::make_unique<btCylinderShapeZ>(
        btVector3(cylinder->radius, cylinder->radius, 0.5 * cylinder->length));
  }
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return std::make_unique<btSphereShape>(sphere->radius);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return std::make_unique<btCapsuleShapeZ>(capsule->radius, capsule->length);
  }
  return nullptr;
}

class BulletLoop : public RawLoop {
 public:
  explicit BulletLoop(const RawArgs& args)
      : description_(DescribeRobots(args)),
        step_(args.step),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
        hinges_(static_cast<std::size_t>(description_.v_count)) {
    world_.setGravity(ToBullet(description_.gravity_W));
    world_.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    AddGround();
    for (const std::vector<RawBody>& robot : description_.robots) AddRobot(robot, args.friction);
  }

  ~BulletLoop() override {
    for (const Hinge& hinge : hinges_) {
      if (hinge.motor != nullptr) world_.removeMultiBodyConstraint(hinge.motor.get());
    }
    for (const auto& collider : colliders_) world_.removeCollisionObject(collider.get());
    for (const auto& robot : robots_) world_.removeMultiBody(robot.get());
    world_.removeCollisionObject(ground_.get());
  }

  void Step() override { world_.stepSimulation(step_, 0); }

  std::vector<Place> Places() const override {
    std::vector<Place> places;
    for (std::size_t i = 0; i < robots_.size(); ++i) {
      const btVector3& p = robots_[i]->getBasePos();
      const btQuaternion q = robots_[i]->getWorldToBaseRot().inverse();
      const RigidTransform X_WP(Quaterniond(q.w(), q.x(), q.y(), q.z()),
                                Vector3d(p.x(), p.y(), p.z()));
      const RawBody& chassis = description_.robots[i][0];
      places.push_back(
          {chassis.root_link, X_WP * FindPrincipalFrame(chassis.inertia).X_BP.Inverse()});
    }
    return places;
  }

  double Angle(int v) const override {
    const Hinge& hinge = hinges_[static_cast<std::size_t>(v)];
    return hinge.zero + hinge.robot->getJointPos(hinge.link);
  }
  void SetSpeed(int v, double speed) override {
    hinges_[static_cast<std::size_t>(v)].motor->setVelocityTarget(speed);
  }

 private:
  struct Hinge {
    btMultiBody* robot = nullptr;
    int link = 0;
    /// The joint's angle at Bullet's zero, which is the initial position.
    double zero = 0.0;
    std::unique_ptr<btMultiBodyJointMotor> motor;
  };

  btCollisionShape* Keep(std::unique_ptr<btCollisionShape> shape) {
    shapes_.push_back(std::move(shape));
    return shapes_.back().get();
  }

  void AddGround() {
    btCollisionShape* shape = nullptr;
    double middle = 0.0;
    if (const HeightField* field = description_.ground.get()) {
      const float low = field->MinHeight();
      const float high = field->MaxHeight();
      auto terrain = std::make_unique<btHeightfieldTerrainShape>(
          field->cols, field->rows, field->heights.data(), low, high, 2, false);
      terrain->setLocalScaling(
          btVector3(field->size_x / (field->cols - 1), field->size_y / (field->rows - 1), 1.0));
      middle = 0.5 * (low + high);
      shape = Keep(std::move(terrain));
    } else {
      shape = Keep(std::make_unique<btStaticPlaneShape>(btVector3(0.0, 0.0, 1.0), 0.0));
    }
    ground_ = std::make_unique<btRigidBody>(0.0, nullptr, shape);
    ground_->setWorldTransform(ToBullet(RigidTransform(Vector3d(0.0, 0.0, middle))));
    ground_->setFriction(1.0);
    world_.addRigidBody(ground_.get());
  }

  void AddRobot(const std::vector<RawBody>& bodies, double friction) {
    const PrincipalFrame base = FindPrincipalFrame(bodies[0].inertia);
    const RigidTransform X_WBase = bodies[0].X_WB * base.X_BP;
    auto robot =
        std::make_unique<btMultiBody>(static_cast<int>(bodies.size()) - 1, bodies[0].inertia.mass,
                                      ToBullet(base.moments), false, false);
    robot->setBasePos(ToBullet(X_WBase.p));
    robot->setWorldToBaseRot(ToBullet(X_WBase.q.conjugate()));
    robot->setHasSelfCollision(false);
    robot->setLinearDamping(0.0);
    robot->setAngularDamping(0.0);
    // Bullet does not count the base among the links.
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      AddLink(bodies[static_cast<std::size_t>(bodies[i].parent)], bodies[i],
              static_cast<int>(i) - 1, robot.get());
    }
    robot->finalizeMultiDof();
    world_.addMultiBody(robot.get());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const int link = static_cast<int>(i) - 1;
      AddCollider(robot.get(), link, bodies[i], friction);
      if (link >= 0) AddMotor(robot.get(), link, bodies[i]);
    }
    robots_.push_back(std::move(robot));
  }

  static void AddLink(const RawBody& parent, const RawBody& body, int link, btMultiBody* robot) {
    const RigidTransform X_WP = parent.X_WB * FindPrincipalFrame(parent.inertia).X_BP;
    const PrincipalFrame frame = FindPrincipalFrame(body.inertia);
    const RigidTransform X_WC = body.X_WB * frame.X_BP;
    robot->setupRevolute(link, body.inertia.mass, ToBullet(frame.moments), body.parent - 1,
                         ToBullet(X_WC.q.conjugate() * X_WP.q),
                         ToBullet(X_WC.q.conjugate() * body.axis_W),
                         ToBullet(X_WP.Inverse() * body.p_WJ),
                         ToBullet(X_WC.q.conjugate() * (X_WC.p - body.p_WJ)), true);
    robot->getLink(link).m_jointDamping = body.damping;
  }

  void AddMotor(btMultiBody* robot, int link, const RawBody& body) {
    Hinge& hinge = hinges_[static_cast<std::size_t>(body.v)];
    hinge.robot = robot;
    hinge.link = link;
    hinge.zero = body.angle;
    hinge.motor =
        std::make_unique<btMultiBodyJointMotor>(robot, link, body.speed, body.effort * step_);
    world_.addMultiBodyConstraint(hinge.motor.get());
  }

  void AddCollider(btMultiBody* robot, int link, const RawBody& body, double friction) {
    if (body.shapes.empty()) return;
    const RigidTransform X_PB = FindPrincipalFrame(body.inertia).X_BP.Inverse();
    auto compound = std::make_unique<btCompoundShape>();
    for (const RawShape& part : body.shapes) {
      std::unique_ptr<btCollisionShape> shape = MakeShape(part.geometry);
      if (shape == nullptr) continue;
      compound->addChildShape(ToBullet(X_PB * part.X_BG), Keep(std::move(shape)));
    }
    auto collider = std::make_unique<btMultiBodyLinkCollider>(robot, link);
    collider->setCollisionShape(Keep(std::move(compound)));
    collider->setFriction(friction);
    collider->setWorldTransform(ToBullet(body.X_WB * FindPrincipalFrame(body.inertia).X_BP));
    world_.addCollisionObject(collider.get(), btBroadphaseProxy::DefaultFilter,
                              btBroadphaseProxy::AllFilter);
    if (link < 0) {
      robot->setBaseCollider(collider.get());
    } else {
      robot->getLink(link).m_collider = collider.get();
    }
    colliders_.push_back(std::move(collider));
  }

  RawWorld description_;
  double step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btMultiBodyConstraintSolver solver_;
  btMultiBodyDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::unique_ptr<btRigidBody> ground_;
  std::vector<std::unique_ptr<btMultiBody>> robots_;
  std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
  /// Indexed by the World's velocities.
  std::vector<Hinge> hinges_;
};

}  // namespace
}  // namespace surefoot::husky

surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  return new surefoot::husky::BulletLoop(args);
}
