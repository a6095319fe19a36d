#pragma once

/// Models as the entities of the ROS 2 package simulation_interfaces. Server thread.

#include <string>
#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/serve/run.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

/// An axis-aligned box in some frame (m).
struct Extent {
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
};

/// The extent of all collision shapes of a model at the present state, along the axes of F (X_FW:
/// pose of the world in F). False if the model has no shapes or an infinite one.
bool FindExtent(const sim::Simulation& simulation, int model, const RigidTransform& X_FW,
                Extent* extent);

/// The information that a client has set (SetEntityInfo), otherwise derived from the description.
msgs::simulation_interfaces::EntityInfo InfoOf(Run* run, int model);

/// Pose and velocity of a model in the world frame.
msgs::simulation_interfaces::EntityState StateOf(const sim::Simulation& simulation, int model);

/// Pose X_WF of a frame given by name: "" or "world", a model, or a link ("husky::base_link" or
/// "husky/base_link").
Result<RigidTransform> FindFrame(const sim::Simulation& simulation, const std::string& frame);

/// Transforms a pose from that frame to the world. Numbers that are not finite and zero quaternions
/// are errors.
Result<RigidTransform> PoseInWorld(const sim::Simulation& simulation, const std::string& frame,
                                   const msgs::geometry_msgs::Pose& pose);

/// Index of the model with this name; -1 and NOT_FOUND with the existing names if there is none.
int FindEntity(const sim::Simulation& simulation, const std::string& name,
               msgs::simulation_interfaces::Result* result);

/// Whether a text can be an entity's name: not empty, without "::", "/" and control characters,
/// because topics, frames and scoped names are made from it.
bool IsEntityName(const std::string& name);
/// `requested`, followed by "_N" if a model of that name exists.
std::string FreeName(const world::World& world, const std::string& requested);

/// Indices of the models that pass all filters. `result` reports an invalid filter.
std::vector<int> Filtered(Run* run, const msgs::simulation_interfaces::EntityFilters& filters,
                          msgs::simulation_interfaces::Result* result);

/// Whether the tags pass the filter; a filter without tags accepts everything.
bool PassesTags(const msgs::simulation_interfaces::TagsFilter& filter,
                const std::vector<std::string>& tags);

/// A named pose with the free space around it.
struct NamedPlace {
  msgs::simulation_interfaces::NamedPose pose;
  /// Free space around the pose; empty if not specified.
  msgs::simulation_interfaces::Bounds bounds;
};

/// The named poses of a world: its elements <surefoot:named_pose name="dock" tags="parking spawn"
/// size="2 2 1"> with a <pose> and optionally a <description>, and the start pose of every model
/// that can move, "husky_start" with the tag "start".
std::vector<NamedPlace> NamedPlaces(const world::WorldSpec& spec);

}  // namespace surefoot::serve
