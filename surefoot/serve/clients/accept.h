#pragma once

#include "surefoot/graph/bridge.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::serve {

/// What a publication from outside is for the run. Checked: bytes that are no message of their
/// type, and a type that is not the topic's, are errors. A Twist for a topic of TwistStamped, and
/// the other way round, is converted to the topic's type. The publication keeps what was decoded:
/// from here to the drive nobody decodes it again.
Result<sim::TopicMessage> Accept(graph::Publication* publication, const graph::Graph& graph);

}  // namespace surefoot::serve
