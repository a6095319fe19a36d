#include "surefoot/gateways/gamecontroller/packet.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/game/game_words.h"

namespace surefoot::gateways::gamecontroller {
namespace {

using msgs::surefoot_msgs::GamePlayer;
using msgs::surefoot_msgs::GameTeam;

constexpr std::uint8_t kReturnVersion = 4;
constexpr std::size_t kTeams = 2;
constexpr std::size_t kPlayers = 20;
constexpr char kDataHeader[] = "RGme";
constexpr char kReturnHeader[] = "RGrt";
constexpr double kMillimetres = 1000.0;

/// Bytes one after the other, whatever the machine's order is.
class Out {
 public:
  explicit Out(std::size_t size) { bytes_.reserve(size); }
  void Text(const char* text) { bytes_.insert(bytes_.end(), text, text + 4); }
  void Byte(std::uint8_t value) { bytes_.push_back(value); }
  void Word(std::uint16_t value) {
    Byte(static_cast<std::uint8_t>(value & 0xFFU));
    Byte(static_cast<std::uint8_t>(value >> 8));
  }
  void Float(double value) {
    const auto single = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    Word(static_cast<std::uint16_t>(bits & 0xFFFFU));
    Word(static_cast<std::uint16_t>(bits >> 16));
  }
  Bytes Take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

/// The size is checked before.
class In {
 public:
  explicit In(const std::uint8_t* bytes) : at_(bytes) {}
  std::uint8_t Byte() { return *at_++; }
  std::uint16_t Word() {
    const std::uint16_t low = Byte();
    return static_cast<std::uint16_t>(low | Byte() << 8);
  }
  double Float() {
    const std::uint32_t low = Word();
    const std::uint32_t bits = low | static_cast<std::uint32_t>(Word()) << 16;
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
  }
  void Skip(std::size_t count) { at_ += count; }

 private:
  const std::uint8_t* at_;
};

std::int16_t Seconds16(double seconds) {
  const double whole = std::isfinite(seconds) ? std::ceil(seconds - 1e-9) : 0.0;
  return static_cast<std::int16_t>(std::clamp(whole, -32768.0, 32767.0));
}

std::uint8_t Seconds8(double seconds) {
  return static_cast<std::uint8_t>(std::clamp<int>(Seconds16(seconds), 0, 255));
}

/// Whether the version has the word.
bool Knows(std::uint8_t version, game::State state) {
  constexpr std::uint8_t kFirstWithStandby = 17;
  return state != game::State::kStandby || version >= kFirstWithStandby;
}

bool Knows(std::uint8_t version, game::Penalty penalty) {
  constexpr std::uint8_t kFirstWithMotion = 16;
  return penalty != game::Penalty::kMotionInStandby || version >= kFirstWithMotion;
}

game::Penalty PenaltyOf(const GamePlayer& player, std::uint8_t version) {
  const game::Penalty penalty = game::FindPenalty(player.penalty).value_or(game::Penalty::kNone);
  return Knows(version, penalty) ? penalty : game::Penalty::kManual;
}

game::State StateOf(const GameState& game, std::uint8_t version) {
  const game::State state = game::FindState(game.state).value_or(game::State::kInitial);
  return Knows(version, state) ? state : game::State::kInitial;
}

void PutTeam(const GameTeam& team, std::uint8_t version, Out* out) {
  out->Byte(team.number);
  out->Byte(game::FindColor(team.color).value_or(0));
  out->Byte(game::FindColor(team.keeper_color).value_or(0));
  out->Byte(team.goalkeeper);
  out->Byte(team.score);
  out->Byte(team.penalty_shot);
  out->Word(team.single_shots);
  out->Word(team.message_budget);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const bool plays = i < team.players.size();
    // Numbers that nobody wears are substitutes, as the official program has it.
    const game::Penalty penalty =
        plays ? PenaltyOf(team.players[i], version) : game::Penalty::kSubstitute;
    out->Byte(static_cast<std::uint8_t>(penalty));
    out->Byte(plays ? Seconds8(team.players[i].remaining) : 0);
  }
}

GameTeam TakeTeam(std::uint8_t version, In* in) {
  GameTeam team;
  team.number = in->Byte();
  team.color = game::ColorName(in->Byte());
  team.keeper_color = game::ColorName(in->Byte());
  team.goalkeeper = in->Byte();
  team.score = in->Byte();
  team.penalty_shot = in->Byte();
  team.single_shots = in->Word();
  team.message_budget = in->Word();
  team.players.resize(kPlayers);
  for (GamePlayer& player : team.players) {
    const auto penalty = static_cast<game::Penalty>(in->Byte());
    const std::string name = Knows(version, penalty) ? game::PenaltyName(penalty) : "";
    // A penalty of another year: it is out of the game all the same.
    player.penalty = name.empty() ? game::PenaltyName(game::Penalty::kManual) : name;
    player.remaining = in->Byte();
  }
  return team;
}

Status CheckStart(const std::uint8_t* bytes, std::size_t size, std::size_t wanted,
                  const char* header, std::uint8_t oldest, std::uint8_t newest) {
  if (size != wanted) {
    return Error{std::to_string(size) + " bytes, " + std::to_string(wanted) + " are wanted"};
  }
  if (std::memcmp(bytes, header, 4) != 0) {
    return Error{"it does not begin with " + std::string(header)};
  }
  if (bytes[4] < oldest || bytes[4] > newest) {
    return Error{"version " + std::to_string(bytes[4]) + ", accepted: " + std::to_string(oldest) +
                 " to " + std::to_string(newest)};
  }
  return Status();
}

}  // namespace

Bytes EncodeData(const GameState& game, std::uint8_t packet_number, std::uint8_t version) {
  Out out(kDataBytes);
  out.Text(kDataHeader);
  out.Byte(version);
  out.Byte(packet_number);
  out.Byte(game.players_per_team);
  out.Byte(game.competition_phase);
  out.Byte(game.competition_type);
  out.Byte(game::FindPhase(game.phase).value_or(0));
  out.Byte(static_cast<std::uint8_t>(StateOf(game, version)));
  out.Byte(
      static_cast<std::uint8_t>(game::FindSetPlay(game.set_play).value_or(game::SetPlay::kNone)));
  out.Byte(game.first_half ? 1 : 0);
  out.Byte(game.kicking_team);
  out.Word(static_cast<std::uint16_t>(Seconds16(game.remaining)));
  out.Word(static_cast<std::uint16_t>(Seconds16(game.secondary)));
  for (std::size_t i = 0; i < kTeams; ++i) {
    PutTeam(i < game.teams.size() ? game.teams[i] : GameTeam(), version, &out);
  }
  return out.Take();
}

Result<GameState> DecodeData(const std::uint8_t* bytes, std::size_t size) {
  const Status start =
      CheckStart(bytes, size, kDataBytes, kDataHeader, kOldestVersion, kNewestVersion);
  if (!start.ok()) return start.error();
  const std::uint8_t version = bytes[4];
  In in(bytes);
  in.Skip(6);
  GameState game;
  game.players_per_team = in.Byte();
  game.competition_phase = in.Byte();
  game.competition_type = in.Byte();
  const std::uint8_t phase = in.Byte();
  const std::uint8_t state = in.Byte();
  const std::uint8_t set_play = in.Byte();
  game.phase = game::PhaseName(phase);
  game.state = game::StateName(static_cast<game::State>(state));
  game.set_play = game::SetPlayName(static_cast<game::SetPlay>(set_play));
  if (game.phase.empty()) return Error{"there is no game phase " + std::to_string(phase)};
  if (game.state.empty() || !Knows(version, static_cast<game::State>(state))) {
    return Error{"there is no state " + std::to_string(state) + " in version " +
                 std::to_string(version)};
  }
  if (game.set_play.empty()) return Error{"there is no set play " + std::to_string(set_play)};
  game.first_half = in.Byte() != 0;
  game.kicking_team = in.Byte();
  game.remaining = static_cast<std::int16_t>(in.Word());
  game.secondary = static_cast<std::int16_t>(in.Word());
  for (std::size_t i = 0; i < kTeams; ++i) game.teams.push_back(TakeTeam(version, &in));
  game.decided_by = "controller";
  return game;
}

Bytes EncodeReturn(const PlayerReport& report) {
  Out out(kReturnBytes);
  out.Text(kReturnHeader);
  out.Byte(kReturnVersion);
  out.Byte(report.player);
  out.Byte(report.team);
  out.Byte(report.fallen ? 1 : 0);
  out.Float(kMillimetres * report.x);
  out.Float(kMillimetres * report.y);
  out.Float(report.theta);
  out.Float(report.ball_age);
  out.Float(kMillimetres * report.ball_x);
  out.Float(kMillimetres * report.ball_y);
  return out.Take();
}

Result<PlayerReport> DecodeReturn(const std::uint8_t* bytes, std::size_t size) {
  const Status start =
      CheckStart(bytes, size, kReturnBytes, kReturnHeader, kReturnVersion, kReturnVersion);
  if (!start.ok()) return start.error();
  In in(bytes);
  in.Skip(5);
  PlayerReport report;
  report.player = in.Byte();
  report.team = in.Byte();
  const std::uint8_t fallen = in.Byte();
  if (fallen > 1) return Error{"fallen is " + std::to_string(fallen) + ", accepted: 0, 1"};
  report.fallen = fallen == 1;
  report.x = in.Float() / kMillimetres;
  report.y = in.Float() / kMillimetres;
  report.theta = in.Float();
  report.ball_age = in.Float();
  report.ball_x = in.Float() / kMillimetres;
  report.ball_y = in.Float() / kMillimetres;
  if (report.player < 1 || report.player > kPlayers) {
    return Error{"there is no player " + std::to_string(report.player) + ", accepted: 1 to 20"};
  }
  for (const double number :
       {report.x, report.y, report.theta, report.ball_age, report.ball_x, report.ball_y}) {
    if (!std::isfinite(number)) return Error{"a number is not finite"};
  }
  return report;
}

}  // namespace surefoot::gateways::gamecontroller
