#pragma once

/// The referee of a football game in the world, <surefoot:referee>: what it sees is taken from the
/// state, what it decides becomes commands.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/time.h"
#include "surefoot/events/command.h"
#include "surefoot/game/game.h"
#include "surefoot/physics/contact.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

struct RefereeSpec {
  std::string name;
  game::GameSpec game;
  std::string ball;
  /// Empty: the field's frame is the world's.
  std::string field;
  /// Indices of events, by game::Call::Kind.
  int events[static_cast<int>(game::Call::Kind::kCount)] = {};
  Source source;
};

/// "state", "goal", ...: the event's name after that of the referee, and the child element.
const char* CallName(game::Call::Kind kind);

/// All but the events. Absent after an error.
std::optional<RefereeSpec> ReadReferee(const world::World& world,
                                       const world::ElementReader& reader);

class Referee {
 public:
  /// Both must outlive it.
  Referee(const world::World& world, const RefereeSpec& spec);

  const game::Game& game() const { return game_; }
  game::Game* mutable_game() { return &game_; }

  /// Who touches whom, after each step of physics.
  void See(const std::vector<physics::Contact>& contacts);
  /// Appends what it calls at the start of a step.
  void Update(const physics::State& state, SimTimeNs time_ns, std::vector<game::Call>* calls);
  sim::Move ToMove(const game::Put& put) const;

  void CarryOver(const Referee& from);
  void Save(ByteWriter* writer) const;
  bool Restore(ByteReader* reader);

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

  const world::World& world_;
  const RefereeSpec& spec_;
  game::Game game_;
  game::Sight sight_;
  RigidTransform X_WF_;
  std::vector<Robot> robots_;
  /// By link: index of the robot, -2 the ball, -1 neither.
  std::vector<int> who_;
  int ball_link_ = -1;
  RigidTransform X_ball_;
  SimTimeNs last_ns_ = -1;
};

}  // namespace surefoot::events
