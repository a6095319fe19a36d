#pragma once

/// A game as it is described: the field, the rules, who plays. The field's frame F is in its
/// middle, on the ground, x towards the goal that the first team attacks in the first half.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::game {

/// Lengths are measured to the middle of the lines.
struct Field {
  double length = 9.0;
  double width = 6.0;
  double line = 0.05;
  double goal_width = 1.5;
  double goal_height = 0.8;
  /// Penalty area: along the field and across.
  double area_length = 1.65;
  double area_width = 4.0;
  double circle_radius = 0.75;
  /// From the goal line.
  double penalty_mark = 1.3;
};

/// What the referee does and after how many seconds. What is not in a league's rule book, and what
/// is made simpler here, is in docs/guides/robocup.md.
struct Rules {
  double half = 600.0;
  double half_break = 600.0;
  double ready = 45.0;
  double set = 5.0;
  double set_play = 30.0;
  /// How long those who kick off have the ball for themselves.
  double kick_off = 10.0;
  /// Robots out of the game, and how much longer each time for the same team, for what makes it
  /// longer (`Grows`).
  double penalty = 45.0;
  double penalty_in_set = 15.0;
  double penalty_grows = 10.0;
  /// How long what is forbidden may last; 0: nobody looks at it.
  double pushing = 1.0;
  double holding = 5.0;
  double keeper_holding = 10.0;
  double fallen = 20.0;
  double defending = 3.0;
  double stuck = 30.0;
  /// Robots of a team that may be in their own penalty area.
  int defenders = 3;
  /// m beyond the lines where a robot has left the field.
  double leave_margin = 0.6;
  /// m that a robot may move while the state is set or standby.
  double set_motion = 0.3;
  /// Whether the ball comes back by kick-ins, corner and goal kicks (and not by a throw-in of the
  /// referee, `throw_in_inside` m off the side line and `throw_in_back` m back).
  bool set_plays = true;
  double throw_in_inside = 0.4;
  double throw_in_back = 1.0;
  /// m beyond the side line where robots wait that are out of the game, and whether they look at
  /// the field, or along the line.
  double bench = 0.35;
  bool bench_looks_in = true;
  std::uint16_t messages = 1200;
};

Field FourLeggedField();
Rules FourLeggedRules();
inline Field StandardField() { return Field(); }
inline Rules StandardRules() { return Rules(); }

/// In the coordinates of a team that attacks towards +x.
struct Place {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
};

struct PlayerSpec {
  std::string model;
  /// For a kick-off of its own team, and of the other.
  Place kick_off;
  Place defence;
};

struct TeamSpec {
  std::string name;
  std::uint8_t number = 1;
  std::uint8_t color = 0;
  std::uint8_t keeper_color = 0;
  /// From 1; 0: none.
  std::uint8_t goalkeeper = 1;
  std::vector<PlayerSpec> players;
};

struct GameSpec {
  Field field;
  Rules rules;
  double ball_radius = 0.05;
  TeamSpec teams[2];
  /// It begins by itself, and so does the second half.
  bool automatic = false;
  /// Which robots are put to their places for a kick-off.
  enum class Placing { kNone, kIllegal, kAll };
  Placing placing = Placing::kIllegal;
};

/// Robots of both teams are numbered through: those of the first team come first.
int RobotCount(const GameSpec& spec);
int TeamOf(const GameSpec& spec, int robot);
const PlayerSpec& PlayerOf(const GameSpec& spec, int robot);
/// From 1, as on its back.
int NumberOf(const GameSpec& spec, int robot);

}  // namespace surefoot::game
