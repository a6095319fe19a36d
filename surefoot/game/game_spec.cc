#include "surefoot/game/game_spec.h"

namespace surefoot::game {

// The field and rules of the RoboCup Four-Legged League of 2006, which the AIBO played.
Field FourLeggedField() {
  Field field;
  field.length = 5.4;
  field.width = 3.6;
  field.line = 0.025;
  field.goal_width = 0.8;
  field.goal_height = 0.3;
  field.area_length = 0.65;
  field.area_width = 1.3;
  field.circle_radius = 0.18;
  return field;
}

/// Rules of the Four-Legged League of 2006: no set plays, shorter penalties, one defender in the
/// own area.
Rules FourLeggedRules() {
  Rules rules;
  rules.half_break = 300.0;
  rules.ready = 15.0;
  rules.kick_off = 0.0;
  rules.penalty = 30.0;
  rules.penalty_in_set = 30.0;
  rules.penalty_grows = 0.0;
  rules.pushing = 3.0;
  rules.holding = 3.0;
  rules.keeper_holding = 5.0;
  rules.defenders = 1;
  rules.leave_margin = 0.15;
  rules.set_plays = false;
  rules.bench = 0.11;
  rules.bench_looks_in = false;
  rules.messages = 0;
  return rules;
}

int RobotCount(const GameSpec& spec) {
  return static_cast<int>(spec.teams[0].players.size() + spec.teams[1].players.size());
}

int TeamOf(const GameSpec& spec, int robot) {
  return robot < static_cast<int>(spec.teams[0].players.size()) ? 0 : 1;
}

// Robots are numbered through both teams, players within theirs from 1.
const PlayerSpec& PlayerOf(const GameSpec& spec, int robot) {
  const int team = TeamOf(spec, robot);
  return spec.teams[team].players[static_cast<std::size_t>(NumberOf(spec, robot) - 1)];
}

int NumberOf(const GameSpec& spec, int robot) {
  return TeamOf(spec, robot) == 0 ? robot + 1
                                  : robot - static_cast<int>(spec.teams[0].players.size()) + 1;
}

}  // namespace surefoot::game
