#pragma once

/// What Embree calls for shapes with formulas; their user data is a Formula. Private to this
/// folder.

struct RTCBoundsFunctionArguments;
struct RTCIntersectFunctionNArguments;
struct RTCOccludedFunctionNArguments;

namespace surefoot::raycast {

void BoundsCallback(const RTCBoundsFunctionArguments* arguments);
void IntersectCallback(const RTCIntersectFunctionNArguments* arguments);
void OccludedCallback(const RTCOccludedFunctionNArguments* arguments);

}  // namespace surefoot::raycast
