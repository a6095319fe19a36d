// Packets of the game controller, compared with bytes written by hand from the official structs.

#include "surefoot/gateways/gamecontroller/packet.h"

#include <gtest/gtest.h>

#include "surefoot/base/random.h"

namespace surefoot::gateways::gamecontroller {
namespace {

GameState Game() {
  GameState game;
  game.phase = "overtime";
  game.state = "playing";
  game.set_play = "kick_in";
  game.first_half = true;
  game.kicking_team = 24;
  game.remaining = 258.3;
  game.secondary = 12.0;
  game.competition_phase = 1;
  game.players_per_team = 5;
  game.decided_by = "controller";
  game.teams.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    auto& team = game.teams[i];
    team.number = static_cast<std::uint8_t>(i == 0 ? 5 : 24);
    team.color = i == 0 ? "black" : "orange";
    team.keeper_color = i == 0 ? "white" : "gray";
    team.goalkeeper = 1;
    team.score = static_cast<std::uint8_t>(3 + i);
    team.penalty_shot = 2;
    team.single_shots = 0x0102;
    team.message_budget = 1199;
    team.players.resize(20);
    for (auto& player : team.players) player.penalty = "substitute";
    team.players[1].penalty = "pushing";
    team.players[1].remaining = 44.2;
  }
  return game;
}

TEST(GameControllerPacket, HasEachByteInItsPlace) {
  const Bytes bytes = EncodeData(Game(), 250);
  ASSERT_EQ(bytes.size(), 118u);
  const Bytes start = {'R', 'G', 'm', 'e', 18, 250, 5, 1, 0, 2, 3, 4, 1, 24,
                       // 259 and 12, the lower byte first
                       3, 1, 12, 0};
  EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + 18), start);
  const Bytes black = {5, 3, 4, 1, 3, 2, 0x02, 0x01, 0xAF, 0x04, 14, 0, 2, 45, 14, 0};
  EXPECT_EQ(Bytes(bytes.begin() + 18, bytes.begin() + 34), black);
  const Bytes orange = {24, 6, 9, 1, 4, 2, 0x02, 0x01, 0xAF, 0x04, 14, 0, 2, 45};
  EXPECT_EQ(Bytes(bytes.begin() + 68, bytes.begin() + 82), orange);
}

TEST(GameControllerPacket, IsReadAsItWasWritten) {
  GameState game = Game();
  game.remaining = -17.0;
  for (auto& team : game.teams) team.players[1].remaining = 45.0;
  const Bytes bytes = EncodeData(game, 1);
  const Result<GameState> read = DecodeData(bytes.data(), bytes.size());
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, game);
}

TEST(GameControllerPacket, AnswersOfPlayersAreInMillimetres) {
  const Bytes bytes = {'R', 'G', 'r', 't', 4, 3, 24, 1,
                       // -1000, 500, 0.5, -1, 250, 0 as floats
                       0, 0, 0x7A, 0xC4, 0, 0, 0xFA, 0x43, 0, 0, 0, 0x3F, 0, 0, 0x80, 0xBF,  //
                       0, 0, 0x7A, 0x43, 0, 0, 0, 0};
  const Result<PlayerReport> report = DecodeReturn(bytes.data(), bytes.size());
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->player, 3);
  EXPECT_EQ(report->team, 24);
  EXPECT_TRUE(report->fallen);
  EXPECT_DOUBLE_EQ(report->x, -1.0);
  EXPECT_DOUBLE_EQ(report->y, 0.5);
  EXPECT_DOUBLE_EQ(report->theta, 0.5);
  EXPECT_DOUBLE_EQ(report->ball_age, -1.0);
  EXPECT_DOUBLE_EQ(report->ball_x, 0.25);
  EXPECT_EQ(EncodeReturn(*report), bytes);
}

TEST(GameControllerPacket, WhatIsDamagedIsRefused) {
  const Bytes good = EncodeData(Game(), 1);
  const auto refused = [&](std::size_t at, std::uint8_t value, const char* why) {
    Bytes bytes = good;
    bytes[at] = value;
    const Result<GameState> read = DecodeData(bytes.data(), bytes.size());
    ASSERT_FALSE(read.ok()) << why;
    EXPECT_NE(read.error().message.find(why), std::string::npos) << read.error().message;
  };
  refused(0, 'X', "RGme");
  refused(4, 14, "version 14, accepted: 15 to 18");
  refused(4, 19, "version 19, accepted: 15 to 18");
  refused(9, 4, "unknown game phase 4");
  refused(10, 6, "unknown state 6");
  refused(11, 6, "unknown set play 6");
  EXPECT_FALSE(DecodeData(good.data(), 117).ok());
  EXPECT_FALSE(DecodeData(good.data(), 0).ok());
  // A penalty code of another year is still a penalty.
  Bytes strange = good;
  strange[28] = 77;
  EXPECT_EQ(DecodeData(strange.data(), strange.size())->teams[0].players[0].penalty, "manual");
}

Bytes FromHex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// Packets that GameController3 5.0.0 made of a game of 7 (home, red) against 9 (away, blue), where
/// the home team defends the right goal: in standby, where number 3 of the away team moved; 2.2 s
/// after the kick-off; in set before a penalty kick for the away team, for a push of number 2.
TEST(GameControllerPacket, ThoseOfTheOfficialProgramAreUnderstood) {
  const Bytes standby = FromHex(
      "52476d6512020701000005000109580200000900020100000000b004000000000b2d0000000000000000"
      "0e000e000e000e000e000e000e000e000e000e000e000e000e000701020100000000b004000000000000"
      "00000000000000000e000e000e000e000e000e000e000e000e000e000e000e000e00");
  const Bytes playing = FromHex(
      "52476d6512050701000003000109560208000900020100000000b0040000000000000000000000000000"
      "0e000e000e000e000e000e000e000e000e000e000e000e000e000701020100000000b004000000000000"
      "00000000000000000e000e000e000e000e000e000e000e000e000e000e000e000e00");
  const Bytes penalty_kick = FromHex(
      "52476d65120707010000020501ff560200000900020100000000b0040000000000000000000000000000"
      "0e000e000e000e000e000e000e000e000e000e000e000e000e000701020100000000b0040000020f0000"
      "00000000000000000e000e000e000e000e000e000e000e000e000e000e000e000e00");
  for (const Bytes& bytes : {standby, playing, penalty_kick}) {
    const Result<GameState> game = DecodeData(bytes.data(), bytes.size());
    ASSERT_TRUE(game.ok()) << game.error().message;
    EXPECT_EQ(EncodeData(*game, bytes[5], 18), bytes) << "encoded as by the official program";
    EXPECT_EQ(game->teams[0].number, 9) << "who defends the left goal is named first";
    EXPECT_EQ(game->teams[0].color, "blue");
    EXPECT_EQ(game->teams[1].number, 7);
    EXPECT_EQ(game->teams[1].message_budget, 1200);
    EXPECT_EQ(game->players_per_team, 7);
  }
  GameState game = *DecodeData(standby.data(), standby.size());
  EXPECT_EQ(game.state, "standby");
  EXPECT_EQ(game.kicking_team, 9);
  EXPECT_EQ(game.teams[0].players[2].penalty, "motion_in_standby");
  EXPECT_EQ(game.teams[0].players[2].remaining, 45.0);
  game = *DecodeData(playing.data(), playing.size());
  EXPECT_EQ(game.state, "playing");
  EXPECT_EQ(game.set_play, "none");
  EXPECT_EQ(game.remaining, 598.0);
  EXPECT_EQ(game.secondary, 8.0) << "of the 10 s of a kick-off";
  game = *DecodeData(penalty_kick.data(), penalty_kick.size());
  EXPECT_EQ(game.state, "set");
  EXPECT_EQ(game.set_play, "penalty_kick");
  EXPECT_EQ(game.kicking_team, 255) << "it hides who kicks";
  EXPECT_EQ(game.teams[1].players[1].penalty, "pushing");
}

/// Versions of the official header: 15 (2023), 16 (March 2024) with penalty 11, 17 (May 2024)
/// with state 5, 18 (June 2024).
TEST(GameControllerPacket, VersionsDifferInTheirWords) {
  struct Year {
    std::uint8_t version;
    std::uint8_t state;
    std::uint8_t penalty;
  };
  GameState game = Game();
  game.state = "standby";
  game.teams[0].players[0].penalty = "motion_in_standby";
  for (const Year& year : {Year{15, 0, 15}, Year{16, 0, 11}, Year{17, 5, 11}, Year{18, 5, 11}}) {
    Bytes bytes = EncodeData(game, 1, year.version);
    EXPECT_EQ(bytes[4], year.version);
    EXPECT_EQ(bytes[10], year.state) << int{year.version};
    EXPECT_EQ(bytes[28], year.penalty) << int{year.version};
    const Result<GameState> read = DecodeData(bytes.data(), bytes.size());
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->state, year.state == 5 ? "standby" : "initial");
    EXPECT_EQ(read->teams[0].players[0].penalty,
              year.penalty == 11 ? "motion_in_standby" : "manual");
    // A word that this version lacks.
    bytes[10] = 5;
    EXPECT_EQ(DecodeData(bytes.data(), bytes.size()).ok(), year.version >= 17);
    bytes[10] = 0;
    bytes[28] = 11;
    EXPECT_EQ(DecodeData(bytes.data(), bytes.size())->teams[0].players[0].penalty,
              year.version >= 16 ? "motion_in_standby" : "manual");
  }
}

TEST(GameControllerPacket, AnyBytesAreBorne) {
  RandomStream random(1, "packets");
  const Bytes good = EncodeData(Game(), 1);
  PlayerReport report;
  report.player = 1;
  const Bytes answer = EncodeReturn(report);
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = i % 2 == 0 ? good : answer;
    for (int k = 0; k < 4; ++k) {
      const auto at =
          static_cast<std::size_t>(random.Uniform() * static_cast<double>(bytes.size()));
      bytes[at] = static_cast<std::uint8_t>(random.NextBits() >> 56);
    }
    if (i % 5 == 0) bytes.resize(static_cast<std::size_t>(random.Uniform(0.0, 140.0)));
    const Result<GameState> game = DecodeData(bytes.data(), bytes.size());
    if (game.ok()) {
      ++read;
      EXPECT_EQ(EncodeData(*game, bytes[5]).size(), 118u);
    }
    DecodeReturn(bytes.data(), bytes.size()).ok();
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace surefoot::gateways::gamecontroller
