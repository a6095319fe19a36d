#pragma once

/// Packets of the official RoboCup game controller, versions 15 to 18 of what it sends and version
/// 4 of what players answer. Versions differ in words alone: 16 has a penalty for motion in
/// initial, 17 a state "setup", which 18 calls standby, as it does the penalty. Little-endian,
/// without gaps:
///
/// | data packet | | team (2) | | answer of a player | |
/// |---|---|---|---|---|---|
/// | 0 | "RGme" | 0 | number | 0 | "RGrt" |
/// | 4 | version, packet number | 1 | colour, colour of the keeper | 4 | version, player, team |
/// | 6 | players per team | 3 | number of the keeper | 7 | fallen |
/// | 7 | phase and type of the competition | 4 | score, penalty shots | 8 | x, y (mm), theta, float
/// | | 9 | phase, state, set play | 6 | shots that were goals, 16 bit | 20 | age of the ball (s) |
/// | 12 | first half, kicking team | 8 | messages left, 16 bit | 24 | x, y of the ball (mm) |
/// | 14 | seconds left, 16 bit | 10 | 20 players: penalty, seconds | 32 | end |
/// | 16 | other seconds, 16 bit | 50 | end | | |
/// | 18 | two teams; end at 118 | | | | |

#include <cstdint>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::gateways::gamecontroller {

using msgs::surefoot_msgs::GameState;
using msgs::surefoot_msgs::PlayerReport;

constexpr std::size_t kDataBytes = 118;
constexpr std::size_t kReturnBytes = 32;
constexpr std::uint8_t kOldestVersion = 15;
constexpr std::uint8_t kNewestVersion = 18;

/// Values that do not fit are cut: more than 20 players, more than 255 s of a penalty. States and
/// penalties that a version lacks are sent as the nearest: standby as initial, a penalty as
/// "manual".
Bytes EncodeData(const GameState& game, std::uint8_t packet_number,
                 std::uint8_t version = kNewestVersion);
Bytes EncodeReturn(const PlayerReport& report);

/// Decodes a packet from the network; accepts any bytes. An error states why they are not a packet.
Result<GameState> DecodeData(const std::uint8_t* bytes, std::size_t size);
Result<PlayerReport> DecodeReturn(const std::uint8_t* bytes, std::size_t size);

}  // namespace surefoot::gateways::gamecontroller
