#include "surefoot/game/game_words.h"

#include "surefoot/base/text.h"

namespace surefoot::game {
namespace {

/// A number of the protocol with its name in files and messages. The numbers have gaps.
struct Word {
  std::uint8_t number;
  const char* name;
};

constexpr Word kStates[] = {{0, "initial"}, {1, "ready"},    {2, "set"},
                            {3, "playing"}, {4, "finished"}, {5, "standby"}};
constexpr Word kSetPlays[] = {{0, "none"},        {1, "goal_kick"}, {2, "pushing_free_kick"},
                              {3, "corner_kick"}, {4, "kick_in"},   {5, "penalty_kick"}};
constexpr Word kPenalties[] = {{0, "none"},          {1, "ball_holding"},
                               {2, "pushing"},       {3, "motion_in_set"},
                               {4, "inactive"},      {5, "illegal_position"},
                               {6, "leaving_field"}, {7, "pick_up"},
                               {8, "game_stuck"},    {9, "illegal_position_in_set"},
                               {10, "stance"},       {11, "motion_in_standby"},
                               {14, "substitute"},   {15, "manual"}};
constexpr Word kPhases[] = {{0, "normal"}, {1, "penalty_shoot"}, {2, "overtime"}, {3, "timeout"}};
constexpr Word kColors[] = {{0, "blue"},  {1, "red"},    {2, "yellow"}, {3, "black"}, {4, "white"},
                            {5, "green"}, {6, "orange"}, {7, "purple"}, {8, "brown"}, {9, "gray"}};

/// The name of a number of the protocol; empty for unknown ones.
template <std::size_t count>
std::string NameOf(const Word (&words)[count], std::uint8_t number) {
  for (const Word& word : words) {
    if (word.number == number) return word.name;
  }
  return "";
}

/// The number of a name of the protocol.
template <std::size_t count>
std::optional<std::uint8_t> NumberOf(const Word (&words)[count], const std::string& name) {
  for (const Word& word : words) {
    if (word.name == name) return word.number;
  }
  return std::nullopt;
}

/// As the enumeration `Kind`, whose values are the numbers of the protocol.
template <typename Kind, std::size_t count>
std::optional<Kind> Find(const Word (&words)[count], const std::string& name) {
  const std::optional<std::uint8_t> number = NumberOf(words, name);
  if (!number) return std::nullopt;
  return static_cast<Kind>(*number);
}

template <std::size_t count>
std::string All(const Word (&words)[count]) {
  return Joined(words, &Word::name);
}

}  // namespace

std::string StateName(State state) { return NameOf(kStates, static_cast<std::uint8_t>(state)); }
std::string SetPlayName(SetPlay play) { return NameOf(kSetPlays, static_cast<std::uint8_t>(play)); }
std::string PenaltyName(Penalty penalty) {
  return NameOf(kPenalties, static_cast<std::uint8_t>(penalty));
}
std::string PhaseName(std::uint8_t phase) { return NameOf(kPhases, phase); }
std::string ColorName(std::uint8_t color) { return NameOf(kColors, color); }

std::optional<State> FindState(const std::string& name) { return Find<State>(kStates, name); }
std::optional<SetPlay> FindSetPlay(const std::string& name) {
  return Find<SetPlay>(kSetPlays, name);
}
std::optional<Penalty> FindPenalty(const std::string& name) {
  return Find<Penalty>(kPenalties, name);
}
std::optional<std::uint8_t> FindPhase(const std::string& name) { return NumberOf(kPhases, name); }
std::optional<std::uint8_t> FindColor(const std::string& name) { return NumberOf(kColors, name); }

std::string AllPenalties() { return All(kPenalties); }
std::string AllColors() { return All(kColors); }

}  // namespace surefoot::game
