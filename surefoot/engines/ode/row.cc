#include "surefoot/engines/ode/row.h"

#include <ode/contact.h>
#include <ode/objects.h>

namespace surefoot::engines::ode {

dxJoint* AddRow(const PointRow& row, dxWorld* ode, dxJointGroup* group) {
  const Vector3d normal = row.direction_W.unitOrthogonal();
  dContact contact = {};
  for (int i = 0; i < 3; ++i) {
    contact.geom.pos[i] = row.p_W[i];
    contact.geom.normal[i] = normal[i];
    contact.fdir1[i] = row.direction_W[i];
  }
  contact.surface.mode =
      dContactAxisDep | dContactFDir1 | dContactMotion1 | dContactSlip1 | dContactMotionN;
  contact.surface.mu = row.limit;
  contact.surface.mu2 = 0.0;
  contact.surface.motionN = -1e6;
  contact.surface.slip1 = row.softness;
  contact.surface.motion1 = row.velocity;
  dxJoint* joint = dJointCreateContact(ode, group, &contact);
  dJointAttach(joint, row.one, row.two);
  return joint;
}

}  // namespace surefoot::engines::ode
