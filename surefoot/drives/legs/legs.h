#pragma once

/// The legs that a drive names.

#include <string>
#include <vector>

#include "surefoot/drives/legs/leg_chain.h"

namespace surefoot::drives {

struct Leg {
  std::string name;
  LegChain chain;
  /// Its joints, as places in the drive's list; for one that follows another, the other's.
  std::vector<std::size_t> joints;
  /// Their angles at rest, and where the foot then is in the base.
  std::vector<double> q_rest;
  RigidTransform X_BF_rest;
};

/// Those of all <leg> children: their joints by name, which must be among `joints`. At rest they
/// are as the model starts. Empty after an error, or when there are fewer than `least`.
std::vector<Leg> ReadLegs(const DriveArgs& args, const std::vector<DriveJoint>& joints, int least);

/// Of all legs, one after the other; one that two legs share comes once.
std::vector<std::size_t> JointsOf(const std::vector<Leg>& legs);

}  // namespace surefoot::drives
