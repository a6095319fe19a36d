#pragma once

#include "surefoot/msgs/json_text.h"
#include "surefoot/view/assets.h"
#include "surefoot/world/model.h"

namespace surefoot::view {

/// An object with `type` and sizes. `endless`: a plane on which things stand.
void PutShape(const world::Geometry& geometry, bool endless, Assets* assets, msgs::JsonText* json);

/// Whether the link has a plane to stand on there.
bool IsEndless(const world::Link& link, const RigidTransform& X_LG);

}  // namespace surefoot::view
