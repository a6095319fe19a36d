#include "surefoot/game/referee/football_referee.h"

#include <algorithm>
#include <iterator>

#include "surefoot/base/check.h"
#include "surefoot/events/event_set.h"
#include "surefoot/game/order.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/world/base_link.h"

// Translates between the world and the rules of game/: positions of robots and ball in the field's
// frame, touches from contacts, and placements as inputs of the run.

namespace surefoot::game {
namespace {

using msgs::surefoot_msgs::GameState;

constexpr const char* kStateTopic = "/game/state";
constexpr const char* kControlTopic = "/game/control";
/// Period of the state (ns): that of the official game controller's packets.
constexpr SimTimeNs kEvery = 500'000'000;
/// Indexed by Call::Kind: the suffix of the event's name and of the child element <on_...>.
constexpr const char* kCalls[] = {"state", "goal", "out", "penalty", "return"};
static_assert(std::size(kCalls) == static_cast<std::size_t>(Call::Kind::kCount));

/// Creates the referee of a world; null after errors, which the reader reports.
std::unique_ptr<events::Referee> Make(const world::World& world,
                                      const world::ElementReader& reader) {
  std::optional<RefereeSpec> spec = ReadReferee(world, reader);
  if (!spec) return nullptr;
  return std::make_unique<FootballReferee>(world, std::move(*spec));
}

/// Values of who_ besides the indices of robots: the ball, and links of neither.
constexpr int kBall = -2;
constexpr int kNobody = -1;
/// Height above the initial one at which robots are placed (m): their joints are not at their
/// initial angles, and a foot must not be in the ground.
constexpr double kLift = 0.005;

}  // namespace

events::RefereeKind FootballReferees() { return {{std::begin(kCalls), std::end(kCalls)}, &Make}; }

/// For tests and the gateway, which know that the world has this referee.
const Game& GameOf(const events::EventSet& events) {
  const auto* referee = dynamic_cast<const FootballReferee*>(events.referee());
  SUREFOOT_CHECK(referee != nullptr, "a world with a football referee");
  return referee->game();
}

/// Looks up links, heights and axes once. Players that are not in the world yet have link -1.
FootballReferee::FootballReferee(const world::World& world, RefereeSpec spec)
    : world_(world), spec_(std::move(spec)), game_(spec_.game) {
  const int field = world_.FindModel(spec_.field);
  if (field >= 0) X_WF_ = world_.instance(field).X_WM;
  who_.assign(static_cast<std::size_t>(world_.link_count()), kNobody);
  const auto mark = [this](int model, int who) {
    const world::Range& links = world_.layout(model).links;
    std::fill_n(who_.begin() + links.first, links.count, who);
  };
  const physics::State start = physics::MakeInitialState(world_);
  const int count = game::RobotCount(spec_.game);
  for (int i = 0; i < count; ++i) {
    Robot robot;
    robot.model = world_.FindModel(game::PlayerOf(spec_.game, i).model);
    robot.link = robot.model < 0 ? -1 : world::BaseLink(world_, robot.model);
    if (robot.link >= 0) {
      const RigidTransform X_FL =
          X_WF_.Inverse() * start.X_WL[static_cast<std::size_t>(robot.link)];
      robot.height = (X_WF_.Inverse() * world_.instance(robot.model).X_WM).p.z() + kLift;
      robot.up_L = X_FL.q.conjugate() * Vector3d::UnitZ();
      mark(robot.model, i);
    }
    robots_.push_back(robot);
  }
  sight_.robots.resize(robots_.size());
  const int ball = world_.FindModel(spec_.ball);
  ball_link_ = ball < 0 ? -1 : world::BaseLink(world_, ball);
  if (ball_link_ < 0) return;
  mark(ball, kBall);
  // The offset of the ball's link from its model at the start, as placements set models.
  X_ball_ = world_.instance(ball).X_WM.Inverse() * start.X_WL[static_cast<std::size_t>(ball_link_)];
}

/// The robot, ball or nobody that a link belongs to; also for links of spawned models, which the
/// table does not contain.
int FootballReferee::RobotOf(int link) const {
  const bool known = link >= 0 && link < static_cast<int>(who_.size());
  return known ? who_[static_cast<std::size_t>(link)] : kNobody;
}

// Contacts replace those of the last step; a contact belongs to the step that computed it.
void FootballReferee::See(const std::vector<physics::Contact>& contacts) {
  for (game::RobotObservation& robot : sight_.robots) {
    robot.touches_ball = false;
    robot.touches = 0;
  }
  for (const physics::Contact& contact : contacts) {
    // Some engines report shapes that are near each other without touching.
    if (contact.depth < 0.0 && contact.f_B_W.isZero(0.0)) continue;
    const int a = RobotOf(contact.link_a);
    const int b = RobotOf(contact.link_b);
    if (a == b || a == kNobody || b == kNobody) continue;
    if (a >= 0 && b >= 0) {
      sight_.robots[static_cast<std::size_t>(a)].touches |= std::uint64_t{1} << b;
      sight_.robots[static_cast<std::size_t>(b)].touches |= std::uint64_t{1} << a;
    } else {
      sight_.robots[static_cast<std::size_t>(std::max(a, b))].touches_ball = true;
    }
  }
}

// Velocities are those of the base links; the field does not move.
void FootballReferee::Look(const physics::State& state) {
  const RigidTransform X_FW = X_WF_.Inverse();
  sight_.ball_there = ball_link_ >= 0;
  if (sight_.ball_there) {
    const auto link = static_cast<std::size_t>(ball_link_);
    sight_.p_FB = X_FW * state.X_WL[link].p;
    sight_.v_FB = X_FW.q * state.V_WL_W[link].v;
  }
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    game::RobotObservation& seen = sight_.robots[i];
    seen.there = robots_[i].link >= 0;
    if (!seen.there) continue;
    const auto link = static_cast<std::size_t>(robots_[i].link);
    const RigidTransform& X_WL = state.X_WL[link];
    seen.p_F = X_FW * X_WL.p;
    seen.v_F = X_FW.q * state.V_WL_W[link].v;
    // Tilted by more than 60 degrees.
    seen.lies = (X_FW.q * (X_WL.q * robots_[i].up_L)).z() < 0.5;
  }
}

/// One step of the game. The step's length is the time since the last update, 0 at the first.
void FootballReferee::Update(const events::EventView& view, std::vector<Call>* calls) {
  sight_.dt = last_ns_ < 0 ? 0.0 : ToSeconds(view.time_ns - last_ns_);
  last_ns_ = view.time_ns;
  Look(view.state);
  calls_.clear();
  game_.Update(sight_, &calls_);
  for (const game::Call& made : calls_) {
    // The text appears in the log of events.
    Call call{static_cast<int>(made.kind), made.subject, "referee: ", {}};
    call.text += made.what.empty() ? kCalls[call.kind] : made.what;
    if (!made.subject.empty()) call.text += " " + made.subject;
    for (const Put& put : made.puts) call.moves.push_back(ToMove(put));
    calls->push_back(std::move(call));
  }
}

/// Publishes the state and follows an official game controller that a gateway translates.
void FootballReferee::Connect(graph::Graph* graph) {
  graph_ = graph;
  const Result<int> topic = graph->Advertise<GameState>(kStateTopic, {.latched = true});
  topic_ = topic.ok() ? topic.value() : -1;
  control_ = graph->Subscribe(kControlTopic, [this](const graph::Delivery& delivery) {
    const auto* message = delivery.As<GameState>();
    const Status status = message != nullptr ? game_.Follow(*message)
                                             : Status(Error{"not a surefoot_msgs/GameState"});
    // An invalid message is reported but does not end the game.
    if (!status.ok()) problem_ = std::string(kControlTopic) + ": " + status.error().message;
  });
}

/// Publishes at each call, and for subscribers also every kEvery, whatever the step.
void FootballReferee::Publish(const events::EventView& view, bool has_called) {
  if (topic_ < 0) return;
  const bool first = view.step == 0;
  const bool due = view.time_ns / kEvery != published_ns_ / kEvery;
  if (!first && !has_called && !(due && graph_->HasSubscribers(topic_))) return;
  published_ns_ = view.time_ns;
  GameState message = game_.Message();
  message.time = msgs::ToTime(view.time_ns);
  graph_->Publish(topic_, view.time_ns, message);
}

/// Takes an order of a client. The limit protects against a client that floods one step.
Status FootballReferee::Order(const std::string& order) {
  constexpr std::size_t kMaxOrders = 100;
  const Result<game::Order> parsed = ParseOrder(spec_.game, order);
  if (!parsed.ok()) return parsed.error();
  if (game_.waiting() >= kMaxOrders) return Error{"too many orders in one step: at most 100"};
  game_.Give(*parsed);
  return Status();
}

// The ball is placed without rotation relative to its initial pose, on the ground.
sim::Move FootballReferee::ToMove(const game::Put& put) const {
  const bool ball = put.robot < 0;
  RigidTransform X_FP(Vector3d(put.place.x, put.place.y, 0.0));
  X_FP.q = QuaternionFromRpy(0.0, 0.0, ball ? 0.0 : put.place.yaw);
  sim::Move move;
  if (ball) {
    X_FP.p.z() = spec_.game.ball_radius;
    move.model = spec_.ball;
    move.X_WM = X_WF_ * X_FP * X_ball_.Inverse();
    return move;
  }
  const Robot& robot = robots_[static_cast<std::size_t>(put.robot)];
  X_FP.p.z() = robot.height;
  move.model = world_.instance(robot.model).name;
  move.X_WM = X_WF_ * X_FP;
  return move;
}

/// Contacts of the last step belong to the state, because the next update reads them.
void FootballReferee::Save(ByteWriter* writer) const {
  game_.Save(writer);
  writer->Put(last_ns_);
  for (const game::RobotObservation& robot : sight_.robots) {
    writer->Put<std::uint8_t>(robot.touches_ball ? 1 : 0);
    writer->Put(robot.touches);
  }
}

/// Inverse of Save. The restored robots are those of the same world file.
bool FootballReferee::Restore(ByteReader* reader) {
  if (!game_.Restore(reader)) return false;
  last_ns_ = reader->Get<SimTimeNs>();
  for (game::RobotObservation& robot : sight_.robots) {
    robot.touches_ball = reader->Get<std::uint8_t>() != 0;
    robot.touches = reader->Get<std::uint64_t>();
  }
  return reader->ok();
}

}  // namespace surefoot::game
