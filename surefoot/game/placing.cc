/// Places of robots and ball: kick-off, bench, return, free places.

#include <algorithm>
#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {
namespace {

constexpr double kPi = 3.14159265358979323846;

}  // namespace

/// From the coordinates of a team that attacks towards +x to those of the field.
Place Game::InField(int team, const Place& place) const {
  if (Direction(team) > 0) return place;
  return Place{-place.x, -place.y, std::remainder(place.yaw + kPi, 2.0 * kPi)};
}

/// Kick-off position of a player: another one for the team that kicks off.
Place Game::KickOffPlace(int robot) const {
  const int team = TeamOf(spec_, robot);
  const PlayerSpec& player = PlayerOf(spec_, robot);
  return InField(team, team == now_.kicking ? player.kick_off : player.defence);
}

/// Whether a position is legal at a kick-off: on the field in its own half, and outside of the
/// centre circle if the other team kicks off.
bool Game::IsLegal(int robot, const Vector3d& p_F) const {
  const Field& field = spec_.field;
  const int team = TeamOf(spec_, robot);
  const bool own_half = Direction(team) * p_F.x() < 0.0;
  const bool on_field =
      std::abs(p_F.x()) < 0.5 * field.length && std::abs(p_F.y()) < 0.5 * field.width;
  const bool in_circle = std::hypot(p_F.x(), p_F.y()) < field.circle_radius;
  return own_half && on_field && (team == now_.kicking || !in_circle);
}

/// Whether a position is in the penalty area that the robot defends, lines included.
bool Game::InOwnArea(int robot, const Vector3d& p_F) const {
  const Field& field = spec_.field;
  const double from_goal_line = Direction(TeamOf(spec_, robot)) * p_F.x() + 0.5 * field.length;
  return from_goal_line < field.area_length && from_goal_line > -0.5 * field.line &&
         std::abs(p_F.y()) < 0.5 * field.area_width;
}

/// Place of a penalized robot: beside the field in its own half, each team on its own side.
Place Game::BenchPlace(int robot) const {
  const int team = TeamOf(spec_, robot);
  const int side = team == 0 ? -1 : 1;
  constexpr double kFirst = 0.5;
  constexpr double kRoom = 0.5;
  Place place;
  place.x = -Direction(team) * (kFirst + kRoom * (NumberOf(spec_, robot) - 1));
  place.y = side * (0.5 * spec_.field.width + spec_.rules.bench);
  place.yaw = spec_.rules.bench_looks_in ? -side * 0.5 * kPi : (Direction(team) > 0 ? 0.0 : kPi);
  return place;
}

/// Place of a robot that returns: at the side line in its own half near the middle line, on the
/// side that is farther from the ball, facing the field.
Place Game::ReturnPlace(int robot, const Observation& sight) const {
  const int side = sight.p_FB.y() > 0.0 ? -1 : 1;
  constexpr double kInside = 0.25;
  Place place;
  place.x = -Direction(TeamOf(spec_, robot)) * 0.4;
  place.y = side * (0.5 * spec_.field.width - kInside);
  place.yaw = -side * 0.5 * kPi;
  return Free(place, robot, 0.45, sight);
}

/// The penalty mark in front of the goal that the kicking team attacks.
Place Game::PenaltyMark() const {
  return Place{Direction(now_.kicking) * (0.5 * spec_.field.length - spec_.field.penalty_mark), 0.0,
               0.0};
}

/// Whether another robot is, or is about to be placed, closer than `room` (m).
bool Game::IsTaken(const Place& place, int robot, double room, const Observation& sight) const {
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    const RobotState& other = robots_[i];
    if (static_cast<int>(i) == robot || !sight.robots[i].there || other.leaves) continue;
    const double x = other.placed ? other.at.x : sight.robots[i].p_F.x();
    const double y = other.placed ? other.at.y : sight.robots[i].p_F.y();
    if (std::hypot(x - place.x, y - place.y) < room) return true;
  }
  return false;
}

/// Whether a free place near the requested one is acceptable; the ball only has to stay on the
/// field.
bool Game::MayBePut(const Place& place, int robot, bool kick_off) const {
  if (std::abs(place.x) > 0.5 * spec_.field.length) return false;
  if (robot < 0) return true;
  if (kick_off) return IsLegal(robot, Vector3d(place.x, place.y, 0.0));
  return Direction(TeamOf(spec_, robot)) * place.x < 0.0;
}

Place Game::Free(const Place& place, int robot, double room, const Observation& sight,
                 bool kick_off) const {
  if (!IsTaken(place, robot, room, sight)) return place;
  // Try places along x in both directions, then in further rows along y. If all are taken, the
  // place itself: an overlap is better than a robot that is missing.
  const double way = place.x > 0.0 ? 0.5 : -0.5;
  const double side = place.y > 0.0 ? -1.0 : 1.0;
  for (int row = 0; row < 8; ++row) {
    for (int tries = 0; tries < 40; ++tries) {
      const double offset = (tries % 2 == 0 ? way : -way) * room * ((tries + 1) / 2);
      const Place moved{place.x + offset, place.y + side * room * row, place.yaw};
      if (MayBePut(moved, robot, kick_off) && !IsTaken(moved, robot, room, sight)) return moved;
    }
  }
  return place;
}

/// Remembers the place, from which the rules measure whether a robot in 'set' has moved.
void Game::PutRobot(int robot, const Place& place, std::vector<Put>* puts) {
  RobotState& state = robots_[static_cast<std::size_t>(robot)];
  state.set_x = place.x;
  state.set_y = place.y;
  state.at = place;
  state.placed = true;
  state.leaves = false;
  puts->push_back(Put{robot, place});
}

/// Restarts the measurement of how long the ball has been stuck.
void Game::PutBall(const Place& place, std::vector<Put>* puts) {
  now_.stuck_x = place.x;
  now_.stuck_y = place.y;
  ball_placed_ = true;
  puts->push_back(Put{-1, place});
}

/// Moves robots to their kick-off places; penalized robots stay.
void Game::PlaceAll(const Observation& sight, bool all, std::vector<Put>* puts) {
  constexpr double kRoom = 0.3;
  all = all || spec_.placing == GameSpec::Placing::kAll;
  for (int i = 0; i < RobotCount(spec_); ++i) {
    RobotState& robot = robots_[static_cast<std::size_t>(i)];
    const RobotObservation& seen = sight.robots[static_cast<std::size_t>(i)];
    const Vector3d p_F = robot.placed ? Vector3d(robot.at.x, robot.at.y, 0.0) : seen.p_F;
    robot.set_x = p_F.x();
    robot.set_y = p_F.y();
    const bool wrong = spec_.placing == GameSpec::Placing::kIllegal && !IsLegal(i, p_F);
    robot.leaves = robot.penalty == Penalty::kNone && seen.there && (all || wrong);
  }
  // Places in the file may be nearer to each other than kRoom. Robots whose own place is free get
  // it first; the others get free places afterwards.
  std::uint64_t at_own_place = 0;
  for (int i = 0; i < RobotCount(spec_); ++i) {
    const bool leaves = robots_[static_cast<std::size_t>(i)].leaves;
    if (leaves && !IsTaken(KickOffPlace(i), i, kRoom, sight)) at_own_place |= std::uint64_t{1} << i;
  }
  for (int i = 0; i < RobotCount(spec_); ++i) {
    if ((at_own_place >> i & 1U) != 0) PutRobot(i, KickOffPlace(i), puts);
  }
  for (int i = 0; i < RobotCount(spec_); ++i) {
    if (!robots_[static_cast<std::size_t>(i)].leaves) continue;
    PutRobot(i, Free(KickOffPlace(i), i, kRoom, sight, true), puts);
  }
}

}  // namespace surefoot::game
