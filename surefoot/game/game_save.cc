/// The state of the game as bytes, for snapshots.

#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {

// One list for both directions, so that Save and Restore cannot differ.
template <typename AnyGame, typename Each>
void Game::ForEach(AnyGame* game, Each each) {
  auto& now = game->now_;
  each(now.state, now.set_play, now.first_half, now.left, now.followed, now.phase,
       now.competition_phase, now.competition_type, now.kicking, now.first_kicking, now.last_touch,
       now.remaining, now.secondary, now.stuck, now.stuck_x, now.stuck_y);
  for (auto& team : now.teams) {
    each(team.score, team.penalties, team.penalty_shot, team.single_shots, team.message_budget);
  }
  for (auto& robot : game->robots_) {
    each(robot.penalty, robot.remaining, robot.waits.x, robot.waits.y, robot.waits.yaw,
         robot.away_seconds, robot.pushing, robot.not_pushing, robot.holding, robot.not_holding,
         robot.lying, robot.defending, robot.set_x, robot.set_y);
  }
  for (auto& order : game->orders_) {
    each(order.kind, order.team, order.robot, order.penalty, order.x, order.y);
  }
}

// Sizes first, then all members in the order of ForEach.
void Game::Save(ByteWriter* writer) const {
  writer->Put<std::uint64_t>(robots_.size());
  writer->Put<std::uint64_t>(orders_.size());
  ForEach(this, [writer](const auto&... values) { (writer->Put(values), ...); });
}

// Sizes are checked before anything is allocated, because the bytes may be from a damaged file.
bool Game::Restore(ByteReader* reader) {
  constexpr std::uint64_t kMaxOrders = 1000;
  const auto robots = reader->Get<std::uint64_t>();
  const auto orders = reader->Get<std::uint64_t>();
  if (robots != robots_.size() || orders > kMaxOrders) return false;
  orders_.assign(orders, Order());
  const auto get = [reader]<typename Value>(Value* value) {
    if constexpr (std::is_same_v<Value, bool>) {
      *value = reader->Get<std::uint8_t>() != 0;
    } else {
      *value = reader->Get<Value>();
    }
  };
  ForEach(this, [&get](auto&... values) { (get(&values), ...); });
  is_controlled_ = false;
  return reader->ok() && IsValid();
}

/// Whether all indices and enumerators are valid, because the bytes may be damaged.
bool Game::IsValid() const {
  const auto is_team = [](int team) { return team >= -1 && team < 2; };
  bool sound = !StateName(now_.state).empty() && !SetPlayName(now_.set_play).empty() &&
               is_team(now_.kicking) && is_team(now_.last_touch) && now_.first_kicking >= 0 &&
               is_team(now_.first_kicking) && (now_.left == 0 || now_.left == 1);
  for (const RobotState& robot : robots_) {
    sound = sound && !PenaltyName(robot.penalty).empty() && std::isfinite(robot.remaining) &&
            std::isfinite(robot.waits.x + robot.waits.y + robot.waits.yaw);
  }
  for (const Order& order : orders_) {
    const bool about_robot =
        order.kind == Order::Kind::kPenalise || order.kind == Order::Kind::kRelease;
    const bool about_team = order.kind == Order::Kind::kGoal;
    sound = sound && is_team(order.team) && order.robot < RobotCount(spec_) &&
            (!about_robot || order.robot >= 0) && (!about_team || order.team >= 0) &&
            static_cast<int>(order.kind) >= 0 && order.kind <= Order::Kind::kAlone &&
            std::isfinite(order.x + order.y);
  }
  return sound;
}

}  // namespace surefoot::game
