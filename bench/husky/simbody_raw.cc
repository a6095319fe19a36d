// Simbody's own compliant contact and a time stepper with a fixed step: wheels are spheres, since
// it knows no contact of a cylinder, and turn at a prescribed speed.

#include <SimTKsimbody.h>

#include "bench/husky/robots_raw.h"

namespace surefoot::husky {
namespace {

SimTK::Vec3 ToSimbody(const Vector3d& v) { return SimTK::Vec3(v.x(), v.y(), v.z()); }

SimTK::Transform ToSimbody(const RigidTransform& X) {
  const SimTK::Quaternion q(X.q.w(), X.q.x(), X.q.y(), X.q.z());
  return SimTK::Transform(SimTK::Rotation(q), ToSimbody(X.p));
}

SimTK::MassProperties ToSimbody(const Inertia& inertia) {
  const Matrix3d& I = inertia.I_BBcm_B;
  const SimTK::Inertia central(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  const SimTK::Vec3 p = ToSimbody(inertia.p_BBcm);
  return SimTK::MassProperties(inertia.mass, p, central.shiftFromMassCenter(p, inertia.mass));
}

class SimbodyLoop : public RawLoop {
 public:
  explicit SimbodyLoop(const RawArgs& args)
      : description_(DescribeRobots(args)),
        step_(args.step),
        matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, ToSimbody(description_.gravity_W)),
        tracker_(system_),
        contact_(system_, tracker_),
        rubber_(1e7, 1.0, args.friction, args.friction, 0.0) {
    contact_.setTransitionVelocity(0.01);
    // A half space is at x > 0 of its frame.
    const SimTK::Rotation R_WG(SimTK::Pi / 2.0, SimTK::YAxis);
    matter_.updGround().updBody().addContactSurface(
        SimTK::Transform(R_WG),
        SimTK::ContactSurface(SimTK::ContactGeometry::HalfSpace(), rubber_));
    for (const std::vector<RawBody>& robot : description_.robots) AddRobot(robot);
    SimTK::State state = system_.realizeTopology();
    for (std::size_t i = 0; i < chassis_.size(); ++i) {
      chassis_[i].setQToFitTransform(state, ToSimbody(description_.robots[i][0].X_WB));
    }
    system_.realize(state, SimTK::Stage::Position);
    integrator_ = std::make_unique<SimTK::SemiExplicitEulerIntegrator>(system_, step_);
    stepper_ = std::make_unique<SimTK::TimeStepper>(system_, *integrator_);
    stepper_->initialize(state);
  }

  void Step() override { stepper_->stepTo(step_ * static_cast<double>(++steps_)); }

  std::vector<Place> Places() const override {
    std::vector<Place> places;
    system_.realize(stepper_->getState(), SimTK::Stage::Position);
    for (std::size_t i = 0; i < chassis_.size(); ++i) {
      const SimTK::Vec3 p = chassis_[i].getBodyOriginLocation(stepper_->getState());
      places.push_back({description_.robots[i][0].root_link, Vector3d(p[0], p[1], p[2])});
    }
    return places;
  }

 private:
  void AddRobot(const std::vector<RawBody>& bodies) {
    std::vector<SimTK::MobilizedBody> made;
    for (const RawBody& body : bodies) {
      SimTK::Body::Rigid rigid(ToSimbody(body.inertia));
      if (body.parent < 0) {
        made.push_back(SimTK::MobilizedBody::Free(matter_.updGround(), rigid));
        chassis_.push_back(made.back());
        continue;
      }
      for (const RawShape& shape : body.shapes) {
        const auto* wheel = std::get_if<world::Cylinder>(&shape.geometry);
        if (wheel == nullptr) continue;
        rigid.addContactSurface(
            ToSimbody(shape.X_BG),
            SimTK::ContactSurface(SimTK::ContactGeometry::Sphere(wheel->radius), rubber_));
      }
      const RawBody& parent = bodies[static_cast<std::size_t>(body.parent)];
      const RigidTransform X_WJ(QuaternionFromZAxis(body.axis_W), body.p_WJ);
      SimTK::MobilizedBody::Pin pin(made[static_cast<std::size_t>(body.parent)],
                                    ToSimbody(parent.X_WB.Inverse() * X_WJ), rigid,
                                    ToSimbody(body.X_WB.Inverse() * X_WJ));
      SimTK::Motion::Steady(pin, body.speed);
      made.push_back(pin);
    }
  }

  RawWorld description_;
  double step_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::ContactTrackerSubsystem tracker_;
  SimTK::CompliantContactSubsystem contact_;
  SimTK::ContactMaterial rubber_;
  std::vector<SimTK::MobilizedBody> chassis_;
  std::unique_ptr<SimTK::SemiExplicitEulerIntegrator> integrator_;
  std::unique_ptr<SimTK::TimeStepper> stepper_;
  long long steps_ = 0;
};

}  // namespace
}  // namespace surefoot::husky

/// None for height fields, which Simbody does not know.
surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  if (surefoot::husky::DescribeRobots(args).ground != nullptr) return nullptr;
  return new surefoot::husky::SimbodyLoop(args);
}
