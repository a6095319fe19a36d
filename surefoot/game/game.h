#pragma once

/// The rules of a football game as a state machine. It decides from observations and knows neither
/// world nor engine; the caller moves robots and ball to the places that it returns.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/game/game_spec.h"
#include "surefoot/game/game_words.h"
#include "surefoot/game/order.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::game {

/// Observation of a robot, in the field's frame F (m, m/s).
struct RobotObservation {
  /// False: it was removed from the world.
  bool there = false;
  Vector3d p_F = Vector3d::Zero();
  Vector3d v_F = Vector3d::Zero();
  /// Whether it has fallen.
  bool lies = false;
  bool touches_ball = false;
  /// Bit mask of the robots that it touches; hence at most 64 robots.
  std::uint64_t touches = 0;
};

/// Observation of a step.
struct Observation {
  /// Time since the last one (s).
  double dt = 0.0;
  bool ball_there = false;
  Vector3d p_FB = Vector3d::Zero();
  Vector3d v_FB = Vector3d::Zero();
  std::vector<RobotObservation> robots;
};

/// The place where a robot or the ball is to be moved, in the field's frame.
struct Put {
  /// -1: the ball.
  int robot = -1;
  Place place;
};

/// A decision of the referee with its consequences.
struct Call {
  enum class Kind { kState, kGoal, kOut, kPenalty, kReturn, kCount };
  Kind kind = Kind::kState;
  /// By kind: the new state; the team that scored; the team that gets the ball; the robot's model.
  std::string subject;
  /// Detail for people: "kick_in", "pushing".
  std::string what = {};
  std::vector<Put> puts = {};
};

/// The game. Deterministic: its state is a function of the sequence of observations, orders and
/// controller messages.
///   Game game(spec);
///   game.Give(ParseOrder(spec, "kickoff red").value());
///   game.Update(sight, &calls);   // once per step
class Game {
 public:
  /// At most 64 robots.
  explicit Game(GameSpec spec);

  const GameSpec& spec() const { return spec_; }
  State state() const { return now_.state; }
  int score(int team) const { return now_.teams[team].score; }

  /// Advances by one step and appends its decisions. Does not allocate when there are none.
  void Update(const Observation& sight, std::vector<Call>* calls);
  /// Queues an order for the next Update.
  void Give(const Order& order) { orders_.push_back(order); }
  std::size_t waiting() const { return orders_.size(); }
  /// Adopts the decisions of an external controller in the next Update. From then on the referee
  /// follows the controller, until it gets the order "alone". An error if the teams differ.
  Status Follow(const msgs::surefoot_msgs::GameState& message);

  msgs::surefoot_msgs::GameState Message() const;

  void Save(ByteWriter* writer) const;
  bool Restore(ByteReader* reader);

 private:
  struct RobotState {
    Penalty penalty = Penalty::kNone;
    double remaining = 0.0;
    /// Its place beside the field during a penalty, and for how long it has been away from it (s).
    Place waits;
    double away_seconds = 0.0;
    /// Durations (s) of possible fouls, and the times since their last interruption.
    double pushing = 0.0;
    double not_pushing = 0.0;
    double holding = 0.0;
    double not_holding = 0.0;
    double lying = 0.0;
    double defending = 0.0;
    /// Position at the start of set or standby.
    double set_x = 0.0;
    double set_y = 0.0;
    /// In this Update: it was moved to `at`, although the observation has its old position; and it
    /// is going to be moved. Not saved.
    bool placed = false;
    Place at;
    bool leaves = false;
  };
  struct TeamState {
    int score = 0;
    int penalties = 0;
    std::uint8_t penalty_shot = 0;
    std::uint16_t single_shots = 0;
    std::uint16_t message_budget = 0;
  };
  struct Now {
    State state = State::kInitial;
    SetPlay set_play = SetPlay::kNone;
    bool first_half = true;
    /// Index of the team that defends the goal at -x.
    int left = 0;
    bool followed = false;
    std::uint8_t phase = 0;
    std::uint8_t competition_phase = 0;
    std::uint8_t competition_type = 0;
    /// Index of the team, -1: none.
    int kicking = 0;
    int first_kicking = 0;
    int last_touch = -1;
    double remaining = 0.0;
    double secondary = 0.0;
    /// For how long the ball has been near this place (s).
    double stuck = 0.0;
    double stuck_x = 0.0;
    double stuck_y = 0.0;
    TeamState teams[2];
  };

  using Calls = std::vector<Call>;

  // game_save.cc
  /// Calls `each` with all values of the state in a fixed order, for Save and Restore.
  template <typename AnyGame, typename Each>
  static void ForEach(AnyGame* game, Each each);
  bool IsValid() const;

  // game.cc
  void Execute(const Order& order, const Observation& sight, Calls* calls);
  /// `play` is the set play that the state prepares; kNone: a kick-off.
  void Enter(State state, const Observation& sight, Calls* calls, SetPlay play = SetPlay::kNone);
  double SecondsOf(State state, State before) const;
  void EnterHalf(bool first, const Observation& sight, Calls* calls);
  void RunClocks(const Observation& sight, Calls* calls);
  void ClockRanOut(const Observation& sight, Calls* calls);
  void CheckMotionInSet(const Observation& sight, Calls* calls);

  // ball.cc
  void CheckBall(const Observation& sight, Calls* calls);
  void Goal(int team, const Observation& sight, Calls* calls);
  void Out(const Observation& sight, bool over_goal_line, Calls* calls);
  void CheckStuckBall(const Observation& sight, Calls* calls);
  Place ThrowIn(const Observation& sight, bool over_goal_line) const;
  Place SetPlayPlace(const Observation& sight, bool over_goal_line, int touched,
                     SetPlay* play) const;

  // judge.cc
  void Judge(const Observation& sight, Calls* calls);
  bool IsPushing(const Observation& sight, int robot) const;
  bool IsHolding(const Observation& sight, int robot) const;
  void CountDefenders(const Observation& sight, Calls* calls);
  void Penalise(int robot, Penalty penalty, const Observation& sight, Calls* calls);
  void Release(int robot, const Observation& sight, Calls* calls);
  void UpdatePenalized(const Observation& sight, Calls* calls);
  bool IsKeeper(int robot) const;

  // placing.cc
  /// +1: the team attacks towards +x; -1: towards -x.
  int Direction(int team) const { return team == now_.left ? 1 : -1; }
  Place InField(int team, const Place& place) const;
  Place KickOffPlace(int robot) const;
  bool IsLegal(int robot, const Vector3d& p_F) const;
  bool InOwnArea(int robot, const Vector3d& p_F) const;
  Place BenchPlace(int robot) const;
  Place ReturnPlace(int robot, const Observation& sight) const;
  Place PenaltyMark() const;
  /// Whether another robot is within `room` (m) of the place, or was moved there in this Update.
  bool IsTaken(const Place& place, int robot, double room, const Observation& sight) const;
  /// The place, or a free one near it: for a robot in its own half, and for a kick-off at a legal
  /// position.
  Place Free(const Place& place, int robot, double room, const Observation& sight,
             bool kick_off = false) const;
  bool MayBePut(const Place& place, int robot, bool kick_off) const;
  void PlaceAll(const Observation& sight, bool all, std::vector<Put>* puts);
  void PutRobot(int robot, const Place& place, std::vector<Put>* puts);
  void PutBall(const Place& place, std::vector<Put>* puts);

  // follow.cc
  void ApplyControl(const Observation& sight, Calls* calls);

  GameSpec spec_;
  Now now_;
  std::vector<RobotState> robots_;
  std::vector<Order> orders_;
  /// In this Update the ball was moved, although the observation has its old position.
  bool ball_placed_ = false;
  /// Whether control_ is a new message of an external controller, until the next Update.
  bool is_controlled_ = false;
  msgs::surefoot_msgs::GameState control_;
};

}  // namespace surefoot::game
