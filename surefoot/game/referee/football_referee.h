#pragma once

/// The referee of a football game in the world: it derives observations from the state, and
/// converts the decisions of the rules to moves of robots and ball. docs/guides/robocup.md.

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

/// The kind of referee to register: EventSet(world, FootballReferees(), ...).
events::RefereeKind FootballReferees();

/// The game of a world with a football referee; the world must have one.
const Game& GameOf(const events::EventSet& events);

/// <surefoot:referee> as described: the game, and the models of ball and field.
struct RefereeSpec {
  GameSpec game;
  std::string ball;
  /// Empty: the field's frame is that of the world.
  std::string field;
};

/// Reads <surefoot:referee>; absent after an error.
std::optional<RefereeSpec> ReadReferee(const world::World& world,
                                       const world::ElementReader& reader);

/// Observes the world for game::Game, and turns its calls into events and placements. Publishes the
/// state of the game and follows an official game controller.
class FootballReferee final : public events::Referee {
 public:
  /// The world must outlive it.
  FootballReferee(const world::World& world, RefereeSpec spec);

  const Game& game() const { return game_; }

  void Connect(graph::Graph* graph) override;
  /// Contacts of the step; before Update.
  void See(const std::vector<physics::Contact>& contacts) override;
  void Update(const events::EventView& view, std::vector<Call>* calls) override;
  void Publish(const events::EventView& view, bool has_called) override;
  /// Queues an order for the next step (game/order.h).
  Status Order(const std::string& order) override;
  /// The last invalid message, once.
  std::string TakeProblem() override { return std::exchange(problem_, {}); }
  void Save(ByteWriter* writer) const override;
  bool Restore(ByteReader* reader) override;

 private:
  struct Robot {
    int model = -1;
    int link = -1;
    /// Height of the model's frame above the field at the start (m), and the vertical in its base
    /// link when it stands upright.
    double height = 0.0;
    Vector3d up_L = Vector3d::UnitZ();
  };

  void Look(const physics::State& state);
  int RobotOf(int link) const;
  sim::Move ToMove(const Put& put) const;

  const world::World& world_;
  RefereeSpec spec_;
  Game game_;
  Observation sight_;
  RigidTransform X_WF_;
  std::vector<Robot> robots_;
  /// For each link: index of its robot, -2 for the ball, -1 for anything else.
  std::vector<int> who_;
  int ball_link_ = -1;
  RigidTransform X_ball_;
  SimTimeNs last_ns_ = -1;
  std::vector<game::Call> calls_;
  graph::Graph* graph_ = nullptr;
  int topic_ = -1;
  /// Time of the last publication; the run does not depend on it, so it is not saved.
  SimTimeNs published_ns_ = 0;
  graph::Subscription control_;
  /// Error in the last message of a game controller.
  std::string problem_;
};

}  // namespace surefoot::game
