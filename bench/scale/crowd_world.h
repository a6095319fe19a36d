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

/// Every so many steps (of 1 ms) quadrupeds are told where to put their joints.
constexpr int kCommandSteps = 10;

/// Where a stepping quadruped shall have a leg's hip and knee at that time (s): a trot on the spot,
/// by the legs' index in kLegs.
struct LegTargets {
  double hip = 0.0;
  double knee = 0.0;
};
LegTargets TrotTargets(int leg, double time);

constexpr std::array<const char*, 4> kLegs = {"front_left", "front_right", "rear_left",
                                              "rear_right"};

/// Before each step: tells quadrupeds where to put their joints.
Status Command(Kind kind, sim::Simulation* simulation);

}  // namespace surefoot::scale
