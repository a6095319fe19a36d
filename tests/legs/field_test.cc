// The fields of worlds/ compared with the dimensions that their referees use and with
// docs/guides/robocup.md, and a kick-off on the field of the NAOs.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/events/event_set.h"
#include "surefoot/game/referee/football_referee.h"
#include "surefoot/math/decompose.h"
#include "surefoot/session/session.h"
#include "tests/source_dir.h"

namespace surefoot {
namespace {

constexpr double kClose = 1e-5;
const std::string kSource = SUREFOOT_SOURCE_DIR;

std::unique_ptr<Session> Open(const std::string& world) {
  auto session = Session::Open(BuiltinParts(), kSource + "/worlds/" + world + ".sdf", {});
  SUREFOOT_CHECK(session.ok(), session.ok() ? "" : session.error().message);
  return std::move(session).value();
}

const game::Game& GameOf(const Session& session) {
  return game::GameOf(session.simulation().machine().events());
}

/// Shapes of a field in its own frame F, by name. All of them are in one link.
class FieldShapes {
 public:
  FieldShapes(const world::World& world, const std::string& model) {
    const world::Model& description = world.model(world.FindModel(model));
    const world::Link& link = description.links[0];
    EXPECT_EQ(description.links.size(), 1u);
    for (const world::Collision& shape : link.collisions) {
      solids_[shape.name] = {link.X_ML * shape.X_LG, shape.geometry};
    }
    for (const world::Visual& shape : link.visuals) {
      seen_[shape.name] = {link.X_ML * shape.X_LG, shape.geometry, shape.material->diffuse};
    }
  }

  struct Shape {
    RigidTransform X_FG;
    world::Geometry geometry;
    Eigen::Vector4d colour = Eigen::Vector4d::Zero();

    /// Coordinate of its farthest point along a direction -x, x, -y, ...
    double Max(const Vector3d& way) const {
      const RigidTransform down(RotationBetween(way, -Vector3d::UnitZ()), Vector3d::Zero());
      return -world::LowestZ(geometry, down * X_FG);
    }
    double Min(const Vector3d& way) const { return -Max(-way); }
    double Middle(const Vector3d& way) const { return 0.5 * (Max(way) + Min(way)); }
    double Size(const Vector3d& way) const { return Max(way) - Min(way); }
  };

  const Shape& solid(const std::string& name) const { return Find(solids_, name); }
  const Shape& seen(const std::string& name) const { return Find(seen_, name); }
  const std::map<std::string, Shape>& all_seen() const { return seen_; }

 private:
  static const Shape& Find(const std::map<std::string, Shape>& shapes, const std::string& name) {
    const auto found = shapes.find(name);
    SUREFOOT_CHECK(found != shapes.end(), "the field has no shape " + name);
    return found->second;
  }

  std::map<std::string, Shape> solids_;
  std::map<std::string, Shape> seen_;
};

const Vector3d kX = Vector3d::UnitX();
const Vector3d kY = Vector3d::UnitY();
const Vector3d kZ = Vector3d::UnitZ();

/// Lines are centred where the rules place them, and have the width of the rules.
void ExpectLines(const FieldShapes& shapes, const game::Field& field) {
  const auto across = [&](const std::string& name, double x, double length) {
    const FieldShapes::Shape& line = shapes.seen(name);
    EXPECT_NEAR(line.Middle(kX), x, kClose) << name;
    EXPECT_NEAR(line.Size(kX), field.line, kClose) << name;
    EXPECT_NEAR(line.Middle(kY), 0.0, kClose) << name;
    EXPECT_NEAR(line.Size(kY), length, field.line + kClose) << name;
  };
  const auto along = [&](const std::string& name, double y, double from, double to) {
    const FieldShapes::Shape& line = shapes.seen(name);
    EXPECT_NEAR(line.Middle(kY), y, kClose) << name;
    EXPECT_NEAR(line.Size(kY), field.line, kClose) << name;
    EXPECT_NEAR(line.Min(kX), from, field.line + kClose) << name;
    EXPECT_NEAR(line.Max(kX), to, field.line + kClose) << name;
  };
  const double goal = 0.5 * field.length;
  along("line_left", 0.5 * field.width, -goal, goal);
  along("line_right", -0.5 * field.width, -goal, goal);
  across("halfway", 0.0, field.width);
  for (const auto& [end, way] : {std::pair("east", 1.0), std::pair("west", -1.0)}) {
    across(std::string("goal_line_") + end, way * goal, field.width);
    const std::string area = std::string("area_") + end + "_0_";
    const double front = goal - field.area_length;
    across(area + "front", way * front, field.area_width);
    const double min = way > 0.0 ? front : -goal;
    const double max = way > 0.0 ? goal : -front;
    along(area + "left", 0.5 * field.area_width, min, max);
    along(area + "right", -0.5 * field.area_width, min, max);
  }
}

/// The circle's pieces are centred on the circle, are as wide as lines and leave no gap.
void ExpectCircle(const FieldShapes& shapes, const game::Field& field) {
  double sum = 0.0;
  int count = 0;
  for (const auto& [name, shape] : shapes.all_seen()) {
    if (name.rfind("circle_", 0) != 0) continue;
    const Vector3d p = shape.X_FG.p;
    EXPECT_NEAR(p.head<2>().norm(), field.circle_radius, kClose) << name;
    const auto* box = std::get_if<world::Box>(&shape.geometry);
    ASSERT_NE(box, nullptr) << name;
    EXPECT_NEAR(box->size.y(), field.line, kClose) << name;
    EXPECT_NEAR((shape.X_FG.q * kX).dot(p), 0.0, kClose) << name;
    sum += box->size.x();
    ++count;
  }
  EXPECT_GE(count, 24);
  EXPECT_GE(sum, 2.0 * M_PI * field.circle_radius);
}

/// The dimensions in the field's row in docs/guides/robocup.md. Column 1 is spl, 2 is
/// four_legged.
std::vector<double> DocumentedField(std::size_t column) {
  std::ifstream page(kSource + "/docs/guides/robocup.md");
  std::string line;
  while (std::getline(page, line) && line.rfind("| `length`, `width`", 0) != 0) {
  }
  std::istringstream cells(line);
  std::string cell;
  for (std::size_t i = 0; i <= column + 1; ++i) std::getline(cells, cell, '|');
  std::vector<double> numbers;
  std::istringstream words(cell);
  for (std::string word; words >> word;) numbers.push_back(std::stod(word));
  return numbers;
}

std::vector<double> NumbersOf(const game::Field& field) {
  return {field.length,     field.width,         field.line,
          field.goal_width, field.goal_height,   field.area_length,
          field.area_width, field.circle_radius, field.penalty_mark};
}

TEST(FourLeggedField, IsAsTheRefereeHasIt) {
  const auto session = Open("four_legged_game");
  const game::Field& field = GameOf(*session).spec().field;
  EXPECT_EQ(NumbersOf(field), DocumentedField(2));
  const FieldShapes shapes(session->world(), "field");
  ExpectLines(shapes, field);
  ExpectCircle(shapes, field);
  const double goal = 0.5 * field.length;
  for (const auto& [name, way] : {std::pair("sky_blue", 1.0), std::pair("yellow", -1.0)}) {
    const std::string end = name;
    // Walls behind the goal line whose inner faces are as far apart as the goal is wide.
    EXPECT_NEAR(shapes.solid(end + "_left").Min(kY), 0.5 * field.goal_width, kClose);
    EXPECT_NEAR(shapes.solid(end + "_right").Max(kY), -0.5 * field.goal_width, kClose);
    for (const char* side : {"_left", "_right"}) {
      EXPECT_NEAR(shapes.solid(end + side).Min(way * kX), goal, kClose) << end << side;
    }
    for (const char* part : {"_left", "_right", "_back"}) {
      EXPECT_NEAR(shapes.solid(end + part).Max(kZ), field.goal_height, kClose) << end << part;
      EXPECT_NEAR(shapes.solid(end + part).Min(kZ), 0.0, kClose) << end << part;
    }
    EXPECT_GT(shapes.solid(end + "_back").Min(way * kX), goal + 0.2);
  }
}

TEST(FourLeggedField, HasItsBeaconsBetweenLinesAndWallByTheirGoals) {
  const auto session = Open("four_legged_game");
  const game::Field& field = GameOf(*session).spec().field;
  const FieldShapes shapes(session->world(), "field");
  const double wall = shapes.solid("wall_north").Min(kY);
  EXPECT_NEAR(shapes.solid("wall_south").Max(kY), -wall, kClose);
  for (const auto& [name, end] : {std::pair("sky_blue", 1.0), std::pair("yellow", -1.0)}) {
    for (const auto& [side, way] : {std::pair("left", 1.0), std::pair("right", -1.0)}) {
      const std::string beacon = std::string("beacon_") + name + "_" + side;
      const FieldShapes::Shape& solid = shapes.solid(beacon);
      // Half-way between halfway line and goal line.
      EXPECT_NEAR(solid.Middle(kX), end * 0.25 * field.length, kClose) << beacon;
      EXPECT_GT(solid.Min(way * kY), 0.5 * (field.width + field.line)) << beacon;
      EXPECT_LT(solid.Max(way * kY), wall) << beacon;
      EXPECT_NEAR(solid.Min(kZ), 0.0, kClose) << beacon;
      // The goal's colour is above pink on the left beacon, below it on the right one.
      const Eigen::Vector4d goal = shapes.seen(std::string(name) + "_back").colour;
      const bool left = way > 0.0;
      const auto& own = shapes.seen(beacon + (left ? "_upper" : "_lower"));
      const auto& pink = shapes.seen(beacon + (left ? "_lower" : "_upper"));
      EXPECT_EQ(own.colour, goal) << beacon;
      EXPECT_EQ(pink.colour, shapes.seen("beacon_sky_blue_left_lower").colour) << beacon;
      EXPECT_NE(pink.colour, goal) << beacon;
      EXPECT_NEAR(shapes.seen(beacon + "_upper").Max(kZ), solid.Max(kZ), kClose) << beacon;
    }
  }
}

TEST(NaoField, IsAsTheRefereeHasIt) {
  const auto session = Open("nao_field");
  const game::Field& field = GameOf(*session).spec().field;
  EXPECT_EQ(NumbersOf(field), DocumentedField(1));
  const FieldShapes shapes(session->world(), "field");
  ExpectLines(shapes, field);
  ExpectCircle(shapes, field);
  const double goal = 0.5 * field.length;
  for (const auto& [name, way] : {std::pair("east", 1.0), std::pair("west", -1.0)}) {
    const std::string end = name;
    // Posts on the goal line, with a crossbar whose lower edge is at the goal's height.
    for (const auto& [side, left] : {std::pair("_left", 1.0), std::pair("_right", -1.0)}) {
      const FieldShapes::Shape& post = shapes.solid("post_" + end + side);
      EXPECT_NEAR(post.Middle(kX), way * goal, kClose) << end << side;
      EXPECT_NEAR(post.Middle(kY), left * 0.5 * field.goal_width, kClose) << end << side;
      EXPECT_NEAR(post.Min(kZ), 0.0, kClose) << end << side;
      EXPECT_NEAR(post.Max(kZ), field.goal_height, kClose) << end << side;
    }
    const FieldShapes::Shape& bar = shapes.solid("bar_" + end);
    EXPECT_NEAR(bar.Middle(kX), way * goal, kClose);
    EXPECT_NEAR(bar.Min(kZ), field.goal_height, kClose);
    EXPECT_NEAR(bar.Size(kY), field.goal_width, 1e-3);
    EXPECT_NEAR(shapes.seen("spot_" + end + "_0").Middle(kX), way * (goal - field.penalty_mark),
                kClose);
  }
}

TEST(NaoField, TheRefereeLetsThemKickOff) {
  const auto session = Open("nao_field");
  const game::Game& game = GameOf(*session);
  const auto place = [&](const std::string& model) {
    return session->simulation().ModelPose(session->world().FindModel(model)).p;
  };
  const auto order = [&](const std::string& text) {
    const Status given = session->simulation().Apply(sim::FireEvent{"", text, "referee"});
    ASSERT_TRUE(given.ok()) << given.error().message;
  };
  ASSERT_TRUE(session->RunFor(1.0).ok());
  EXPECT_EQ(game.state(), game::State::kInitial);
  EXPECT_NEAR(place("striker").z(), 0.313, 0.01);
  // Blue kicks off: no red robot may be near the ball.
  order("kickoff blue");
  ASSERT_TRUE(session->RunFor(0.01).ok());
  EXPECT_EQ(game.state(), game::State::kReady);
  order("set");
  ASSERT_TRUE(session->RunFor(0.5).ok());
  EXPECT_EQ(game.state(), game::State::kSet);
  EXPECT_LT(place("striker").x(), -game.spec().field.circle_radius);
  EXPECT_NEAR(place("ball").head<2>().norm(), 0.0, 1e-3);
  // After the time of the state `set`, play starts without an order.
  ASSERT_TRUE(session->RunFor(game.spec().rules.set).ok());
  EXPECT_EQ(game.state(), game::State::kPlaying);
  EXPECT_EQ(game.Message().kicking_team, 2);
  for (const std::string robot : {"striker", "keeper"}) {
    EXPECT_NEAR(place(robot).z(), 0.313, 0.02) << robot;
  }
  // A shot past the striker into the goal at -x, which blue attacks.
  ASSERT_TRUE(session->Teleport("ball", RigidTransform(Vector3d(-4.0, 0.4, 0.05))).ok());
  ASSERT_TRUE(session->Push("ball::ball", Vector3d(-10.0, 0.0, 0.0), Vector3d::Zero(), 0.01).ok());
  ASSERT_TRUE(session->RunFor(1.0).ok());
  EXPECT_EQ(game.score(1), 1);
  EXPECT_EQ(game.score(0), 0);
  EXPECT_EQ(game.state(), game::State::kReady);
  EXPECT_EQ(game.Message().kicking_team, 1);
}

}  // namespace
}  // namespace surefoot
