// The referee with hand-made game situations, without a world or an engine.

#include "surefoot/game/game.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/game/test/played.h"

namespace surefoot::game {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST_F(Played, GoesThroughItsStates) {
  EXPECT_EQ(game_.state(), State::kInitial);
  Run(100.0);
  EXPECT_EQ(game_.state(), State::kInitial) << "nobody let it begin";
  Order("kickoff blue");
  Run(0.01);
  EXPECT_EQ(game_.state(), State::kReady);
  EXPECT_EQ(game_.Message().kicking_team, 22);
  Run(14.9);
  EXPECT_EQ(game_.state(), State::kReady);
  Run(0.2);
  EXPECT_EQ(game_.state(), State::kSet);
  Run(4.8);
  EXPECT_EQ(game_.state(), State::kSet);
  Run(0.2);
  EXPECT_EQ(game_.state(), State::kPlaying);
  EXPECT_NEAR(game_.Message().remaining, 600.0, 0.3);
  // The ball moves slightly all the time, so that it is not judged as stuck.
  for (int i = 0; i < 61; ++i) {
    sight_.p_FB.x() = i % 2 == 0 ? 0.4 : -0.4;
    Run(10.0);
  }
  EXPECT_EQ(game_.state(), State::kFinished);
}

TEST_F(Played, PutsRobotsOfTheWrongHalfToTheirPlaces) {
  sight_.robots[2].p_F = Vector3d(0.5, 0.5, 0.1);    // red, in the half of the others
  sight_.robots[6].p_F = Vector3d(0.1, 0.05, 0.1);   // blue, in the circle
  sight_.robots[3].p_F = Vector3d(-0.1, 0.05, 0.1);  // red, in the circle: it kicks off
  Order("kickoff red");
  Order("set");
  Run(0.01);
  const Call& set = calls_.back();
  ASSERT_EQ(set.subject, "set");
  ASSERT_EQ(set.puts.size(), 3u);
  EXPECT_EQ(set.puts[0].robot, -1);
  EXPECT_EQ(set.puts[1].robot, 2);
  EXPECT_DOUBLE_EQ(set.puts[1].place.x, -1.2);
  EXPECT_DOUBLE_EQ(set.puts[1].place.y, 0.6);
  EXPECT_EQ(set.puts[2].robot, 6);
  // The other team's coordinates are rotated by half a turn.
  EXPECT_DOUBLE_EQ(set.puts[2].place.x, 1.5);
  EXPECT_DOUBLE_EQ(set.puts[2].place.y, -0.6);
  EXPECT_NEAR(std::cos(set.puts[2].place.yaw - (0.1 + kPi)), 1.0, 1e-12);
}

TEST_F(Played, AGoalIsTheWholeBallOverTheWholeLine) {
  Play();
  const double edge = 2.7 + 0.0125 + 0.05;
  sight_.p_FB = Vector3d(edge - 1e-6, 0.39, 0.05);
  Run(0.5);
  EXPECT_EQ(game_.score(0), 0);
  sight_.p_FB.x() = edge + 1e-6;
  Run(0.01);
  EXPECT_EQ(game_.score(0), 1);
  EXPECT_EQ(Count(Call::Kind::kGoal), 1);
  EXPECT_EQ(game_.state(), State::kReady);
  EXPECT_EQ(game_.Message().kicking_team, 22) << "who got it kicks off";
  EXPECT_EQ(sight_.p_FB.x(), 0.0);
  Order("play");
  Run(0.01);
  sight_.p_FB = Vector3d(-edge - 0.01, -0.2, 0.05);
  Run(0.01);
  EXPECT_EQ(game_.score(1), 1);
}

TEST_F(Played, BesideAndAboveTheGoalIsNoGoal) {
  Play();
  sight_.p_FB = Vector3d(2.8, 0.41, 0.05);
  Run(0.01);
  EXPECT_EQ(game_.score(0), 0);
  EXPECT_EQ(Count(Call::Kind::kOut, "throw_in"), 1);
  sight_.p_FB = Vector3d(2.8, 0.1, 0.31);
  Run(0.01);
  EXPECT_EQ(game_.score(0), 0);
  EXPECT_EQ(Count(Call::Kind::kOut, "throw_in"), 2);
  EXPECT_EQ(game_.state(), State::kPlaying);
}

TEST_F(Played, AThrowInIsBackTowardsTheGoalOfThoseWhoPlayedItOut) {
  Play();
  sight_.robots[3].touches_ball = true;  // red, attacks +x
  Run(0.01);
  sight_.robots[3].touches_ball = false;
  sight_.p_FB = Vector3d(0.8, -1.9, 0.05);
  Run(0.01);
  ASSERT_EQ(Count(Call::Kind::kOut, "throw_in"), 1);
  EXPECT_EQ(calls_.back().subject, "blue");
  EXPECT_NEAR(sight_.p_FB.x(), 0.8 - 1.0, 1e-12);
  EXPECT_NEAR(sight_.p_FB.y(), -1.4, 1e-12);
  // Over the opponents' goal line: play restarts from the centre.
  sight_.robots[3].touches_ball = true;
  Run(0.01);
  sight_.robots[3].touches_ball = false;
  sight_.p_FB = Vector3d(2.9, 1.0, 0.05);
  Run(0.01);
  EXPECT_EQ(sight_.p_FB.x(), 0.0);
  EXPECT_NEAR(sight_.p_FB.y(), 1.4, 1e-12);
}

TEST_F(PlayedBySpl, TheBallComesBackByASetPlay) {
  Play();
  const auto out = [this](int robot, double x, double y) {
    sight_.robots[Index(robot)].touches_ball = true;
    Run(0.01);
    sight_.robots[Index(robot)].touches_ball = false;
    sight_.p_FB = Vector3d(x, y, 0.05);
    Run(0.01);
  };
  out(1, 1.3, 3.2);
  EXPECT_EQ(game_.Message().set_play, "kick_in");
  EXPECT_EQ(game_.Message().kicking_team, 22);
  EXPECT_EQ(sight_.p_FB.head<2>(), Eigen::Vector2d(1.3, 3.0));
  Run(29.9);
  EXPECT_EQ(game_.Message().set_play, "kick_in");
  Run(0.2);
  EXPECT_EQ(game_.Message().set_play, "none") << "30 s are over";
  out(6, 4.7, -2.0);  // blue, over its own goal line
  EXPECT_EQ(game_.Message().set_play, "corner_kick");
  EXPECT_EQ(game_.Message().kicking_team, 11);
  EXPECT_EQ(sight_.p_FB.head<2>(), Eigen::Vector2d(4.5, -3.0));
  out(2, 4.7, 2.0);  // red attacks there
  EXPECT_EQ(game_.Message().set_play, "goal_kick");
  EXPECT_EQ(game_.Message().kicking_team, 22);
  sight_.p_FB.x() -= 0.06;
  Run(0.01);
  EXPECT_EQ(game_.Message().set_play, "none") << "the ball is in play";
}

TEST_F(Played, WhoPushesForThreeSecondsGoesForHalfAMinute) {
  Play();
  RobotObservation& pusher = sight_.robots[2];
  RobotObservation& pushed = sight_.robots[5];
  pusher.p_F = Vector3d(0.0, 0.5, 0.1);
  pushed.p_F = Vector3d(0.3, 0.5, 0.1);
  pusher.v_F = pushed.v_F = Vector3d(0.1, 0.0, 0.0);
  pusher.touches = std::uint64_t{1} << 5;
  pushed.touches = std::uint64_t{1} << 2;
  Run(2.9);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
  // Losing contact for a short moment does not matter.
  pusher.touches = pushed.touches = 0;
  Run(0.3);
  pusher.touches = std::uint64_t{1} << 5;
  Run(0.2);
  ASSERT_EQ(Count(Call::Kind::kPenalty, "pushing"), 1);
  EXPECT_EQ(calls_.back().subject, "red_3");
  EXPECT_LT(pusher.p_F.y(), -1.8) << "beside the field";
  EXPECT_EQ(game_.Message().teams[0].players[2].penalty, "pushing");
  pusher.touches = pushed.touches = 0;
  pusher.v_F = pushed.v_F = Vector3d::Zero();
  sight_.p_FB = Vector3d(1.0, 1.0, 0.05);
  Run(29.7);
  EXPECT_EQ(Count(Call::Kind::kReturn), 0);
  sight_.p_FB = Vector3d(-1.0, 1.0, 0.05);
  Run(0.4);
  EXPECT_EQ(Count(Call::Kind::kReturn), 1);
  EXPECT_NEAR(pusher.p_F.y(), -1.55, 1e-9) << "on the side without the ball";
  EXPECT_LT(pusher.p_F.x(), 0.0) << "in its own half";
}

TEST_F(Played, WhoIsPushedDoesNotPush) {
  Play();
  sight_.robots[2].p_F = Vector3d(0.0, 0.5, 0.1);
  sight_.robots[5].p_F = Vector3d(0.3, 0.5, 0.1);
  sight_.robots[5].v_F = Vector3d(0.1, 0.0, 0.0);  // moves away from the ball
  sight_.robots[5].touches = std::uint64_t{1} << 2;
  sight_.robots[2].touches = std::uint64_t{1} << 5;
  Run(5.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
}

TEST_F(Played, WhoHoldsTheBallGoes) {
  Play();
  sight_.p_FB = Vector3d(0.0, 0.0, 0.05);
  sight_.robots[1].touches_ball = true;
  Run(2.9);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
  Run(0.2);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "ball_holding"), 1);
  sight_.robots[1].touches_ball = false;
  // A ball that rolls away is not held.
  sight_.robots[2].touches_ball = true;
  sight_.v_FB = Vector3d(0.3, 0.0, 0.0);
  Run(5.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 1);
  // The keeper in its own area may hold the ball longer.
  sight_.v_FB.setZero();
  sight_.robots[2].touches_ball = false;
  sight_.robots[4].touches_ball = true;
  sight_.robots[4].p_F = Vector3d(2.5, 0.0, 0.1);
  Run(4.9);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 1);
  Run(0.2);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "ball_holding"), 2);
}

TEST_F(Played, WhoLeavesFallsOrDefendsTooManyGoes) {
  Play();
  sight_.robots[1].p_F = Vector3d(0.0, 1.8 + 0.16, 0.1);
  Run(0.01);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "leaving_field"), 1);
  sight_.robots[2].lies = true;
  Run(19.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "inactive"), 0);
  Run(1.1);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "inactive"), 1);
  sight_.robots[4].p_F = Vector3d(2.6, 0.0, 0.1);  // the keeper
  Run(4.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "illegal_position"), 0);
  sight_.robots[7].p_F = Vector3d(2.3, 0.5, 0.1);
  Run(2.9);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "illegal_position"), 0);
  Run(0.2);
  ASSERT_EQ(Count(Call::Kind::kPenalty, "illegal_position"), 1);
  EXPECT_EQ(game_.Message().teams[1].players[3].penalty, "illegal_position");
}

TEST_F(PlayedBySpl, PenaltiesGrow) {
  Play();
  Order("penalise red_2 pushing");
  Run(0.01);
  EXPECT_NEAR(game_.Message().teams[0].players[1].remaining, 45.0, 0.02);
  Order("penalise red_3 leaving_field");
  Run(0.01);
  EXPECT_NEAR(game_.Message().teams[0].players[2].remaining, 55.0, 0.02);
  Order("release red_3");
  Run(0.01);
  EXPECT_EQ(game_.Message().teams[0].players[2].penalty, "none");
  Order("penalise blue_2");
  Run(0.01);
  EXPECT_EQ(game_.Message().teams[1].players[1].penalty, "manual");
  EXPECT_NEAR(game_.Message().teams[1].players[1].remaining, 45.0, 0.02);
}

TEST_F(Played, WhoWalksOffTheBenchIsPutBack) {
  Play();
  Order("penalise red_2 pushing");
  Run(0.01);
  const Vector3d bench = sight_.robots[1].p_F;
  sight_.robots[1].p_F = Vector3d(0.0, 0.0, 0.1);
  Run(0.9);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "put_back"), 0);
  Run(0.2);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "put_back"), 1);
  EXPECT_EQ(sight_.robots[1].p_F, bench);
}

TEST_F(Played, WhoIsPlacedInSetDoesNotMove) {
  Order("kickoff red");
  Order("set");
  Run(1.0);
  Order("place");
  Run(1.0);
  EXPECT_EQ(Count(Call::Kind::kPenalty), 0);
}

TEST_F(Played, RobotsThatMoveInSetGo) {
  Order("kickoff red");
  Order("set");
  Run(1.0);
  sight_.robots[3].p_F.x() -= 0.31;
  Run(0.01);
  EXPECT_EQ(Count(Call::Kind::kPenalty, "motion_in_set"), 1);
}

TEST_F(Played, InTheSecondHalfSidesAreChanged) {
  Play();
  Order("finish");
  Order("half");
  Run(0.01);
  EXPECT_FALSE(game_.Message().first_half);
  EXPECT_EQ(game_.Message().kicking_team, 22);
  EXPECT_GT(sight_.robots[0].p_F.x(), 2.0) << "red's keeper is at the other end";
  Order("play");
  Run(0.01);
  sight_.p_FB = Vector3d(2.9, 0.0, 0.05);
  Run(0.01);
  EXPECT_EQ(game_.score(1), 1) << "blue attacks +x now";
}

TEST_F(Played, AStuckBallIsDroppedInTheMiddle) {
  Play();
  sight_.p_FB = Vector3d(1.0, 1.0, 0.05);
  Run(29.9);
  EXPECT_EQ(Count(Call::Kind::kOut), 0);
  Run(0.3);
  EXPECT_EQ(Count(Call::Kind::kOut, "drop_ball"), 1);
  EXPECT_EQ(sight_.p_FB.head<2>(), Eigen::Vector2d(0.0, 0.0));
}

TEST_F(Played, FollowsAControllerOutside) {
  Play();
  msgs::surefoot_msgs::GameState received = game_.Message();
  received.state = "set";
  received.kicking_team = 22;
  received.remaining = 321.0;
  received.teams[0].score = 3;
  received.teams[1].players[2].penalty = "pushing";
  received.teams[1].players[2].remaining = 17.0;
  ASSERT_TRUE(game_.Follow(received).ok());
  sight_.p_FB = Vector3d(1.0, 0.5, 0.05);
  Run(0.01);
  EXPECT_EQ(game_.state(), State::kSet);
  EXPECT_EQ(sight_.p_FB.head<2>(), Eigen::Vector2d(0.0, 0.0)) << "the ball is placed";
  EXPECT_EQ(game_.score(0), 3);
  EXPECT_GT(sight_.robots[6].p_F.y(), 1.8) << "taken out";
  EXPECT_EQ(game_.Message().decided_by, "controller");
  Run(30.0);
  EXPECT_EQ(game_.state(), State::kSet) << "its own clocks do nothing";
  received.state = "playing";
  received.teams[1].players[2].penalty = "none";
  ASSERT_TRUE(game_.Follow(received).ok());
  Run(0.01);
  EXPECT_EQ(game_.state(), State::kPlaying);
  EXPECT_EQ(Count(Call::Kind::kReturn), 1);
  sight_.p_FB = Vector3d(2.9, 0.0, 0.05);
  Run(0.05);
  EXPECT_EQ(Count(Call::Kind::kGoal), 1) << "reported once";
  EXPECT_EQ(game_.score(0), 3) << "the controller counts";
  received.teams[0].number = 5;
  const Status other = game_.Follow(received);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("teams 5 and 22, but this game has 11 and 22"),
            std::string::npos);
  Order("alone");
  Run(0.01);
  EXPECT_EQ(game_.Message().decided_by, "referee");
}

TEST_F(Played, IsTheSameFromItsBytes) {
  Play();
  Order("penalise red_2 pushing");
  sight_.robots[4].touches_ball = true;
  Run(2.0);
  Order("goal blue");  // waits for the next step
  Bytes bytes;
  ByteWriter writer(&bytes);
  game_.Save(&writer);
  Game other(game_.spec());
  ByteReader reader(bytes);
  ASSERT_TRUE(other.Restore(&reader));
  for (int i = 0; i < 3000; ++i) {
    std::vector<Call> a;
    std::vector<Call> b;
    game_.Update(sight_, &a);
    other.Update(sight_, &b);
    ASSERT_EQ(a.size(), b.size()) << i;
  }
  EXPECT_EQ(game_.score(1), 1);
  EXPECT_EQ(game_.Message(), other.Message());
  // Damaged bytes are refused or give a valid game.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes damaged = bytes;
    damaged[i] ^= 0xFF;
    Game third(game_.spec());
    ByteReader damaged_reader(damaged);
    if (!third.Restore(&damaged_reader)) continue;
    std::vector<Call> calls;
    third.Update(sight_, &calls);
  }
}

TEST_F(Played, OrdersThatAreWrongAreExplained) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "unknown order ''"},
      {"dance", "accepted: initial, standby, kickoff [TEAM]"},
      {"goal", "unknown order"},
      {"goal green", "unknown team 'green'; accepted: red, blue"},
      {"penalise red_9", "accepted: red_1, red_2"},
      {"penalise red_1 love", "unknown penalty 'love'; accepted: none, ball_holding"},
      {"ball 1 north", "is not a coordinate"},
      {"ball 1 nan", "is not a coordinate"},
      {"set now", "unknown order"}};
  for (const auto& [line, why] : wrong) {
    const Result<game::Order> order = ParseOrder(game_.spec(), line);
    ASSERT_FALSE(order.ok()) << line;
    EXPECT_NE(order.error().message.find(why), std::string::npos) << order.error().message;
  }
}

}  // namespace
}  // namespace surefoot::game
