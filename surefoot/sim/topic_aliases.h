#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/graph/graph.h"
#include "surefoot/world/world.h"

namespace surefoot::sim {

/// Gives topics the additional names that models have in <surefoot:topic_alias topic="imu/data"
/// alias="sensors/imu_0/data"/>, as real platforms name them. Both are in the model's namespace
/// unless they begin with "/". Call before sensors and drives are built. Wrong elements are
/// reported as errors.
void AddTopicAliases(const world::World& world, graph::Graph* graph, Problems* problems);

/// Warns of aliases whose topic does not exist; call when everything has been built.
void CheckTopicAliases(const world::World& world, const graph::Graph& graph, Problems* problems);

}  // namespace surefoot::sim
