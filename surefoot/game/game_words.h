#pragma once

/// States, set plays and penalties of a game, with the numbers of the official game controller's
/// protocol, so that packets need no conversion.

#include <cstdint>
#include <optional>
#include <string>

namespace surefoot::game {

enum class State : std::uint8_t { kInitial = 0, kReady, kSet, kPlaying, kFinished, kStandby };

enum class SetPlay : std::uint8_t {
  kNone = 0,
  kGoalKick,
  kPushingFreeKick,
  kCornerKick,
  kKickIn,
  kPenaltyKick
};

enum class Penalty : std::uint8_t {
  kNone = 0,
  kBallHolding = 1,
  kPushing = 2,
  kMotionInSet = 3,
  kInactive = 4,
  kIllegalPosition = 5,
  kLeavingField = 6,
  kPickUp = 7,
  kGameStuck = 8,
  kIllegalPositionInSet = 9,
  kStance = 10,
  kMotionInStandby = 11,
  kSubstitute = 14,
  kManual = 15
};

/// The number for "no team" in the protocol.
constexpr std::uint8_t kNoTeam = 255;

/// Names in files and messages: "playing", "kick_in", "pushing". Empty for an unknown number.
std::string StateName(State state);
std::string SetPlayName(SetPlay play);
std::string PenaltyName(Penalty penalty);
/// "normal", "overtime", by its number.
std::string PhaseName(std::uint8_t phase);
/// "blue", by its number.
std::string ColorName(std::uint8_t color);

/// The inverse of the functions above; absent for an unknown name.
std::optional<State> FindState(const std::string& name);
std::optional<SetPlay> FindSetPlay(const std::string& name);
std::optional<Penalty> FindPenalty(const std::string& name);
std::optional<std::uint8_t> FindPhase(const std::string& name);
std::optional<std::uint8_t> FindColor(const std::string& name);

/// All names, separated by commas, for error messages.
std::string AllPenalties();
std::string AllColors();

}  // namespace surefoot::game
