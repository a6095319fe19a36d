#pragma once

#include <array>
#include <memory>
#include <string>

#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::scale {

/// Huskies that drive on a floor or on gravel, quadrupeds that step in place, falling boxes.
enum class Kind { kFlat, kGravel, kQuadrupeds, kBoxes };

constexpr std::array<Kind, 4> kKinds = {Kind::kFlat, Kind::kGravel, Kind::kQuadrupeds,
                                        Kind::kBoxes};

const char* KindName(Kind kind);

/// This number of them in a square, far enough from each other to stay apart for some seconds.
/// `contact`: who computes the wheels' contacts.
Result<std::shared_ptr<const world::World>> MakeCrowd(const Parts& parts, Kind kind, int count,
                                                      const std::string& contact);

/// Interval (in steps of 1 ms) at which quadrupeds receive new joint targets.
constexpr int kCommandSteps = 10;

/// Targets of a leg's hip and knee of a stepping quadruped at a time (s): a trot on the spot, by
/// the leg's index in kLegs.
struct LegTargets {
  double hip = 0.0;
  double knee = 0.0;
};
LegTargets TrotTargets(int leg, double time);

constexpr std::array<const char*, 4> kLegs = {"front_left", "front_right", "rear_left",
                                              "rear_right"};

/// Call before each step: sends quadrupeds their joint targets.
Status Command(Kind kind, sim::Simulation* simulation);

}  // namespace surefoot::scale
