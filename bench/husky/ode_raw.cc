// dSpaceCollide, contact joints and dWorldStep: bodies with hinges whose motors are set once.

#include <ode/ode.h>

#include <cmath>
#include <cstdarg>

#include "bench/husky/robots_raw.h"

namespace surefoot::husky {
namespace {

constexpr int kMostContacts = 16;

void SetPose(const RigidTransform& X, dGeomID geom) {
  const dQuaternion q = {X.q.w(), X.q.x(), X.q.y(), X.q.z()};
  dGeomSetOffsetPosition(geom, X.p.x(), X.p.y(), X.p.z());
  dGeomSetOffsetQuaternion(geom, q);
}

class OdeLoop : public RawLoop {
 public:
  explicit OdeLoop(const RawArgs& args) : description_(DescribeRobots(args)), step_(args.step) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    dSetMessageHandler([](int, const char*, va_list) {});
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    const Vector3d& g = description_.gravity_W;
    dWorldSetGravity(world_, g.x(), g.y(), g.z());
    surface_.mode = dContactApprox1;
    surface_.mu = args.friction;
    AddGround();
    for (const std::vector<RawBody>& robot : description_.robots) AddRobot(robot);
  }

  ~OdeLoop() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    if (field_data_ != nullptr) dGeomHeightfieldDataDestroy(field_data_);
    dCloseODE();
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
    for (std::size_t i = 0; i < chassis_.size(); ++i) {
      const RawBody& body = description_.robots[i][0];
      const double* p = dBodyGetPosition(chassis_[i]);
      const double* q = dBodyGetQuaternion(chassis_[i]);
      const Quaterniond q_WB(q[0], q[1], q[2], q[3]);
      places.push_back({body.root_link, Vector3d(p[0], p[1], p[2]) - q_WB * body.inertia.p_BBcm});
    }
    return places;
  }

 private:
  void Collide(dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a);
    const dBodyID body_b = dGeomGetBody(b);
    if (body_a == nullptr && body_b == nullptr) return;
    if (body_a != nullptr && body_b != nullptr && dBodyGetData(body_a) == dBodyGetData(body_b)) {
      return;
    }
    dContactGeom found[kMostContacts];
    const int count = dCollide(a, b, kMostContacts, found, sizeof(dContactGeom));
    for (int i = 0; i < count; ++i) {
      dContact contact{};
      contact.surface = surface_;
      contact.geom = found[i];
      dJointAttach(dJointCreateContact(world_, contacts_, &contact), body_a, body_b);
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

  void AddRobot(const std::vector<RawBody>& bodies) {
    std::vector<dBodyID> made;
    for (const RawBody& body : bodies) {
      const dBodyID id = dBodyCreate(world_);
      const Matrix3d& I = body.inertia.I_BBcm_B;
      dMass mass;
      dMassSetParameters(&mass, body.inertia.mass, 0.0, 0.0, 0.0, I(0, 0), I(1, 1), I(2, 2),
                         I(0, 1), I(0, 2), I(1, 2));
      dBodySetMass(id, &mass);
      const Vector3d p = body.X_WB * body.inertia.p_BBcm;
      dBodySetPosition(id, p.x(), p.y(), p.z());
      const dQuaternion q = {body.X_WB.q.w(), body.X_WB.q.x(), body.X_WB.q.y(), body.X_WB.q.z()};
      dBodySetQuaternion(id, q);
      // Parts of one robot do not meet.
      dBodySetData(id, const_cast<RawBody*>(bodies.data()));
      for (const RawShape& shape : body.shapes) AddShape(id, body.inertia.p_BBcm, shape);
      if (body.parent < 0) {
        chassis_.push_back(id);
      } else {
        const dJointID hinge = dJointCreateHinge(world_, nullptr);
        dJointAttach(hinge, id, made[static_cast<std::size_t>(body.parent)]);
        dJointSetHingeAnchor(hinge, body.p_WJ.x(), body.p_WJ.y(), body.p_WJ.z());
        dJointSetHingeAxis(hinge, body.axis_W.x(), body.axis_W.y(), body.axis_W.z());
        dJointSetHingeParam(hinge, dParamVel, body.speed);
        dJointSetHingeParam(hinge, dParamFMax, body.effort);
      }
      made.push_back(id);
    }
  }

  void AddShape(dBodyID body, const Vector3d& p_BBcm, const RawShape& shape) {
    dGeomID geom = nullptr;
    if (const auto* box = std::get_if<world::Box>(&shape.geometry)) {
      geom = dCreateBox(space_, box->size.x(), box->size.y(), box->size.z());
    } else if (const auto* cylinder = std::get_if<world::Cylinder>(&shape.geometry)) {
      geom = dCreateCylinder(space_, cylinder->radius, cylinder->length);
    } else {
      return;
    }
    dGeomSetBody(geom, body);
    SetPose(RigidTransform(-p_BBcm) * shape.X_BG, geom);
  }

  RawWorld description_;
  double step_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  dHeightfieldDataID field_data_ = nullptr;
  std::vector<float> heights_;
  dSurfaceParameters surface_{};
  std::vector<dBodyID> chassis_;
};

}  // namespace
}  // namespace surefoot::husky

surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  return new surefoot::husky::OdeLoop(args);
}
