#include "surefoot/gateways/gamecontroller/packet.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/game/game_words.h"

// Encoding field by field in little-endian order as in RoboCupGameControlData.h, without a cast to
// a struct, whose layout depends on the compiler.

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

constexpr std::size_t kHeaderBytes = 4;

/// The numbers of a player's report, and their unit in the packet per Surefoot's unit (mm per m).
struct ReportNumber {
  double PlayerReport::*member;
  double units;
};
constexpr ReportNumber kReportNumbers[] = {
    {&PlayerReport::x, kMillimetres},      {&PlayerReport::y, kMillimetres},
    {&PlayerReport::theta, 1.0},           {&PlayerReport::ball_age, 1.0},
    {&PlayerReport::ball_x, kMillimetres}, {&PlayerReport::ball_y, kMillimetres}};

/// Remaining seconds, rounded up as a clock shows them: it reads 0 only when the time is over.
std::int16_t Seconds16(double seconds) {
  const double whole = std::isfinite(seconds) ? std::ceil(seconds - 1e-9) : 0.0;
  return static_cast<std::int16_t>(std::clamp(whole, -32768.0, 32767.0));
}

std::uint8_t Seconds8(double seconds) {
  return static_cast<std::uint8_t>(std::clamp<int>(Seconds16(seconds), 0, 255));
}

/// Whether this version of the protocol has the state or penalty.
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

/// 50 bytes of a team; the layout is in packet.h.
void PutTeam(const GameTeam& team, std::uint8_t version, ByteWriter* out) {
  out->Put<std::uint8_t>(team.number);
  out->Put<std::uint8_t>(game::FindColor(team.color).value_or(0));
  out->Put<std::uint8_t>(game::FindColor(team.keeper_color).value_or(0));
  out->Put<std::uint8_t>(team.goalkeeper);
  out->Put<std::uint8_t>(team.score);
  out->Put<std::uint8_t>(team.penalty_shot);
  out->Put<std::uint16_t>(team.single_shots);
  out->Put<std::uint16_t>(team.message_budget);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const bool plays = i < team.players.size();
    // Unused jersey numbers are substitutes, as in the official program.
    const game::Penalty penalty =
        plays ? PenaltyOf(team.players[i], version) : game::Penalty::kSubstitute;
    out->Put<std::uint8_t>(static_cast<std::uint8_t>(penalty));
    out->Put<std::uint8_t>(plays ? Seconds8(team.players[i].remaining) : 0);
  }
}

/// The inverse of PutTeam; all 20 players are read, because substitutes may come into play.
GameTeam TakeTeam(std::uint8_t version, ByteReader* in) {
  GameTeam team;
  team.number = in->Get<std::uint8_t>();
  team.color = game::ColorName(in->Get<std::uint8_t>());
  team.keeper_color = game::ColorName(in->Get<std::uint8_t>());
  team.goalkeeper = in->Get<std::uint8_t>();
  team.score = in->Get<std::uint8_t>();
  team.penalty_shot = in->Get<std::uint8_t>();
  team.single_shots = in->Get<std::uint16_t>();
  team.message_budget = in->Get<std::uint16_t>();
  team.players.resize(kPlayers);
  for (GamePlayer& player : team.players) {
    const auto penalty = static_cast<game::Penalty>(in->Get<std::uint8_t>());
    const std::string name = Knows(version, penalty) ? game::PenaltyName(penalty) : "";
    // An unknown penalty (of another year) also removes the player from play.
    player.penalty = name.empty() ? game::PenaltyName(game::Penalty::kManual) : name;
    player.remaining = in->Get<std::uint8_t>();
  }
  return team;
}

/// Checks size, magic bytes and version. The protocol has no checksum, and other programs may send
/// to the port.
Status CheckStart(const std::uint8_t* bytes, std::size_t size, std::size_t requested,
                  const char* header, std::uint8_t oldest, std::uint8_t newest) {
  if (size != requested) {
    return Error{std::to_string(size) + " bytes, " + std::to_string(requested) + " expected"};
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
  Bytes bytes;
  ByteWriter out(&bytes);
  out.PutRaw(kDataHeader, kHeaderBytes);
  out.Put<std::uint8_t>(version);
  out.Put<std::uint8_t>(packet_number);
  out.Put<std::uint8_t>(game.players_per_team);
  out.Put<std::uint8_t>(game.competition_phase);
  out.Put<std::uint8_t>(game.competition_type);
  out.Put<std::uint8_t>(game::FindPhase(game.phase).value_or(0));
  out.Put<std::uint8_t>(static_cast<std::uint8_t>(StateOf(game, version)));
  out.Put<std::uint8_t>(
      static_cast<std::uint8_t>(game::FindSetPlay(game.set_play).value_or(game::SetPlay::kNone)));
  out.Put<std::uint8_t>(game.first_half ? 1 : 0);
  out.Put<std::uint8_t>(game.kicking_team);
  out.Put<std::int16_t>(Seconds16(game.remaining));
  out.Put<std::int16_t>(Seconds16(game.secondary));
  for (std::size_t i = 0; i < kTeams; ++i) {
    PutTeam(i < game.teams.size() ? game.teams[i] : GameTeam(), version, &out);
  }
  return bytes;
}

// The members are read in the order of the packet; unknown enumerators are errors.
Result<GameState> DecodeData(const std::uint8_t* bytes, std::size_t size) {
  const Status start =
      CheckStart(bytes, size, kDataBytes, kDataHeader, kOldestVersion, kNewestVersion);
  if (!start.ok()) return start.error();
  const std::uint8_t version = bytes[4];
  // After the header, version and packet number.
  ByteReader in(bytes + kHeaderBytes + 2, size - kHeaderBytes - 2);
  GameState game;
  game.players_per_team = in.Get<std::uint8_t>();
  game.competition_phase = in.Get<std::uint8_t>();
  game.competition_type = in.Get<std::uint8_t>();
  const std::uint8_t phase = in.Get<std::uint8_t>();
  const std::uint8_t state = in.Get<std::uint8_t>();
  const std::uint8_t set_play = in.Get<std::uint8_t>();
  game.phase = game::PhaseName(phase);
  game.state = game::StateName(static_cast<game::State>(state));
  game.set_play = game::SetPlayName(static_cast<game::SetPlay>(set_play));
  if (game.phase.empty()) return Error{"unknown game phase " + std::to_string(phase)};
  if (game.state.empty() || !Knows(version, static_cast<game::State>(state))) {
    return Error{"unknown state " + std::to_string(state) + " in version " +
                 std::to_string(version)};
  }
  if (game.set_play.empty()) return Error{"unknown set play " + std::to_string(set_play)};
  game.first_half = in.Get<std::uint8_t>() != 0;
  game.kicking_team = in.Get<std::uint8_t>();
  game.remaining = in.Get<std::int16_t>();
  game.secondary = in.Get<std::int16_t>();
  for (std::size_t i = 0; i < kTeams; ++i) game.teams.push_back(TakeTeam(version, &in));
  game.decided_by = "controller";
  return game;
}

// Lengths are in mm in the packet; a float has enough digits for them.
Bytes EncodeReturn(const PlayerReport& report) {
  Bytes bytes;
  ByteWriter out(&bytes);
  out.PutRaw(kReturnHeader, kHeaderBytes);
  out.Put<std::uint8_t>(kReturnVersion);
  out.Put<std::uint8_t>(report.player);
  out.Put<std::uint8_t>(report.team);
  out.Put<std::uint8_t>(report.fallen ? 1 : 0);
  for (const auto& [member, units] : kReportNumbers) {
    out.Put(static_cast<float>(units * report.*member));
  }
  return bytes;
}

Result<PlayerReport> DecodeReturn(const std::uint8_t* bytes, std::size_t size) {
  const Status start =
      CheckStart(bytes, size, kReturnBytes, kReturnHeader, kReturnVersion, kReturnVersion);
  if (!start.ok()) return start.error();
  // After the header and version.
  ByteReader in(bytes + kHeaderBytes + 1, size - kHeaderBytes - 1);
  PlayerReport report;
  report.player = in.Get<std::uint8_t>();
  report.team = in.Get<std::uint8_t>();
  const std::uint8_t fallen = in.Get<std::uint8_t>();
  if (fallen > 1) return Error{"fallen is " + std::to_string(fallen) + ", accepted: 0, 1"};
  report.fallen = fallen == 1;
  for (const auto& [member, units] : kReportNumbers) {
    report.*member = static_cast<double>(in.Get<float>()) / units;
  }
  if (report.player < 1 || report.player > kPlayers) {
    return Error{"player is " + std::to_string(report.player) + ", accepted: 1 to 20"};
  }
  for (const ReportNumber& number : kReportNumbers) {
    if (!std::isfinite(report.*number.member)) return Error{"a number is not finite"};
  }
  return report;
}

}  // namespace surefoot::gateways::gamecontroller
