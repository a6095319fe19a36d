#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/SemanticPose.hh>
#include <sdf/Types.hh>

#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {

RigidTransform ReadSdfPose(const SdfContext& context, const sdf::SemanticPose& pose,
                           const sdf::ElementPtr& element, const std::string& resolve_to) {
  ignition::math::Pose3d resolved;
  const sdf::Errors errors = pose.Resolve(resolved, resolve_to);
  for (const sdf::Error& error : errors) {
    context.problems()->Error(context.sources->Of(*element), error.Message(), "",
                              "check the frames that its pose is relative to");
  }
  if (!errors.empty()) return RigidTransform();
  const auto& q = resolved.Rot();
  const auto& p = resolved.Pos();
  return RigidTransform(Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized(),
                        Vector3d(p.X(), p.Y(), p.Z()));
}

}  // namespace surefoot::formats
