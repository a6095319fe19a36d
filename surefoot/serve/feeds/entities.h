#pragma once

/// Models as the entities of simulation_interfaces.

#include <string>
#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/serve/run.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

/// A box along the axes of a frame.
struct Extent {
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
};

/// Of all collision shapes of a model in the frame F, as it is now; false when it has none, or is
/// endless.
bool FindExtent(const sim::Simulation& simulation, int model, const RigidTransform& X_FW,
                Extent* extent);

/// What a client said of it, else what the description tells.
msgs::simulation_interfaces::EntityInfo InfoOf(Run* run, int model);

msgs::simulation_interfaces::EntityState StateOf(const sim::Simulation& simulation, int model);

/// Pose in the world of a frame by its name: "" and "world", a model, or a link ("husky::base_link"
/// or "husky/base_link").
Result<RigidTransform> FindFrame(const sim::Simulation& simulation, const std::string& frame);

/// A pose in that frame as one in the world. Numbers that are not finite and quaternions that are
/// none are errors.
Result<RigidTransform> PoseInWorld(const sim::Simulation& simulation, const std::string& frame,
                                   const msgs::geometry_msgs::Pose& pose);

/// The model that is meant; NOT_FOUND with the names that there are.
int FindEntity(const sim::Simulation& simulation, const std::string& name,
               msgs::simulation_interfaces::Result* result);

/// Whether it can be the name of an entity: not empty, without "::", "/" and control characters.
bool IsEntityName(const std::string& name);
/// The name, with a number behind it where there is such a model already.
std::string FreeName(const world::World& world, const std::string& wanted);

/// Ids of those that pass all filters. The result says what is wrong with a filter.
std::vector<int> Filtered(Run* run, const msgs::simulation_interfaces::EntityFilters& filters,
                          msgs::simulation_interfaces::Result* result);

/// Whether the tags pass; no tags in the filter: all do.
bool PassesTags(const msgs::simulation_interfaces::TagsFilter& filter,
                const std::vector<std::string>& tags);

struct NamedPlace {
  msgs::simulation_interfaces::NamedPose pose;
  /// Empty: nothing is said of the room around it.
  msgs::simulation_interfaces::Bounds bounds;
};

/// <surefoot:named_pose name="dock" tags="parking spawn" size="2 2 1"> elements of the world, each
/// with a <pose> and perhaps a <description>, and the start pose of every model that can move,
/// "husky_start" with the tag "start".
std::vector<NamedPlace> NamedPlaces(const world::WorldSpec& spec);

}  // namespace surefoot::serve
