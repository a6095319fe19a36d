#pragma once

#include <functional>
#include <vector>

#include "surefoot/drives/joint/joint_targets.h"

namespace surefoot::drives {

/// What the <joint> elements of a drive say of how their joints are controlled, in their order.
std::vector<JointControl> ReadJointControls(const DriveArgs& args);

/// Sets the targets of the <joint> elements at the start, and whenever a message on one of their
/// topics says so; `told(i)` is called when one has. All must outlive `input`.
void ListenToJoints(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                    CommandInput* input, JointTargets* targets,
                    const std::function<void(std::size_t)>& told = {});

/// Single joints by position, velocity or effort.
DriveKind JointControllerKind();

}  // namespace surefoot::drives
