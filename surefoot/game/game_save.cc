/// The game's state in bytes, for snapshots.

#include <cmath>

#include "surefoot/game/game.h"

namespace surefoot::game {

template <typename AnyGame, typename Each>
void Game::ForEach(AnyGame* game, Each each) {
  auto& now = game->now_;
  each(now.state);
  each(now.set_play);
  each(now.first_half);
  each(now.left);
  each(now.followed);
  each(now.phase);
  each(now.competition_phase);
  each(now.competition_type);
  each(now.kicking);
  each(now.first_kicking);
  each(now.last_touch);
  each(now.remaining);
  each(now.secondary);
  each(now.stuck);
  each(now.stuck_x);
  each(now.stuck_y);
  for (auto& team : now.teams) {
    each(team.score);
    each(team.penalties);
    each(team.penalty_shot);
    each(team.single_shots);
    each(team.message_budget);
  }
  for (auto& robot : game->robots_) {
    each(robot.penalty);
    for (auto* number :
         {&robot.remaining, &robot.waits.x, &robot.waits.y, &robot.waits.yaw, &robot.astray,
          &robot.pushing, &robot.not_pushing, &robot.holding, &robot.not_holding, &robot.lying,
          &robot.defending, &robot.set_x, &robot.set_y}) {
      each(*number);
    }
  }
  for (auto& order : game->orders_) {
    each(order.kind);
    each(order.team);
    each(order.robot);
    each(order.penalty);
    each(order.x);
    each(order.y);
  }
}

void Game::Save(ByteWriter* writer) const {
  writer->Put<std::uint64_t>(robots_.size());
  writer->Put<std::uint64_t>(orders_.size());
  ForEach(this, [writer](const auto& value) { writer->Put(value); });
}

bool Game::Restore(ByteReader* reader) {
  constexpr std::uint64_t kMostOrders = 1000;
  const auto robots = reader->Get<std::uint64_t>();
  const auto orders = reader->Get<std::uint64_t>();
  if (robots != robots_.size() || orders > kMostOrders) return false;
  orders_.assign(orders, Order());
  ForEach(this, [reader](auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, bool>) {
      value = reader->Get<std::uint8_t>() != 0;
    } else {
      value = reader->Get<Value>();
    }
  });
  told_ = false;
  return reader->ok() && IsSound();
}

/// Whether all that is an index or a word is one: bytes may be damaged.
bool Game::IsSound() const {
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
