#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/SemanticPose.hh>
#include <sdf/Types.hh>

#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {

RigidTransform FromSdfPose(const ignition::math::Pose3<double>& pose) {
  const auto& q = pose.Rot();
  const auto& p = pose.Pos();
  return RigidTransform(Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized(),
                        Vector3d(p.X(), p.Y(), p.Z()));
}

RigidTransform ReadSdfPose(const SdfContext& context, const sdf::SemanticPose& pose,
                           const sdf::ElementPtr& element, const std::string& resolve_to) {
  ignition::math::Pose3d resolved;
  const sdf::Errors errors = pose.Resolve(resolved, resolve_to);
  for (const sdf::Error& error : errors) {
    context.problems()->Error(context.sources->Of(*element), error.Message(), "",
                              "check the frames that its pose is relative to");
  }
  return errors.empty() ? FromSdfPose(resolved) : RigidTransform();
}

}  // namespace surefoot::formats
