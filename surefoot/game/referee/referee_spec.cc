/// Reads <surefoot:referee>.

#include <algorithm>

#include "surefoot/game/referee/football_referee.h"

namespace surefoot::game {
namespace {

using world::ElementReader;

// Upper bound of durations (s).
constexpr double kLongest = 1e6;
/// Players per team in the packets of the game controller.
constexpr std::size_t kMaxPlayers = 20;

/// Lengths of the field (m); those that are missing keep the value of the rule set.
void ReadField(const ElementReader& reader, game::Field* field) {
  const auto length = [&](const char* name, double* value) {
    *value = reader.Number(name, *value, 1e-3, 1e3);
  };
  length("length", &field->length);
  length("width", &field->width);
  length("line", &field->line);
  length("goal_width", &field->goal_width);
  length("goal_height", &field->goal_height);
  length("area_length", &field->area_length);
  length("area_width", &field->area_width);
  length("circle_radius", &field->circle_radius);
  length("penalty_mark", &field->penalty_mark);
}

/// Durations (s) and limits; those that are missing keep the value of the rule set.
void ReadRules(const ElementReader& reader, game::Rules* rules) {
  const auto seconds = [&](const char* name, double* value) {
    *value = reader.Number(name, *value, 0.0, kLongest);
  };
  seconds("half", &rules->half);
  seconds("half_break", &rules->half_break);
  seconds("ready", &rules->ready);
  seconds("set", &rules->set);
  seconds("set_play", &rules->set_play);
  seconds("kick_off", &rules->kick_off);
  seconds("penalty", &rules->penalty);
  seconds("penalty_in_set", &rules->penalty_in_set);
  seconds("penalty_grows", &rules->penalty_grows);
  seconds("pushing", &rules->pushing);
  seconds("holding", &rules->holding);
  seconds("keeper_holding", &rules->keeper_holding);
  seconds("fallen", &rules->fallen);
  seconds("defending", &rules->defending);
  seconds("stuck", &rules->stuck);
  rules->defenders = static_cast<int>(reader.Integer("defenders", rules->defenders, 0, 100));
  rules->leave_margin = reader.Number("leave_margin", rules->leave_margin, 0.0, 100.0);
  rules->set_motion = reader.Number("set_motion", rules->set_motion, 0.0, 100.0);
  rules->bench = reader.Number("bench", rules->bench, 0.0, 100.0);
}

/// <x> <y> <yaw> in the field's frame, for the team that plays towards +x.
Place ReadPlace(const ElementReader& reader, const char* name, const Place& otherwise) {
  const std::vector<double> numbers =
      reader.Numbers(name, 3, {otherwise.x, otherwise.y, otherwise.yaw});
  return Place{numbers[0], numbers[1], numbers[2]};
}

/// Default place: the goalkeeper on the goal line, the others in rows of three in front of it.
Place UsualPlace(const game::Field& field, int number, bool kicks) {
  if (number == 1) return Place{-0.5 * field.length + 0.1, 0.0, 0.0};
  if (number == 2 && kicks) return Place{-1.5 * field.circle_radius, 0.0, 0.0};
  const int row = (number - 2) / 3;
  const int column = (number - 2) % 3 - 1;
  return Place{-0.25 * field.length - 0.1 * field.length * row, 0.3 * field.width * column, 0.0};
}

/// Colours have the names and numbers of the game controller.
std::uint8_t ReadColor(const ElementReader& reader, const char* name, std::uint8_t otherwise) {
  const std::string text = reader.Text(name, game::ColorName(otherwise));
  const std::optional<std::uint8_t> color = game::FindColor(text);
  if (!color) reader.Error(name, "must be one of: " + game::AllColors(), text);
  return color.value_or(otherwise);
}

/// The players of one team, in the order of their numbers. A model may be missing, because clients
/// spawn robots during a run.
bool ReadPlayers(const world::World& world, const ElementReader& reader, const game::Field& field,
                 game::TeamSpec* team) {
  for (const ElementReader& child : reader.Children("player")) {
    game::PlayerSpec player;
    player.model = child.Text("model");
    const int model = world.FindModel(player.model);
    if (model >= 0 && world.model(model).is_static) {
      child.Error("model", "a static model cannot play", player.model);
    }
    if (model < 0) {
      child.Warning("model", "no model has this name yet", player.model,
                    "the player is missing until it is spawned");
    }
    const int number = static_cast<int>(team->players.size()) + 1;
    player.kick_off = ReadPlace(child, "kickoff", UsualPlace(field, number, true));
    player.defence = ReadPlace(child, "defence", UsualPlace(field, number, false));
    team->players.push_back(std::move(player));
  }
  if (!team->players.empty() && team->players.size() <= kMaxPlayers) return true;
  reader.Error("player", "a team has 1 to 20 players", std::to_string(team->players.size()));
  return false;
}

/// The two teams, which need different names and numbers to be distinguished in orders and packets.
bool ReadTeams(const world::World& world, const ElementReader& reader, game::GameSpec* game) {
  const std::vector<ElementReader> teams = reader.Children("team");
  if (teams.size() != 2) {
    reader.Error("team", "a game has two teams", std::to_string(teams.size()),
                 "write <team name=\"red\" number=\"1\"> twice");
    return false;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    game::TeamSpec& team = game->teams[i];
    team.name = teams[i].Text("name", i == 0 ? "home" : "away");
    team.number = static_cast<std::uint8_t>(
        teams[i].Integer("number", static_cast<long long>(i) + 1, 0, 254));
    team.color = ReadColor(teams[i], "color", i == 0 ? 1 : 0);
    team.keeper_color = ReadColor(teams[i], "keeper_color", team.color);
    team.goalkeeper = static_cast<std::uint8_t>(teams[i].Integer("goalkeeper", 1, 0, 20));
    if (!ReadPlayers(world, teams[i], game->field, &team)) return false;
  }
  if (game->teams[0].name == game->teams[1].name ||
      game->teams[0].number == game->teams[1].number) {
    teams[1].Error("name", "the other team has the same name or number", game->teams[1].name);
    return false;
  }
  return true;
}

/// Radius of the first sphere of a model (m); 0: it has none.
double RadiusOf(const world::World& world, const std::string& ball) {
  const int model = world.FindModel(ball);
  if (model < 0) return 0.0;
  for (const world::Link& link : world.model(model).links) {
    for (const world::Collision& collision : link.collisions) {
      const auto* sphere = std::get_if<world::Sphere>(&collision.geometry);
      if (sphere != nullptr) return sphere->radius;
    }
  }
  return 0.0;
}

}  // namespace

/// The rule set gives the defaults, which single elements of the file replace.
std::optional<RefereeSpec> ReadReferee(const world::World& world, const ElementReader& reader) {
  RefereeSpec spec;
  spec.field = reader.Text("field");
  spec.ball = reader.Text("ball", "ball");
  if (!spec.field.empty() && world.FindModel(spec.field) < 0) {
    reader.Error("field", "unknown model", spec.field);
    return std::nullopt;
  }
  const bool four_legged =
      reader.Choice("rules", {"spl", "four_legged_2006"}, "spl") == "four_legged_2006";
  spec.game.field = four_legged ? game::FourLeggedField() : game::StandardField();
  spec.game.rules = four_legged ? game::FourLeggedRules() : game::StandardRules();
  ReadField(reader, &spec.game.field);
  ReadRules(reader, &spec.game.rules);
  const double radius = RadiusOf(world, spec.ball);
  spec.game.ball_radius =
      reader.Number("ball_radius", radius > 0.0 ? radius : spec.game.ball_radius, 1e-3, 10.0);
  spec.game.automatic = reader.Choice("start", {"order", "auto"}, "order") == "auto";
  const std::string placing = reader.Choice("placing", {"none", "illegal", "all"}, "illegal");
  using Placing = game::GameSpec::Placing;
  spec.game.placing = placing == "all"    ? Placing::kAll
                      : placing == "none" ? Placing::kNone
                                          : Placing::kIllegal;
  const bool read = ReadTeams(world, reader, &spec.game);
  reader.WarnMisspelt({"name", "on_state", "on_goal", "on_out", "on_penalty", "on_return"});
  return read ? std::make_optional(spec) : std::nullopt;
}

}  // namespace surefoot::game
