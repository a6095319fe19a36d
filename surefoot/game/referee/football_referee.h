#pragma once

/// The referee of a football game in the world: what it sees is taken from the state, what the
/// rules decide becomes moves of robots and ball. docs/guides/robocup.md.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/events/referee.h"
#include "surefoot/game/game.h"

namespace surefoot::events {
class EventSet;
}

namespace surefoot::game {

/// What a program registers to have it.
events::RefereeKind FootballReferees();

/// The game of a world whose referee is one of these.
const Game& GameOf(const events::EventSet& events);

struct RefereeSpec {
  GameSpec game;
  std::string ball;
  /// Empty: the field's frame is the world's.
  std::string field;
};

/// Absent after an error.
std::optional<RefereeSpec> ReadReferee(const world::World& world,
                                       const world::ElementReader& reader);

class FootballReferee final : public events::Referee {
 public:
  /// The world must outlive it.
  FootballReferee(const world::World& world, RefereeSpec spec);

  const Game& game() const { return game_; }

  void Connect(graph::Graph* graph) override;
  void See(const std::vector<physics::Contact>& contacts) override;
  void Update(const events::EventView& view, std::vector<Call>* calls) override;
  void Publish(const events::EventView& view, bool has_called) override;
  Status Order(const std::string& order) override;
  std::string TakeProblem() override { return std::exchange(problem_, {}); }
  void Save(ByteWriter* writer) const override;
  bool Restore(ByteReader* reader) override;

 private:
  struct Robot {
    int model = -1;
    int link = -1;
    /// Height of the model's frame over the field at the start, and what is up in its base link.
    double height = 0.0;
    Vector3d up_L = Vector3d::UnitZ();
  };

  void Look(const physics::State& state);
  int RobotOf(int link) const;
  sim::Move ToMove(const Put& put) const;

  const world::World& world_;
  RefereeSpec spec_;
  Game game_;
  Sight sight_;
  RigidTransform X_WF_;
  std::vector<Robot> robots_;
  /// By link: index of the robot, -2 the ball, -1 neither.
  std::vector<int> who_;
  int ball_link_ = -1;
  RigidTransform X_ball_;
  SimTimeNs last_ns_ = -1;
  std::vector<game::Call> calls_;
  graph::Graph* graph_ = nullptr;
  int topic_ = -1;
  /// When the state of the game was published; nothing of the run depends on it.
  SimTimeNs published_ns_ = 0;
  graph::Subscription control_;
  /// What was wrong with what a game controller said.
  std::string problem_;
};

}  // namespace surefoot::game
