// dSpaceCollide, contact joints and dWorldStep on the bodies and joints that Surefoot builds.
// Motors and contact parameters are set once.

#include <ode/ode.h>

#include <cmath>

#include "bench/husky/robots_raw.h"
#include "surefoot/engines/ode/build.h"
#include "surefoot/engines/ode/joints.h"
#include "surefoot/engines/ode/settings.h"

namespace surefoot::husky {
namespace {

namespace engine = engines::ode;

constexpr int kMaxContacts = 16;

void SetPose(const RigidTransform& X, dGeomID geom) {
  const dQuaternion q = {X.q.w(), X.q.x(), X.q.y(), X.q.z()};
  dGeomSetOffsetPosition(geom, X.p.x(), X.p.y(), X.p.z());
  dGeomSetOffsetQuaternion(geom, q);
}

class OdeLoop : public RawLoop {
 public:
  explicit OdeLoop(const RawArgs& args)
      : description_(DescribeRobots(args)),
        step_(args.step),
        built_((engine::StartLibrary(), engine::Build(args.backend).value())),
        world_(built_.world.get()),
        joints_(*args.backend.world, built_.maps),
        space_(dHashSpaceCreate(nullptr)),
        contacts_(dJointGroupCreate(0)) {
    const Vector3d& g = description_.gravity_W;
    dWorldSetGravity(world_, g.x(), g.y(), g.z());
    AddGround();
    for (const std::vector<RawBody>& robot : description_.robots) {
      for (const RawBody& body : robot) AddBody(body);
    }
    SetSurface(*args.backend.world, args.friction);
    SetMotors(*args.backend.world);
  }

  ~OdeLoop() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    if (field_data_ != nullptr) dGeomHeightfieldDataDestroy(field_data_);
  }

  void Step() override {
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) {
      static_cast<OdeLoop*>(self)->Collide(a, b);
    });
    dWorldStep(world_, step_);
    dJointGroupEmpty(contacts_);
  }

  std::vector<Place> Places() const override {
    std::vector<Place> places;
    for (const std::vector<RawBody>& robot : description_.robots) {
      const engine::BodyMap& map = MapOf(robot[0]);
      const double* p = dBodyGetPosition(map.body);
      const double* q = dBodyGetQuaternion(map.body);
      const Quaterniond q_WB(q[0], q[1], q[2], q[3]);
      const Vector3d p_WB = Vector3d(p[0], p[1], p[2]) - q_WB * map.p_BBcm;
      places.push_back({map.root_link, RigidTransform(q_WB, p_WB)});
    }
    return places;
  }

  double Angle(int v) const override {
    const engine::JointMap& joint = built_.maps.joints[static_cast<std::size_t>(DofOf(v).joint)];
    return dJointGetHingeAngle(joint.main);
  }
  void SetSpeed(int v, double speed) override {
    const engine::MotorRow& servo = DofOf(v).servo;
    dJointSetAMotorParam(servo.joint, dParamVel + servo.axis * dParamGroup, speed);
  }

 private:
  const engine::DofMap& DofOf(int v) const {
    const int dof = dof_of_v_[static_cast<std::size_t>(v)];
    return built_.maps.dofs[static_cast<std::size_t>(dof)];
  }

  const engine::BodyMap& MapOf(const RawBody& body) const {
    const int index = built_.maps.body_of_link[static_cast<std::size_t>(body.root_link)];
    return built_.maps.bodies[static_cast<std::size_t>(index)];
  }

  void Collide(dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a);
    const dBodyID body_b = dGeomGetBody(b);
    if (body_a == nullptr && body_b == nullptr) return;
    // Parts of one robot do not collide.
    if (body_a != nullptr && body_b != nullptr && dBodyGetData(body_a) == dBodyGetData(body_b)) {
      return;
    }
    dContactGeom found[kMaxContacts];
    const int count = dCollide(a, b, kMaxContacts, found, sizeof(dContactGeom));
    for (int i = 0; i < count; ++i) {
      dContact contact{};
      contact.surface = surface_;
      contact.geom = found[i];
      dJointAttach(dJointCreateContact(world_, contacts_, &contact), body_a, body_b);
    }
  }

  /// The value of engines/ode/contacts.cc for wheels on this ground.
  void SetSurface(const world::World& world, double friction) {
    const int robot = world.model_of_link(description_.robots[0][0].root_link);
    const double mass = built_.maps.model_mass[static_cast<std::size_t>(robot)];
    const double steps = engine::kContactSteps;
    surface_.mode =
        dContactApprox1 | dContactSoftERP | dContactSoftCFM | dContactSlip1 | dContactSlip2;
    surface_.mu = friction;
    surface_.soft_erp = 1.0 / (1.0 + 2.0 * steps);
    surface_.soft_cfm = step_ * steps * steps / (mass * (1.0 + 2.0 * steps));
    surface_.slip1 = surface_.slip2 = engine::kFrictionSlip / mass;
  }

  /// As in Surefoot's first step; afterwards the axes stay fixed to the bodies that turn about
  /// them. Stops keep their initial distances: neither wheels nor stepping legs reach them.
  void SetMotors(const world::World& world) {
    physics::Inputs inputs;
    inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
    const std::vector<double> speeds = TargetSpeeds(world);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      inputs.motors[i] = {physics::ControlMode::kVelocity, speeds[i]};
    }
    joints_.Apply(inputs, step_, physics::MakeInitialState(world), world_, contacts_);
    dof_of_v_.assign(speeds.size(), -1);
    for (std::size_t i = 0; i < built_.maps.dofs.size(); ++i) {
      const engine::DofMap& dof = built_.maps.dofs[i];
      dof_of_v_[static_cast<std::size_t>(dof.v)] = static_cast<int>(i);
      for (const engine::MotorRow& row : {dof.servo, dof.passive}) {
        if (row.joint == nullptr) continue;
        dVector3 axis;
        dJointGetAMotorAxis(row.joint, row.axis, axis);
        dJointSetAMotorAxis(row.joint, row.axis, 1, axis[0], axis[1], axis[2]);
      }
    }
  }

  void AddGround() {
    if (const HeightField* field = description_.ground.get()) {
      // ODE's grids have y up and rows along z.
      for (int row = field->rows - 1; row >= 0; --row) {
        for (int col = 0; col < field->cols; ++col) heights_.push_back(field->At(row, col));
      }
      field_data_ = dGeomHeightfieldDataCreate();
      dGeomHeightfieldDataBuildSingle(field_data_, heights_.data(), 0, field->size_x, field->size_y,
                                      field->cols, field->rows, 1.0, 0.0, 0.1, 0);
      const dGeomID geom = dCreateHeightfield(space_, field_data_, 1);
      dMatrix3 R;
      dRFromAxisAndAngle(R, 1.0, 0.0, 0.0, 0.5 * M_PI);
      dGeomSetRotation(geom, R);
    } else {
      dCreatePlane(space_, 0.0, 0.0, 1.0, 0.0);
    }
  }

  void AddBody(const RawBody& body) {
    const engine::BodyMap& map = MapOf(body);
    const Vector3d p = body.X_WB * map.p_BBcm;
    const dQuaternion q = {body.X_WB.q.w(), body.X_WB.q.x(), body.X_WB.q.y(), body.X_WB.q.z()};
    dBodySetPosition(map.body, p.x(), p.y(), p.z());
    dBodySetQuaternion(map.body, q);
    dBodySetData(map.body, reinterpret_cast<void*>(static_cast<std::intptr_t>(map.model)));
    for (const RawShape& shape : body.shapes) AddShape(map.body, map.p_BBcm, shape);
  }

  void AddShape(dBodyID body, const Vector3d& p_BBcm, const RawShape& shape) {
    dGeomID geom = nullptr;
    if (const auto* box = std::get_if<world::Box>(&shape.geometry)) {
      geom = dCreateBox(space_, box->size.x(), box->size.y(), box->size.z());
    } else if (const auto* cylinder = std::get_if<world::Cylinder>(&shape.geometry)) {
      geom = dCreateCylinder(space_, cylinder->radius, cylinder->length);
    } else if (const auto* sphere = std::get_if<world::Sphere>(&shape.geometry)) {
      geom = dCreateSphere(space_, sphere->radius);
    } else if (const auto* capsule = std::get_if<world::Capsule>(&shape.geometry)) {
      geom = dCreateCapsule(space_, capsule->radius, capsule->length);
    } else {
      return;
    }
    dGeomSetBody(geom, body);
    SetPose(RigidTransform(-p_BBcm) * shape.X_BG, geom);
  }

  RawWorld description_;
  double step_;
  engine::Built built_;
  dWorldID world_;
  engine::Joints joints_;
  dSpaceID space_;
  dJointGroupID contacts_;
  dHeightfieldDataID field_data_ = nullptr;
  std::vector<float> heights_;
  /// Index into the dofs, by the World's velocities.
  std::vector<int> dof_of_v_;
  dSurfaceParameters surface_{};
};

}  // namespace
}  // namespace surefoot::husky

surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  return new surefoot::husky::OdeLoop(args);
}
