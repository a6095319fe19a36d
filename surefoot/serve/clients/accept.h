#pragma once

#include "surefoot/graph/bridge.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::serve {

/// Converts a client's publication into an input of the run. Bytes that cannot be decoded as their
/// type, and a type that is not the topic's, are errors. A Twist for a topic of TwistStamped, and
/// the other way round, is converted to the topic's type, because teleoperation programs of ROS 1
/// and ROS 2 differ in this. The publication keeps the decoded message, so that it is decoded once
/// between here and the drive. Server thread.
Result<sim::TopicMessage> Accept(graph::Publication* publication, const graph::Graph& graph);

}  // namespace surefoot::serve
