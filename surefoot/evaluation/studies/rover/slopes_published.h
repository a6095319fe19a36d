#pragma once

/// Numbers of slopes that ours are held to: of the article by Gargiulo, di Stefano and Genova, and
/// of a reference implementation of its equations.

#include <span>
#include <string>

namespace surefoot::studies {

/// Slip of a soil on a slope (deg), as the article prints it.
struct PrintedSlip {
  const char* soil;
  double slope;
  double slip;
};
std::span<const PrintedSlip> PrintedSlips();

/// What the article says can be climbed (deg): this slope, and not that. 0: it says nothing.
struct PrintedLimit {
  const char* soil;
  double climbs;
  double fails;
};
std::span<const PrintedLimit> PrintedLimits();

/// The reference: slip straight up.
struct ReferenceSlip {
  const char* soil;
  double slope;
  double slip;
};
std::span<const ReferenceSlip> ReferenceSlips();

struct ReferenceLimit {
  const char* soil;
  double slope;
};
std::span<const ReferenceLimit> ReferenceLimits();

/// The reference: where a drive with front and rear axle steered by 4 deg is (m, deg).
struct ReferencePlace {
  double slope;
  const char* soil;
  double center;
  double time;
  double x;
  double y;
  double heading;
};
std::span<const ReferencePlace> ReferencePlaces();

/// Headings (deg) of drives that become straight, with the centre of mass 0.05 m behind.
struct StraightHeading {
  double slope;
  const char* soil;
  double heading;
};
std::span<const StraightHeading> StraightHeadings();

}  // namespace surefoot::studies
