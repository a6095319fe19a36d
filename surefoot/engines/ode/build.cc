#include "surefoot/engines/ode/build.h"

#include <ode/mass.h>
#include <ode/objects.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/engines/ode/joint_builder.h"
#include "surefoot/engines/ode/settings.h"

namespace surefoot::engines::ode {
namespace {

constexpr double kLeastMass = 1e-9;
constexpr double kLeastMoment = 1e-12;

/// What ODE can invert.
Matrix3d SoundMoments(const Matrix3d& I) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(I);
  const double least = std::max(kLeastMoment, 1e-9 * eigen.eigenvalues().maxCoeff());
  if (eigen.eigenvalues().minCoeff() >= least) return I;
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(least).asDiagonal() *
         eigen.eigenvectors().transpose();
}

class Builder {
 public:
  explicit Builder(const physics::BackendArgs& args) : world_(*args.world), args_(args) {
    built_.world = MakeWorld();
    built_.maps.body_of_link.assign(static_cast<std::size_t>(world_.link_count()), -1);
    built_.maps.model_mass.assign(static_cast<std::size_t>(world_.model_count()), 0.0);
  }

  Result<Built> Run() {
    if (!built_.world) return Error{"ODE cannot allocate its world: not enough memory"};
    SetUp(built_.world.get());
    for (const int model : args_.models) AddBodies(model);
    JointBuilder joints(world_, built_.world.get(), &built_.maps);
    for (const int model : args_.models) joints.AddJoints(model);
    joints.AddWelds();
    for (BodyMap& map : built_.maps.bodies) {
      map.is_alone = dBodyGetNumJoints(map.body) == 0;
      dBodySetGyroscopicMode(map.body, map.is_alone ? 0 : 1);
    }
    return std::move(built_);
  }

 private:
  static void SetUp(dxWorld* world) {
    dWorldSetERP(world, kJointErp);
    dWorldSetCFM(world, kJointCfm);
    dWorldSetContactMaxCorrectingVel(world, kRecoverySpeed);
    dWorldSetContactSurfaceLayer(world, 0.0);
    dWorldSetAutoDisableFlag(world, 0);
    dWorldSetLinearDamping(world, 0.0);
    dWorldSetAngularDamping(world, 0.0);
  }

  void AddBodies(int model) {
    const world::Tree& tree = world_.tree(model);
    const int first = world_.layout(model).links.first;
    for (const world::Body& body : tree.bodies) {
      if (!body.is_static) AddBody(model, tree, body);
      for (const int link : body.links) {
        if (link == body.root_link || body.is_static) continue;
        built_.maps.lumped_links.push_back(physics::LumpedLink{
            first + link, first + body.root_link, tree.X_BL[static_cast<std::size_t>(link)]});
      }
    }
  }

  void AddBody(int model, const world::Tree& tree, const world::Body& body) {
    const int first = world_.layout(model).links.first;
    const Inertia inertia = body.moved_inertia();
    BodyMap map;
    map.model = model;
    map.root_link = first + body.root_link;
    map.p_BBcm = inertia.p_BBcm;
    map.mass = std::max(inertia.mass, kLeastMass);
    map.weightless = physics::WeightlessPart(world_.model(model), tree, body);
    map.body = dBodyCreate(built_.world.get());
    const Matrix3d I = SoundMoments(inertia.I_BBcm_B);
    map.I_B = I;
    map.I_B_inverse = I.inverse();
    dMass mass;
    dMassSetParameters(&mass, map.mass, 0.0, 0.0, 0.0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2),
                       I(1, 2));
    dBodySetMass(map.body, &mass);
    dBodySetFiniteRotationMode(map.body, 1);
    const auto index = static_cast<int>(built_.maps.bodies.size());
    for (const int link : body.links) {
      built_.maps.body_of_link[static_cast<std::size_t>(first + link)] = index;
    }
    built_.maps.model_mass[static_cast<std::size_t>(model)] += map.mass;
    built_.maps.bodies.push_back(map);
  }

  const world::World& world_;
  const physics::BackendArgs& args_;
  Built built_;
};

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) { return Builder(args).Run(); }

}  // namespace surefoot::engines::ode
