/// The game as a message, and decisions of an external game controller.

#include <algorithm>
#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {

using msgs::surefoot_msgs::GamePlayer;
using msgs::surefoot_msgs::GameTeam;

namespace {

/// Clamps a number of a message; messages may contain NaN.
double Finite(double value, double min, double max) {
  return std::isfinite(value) ? std::clamp(value, min, max) : 0.0;
}

}  // namespace

/// The teams in the order of the game controller's packets: the left one first.
msgs::surefoot_msgs::GameState Game::Message() const {
  msgs::surefoot_msgs::GameState message;
  message.phase = PhaseName(now_.phase);
  message.state = StateName(now_.state);
  message.set_play = SetPlayName(now_.set_play);
  message.first_half = now_.first_half;
  message.kicking_team = now_.kicking < 0 ? kNoTeam : spec_.teams[now_.kicking].number;
  message.remaining = now_.remaining;
  message.secondary = now_.secondary;
  message.competition_phase = now_.competition_phase;
  message.competition_type = now_.competition_type;
  message.decided_by = now_.followed ? "controller" : "referee";
  std::size_t max = 0;
  for (const int i : {now_.left, 1 - now_.left}) {
    std::size_t robot = i == 0 ? 0 : spec_.teams[0].players.size();
    const TeamSpec& spec = spec_.teams[i];
    const TeamState& state = now_.teams[i];
    GameTeam team;
    team.name = spec.name;
    team.number = spec.number;
    team.color = ColorName(spec.color);
    team.keeper_color = ColorName(spec.keeper_color);
    team.goalkeeper = spec.goalkeeper;
    team.score = static_cast<std::uint8_t>(state.score);
    team.penalty_shot = state.penalty_shot;
    team.single_shots = state.single_shots;
    team.message_budget = state.message_budget;
    for (const PlayerSpec& player : spec.players) {
      const RobotState& now = robots_[robot++];
      team.players.push_back(
          {.model = player.model, .penalty = PenaltyName(now.penalty), .remaining = now.remaining});
    }
    max = std::max(max, spec.players.size());
    message.teams.push_back(std::move(team));
  }
  message.players_per_team = static_cast<std::uint8_t>(max);
  return message;
}

/// Takes over the state of an official game controller. Fails without a change if the teams differ.
Status Game::Follow(const msgs::surefoot_msgs::GameState& message) {
  if (!FindState(message.state)) return Error{"unknown state '" + message.state + "'"};
  for (const TeamSpec& team : spec_.teams) {
    const bool named =
        std::any_of(message.teams.begin(), message.teams.end(),
                    [&](const GameTeam& other) { return other.number == team.number; });
    if (named) continue;
    std::string numbers;
    for (const GameTeam& other : message.teams) {
      numbers += (numbers.empty() ? "" : " and ") + std::to_string(other.number);
    }
    return Error{"the game controller has teams " + numbers + ", but this game has " +
                 std::to_string(spec_.teams[0].number) + " and " +
                 std::to_string(spec_.teams[1].number) +
                 "; set the numbers of the teams in <surefoot:referee>"};
  }
  control_ = message;
  is_controlled_ = true;
  return Status();
}

/// Adopts the controller's message. Changes of state and penalties also move robots and ball;
/// numbers are copied.
void Game::ApplyControl(const Observation& sight, Calls* calls) {
  is_controlled_ = false;
  now_.followed = true;
  now_.first_half = control_.first_half;
  now_.phase = FindPhase(control_.phase).value_or(0);
  now_.competition_phase = control_.competition_phase;
  now_.competition_type = control_.competition_type;
  now_.kicking = -1;
  for (int i = 0; i < 2; ++i) {
    if (spec_.teams[i].number == control_.kicking_team) now_.kicking = i;
    // By the protocol, the team that defends the left goal is first.
    if (spec_.teams[i].number == control_.teams[0].number) now_.left = i;
  }
  const State state = FindState(control_.state).value_or(now_.state);
  const SetPlay play = FindSetPlay(control_.set_play).value_or(SetPlay::kNone);
  if (state != now_.state) Enter(state, sight, calls, play);
  now_.set_play = play;
  now_.remaining = Finite(control_.remaining, -32768.0, 32767.0);
  now_.secondary = Finite(control_.secondary, 0.0, 32767.0);
  for (int robot = 0; robot < RobotCount(spec_); ++robot) {
    const int team = TeamOf(spec_, robot);
    const auto number = static_cast<std::size_t>(NumberOf(spec_, robot));
    for (const GameTeam& official : control_.teams) {
      if (official.number != spec_.teams[team].number) continue;
      TeamState& own = now_.teams[team];
      own.score = official.score;
      own.penalty_shot = official.penalty_shot;
      own.single_shots = official.single_shots;
      own.message_budget = official.message_budget;
      if (number > official.players.size()) continue;
      const GamePlayer& player = official.players[number - 1];
      const Penalty penalty = FindPenalty(player.penalty).value_or(Penalty::kManual);
      RobotState& now = robots_[static_cast<std::size_t>(robot)];
      if (penalty != Penalty::kNone && now.penalty == Penalty::kNone) {
        Penalise(robot, penalty, sight, calls);
      }
      if (penalty == Penalty::kNone) Release(robot, sight, calls);
      now.penalty = penalty;
      now.remaining = Finite(player.remaining, 0.0, 1e4);
    }
  }
}

}  // namespace surefoot::game
