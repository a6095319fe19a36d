#pragma once

#include <array>
#include <memory>
#include <string>

#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::scale {

/// Huskies that drive on a floor or on gravel, quadrupeds that step in place, boxes that fall.
enum class Kind { kFlat, kGravel, kQuadrupeds, kBoxes };

constexpr std::array<Kind, 4> kKinds = {Kind::kFlat, Kind::kGravel, Kind::kQuadrupeds,
                                        Kind::kBoxes};

const char* KindName(Kind kind);

/// That many of them in a square, far enough from each other to stay apart for some seconds.
/// `contact`: who computes the wheels' contacts.
Result<std::shared_ptr<const world::World>> MakeCrowd(const Parts& parts, Kind kind, int count,
                                                      const std::string& contact);

/// Before each step: tells quadrupeds where to put their joints, 100 times a second.
Status Command(Kind kind, sim::Simulation* simulation);

}  // namespace surefoot::scale
