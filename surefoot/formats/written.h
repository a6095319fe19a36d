#pragma once

/// What a written file says beyond its format's own words, and the one form of a description.

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Carries out the elements that a writer adds where a format has no words for a value, or would
/// compute it with another rounding: <surefoot:name>, <surefoot:frame_name>, <surefoot:kept>,
/// <surefoot:pose>, <surefoot:parent_pose>, <surefoot:massless>, <surefoot:computed_inertia>,
/// <surefoot:contact>. Then drops the elements that the description has words for, and gives
/// fields that mean nothing their defaults. So a description is the same whichever format it came
/// from. For the result of a reader; a second time changes nothing. `is_model` becomes true for a
/// world that says of itself, with <surefoot:lone_model>, that it is a model and its settings.
void FinishReading(world::WorldSpec* spec, bool* is_model, Problems* problems);

/// Where a tree joint's frame is in its parent when the poses of the links say it: what a reader
/// computes, and a writer need not write.
RigidTransform ParentPoseFromLinks(const world::Model& model, const world::Joint& joint);

}  // namespace surefoot::formats
