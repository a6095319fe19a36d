#pragma once

/// A game situation that a test gives to the referee, without a world or an engine.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "surefoot/game/game.h"

namespace surefoot::game {

inline GameSpec Spec(bool four_legged) {
  GameSpec spec;
  spec.field = four_legged ? FourLeggedField() : StandardField();
  spec.rules = four_legged ? FourLeggedRules() : StandardRules();
  spec.ball_radius = 0.05;
  for (int team = 0; team < 2; ++team) {
    spec.teams[team].name = team == 0 ? "red" : "blue";
    spec.teams[team].number = static_cast<std::uint8_t>(team == 0 ? 11 : 22);
    for (int i = 1; i <= 4; ++i) {
      PlayerSpec player;
      player.model = spec.teams[team].name + "_" + std::to_string(i);
      player.kick_off = Place{i == 1 ? -2.5 : -0.4 * i, 0.2 * i, 0.1};
      player.defence = Place{i == 1 ? -2.5 : -0.5 * i, 0.2 * i, 0.1};
      spec.teams[team].players.push_back(player);
    }
  }
  return spec;
}

class Played : public testing::Test {
 protected:
  explicit Played(bool four_legged = true) : game_(Spec(four_legged)) {
    sight_.dt = 0.01;
    sight_.ball_there = true;
    sight_.robots.resize(8);
    for (std::size_t i = 0; i < 8; ++i) {
      sight_.robots[i].there = true;
      const double x = -0.6 - 0.3 * static_cast<double>(i % 4);
      sight_.robots[i].p_F = Vector3d(i < 4 ? x : -x, 1.0, 0.1);
    }
  }
  /// Advances time by these seconds; robots and the ball go where the referee places them.
  void Run(double seconds) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / sight_.dt)); ++i) {
      std::vector<Call> calls;
      game_.Update(sight_, &calls);
      for (const Call& call : calls) {
        for (const Put& put : call.puts) {
          Vector3d& p = put.robot < 0 ? sight_.p_FB : sight_.robots[Index(put.robot)].p_F;
          p = Vector3d(put.place.x, put.place.y, p.z());
        }
        calls_.push_back(call);
      }
    }
  }
  void Order(const std::string& line) {
    const Result<game::Order> order = ParseOrder(game_.spec(), line);
    ASSERT_TRUE(order.ok()) << order.error().message;
    game_.Give(*order);
  }
  /// In the state `playing`, with the ball at the centre.
  void Play() {
    Order("kickoff red");
    Order("play");
    Run(0.01);
    ASSERT_EQ(game_.state(), State::kPlaying);
    calls_.clear();
  }
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }
  int Count(Call::Kind kind, const std::string& what = "") const {
    int count = 0;
    for (const Call& call : calls_) {
      count += call.kind == kind && (what.empty() || call.what == what) ? 1 : 0;
    }
    return count;
  }

  Game game_;
  Observation sight_;
  std::vector<Call> calls_;
};

class PlayedBySpl : public Played {
 protected:
  PlayedBySpl() : Played(false) {}
};

}  // namespace surefoot::game
