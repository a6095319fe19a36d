/// Fouls and penalties: robots are removed from play, wait beside the field, and return.

#include <algorithm>
#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {
namespace {

/// Interruption of the contact (s) that does not end pushing or holding: moving legs touch and
/// release.
constexpr double kGrace = 0.5;
/// Speed towards the other robot from which on contact is pushing (m/s).
constexpr double kPushSpeed = 0.02;
/// Relative speed of ball and robot up to which the ball is held (m/s).
constexpr double kHoldSpeed = 0.05;

/// Updates the duration of an offence, including short interruptions; returns whether it happens
/// and has lasted longer than `max` (s; 0: never).
bool Lasts(bool happens, double dt, double max, double* lasting, double* pause) {
  *pause = happens ? 0.0 : *pause + dt;
  const bool goes_on = happens || (*lasting > 0.0 && *pause <= kGrace);
  *lasting = goes_on ? *lasting + dt : 0.0;
  return happens && max > 0.0 && *lasting > max;
}

/// Whether a penalty makes the team's later ones longer, as in the official game controller.
bool Grows(Penalty penalty) {
  switch (penalty) {
    case Penalty::kBallHolding:
    case Penalty::kPushing:
    case Penalty::kIllegalPosition:
    case Penalty::kLeavingField:
    case Penalty::kStance:
      return true;
    default:
      return false;
  }
}

/// Least distance of robots that wait beside the field (m).
constexpr double kBenchRoom = 0.3;

}  // namespace

bool Game::IsKeeper(int robot) const {
  return NumberOf(spec_, robot) == spec_.teams[TeamOf(spec_, robot)].goalkeeper;
}

/// Calls the offences of each robot in play. Durations of lying, holding and pushing accumulate per
/// robot over the steps.
void Game::Judge(const Observation& sight, Calls* calls) {
  const Rules& rules = spec_.rules;
  const Field& field = spec_.field;
  for (int i = 0; i < RobotCount(spec_); ++i) {
    RobotState& robot = robots_[static_cast<std::size_t>(i)];
    const RobotObservation& seen = sight.robots[static_cast<std::size_t>(i)];
    if (!seen.there || robot.placed || robot.penalty != Penalty::kNone) continue;
    const bool keeper_at_home = IsKeeper(i) && InOwnArea(i, seen.p_F);
    const bool pushes = !keeper_at_home && IsPushing(sight, i);
    const double may_hold = keeper_at_home ? rules.keeper_holding : rules.holding;
    const double dt = sight.dt;
    robot.lying = seen.lies ? robot.lying + dt : 0.0;
    const bool left = std::abs(seen.p_F.x()) > 0.5 * field.length + rules.leave_margin ||
                      std::abs(seen.p_F.y()) > 0.5 * field.width + rules.leave_margin;
    if (Lasts(pushes, dt, rules.pushing, &robot.pushing, &robot.not_pushing)) {
      Penalise(i, Penalty::kPushing, sight, calls);
    } else if (Lasts(IsHolding(sight, i), dt, may_hold, &robot.holding, &robot.not_holding)) {
      Penalise(i, Penalty::kBallHolding, sight, calls);
    } else if (left) {
      Penalise(i, Penalty::kLeavingField, sight, calls);
    } else if (rules.fallen > 0.0 && robot.lying > rules.fallen) {
      Penalise(i, Penalty::kInactive, sight, calls);
    }
  }
  if (rules.defending > 0.0) CountDefenders(sight, calls);
}

/// A robot pushes if it touches another one and moves towards it faster than that one approaches.
bool Game::IsPushing(const Observation& sight, int robot) const {
  const RobotObservation& seen = sight.robots[static_cast<std::size_t>(robot)];
  if (seen.touches == 0) return false;
  for (std::size_t i = 0; i < sight.robots.size(); ++i) {
    const RobotObservation& other = sight.robots[i];
    if ((seen.touches >> i & 1U) == 0 || !other.there) continue;
    const Vector3d way = other.p_F - seen.p_F;
    const double distance = std::hypot(way.x(), way.y());
    if (distance < 1e-6) continue;
    const auto towards = [&](const Vector3d& v) {
      return (v.x() * way.x() + v.y() * way.y()) / distance;
    };
    const double own = towards(seen.v_F);
    if (own > kPushSpeed && own > -towards(other.v_F)) return true;
  }
  return false;
}

/// A robot holds the ball if it touches the ball and both move together.
bool Game::IsHolding(const Observation& sight, int robot) const {
  const RobotObservation& seen = sight.robots[static_cast<std::size_t>(robot)];
  return sight.ball_there && seen.touches_ball && (sight.v_FB - seen.v_F).norm() < kHoldSpeed;
}

/// If too many robots are in their own penalty area, the one that entered last is penalized.
void Game::CountDefenders(const Observation& sight, Calls* calls) {
  for (int team = 0; team < 2; ++team) {
    int count = 0;
    int last = -1;
    for (int i = 0; i < RobotCount(spec_); ++i) {
      RobotState& robot = robots_[static_cast<std::size_t>(i)];
      const RobotObservation& seen = sight.robots[static_cast<std::size_t>(i)];
      if (TeamOf(spec_, i) != team || !seen.there || robot.penalty != Penalty::kNone) continue;
      const bool inside = InOwnArea(i, seen.p_F);
      robot.defending = inside ? robot.defending + sight.dt : 0.0;
      if (!inside) continue;
      ++count;
      const bool later =
          last < 0 || robot.defending < robots_[static_cast<std::size_t>(last)].defending;
      if (!IsKeeper(i) && later) last = i;
    }
    if (count <= spec_.rules.defenders || last < 0) continue;
    if (robots_[static_cast<std::size_t>(last)].defending > spec_.rules.defending) {
      Penalise(last, Penalty::kIllegalPosition, sight, calls);
    }
  }
}

// The robot waits at its place beside the field until its time is over. Its own observation is
// reset, so that durations of offences begin again when it returns.
void Game::Penalise(int index, Penalty penalty, const Observation& sight, Calls* calls) {
  RobotState& robot = robots_[static_cast<std::size_t>(index)];
  const int team = TeamOf(spec_, index);
  const bool in_set = penalty == Penalty::kMotionInSet || penalty == Penalty::kIllegalPositionInSet;
  const double grown =
      Grows(penalty) ? spec_.rules.penalty_grows * now_.teams[team].penalties : 0.0;
  const Place waits = Free(BenchPlace(index), index, kBenchRoom, sight);
  robot = RobotState();
  robot.penalty = penalty;
  robot.remaining = in_set ? spec_.rules.penalty_in_set : spec_.rules.penalty + grown;
  robot.waits = waits;
  if (Grows(penalty)) ++now_.teams[team].penalties;
  Call call{Call::Kind::kPenalty, PlayerOf(spec_, index).model, PenaltyName(penalty)};
  if (sight.robots[static_cast<std::size_t>(index)].there) PutRobot(index, waits, &call.puts);
  calls->push_back(std::move(call));
}

/// Ends a robot's penalty: it returns near the side line, and its durations start at zero.
void Game::Release(int index, const Observation& sight, Calls* calls) {
  RobotState& robot = robots_[static_cast<std::size_t>(index)];
  if (robot.penalty == Penalty::kNone) return;
  robot = RobotState();
  const Place place = ReturnPlace(index, sight);
  Call call{Call::Kind::kReturn, PlayerOf(spec_, index).model};
  if (sight.robots[static_cast<std::size_t>(index)].there) PutRobot(index, place, &call.puts);
  calls->push_back(std::move(call));
}

/// The time of a penalty counts only while the game runs. A robot that leaves its place is put
/// back.
void Game::UpdatePenalized(const Observation& sight, Calls* calls) {
  // A robot is put back after it was farther away than kStray (m) for kPatience (s).
  constexpr double kStray = 0.3;
  constexpr double kPatience = 1.0;
  const bool counts =
      now_.state == State::kReady || now_.state == State::kSet || now_.state == State::kPlaying;
  for (int i = 0; i < RobotCount(spec_); ++i) {
    RobotState& robot = robots_[static_cast<std::size_t>(i)];
    const RobotObservation& seen = sight.robots[static_cast<std::size_t>(i)];
    if (robot.penalty == Penalty::kNone) continue;
    const bool free = robot.penalty != Penalty::kSubstitute;
    if (counts && free) robot.remaining = std::max(0.0, robot.remaining - sight.dt);
    if (counts && free && robot.remaining < 0.5e-9 && !now_.followed) {
      Release(i, sight, calls);
      continue;
    }
    const double off = std::hypot(seen.p_F.x() - robot.waits.x, seen.p_F.y() - robot.waits.y);
    robot.away_seconds = seen.there && off > kStray ? robot.away_seconds + sight.dt : 0.0;
    if (robot.away_seconds < kPatience) continue;
    robot.away_seconds = 0.0;
    Call call{Call::Kind::kPenalty, PlayerOf(spec_, i).model, "put_back"};
    PutRobot(i, robot.waits, &call.puts);
    calls->push_back(std::move(call));
  }
}

}  // namespace surefoot::game
