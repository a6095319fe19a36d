#include "surefoot/game/order.h"

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <vector>

// Orders to the referee are texts, because they come from the console, from events and over the
// network.

namespace surefoot::game {
namespace {

struct Entry {
  const char* name;
  Order::Kind kind;
  /// Arguments, "?" after an optional last one: "team?", "team", "robot", "robot penalty?", "x y",
  /// "".
  const char* takes;
};

constexpr Entry kOrders[] = {{"initial", Order::Kind::kInitial, ""},
                             {"standby", Order::Kind::kStandby, ""},
                             {"kickoff", Order::Kind::kReady, "team?"},
                             {"ready", Order::Kind::kReady, "team?"},
                             {"set", Order::Kind::kSet, ""},
                             {"play", Order::Kind::kPlay, ""},
                             {"finish", Order::Kind::kFinish, ""},
                             {"half", Order::Kind::kHalf, ""},
                             {"goal", Order::Kind::kGoal, "team"},
                             {"penalise", Order::Kind::kPenalise, "robot penalty?"},
                             {"release", Order::Kind::kRelease, "robot"},
                             {"place", Order::Kind::kPlace, ""},
                             {"ball", Order::Kind::kBall, "x y"},
                             {"alone", Order::Kind::kAlone, ""}};

/// Words separated by blanks.
std::vector<std::string> Split(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Index of a team; the error lists the names.
Result<int> FindTeam(const GameSpec& spec, const std::string& name) {
  for (int team = 0; team < 2; ++team) {
    if (spec.teams[team].name == name) return team;
  }
  return Error{"unknown team '" + name + "'; accepted: " + spec.teams[0].name + ", " +
               spec.teams[1].name};
}

/// Index of a player's model; the error lists all players.
Result<int> FindRobot(const GameSpec& spec, const std::string& name) {
  std::string known;
  for (int robot = 0; robot < RobotCount(spec); ++robot) {
    const std::string& model = PlayerOf(spec, robot).model;
    if (model == name) return robot;
    known += (known.empty() ? "" : ", ") + model;
  }
  return Error{"'" + name + "' is not a player; accepted: " + known};
}

/// A coordinate (m). The limit keeps a mistyped order from throwing the ball out of the world.
Result<double> Number(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (!word.empty() && *end == '\0' && std::isfinite(value) && std::abs(value) < 1e3) return value;
  return Error{"'" + word + "' is not a coordinate on the field in m"};
}

/// goal, kickoff, ready: TEAM.
Status ReadTeam(const GameSpec& spec, const std::vector<std::string>& words, Order* order) {
  order->team = SUREFOOT_TRY(FindTeam(spec, words[1]));
  return Status();
}

/// penalise, release: MODEL, with an optional penalty.
Status ReadRobot(const GameSpec& spec, const std::vector<std::string>& words, Order* order) {
  const int robot = SUREFOOT_TRY(FindRobot(spec, words[1]));
  order->robot = robot;
  if (words.size() < 3) return Status();
  const std::optional<Penalty> penalty = FindPenalty(words[2]);
  if (!penalty || *penalty == Penalty::kNone) {
    return Error{"unknown penalty '" + words[2] + "'; accepted: " + AllPenalties()};
  }
  order->penalty = *penalty;
  return Status();
}

/// ball: X Y in the field's frame (m).
Status ReadPlace(const std::vector<std::string>& words, Order* order) {
  order->x = SUREFOOT_TRY(Number(words[1]));
  order->y = SUREFOOT_TRY(Number(words[2]));
  return Status();
}

}  // namespace

const char* OrderUsage() {
  return "initial, standby, kickoff [TEAM], ready [TEAM], set, play, finish, half, goal TEAM, "
         "penalise MODEL [PENALTY], release MODEL, place, ball X Y, alone";
}

/// The number of words must fit the entry; their kind follows from the first letter of `takes`.
Result<Order> ParseOrder(const GameSpec& spec, const std::string& line) {
  const std::vector<std::string> words = Split(line);
  for (const Entry& entry : kOrders) {
    if (words.empty() || words[0] != entry.name) continue;
    const std::string takes = entry.takes;
    const bool open = !takes.empty() && takes.back() == '?';
    const std::size_t max = 1 + Split(takes).size();
    if (words.size() > max || words.size() + (open ? 1 : 0) < max) break;
    Order order;
    order.kind = entry.kind;
    if (words.size() == 1) return order;
    SUREFOOT_TRY(takes[0] == 't'   ? ReadTeam(spec, words, &order)
                 : takes[0] == 'r' ? ReadRobot(spec, words, &order)
                                   : ReadPlace(words, &order));
    return order;
  }
  return Error{"unknown order '" + line + "' to the referee; accepted: " + OrderUsage()};
}

}  // namespace surefoot::game
