#pragma once

/// The description of a game: the field, the rules and the teams. The field's frame F is at its
/// centre on the ground, x towards the goal that the first team attacks in the first half. Lengths
/// in m, times in s, angles in rad.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::game {

/// Dimensions of a field, measured to the middle of the lines. The defaults are those of the
/// Standard Platform League.
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
  /// Distance of the penalty mark from the goal line.
  double penalty_mark = 1.3;
};

/// Times and limits of the referee. docs/guides/robocup.md lists what is simplified, and what is
/// not in a league's rule book.
struct Rules {
  double half = 600.0;
  double half_break = 600.0;
  double ready = 45.0;
  double set = 5.0;
  double set_play = 30.0;
  /// Time after a kick-off in which only the kicking team may play the ball.
  double kick_off = 10.0;
  /// Duration of a penalty, and its increase with each penalty of the team, for the fouls of
  /// `Grows`.
  double penalty = 45.0;
  double penalty_in_set = 15.0;
  double penalty_grows = 10.0;
  /// Allowed duration of an offence; 0: not penalized.
  double pushing = 1.0;
  double holding = 5.0;
  double keeper_holding = 10.0;
  double fallen = 20.0;
  double defending = 3.0;
  double stuck = 30.0;
  /// Number of robots of a team that may be in their own penalty area.
  int defenders = 3;
  /// Distance beyond the lines at which a robot has left the field.
  double leave_margin = 0.6;
  /// Distance that a robot may move during set or standby.
  double set_motion = 0.3;
  /// Whether the ball returns by kick-ins, corner kicks and goal kicks; otherwise the referee
  /// throws it in, `throw_in_inside` inside the side line and `throw_in_back` back.
  bool set_plays = true;
  double throw_in_inside = 0.4;
  double throw_in_back = 1.0;
  /// Distance beyond the side line at which penalized robots wait, and whether they face the field
  /// or along the line.
  double bench = 0.35;
  bool bench_looks_in = true;
  std::uint16_t messages = 1200;
};

Field FourLeggedField();
Rules FourLeggedRules();
inline Field StandardField() { return Field(); }
inline Rules StandardRules() { return Rules(); }

/// A pose on the field. In specifications, in the coordinates of a team that attacks towards +x.
struct Place {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
};

/// A player: the name of its model and its places.
struct PlayerSpec {
  std::string model;
  /// Places for a kick-off of its own team, and of the other team.
  Place kick_off;
  Place defence;
};

/// A team. Numbers of teams and colours are those of the official game controller.
struct TeamSpec {
  std::string name;
  std::uint8_t number = 1;
  std::uint8_t color = 0;
  std::uint8_t keeper_color = 0;
  /// Number of the goalkeeper, from 1; 0: none.
  std::uint8_t goalkeeper = 1;
  std::vector<PlayerSpec> players;
};

struct GameSpec {
  Field field;
  Rules rules;
  double ball_radius = 0.05;
  TeamSpec teams[2];
  /// Whether both halves begin without an order.
  bool automatic = false;
  /// Which robots are moved to their places for a kick-off: none, those at illegal positions, all.
  enum class Placing { kNone, kIllegal, kAll };
  Placing placing = Placing::kIllegal;
};

/// Robots of both teams have one index: first those of the first team, then those of the second.
int RobotCount(const GameSpec& spec);
int TeamOf(const GameSpec& spec, int robot);
const PlayerSpec& PlayerOf(const GameSpec& spec, int robot);
/// Jersey number, from 1.
int NumberOf(const GameSpec& spec, int robot);

}  // namespace surefoot::game
