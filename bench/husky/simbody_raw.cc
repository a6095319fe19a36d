// Simbody's own compliant contact and a time stepper with a fixed step. Wheels are spheres, because
// Simbody has no contact for cylinders, and hinges turn at a prescribed speed. With motors as
// forces, quadrupeds sink to the ground or, with stiffer motors, slide away at steps of 1 ms.

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

/// Radius of the ball that represents a wheel or a foot; 0: no contact with the ground.
double BallRadius(const world::Geometry& geometry) {
  if (const auto* foot = std::get_if<world::Sphere>(&geometry)) return foot->radius;
  const auto* wheel = std::get_if<world::Cylinder>(&geometry);
  // A long one is part of a leg.
  return wheel != nullptr && wheel->length < 2.0 * wheel->radius ? wheel->radius : 0.0;
}

/// A hinge turns at the prescribed speed, whatever torque that takes. Motion::Steady keeps its
/// speed in the State, which is then realized again after each change: twice the time.
class CommandedSpeed : public SimTK::Motion::Custom::Implementation {
 public:
  explicit CommandedSpeed(const double* speed) : speed_(speed) {}
  CommandedSpeed* clone() const override { return new CommandedSpeed(*this); }
  SimTK::Motion::Level getLevel(const SimTK::State&) const override {
    return SimTK::Motion::Velocity;
  }
  void calcPrescribedVelocity(const SimTK::State&, int, SimTK::Real* u) const override {
    u[0] = *speed_;
  }
  void calcPrescribedVelocityDot(const SimTK::State&, int, SimTK::Real* udot) const override {
    udot[0] = 0.0;
  }

 private:
  const double* speed_;
};

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
        rubber_(1e7, 1.0, args.friction, args.friction, 0.0),
        crate_(1e5, 1.0, args.friction, args.friction, 0.0),
        hinges_(static_cast<std::size_t>(description_.v_count)) {
    contact_.setTransitionVelocity(0.01);
    // A half space is solid at x > 0 of its frame.
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
      const SimTK::Transform& X = chassis_[i].getBodyTransform(stepper_->getState());
      const SimTK::Quaternion q = X.R().convertRotationToQuaternion();
      places.push_back({description_.robots[i][0].root_link,
                        RigidTransform(Quaterniond(q[0], q[1], q[2], q[3]),
                                       Vector3d(X.p()[0], X.p()[1], X.p()[2]))});
    }
    return places;
  }

  double Angle(int v) const override {
    const Hinge& hinge = hinges_[static_cast<std::size_t>(v)];
    return hinge.zero + hinge.pin.getAngle(stepper_->getState());
  }
  void SetSpeed(int v, double speed) override {
    hinges_[static_cast<std::size_t>(v)].speed = speed;
  }

 private:
  struct Hinge {
    SimTK::MobilizedBody::Pin pin;
    /// The joint's angle at Simbody's zero, which is the initial position.
    double zero = 0.0;
    double speed = 0.0;
  };

  void AddRobot(const std::vector<RawBody>& bodies) {
    std::vector<SimTK::MobilizedBody> made;
    // Parts of one robot do not collide.
    const SimTK::ContactCliqueId clique = SimTK::ContactSurface::createNewContactClique();
    for (const RawBody& body : bodies) {
      SimTK::Body::Rigid rigid(ToSimbody(body.inertia));
      AddSurfaces(body, clique, &rigid);
      if (body.parent < 0) {
        made.push_back(SimTK::MobilizedBody::Free(matter_.updGround(), rigid));
        chassis_.push_back(made.back());
        continue;
      }
      const RawBody& parent = bodies[static_cast<std::size_t>(body.parent)];
      const RigidTransform X_WJ(QuaternionFromZAxis(body.axis_W), body.p_WJ);
      SimTK::MobilizedBody::Pin pin(made[static_cast<std::size_t>(body.parent)],
                                    ToSimbody(parent.X_WB.Inverse() * X_WJ), rigid,
                                    ToSimbody(body.X_WB.Inverse() * X_WJ));
      Hinge& hinge = hinges_[static_cast<std::size_t>(body.v)];
      hinge = {pin, body.angle, body.speed};
      SimTK::Motion::Custom(pin, new CommandedSpeed(&hinge.speed));
      made.push_back(pin);
    }
  }

  void AddSurfaces(const RawBody& body, SimTK::ContactCliqueId clique,
                   SimTK::Body::Rigid* rigid) const {
    for (const RawShape& shape : body.shapes) {
      SimTK::ContactSurface surface;
      if (const auto* box = std::get_if<world::Box>(&shape.geometry)) {
        surface.setShape(SimTK::ContactGeometry::Brick(ToSimbody(0.5 * box->size)));
        surface.setMaterial(crate_);
      } else if (const double radius = BallRadius(shape.geometry); radius > 0.0) {
        surface.setShape(SimTK::ContactGeometry::Sphere(radius));
        surface.setMaterial(rubber_);
      } else {
        continue;
      }
      surface.joinClique(clique);
      rigid->addContactSurface(ToSimbody(shape.X_BG), surface);
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
  /// Stiffness of boxes: corners as stiff as rubber make 2 kg fly at steps of 1 ms.
  SimTK::ContactMaterial crate_;
  std::vector<SimTK::MobilizedBody> chassis_;
  /// Indexed by the World's velocities.
  std::vector<Hinge> hinges_;
  std::unique_ptr<SimTK::SemiExplicitEulerIntegrator> integrator_;
  std::unique_ptr<SimTK::TimeStepper> stepper_;
  long long steps_ = 0;
};

}  // namespace
}  // namespace surefoot::husky

/// nullptr for height fields, which Simbody does not support.
surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  if (surefoot::husky::DescribeRobots(args).ground != nullptr) return nullptr;
  return new surefoot::husky::SimbodyLoop(args);
}
