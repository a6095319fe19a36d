#pragma once

#include "surefoot/engines/ode/build.h"

namespace surefoot::engines::ode {

/// Makes ODE's joints for bodies that exist already.
class JointBuilder {
 public:
  JointBuilder(const world::World& world, dxWorld* ode, Maps* maps)
      : world_(world), ode_(ode), maps_(maps), initial_(physics::MakeInitialState(world)) {}

  void AddJoints(int model);
  void AddWelds();

 private:
  void AddJoint(int model, int joint, bool is_loop);
  void MakeMain(const RigidTransform& X_WJ, JointMap* map);
  void AddDofs(JointMap* map);
  void AddDof(const JointMap& map, int axis, bool linear);
  double InertiaAlong(const JointMap& map, const DofMap& dof) const;
  void LinkMimics(int model);
  /// Puts a body where its link is at X_WL, for as long as a joint is defined.
  void PutLink(int link, const RigidTransform& X_WL);
  BodyMap* BodyOf(int link);

  const world::World& world_;
  dxWorld* ode_;
  Maps* maps_;
  physics::State initial_;
};

}  // namespace surefoot::engines::ode
