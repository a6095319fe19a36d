#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// What a topic of poses says about where the robot really was.
enum class ReferenceKind {
  /// A tracker, localisation in a map, a simulator's own truth: as far as its name tells.
  kPlace,
  /// Dead reckoning of wheels and gyro that was fused by a filter: it drifts, and must be said so.
  kFused,
  /// Turned wheels and nothing else.
  kWheels,
};
ReferenceKind ReferenceKindOf(const std::string& topic);

/// An error for wheel odometry: its slip is what is to be found out, and it has the same.
Status CheckReferenceTopic(const std::string& file, const std::string& topic);
/// A sentence of caution for fused odometry; else empty.
std::string ReferenceNote(const std::string& topic);

}  // namespace surefoot::gap
