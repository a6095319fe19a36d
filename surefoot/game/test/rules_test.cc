// Positions at which the referee places robots, durations, and data taken from a game controller.

#include <gtest/gtest.h>

#include "surefoot/game/game.h"
#include "surefoot/game/test/played.h"

namespace surefoot::game {
namespace {

double Apart(const Place& a, const Vector3d& b) { return std::hypot(a.x - b.x(), a.y - b.y()); }

TEST_F(Played, NobodyIsPutOntoSomebody) {
  // Red's second robot may keep its position, which is the one of red's third robot.
  sight_.robots[2].p_F = Vector3d(0.5, 0.5, 0.1);
  sight_.robots[1].p_F = Vector3d(-1.2, 0.6, 0.1);
  Order("kickoff red");
  Order("set");
  Run(0.01);
  const Call& set = calls_.back();
  ASSERT_EQ(set.puts.size(), 2u);
  ASSERT_EQ(set.puts[1].robot, 2);
  const Place& place = set.puts[1].place;
  EXPECT_LT(place.x, 0.0) << "in its own half";
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == 2) continue;
    EXPECT_GE(Apart(place, sight_.robots[i].p_F), 0.3) << i;
  }
  EXPECT_LT(Apart(place, Vector3d(-1.2, 0.6, 0.0)), 0.7) << "but near its place";
}

TEST_F(Played, AWholeTeamOutOfPlaceIsPutApart) {
  // All red robots are in the wrong half; a blue robot that is out of the game lies at the keeper's
  // position.
  for (std::size_t i = 0; i < 4; ++i) sight_.robots[i].p_F = Vector3d(1.0, -1.0, 0.1);
  Order("penalise blue_4 manual");
  Run(0.01);
  sight_.robots[7].p_F = Vector3d(-2.5, 0.2, 0.1);
  Order("kickoff blue");
  Order("set");
  Run(0.01);
  const Call& set = calls_.back();
  ASSERT_EQ(set.puts.size(), 5u);
  for (std::size_t a = 1; a < 5; ++a) {
    const Place& place = set.puts[a].place;
    EXPECT_GE(Apart(place, Vector3d(-2.5, 0.2, 0.0)), 0.3) << a;
    EXPECT_LT(place.x, 0.0);
    EXPECT_GT(std::hypot(place.x, place.y), game_.spec().field.circle_radius);
    for (std::size_t b = 1; b < a; ++b) {
      EXPECT_GE(Apart(place, Vector3d(set.puts[b].place.x, set.puts[b].place.y, 0.0)), 0.3);
    }
  }
}

TEST_F(Played, TwoThatComeBackAtOnceStandApart) {
  Play();
  Order("penalise red_2 manual");
  Order("penalise red_3 manual");
  Order("penalise red_4 manual");
  Run(0.01);
  calls_.clear();
  sight_.p_FB = Vector3d(0.5, 1.0, 0.05);
  // All three times end in the same step.
  for (int i = 0; i < 32; ++i) {
    sight_.p_FB.x() = i % 2 == 0 ? 0.5 : -0.5;
    Run(1.0);
  }
  ASSERT_EQ(Count(Call::Kind::kReturn), 3);
  for (std::size_t a = 1; a < 4; ++a) {
    EXPECT_LT(sight_.robots[a].p_F.x(), 0.0) << "in its own half";
    EXPECT_LT(std::abs(sight_.robots[a].p_F.y()), 1.8) << "on the field";
    for (std::size_t b = 1; b < a; ++b) {
      EXPECT_GE((sight_.robots[a].p_F - sight_.robots[b].p_F).norm(), 0.45 - 1e-9) << a << b;
    }
  }
}

/// Intermittent contact of legs: a tenth of a second with contact, three tenths without.
TEST_F(Played, PushesOfLeggedRobotsHavePauses) {
  Play();
  RobotObservation& pusher = sight_.robots[2];
  pusher.p_F = Vector3d(0.0, 0.5, 0.1);
  sight_.robots[5].p_F = Vector3d(0.3, 0.5, 0.1);
  pusher.v_F = Vector3d(0.1, 0.0, 0.0);
  const auto touch = [&](double seconds, double pause) {
    pusher.touches = std::uint64_t{1} << 5;
    Run(seconds);
    pusher.touches = 0;
    Run(pause);
  };
  for (int i = 0; i < 7; ++i) touch(0.1, 0.3);
  touch(0.1, 0.6);  // 2.9 s of contact so far, then it ends
  for (int i = 0; i < 7; ++i) touch(0.1, 0.3);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
  touch(0.1, 0.3);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0) << "2.9 s of it, and a pause";
  touch(0.01, 0.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "pushing"), 1);
}

TEST_F(Played, ABenchPlaceIsNotTakenTwice) {
  Play();
  Order("penalise red_2 manual");
  Run(0.01);
  const Vector3d bench = sight_.robots[1].p_F;
  Order("release red_2");
  Run(0.01);
  sight_.robots[6].p_F = bench;
  Order("penalise red_2 manual");
  Run(0.01);
  EXPECT_GE((sight_.robots[1].p_F - bench).norm(), 0.3 - 1e-9);
  EXPECT_DOUBLE_EQ(sight_.robots[1].p_F.y(), bench.y());
}

TEST_F(Played, WhoDidNotKickOffTheFirstHalfKicksOffTheSecond) {
  Order("kickoff blue");
  Order("play");
  Run(0.01);
  // Later kick-offs of the half do not matter.
  Order("goal blue");
  Order("play");
  Run(0.01);
  EXPECT_EQ(game_.Message().kicking_team, 11);
  Order("finish");
  Order("half");
  Run(0.01);
  EXPECT_EQ(game_.Message().kicking_team, 11);
  EXPECT_EQ(game_.Message().teams[0].name, "blue") << "who defends the left goal is named first";
  EXPECT_EQ(game_.Message().teams[1].players[1].model, "red_2");
}

TEST_F(PlayedBySpl, OnlySomePenaltiesGrow) {
  Play();
  const auto seconds = [this](const std::string& penalty) {
    Order("penalise red_2 " + penalty);
    Run(0.01);
    const double remaining = game_.Message().teams[0].players[1].remaining;
    Order("release red_2");
    Run(0.01);
    return std::lround(remaining);
  };
  // As `incremental` in the parameters of the official game controller.
  for (const char* penalty : {"pick_up", "inactive", "game_stuck", "motion_in_standby"}) {
    EXPECT_EQ(seconds(penalty), 45) << penalty;
  }
  long expected = 45;
  for (const char* penalty :
       {"illegal_position", "ball_holding", "stance", "pushing", "leaving_field"}) {
    EXPECT_EQ(seconds(penalty), expected) << penalty;
    EXPECT_EQ(seconds("inactive"), 45) << "neither grows nor makes others grow";
    EXPECT_EQ(seconds("motion_in_set"), 15);
    expected += 10;
  }
}

TEST_F(PlayedBySpl, TheKickOffHasTenSeconds) {
  Order("kickoff red");
  Order("set");
  Order("play");
  sight_.p_FB =
      Vector3d(4.9, 0.0, 0.05);  // its position before the referee placed it at the centre
  Run(0.01);
  EXPECT_EQ(game_.state(), State::kPlaying);
  EXPECT_EQ(game_.score(0), 0) << "the ball is not seen where it was";
  EXPECT_NEAR(game_.Message().secondary, 10.0, 0.02);
  EXPECT_EQ(game_.Message().set_play, "none") << "as the official packet has it";
  Run(9.9);
  EXPECT_NEAR(game_.Message().secondary, 0.1, 0.02);
  Run(0.2);
  EXPECT_EQ(game_.Message().secondary, 0.0);
  EXPECT_EQ(game_.state(), State::kPlaying);
  Order("set");
  Order("play");
  Run(2.0);
  EXPECT_NEAR(game_.Message().secondary, 8.0, 0.02);
  sight_.p_FB.x() = 0.06;
  Run(0.01);
  EXPECT_EQ(game_.Message().secondary, 0.0) << "the ball is in play";
}

TEST_F(PlayedBySpl, WhoMovesInStandbyGoes) {
  Order("standby");
  Run(60.0);
  EXPECT_EQ(game_.state(), State::kStandby) << "until somebody ends it";
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
  sight_.robots[3].p_F.x() -= 0.31;
  Run(0.01);
  ASSERT_EQ(Count(Call::Kind::kPenalty, "motion_in_standby"), 1);
  EXPECT_EQ(game_.Message().state, "standby");
  EXPECT_NEAR(game_.Message().teams[0].players[3].remaining, 45.0, 0.02);
  Order("kickoff blue");
  Run(0.01);
  EXPECT_EQ(game_.state(), State::kReady);
}

TEST_F(PlayedBySpl, SidesAreThoseOfTheControllerOutside) {
  Play();
  msgs::surefoot_msgs::GameState received = game_.Message();
  ASSERT_EQ(received.teams[0].name, "red");
  std::swap(received.teams[0], received.teams[1]);
  received.state = "set";
  received.kicking_team = 11;
  // Red's positions are legal if it defends +x.
  for (std::size_t i = 0; i < 8; ++i) {
    sight_.robots[i].p_F = Vector3d(i < 4 ? 2.0 + 0.5 * static_cast<double>(i) : -2.0, 1.0, 0.1);
  }
  for (std::size_t i = 4; i < 8; ++i) sight_.robots[i].p_F.y() = -0.5 * static_cast<double>(i - 4);
  ASSERT_TRUE(received.first_half);
  ASSERT_TRUE(game_.Follow(received).ok());
  Run(0.01);
  EXPECT_EQ(calls_.back().puts.size(), 1u) << "only the ball has to be put";
  EXPECT_EQ(game_.Message().teams[0].name, "blue");
  received.state = "playing";
  ASSERT_TRUE(game_.Follow(received).ok());
  Run(0.01);
  calls_.clear();
  sight_.p_FB = Vector3d(4.7, 0.0, 0.05);
  Run(0.01);
  ASSERT_EQ(Count(Call::Kind::kGoal), 1);
  EXPECT_EQ(calls_[0].subject, "blue") << "who attacks +x";
}

TEST_F(PlayedBySpl, APenaltyKickOfTheControllerIsNoKickOff) {
  Play();
  msgs::surefoot_msgs::GameState received = game_.Message();
  received.state = "set";
  received.set_play = "penalty_kick";
  received.kicking_team = 22;
  ASSERT_TRUE(game_.Follow(received).ok());
  Run(0.01);
  EXPECT_EQ(game_.Message().set_play, "penalty_kick");
  ASSERT_EQ(calls_.back().puts.size(), 1u) << "nobody is put to a place for a kick-off";
  EXPECT_NEAR(sight_.p_FB.x(), -(4.5 - 1.3), 1e-12) << "before the goal that blue attacks";
  EXPECT_EQ(sight_.p_FB.y(), 0.0);
}

}  // namespace
}  // namespace surefoot::game
