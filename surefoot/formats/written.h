#pragma once

/// What a written file contains beyond its format's own elements, and the canonical form of a
/// description.

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Applies the elements that a writer adds where a format cannot express a value, or where reading
/// would round differently: <surefoot:name>, <surefoot:frame_name>, <surefoot:kept>,
/// <surefoot:pose>, <surefoot:parent_pose>, <surefoot:massless>, <surefoot:computed_inertia>,
/// <surefoot:contact>. Then removes the elements for which the description has members, and resets
/// members without meaning. The description is thus the same whichever format it came from. To be
/// applied to the result of a reader; idempotent. `is_model` becomes true for a world with
/// <surefoot:lone_model>, which is a model and its settings.
void FinishReading(world::WorldSpec* spec, bool* is_model, Problems* problems);

/// The pose of a tree joint's frame in its parent as it follows from the poses of the links: a
/// reader computes it, so a writer omits it.
RigidTransform ParentPoseFromLinks(const world::Model& model, const world::Joint& joint);

}  // namespace surefoot::formats
