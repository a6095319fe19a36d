// Debian builds Simbody without NDEBUG, and the layout of its classes depends on it. No other file
// may include Simbody.
#undef NDEBUG

#include "surefoot/engines/simbody/multibody.h"

#include <simbody/internal/MobilizedBody.h>
#include <simbody/internal/MobilizedBody_Ball.h>
#include <simbody/internal/MobilizedBody_Free.h>
#include <simbody/internal/MobilizedBody_Ground.h>
#include <simbody/internal/MobilizedBody_Pin.h>
#include <simbody/internal/MobilizedBody_Screw.h>
#include <simbody/internal/MobilizedBody_Slider.h>
#include <simbody/internal/MultibodySystem.h>
#include <simbody/internal/SimbodyMatterSubsystem.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <exception>
#include <string>

namespace surefoot::engines::simbody {
namespace {

using SimTK::MobilizedBody;
using SimTK::MobilizedBodyIndex;

Vector3d From(const SimTK::Vec3& v) { return Vector3d(v[0], v[1], v[2]); }
SimTK::Vec3 To(const Vector3d& v) { return SimTK::Vec3(v.x(), v.y(), v.z()); }

/// The same transform in Simbody's type; the identity is passed exactly.
SimTK::Transform To(const RigidTransform& X) {
  if (X.IsIdentity()) return SimTK::Transform();
  const Quaterniond& q = X.q;
  return SimTK::Transform(SimTK::Rotation(SimTK::Quaternion(q.w(), q.x(), q.y(), q.z())), To(X.p));
}

/// Moments of inertia about the centre of mass that satisfy the triangle inequality (none exceeds
/// the sum of the other two), which Simbody requires.
Matrix3d Possible(const Matrix3d& I_cm) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(I_cm);
  Vector3d moments = solver.eigenvalues().cwiseMax(0.0);
  const double missing = moments[2] - moments[0] - moments[1];
  if (missing <= -1e-9 * moments[2] && solver.eigenvalues()[0] >= 0.0) return I_cm;
  moments.head<2>().array() += std::max(0.0, missing) / 2.0 + 1e-9 * moments[2];
  return solver.eigenvectors() * moments.asDiagonal() * solver.eigenvectors().transpose();
}

/// Simbody expects moments about the body's origin, the description has them about the centre of
/// mass.
SimTK::Body::Rigid MakeBody(const Inertia& given) {
  // A massless body between the axes of a joint.
  if (given.mass <= 0.0) {
    return SimTK::Body::Rigid(
        SimTK::MassProperties(0.0, SimTK::Vec3(0.0), SimTK::Inertia(SimTK::Vec3(0.0))));
  }
  const Matrix3d I = Possible(given.I_BBcm_B);
  const SimTK::Inertia I_cm(SimTK::Vec3(I(0, 0), I(1, 1), I(2, 2)),
                            SimTK::Vec3(I(0, 1), I(0, 2), I(1, 2)));
  const SimTK::Vec3 com = To(given.p_BBcm);
  return SimTK::Body::Rigid(
      SimTK::MassProperties(given.mass, com, I_cm.shiftFromMassCenter(com, given.mass)));
}

}  // namespace

/// Simbody's system and state, hidden from the header. Body i of Surefoot is mobilized body i + 1:
/// 0 is Ground.
struct Multibody::Engine {
  Engine() : matter(system) {}

  /// Index 0 is Simbody's ground, so bodies are shifted by one.
  MobilizedBodyIndex Add(const MobilizerSpec& spec) {
    MobilizedBody& parent = spec.parent < 0
                                ? matter.updMobilizedBody(SimTK::GroundIndex)
                                : matter.updMobilizedBody(MobilizedBodyIndex(spec.parent + 1));
    const SimTK::Transform X_PF = To(spec.X_PF);
    const SimTK::Transform X_BM = To(spec.X_BM);
    const SimTK::Body::Rigid body = MakeBody(spec.inertia);
    switch (spec.type) {
      case MobilizerSpec::kFree:
        return MobilizedBody::Free(parent, X_PF, body, X_BM).getMobilizedBodyIndex();
      case MobilizerSpec::kPin:
        return MobilizedBody::Pin(parent, X_PF, body, X_BM).getMobilizedBodyIndex();
      case MobilizerSpec::kSlider:
        return MobilizedBody::Slider(parent, X_PF, body, X_BM).getMobilizedBodyIndex();
      case MobilizerSpec::kScrew:
        return MobilizedBody::Screw(parent, X_PF, body, X_BM, spec.pitch).getMobilizedBodyIndex();
      case MobilizerSpec::kBall:
        return MobilizedBody::Ball(parent, X_PF, body, X_BM).getMobilizedBodyIndex();
    }
    return MobilizedBodyIndex();
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::State state;
};

Multibody::Multibody() : engine_(std::make_unique<Engine>()) {}
Multibody::~Multibody() = default;

/// Topology, model and instance stages are realized once; steps only realize position and velocity.
Result<std::unique_ptr<Multibody>> Multibody::Make(const std::vector<MobilizerSpec>& specs) {
  try {
    std::unique_ptr<Multibody> multibody(new Multibody());
    Engine& engine = *multibody->engine_;
    for (const MobilizerSpec& spec : specs) engine.Add(spec);
    engine.state = engine.system.realizeTopology();
    engine.system.realizeModel(engine.state);
    engine.system.realize(engine.state, SimTK::Stage::Instance);
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const MobilizedBody& body =
          engine.matter.getMobilizedBody(MobilizedBodyIndex(static_cast<int>(i) + 1));
      multibody->q_of_.push_back(static_cast<int>(body.getFirstQIndex(engine.state)));
      multibody->u_of_.push_back(static_cast<int>(body.getFirstUIndex(engine.state)));
      multibody->u_count_.push_back(body.getNumU(engine.state));
    }
    const SimTK::Vector& q = engine.state.getQ();
    for (int i = 0; i < q.size(); ++i) multibody->motion_.q.push_back(q[i]);
    multibody->motion_.u.assign(static_cast<std::size_t>(engine.state.getNU()), 0.0);
    multibody->motion_.bodies.resize(specs.size());
    multibody->motion_.axes.resize(multibody->motion_.u.size());
    return multibody;
  } catch (const std::exception& error) {
    return Error{std::string("Simbody cannot build it: ") + error.what()};
  }
}

/// Copies the coordinates to Simbody, computes velocities, and reads poses, inertias and axes.
void Multibody::Realize() {
  SimTK::State& state = engine_->state;
  SimTK::Vector& q = state.updQ();
  for (std::size_t i = 0; i < motion_.q.size(); ++i) q[static_cast<int>(i)] = motion_.q[i];
  SimTK::Vector& u = state.updU();
  for (std::size_t i = 0; i < motion_.u.size(); ++i) u[static_cast<int>(i)] = motion_.u[i];
  engine_->system.realize(state, SimTK::Stage::Velocity);
  const SimTK::SimbodyMatterSubsystem& matter = engine_->matter;
  for (std::size_t i = 0; i < motion_.bodies.size(); ++i) {
    const MobilizedBodyIndex index(static_cast<int>(i) + 1);
    const MobilizedBody& body = matter.getMobilizedBody(index);
    solver::BodyMotion& out = motion_.bodies[i];
    const SimTK::Transform& X = body.getBodyTransform(state);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        out.R_WB(row, column) = X.R().asMat33()(row, column);
    }
    out.p_WB = From(X.p());
    const SimTK::SpatialVec& V = body.getBodyVelocity(state);
    out.w_WB = From(V[0]);
    out.v_WB = From(V[1]);
    const SimTK::SpatialInertia& inertia = body.getBodySpatialInertiaInGround(state);
    out.mass = inertia.getMass();
    // Simbody stores inertias per unit of mass.
    out.p_BBcm_W = From(inertia.getMassCenter());
    const SimTK::SymMat33& I = inertia.getUnitInertia().asSymMat33();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column <= row; ++column) {
        out.I_BBo_W(row, column) = out.I_BBo_W(column, row) = out.mass * I(row, column);
      }
    }
    // Includes Coriolis and gyroscopic forces: what keeps all u constant.
    const SimTK::SpatialVec& force = matter.getTotalCentrifugalForces(state, index);
    out.inertial_force = solver::Spatial{From(force[0]), From(force[1])};
    const int first = u_of_[i];
    for (int k = first; k < first + u_count_[i]; ++k) {
      const SimTK::SpatialVec column = body.getHCol(state, SimTK::MobilizerUIndex(k - first));
      motion_.axes[static_cast<std::size_t>(k)] = solver::Spatial{From(column[0]), From(column[1])};
    }
  }
}

}  // namespace surefoot::engines::simbody
