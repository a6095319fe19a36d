#include "surefoot/sim/motions.h"

#include <cmath>

// Commanded motion along a smooth path with zero speed at both ends.

namespace surefoot::sim {
double Way::ShareAt(SimTimeNs time_ns) const {
  if (time_ns >= end_ns) return 1.0;
  if (time_ns <= start_ns) return 0.0;
  const double u = static_cast<double>(time_ns - start_ns) / static_cast<double>(end_ns - start_ns);
  return u * u * (3.0 - 2.0 * u);
}

RigidTransform ModelTransition::PoseAt(SimTimeNs time_ns) const {
  const double share = way.ShareAt(time_ns);
  if (share >= 1.0) return X_to;
  return RigidTransform(X_from.q.slerp(share, X_to.q), X_from.p + share * (X_to.p - X_from.p));
}

void Motions::ForgetJoint(const std::string& joint, int axis) {
  std::erase_if(joints,
                [&](const JointTransition& w) { return w.joint == joint && w.axis == axis; });
}

void Motions::ForgetModel(const std::string& model) {
  std::erase_if(models, [&](const ModelTransition& way) { return way.model == model; });
}

void JointTransition::Archive(StateArchive* archive) {
  archive->Items(&joint, &axis, &from, &to, &way.start_ns, &way.end_ns);
}

void ModelTransition::Archive(StateArchive* archive) {
  archive->Items(&model, &X_from.q.coeffs(), &X_from.p, &X_to.q.coeffs(), &X_to.p, &check,
                 &way.start_ns, &way.end_ns);
  // A snapshot may be a hostile file.
  const auto is_rotation = [](const Quaterniond& q) { return std::abs(q.norm() - 1.0) < 1e-6; };
  archive->Require(is_rotation(X_from.q) && is_rotation(X_to.q));
}

void Motions::Archive(StateArchive* archive) {
  archive->List(&joints);
  archive->List(&models);
  archive->List(&unpowered);
}

}  // namespace surefoot::sim
