#include "surefoot/game/game.h"

#include <algorithm>
#include <cmath>

namespace surefoot::game {

// Before the first half, with full budgets of messages.
Game::Game(GameSpec spec) : spec_(std::move(spec)) {
  robots_.resize(static_cast<std::size_t>(RobotCount(spec_)));
  now_.remaining = spec_.rules.half;
  for (TeamState& team : now_.teams) team.message_budget = spec_.rules.messages;
}

// Order: orders of people, then the external controller, which overrides them, then the clocks,
// then the ball and fouls. So a decision of a step is based on the state that the step began with.
void Game::Update(const Observation& sight, std::vector<Call>* calls) {
  for (RobotState& robot : robots_) robot.placed = false;
  ball_placed_ = false;
  for (std::size_t i = 0; i < orders_.size(); ++i) Execute(orders_[i], sight, calls);
  orders_.clear();
  if (is_controlled_) ApplyControl(sight, calls);
  for (int robot = 0; robot < RobotCount(spec_); ++robot) {
    if (sight.robots[static_cast<std::size_t>(robot)].touches_ball) {
      now_.last_touch = TeamOf(spec_, robot);
    }
  }
  RunClocks(sight, calls);
  if (now_.state == State::kPlaying) {
    if (sight.ball_there && !ball_placed_) CheckBall(sight, calls);
    if (!now_.followed && now_.state == State::kPlaying) Judge(sight, calls);
  }
  CheckMotionInSet(sight, calls);
  UpdatePenalized(sight, calls);
}

/// Carries out an order of the operator.
void Game::Execute(const Order& order, const Observation& sight, Calls* calls) {
  switch (order.kind) {
    case Order::Kind::kInitial:
      return Enter(State::kInitial, sight, calls);
    case Order::Kind::kStandby:
      return Enter(State::kStandby, sight, calls);
    case Order::Kind::kReady:
      if (order.team >= 0) now_.kicking = order.team;
      return Enter(State::kReady, sight, calls);
    case Order::Kind::kSet:
      return Enter(State::kSet, sight, calls);
    case Order::Kind::kPlay:
      return Enter(State::kPlaying, sight, calls);
    case Order::Kind::kFinish:
      return Enter(State::kFinished, sight, calls);
    case Order::Kind::kHalf:
      return EnterHalf(!now_.first_half, sight, calls);
    case Order::Kind::kGoal:
      return Goal(order.team, sight, calls);
    case Order::Kind::kPenalise:
      return Penalise(order.robot, order.penalty, sight, calls);
    case Order::Kind::kRelease:
      return Release(order.robot, sight, calls);
    case Order::Kind::kPlace: {
      Call call{Call::Kind::kState, StateName(now_.state), "placed"};
      PlaceAll(sight, true, &call.puts);
      calls->push_back(std::move(call));
      return;
    }
    case Order::Kind::kBall: {
      Call call{Call::Kind::kState, StateName(now_.state), "ball"};
      PutBall(Place{order.x, order.y, 0.0}, &call.puts);
      calls->push_back(std::move(call));
      return;
    }
    case Order::Kind::kAlone:
      now_.followed = false;
      return;
  }
}

// All changes of the state go through here. Entering set places ball and robots for the kick-off or
// penalty kick; ready and playing leave them where they are.
void Game::Enter(State state, const Observation& sight, Calls* calls, SetPlay play) {
  const bool waited = now_.state == State::kInitial || now_.state == State::kStandby;
  const bool goes_on = state == State::kReady || state == State::kSet || state == State::kPlaying;
  const bool game_begins =
      waited && goes_on && now_.first_half && now_.remaining >= spec_.rules.half;
  if (game_begins && now_.kicking >= 0) now_.first_kicking = now_.kicking;
  now_.secondary = SecondsOf(state, now_.state);
  now_.state = state;
  now_.set_play = play;
  now_.stuck = 0.0;
  Call call{Call::Kind::kState, StateName(state)};
  if (state == State::kSet && play == SetPlay::kPenaltyKick) {
    if (now_.kicking >= 0) PutBall(PenaltyMark(), &call.puts);
    now_.last_touch = -1;
  } else if (state == State::kSet) {
    PutBall(Place(), &call.puts);
    PlaceAll(sight, false, &call.puts);
    now_.last_touch = -1;
  }
  if (state == State::kStandby) {
    for (std::size_t i = 0; i < robots_.size(); ++i) {
      robots_[i].set_x = sight.robots[i].p_F.x();
      robots_[i].set_y = sight.robots[i].p_F.y();
    }
  }
  calls->push_back(std::move(call));
}

/// Duration of a state by its secondary clock (s); 0: it ends only by an order.
double Game::SecondsOf(State state, State before) const {
  const Rules& rules = spec_.rules;
  switch (state) {
    case State::kReady:
      return rules.ready;
    case State::kSet:
      return rules.set;
    case State::kPlaying:
      return before == State::kSet ? rules.kick_off : 0.0;
    case State::kFinished:
      return now_.first_half ? rules.half_break : 0.0;
    case State::kInitial:
    case State::kStandby:
      return 0.0;
  }
  return 0.0;
}

// Teams change sides, and penalties do not carry over to the next half.
void Game::EnterHalf(bool first, const Observation& sight, Calls* calls) {
  now_.first_half = first;
  now_.left = 1 - now_.left;
  now_.remaining = spec_.rules.half;
  // The team that did not kick off the first half kicks off the second.
  now_.kicking = first ? now_.first_kicking : 1 - now_.first_kicking;
  for (RobotState& robot : robots_) robot = RobotState();
  Enter(State::kInitial, sight, calls);
  PlaceAll(sight, true, &calls->back().puts);
}

// The clock of the half runs only while playing; the secondary clock is that of the state or set
// play. A followed controller decides itself when a clock has run out.
void Game::RunClocks(const Observation& sight, Calls* calls) {
  if (now_.state == State::kInitial && spec_.automatic && !now_.followed) {
    return Enter(State::kReady, sight, calls);
  }
  if (now_.state == State::kPlaying) now_.remaining -= sight.dt;
  const bool counts = now_.secondary > 0.0;
  now_.secondary = std::max(0.0, now_.secondary - sight.dt);
  if (now_.followed) return;
  const bool over = now_.state == State::kPlaying && now_.remaining <= 0.0;
  // A tolerance of half a nanosecond, because sums of steps are rounded.
  if (over || (counts && now_.secondary < 0.5e-9)) ClockRanOut(sight, calls);
}

/// The countdown of the present state reached zero: enters the next state of the sequence.
void Game::ClockRanOut(const Observation& sight, Calls* calls) {
  switch (now_.state) {
    case State::kReady:
      return Enter(State::kSet, sight, calls);
    case State::kSet:
      return Enter(State::kPlaying, sight, calls);
    case State::kPlaying:
      if (now_.remaining <= 0.0) {
        now_.remaining = 0.0;
        return Enter(State::kFinished, sight, calls);
      }
      now_.set_play = SetPlay::kNone;
      return;
    case State::kFinished:
      if (now_.first_half && spec_.automatic) EnterHalf(false, sight, calls);
      return;
    case State::kInitial:
    case State::kStandby:
      return;
  }
}

/// Penalizes robots that move during set or standby, where they must stand still.
void Game::CheckMotionInSet(const Observation& sight, Calls* calls) {
  const bool set = now_.state == State::kSet;
  if (!set && now_.state != State::kStandby) return;
  if (now_.followed || spec_.rules.set_motion <= 0.0) return;
  const Penalty penalty = set ? Penalty::kMotionInSet : Penalty::kMotionInStandby;
  for (int i = 0; i < RobotCount(spec_); ++i) {
    const RobotObservation& seen = sight.robots[static_cast<std::size_t>(i)];
    const RobotState& robot = robots_[static_cast<std::size_t>(i)];
    if (!seen.there || robot.placed || robot.penalty != Penalty::kNone) continue;
    const double moved = std::hypot(seen.p_F.x() - robot.set_x, seen.p_F.y() - robot.set_y);
    if (moved > spec_.rules.set_motion) Penalise(i, penalty, sight, calls);
  }
}

}  // namespace surefoot::game
