/// Goals, the ball out of play, and a ball that is stuck.

#include <algorithm>
#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {

/// The ball is out, or a goal is scored, when the whole ball is over the whole line.
void Game::CheckBall(const Observation& sight, Calls* calls) {
  const Field& field = spec_.field;
  const double over = 0.5 * field.line + spec_.ball_radius;
  const Vector3d& p = sight.p_FB;
  if (std::abs(p.x()) > 0.5 * field.length + over) {
    const bool in_goal = std::abs(p.y()) < 0.5 * field.goal_width && p.z() < field.goal_height;
    if (!in_goal) return Out(sight, true, calls);
    const int team = p.x() * Direction(0) > 0.0 ? 0 : 1;
    return Goal(team, sight, calls);
  }
  if (std::abs(p.y()) > 0.5 * field.width + over) return Out(sight, false, calls);
  const double moved = std::hypot(p.x() - now_.stuck_x, p.y() - now_.stuck_y);
  // Distance (m) after which the ball counts as in play.
  constexpr double kInPlay = 0.05;
  // A kick-off or set play ends when the ball is in play, that is, when it has moved.
  if (now_.secondary > 0.0 && moved > kInPlay && !now_.followed) {
    now_.set_play = SetPlay::kNone;
    now_.secondary = 0.0;
  }
  CheckStuckBall(sight, calls);
}

/// The team that conceded the goal kicks off.
void Game::Goal(int team, const Observation& sight, Calls* calls) {
  Call call{Call::Kind::kGoal, spec_.teams[team].name};
  if (now_.followed) {
    // The external controller counts the goal. The ball is moved to the centre, so that the goal is
    // called only once.
    PutBall(Place(), &call.puts);
    calls->push_back(std::move(call));
    return;
  }
  now_.teams[team].score = std::min(255, now_.teams[team].score + 1);
  now_.kicking = 1 - team;
  calls->push_back(std::move(call));
  Enter(State::kReady, sight, calls);
  PutBall(Place(), &calls->back().puts);
}

// The team that touched the ball last loses it; with set plays the rules of the SPL give a kick-in,
// goal kick or corner kick, without them the ball is thrown in.
void Game::Out(const Observation& sight, bool over_goal_line, Calls* calls) {
  // A ball that nobody has touched counts as played by the attacking team.
  const int defends = sight.p_FB.x() * Direction(0) > 0.0 ? 1 : 0;
  const int touched = now_.last_touch >= 0 ? now_.last_touch : 1 - defends;
  SetPlay play = SetPlay::kNone;
  const Place place = spec_.rules.set_plays ? SetPlayPlace(sight, over_goal_line, touched, &play)
                                            : ThrowIn(sight, over_goal_line);
  const Place free = Free(place, -1, 0.3, sight);
  Call call{Call::Kind::kOut, spec_.teams[1 - touched].name,
            play == SetPlay::kNone ? "throw_in" : SetPlayName(play)};
  PutBall(free, &call.puts);
  calls->push_back(std::move(call));
  now_.stuck = 0.0;
  if (now_.followed) return;
  now_.last_touch = -1;
  now_.kicking = 1 - touched;
  now_.set_play = play;
  now_.secondary = play == SetPlay::kNone ? 0.0 : spec_.rules.set_play;
}

/// A throw-in by the referee: inside the side line, moved back towards the goal of the team that
/// played the ball out.
Place Game::ThrowIn(const Observation& sight, bool over_goal_line) const {
  const Field& field = spec_.field;
  const Rules& rules = spec_.rules;
  const double side = sight.p_FB.y() < 0.0 ? -1.0 : 1.0;
  Place place;
  place.y = side * (0.5 * field.width - rules.throw_in_inside);
  const double end = 0.5 * field.length - rules.throw_in_inside;
  place.x = std::clamp(sight.p_FB.x(), -end, end);
  if (now_.last_touch < 0) return place;
  const int direction = Direction(now_.last_touch);
  const bool by_attackers = sight.p_FB.x() * direction > 0.0;
  // After a shot past the goal the ball is placed at the middle line.
  if (over_goal_line && by_attackers) {
    place.x = 0.0;
    return place;
  }
  place.x = std::clamp(place.x - direction * rules.throw_in_back, -end, end);
  return place;
}

/// Place of the ball and kind of the set play: kick-in over the side line; over the goal line a
/// corner kick if the defending team touched it last, otherwise a goal kick.
Place Game::SetPlayPlace(const Observation& sight, bool over_goal_line, int touched,
                         SetPlay* play) const {
  const Field& field = spec_.field;
  const double side = sight.p_FB.y() < 0.0 ? -1.0 : 1.0;
  const double end = sight.p_FB.x() < 0.0 ? -1.0 : 1.0;
  if (!over_goal_line) {
    *play = SetPlay::kKickIn;
    const double max = 0.5 * field.length;
    return Place{std::clamp(sight.p_FB.x(), -max, max), side * 0.5 * field.width, 0.0};
  }
  const bool by_attackers = sight.p_FB.x() * Direction(touched) > 0.0;
  if (!by_attackers) {
    *play = SetPlay::kCornerKick;
    return Place{end * 0.5 * field.length, side * 0.5 * field.width, 0.0};
  }
  *play = SetPlay::kGoalKick;
  // At the corner of the goal area, which is 0.6 m deep and 2.2 m wide (Standard Platform League).
  return Place{end * (0.5 * field.length - 0.6), side * 1.1, 0.0};
}

/// A ball that has stayed within kNear (m) for Rules::stuck seconds is placed at the centre, or in
/// the rules with set plays the game is restarted.
void Game::CheckStuckBall(const Observation& sight, Calls* calls) {
  constexpr double kNear = 0.25;
  const Vector3d& p = sight.p_FB;
  if (std::hypot(p.x() - now_.stuck_x, p.y() - now_.stuck_y) > kNear) {
    now_.stuck = 0.0;
    now_.stuck_x = p.x();
    now_.stuck_y = p.y();
    return;
  }
  // A set play has its own time limit.
  if (now_.set_play != SetPlay::kNone) return;
  now_.stuck += sight.dt;
  if (now_.followed || spec_.rules.stuck <= 0.0 || now_.stuck < spec_.rules.stuck) return;
  now_.stuck = 0.0;
  if (spec_.rules.set_plays) {
    calls->push_back(Call{Call::Kind::kOut, "", "game_stuck"});
    return Enter(State::kReady, sight, calls);
  }
  Call call{Call::Kind::kOut, "", "drop_ball"};
  PutBall(Free(Place(), -1, 0.3, sight), &call.puts);
  calls->push_back(std::move(call));
}

}  // namespace surefoot::game
