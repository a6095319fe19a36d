#pragma once

#include "surefoot/graph/bridge.h"
#include "surefoot/sim/input.h"

namespace surefoot::serve {

/// What a publication from outside is for the run. Checked: bytes that are no message of their
/// type, and a type that is not the topic's, are errors. A Twist for a topic of TwistStamped, and
/// the other way round, is told in the topic's type.
Result<sim::TopicMessage> Accept(const graph::Publication& publication, const graph::Graph& graph);

}  // namespace surefoot::serve
