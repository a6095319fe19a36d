#pragma once

/// Orders of a person, an event of the world or a script to the referee: "kickoff red", "penalise
/// blue_3 pushing".

#include <string>

#include "surefoot/base/try.h"
#include "surefoot/game/game_spec.h"
#include "surefoot/game/game_words.h"

namespace surefoot::game {

/// A parsed order; which members are used depends on its kind.
struct Order {
  enum class Kind {
    kInitial,
    kStandby,
    kReady,
    kSet,
    kPlay,
    kFinish,
    kHalf,
    kGoal,
    kPenalise,
    kRelease,
    kPlace,
    kBall,
    kAlone
  };
  Kind kind = Kind::kReady;
  /// Index of the team or robot; -1: not given.
  int team = -1;
  int robot = -1;
  Penalty penalty = Penalty::kManual;
  double x = 0.0;
  double y = 0.0;
};

/// Parses an order; an error lists what is accepted.
Result<Order> ParseOrder(const GameSpec& spec, const std::string& line);

/// All orders with their arguments, for help texts.
const char* OrderUsage();

}  // namespace surefoot::game
