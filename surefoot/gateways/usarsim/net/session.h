#pragma once

/// One connection to the control port, without its socket: it handles lines, sends lines, and owns
/// the robot. In the protocol a connection is a robot: INIT creates it, and closing the connection
/// removes it.

#include <memory>
#include <optional>
#include <string>

#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/robot.h"
#include "surefoot/gateways/usarsim/world_control.h"

namespace surefoot::gateways::usarsim {

/// Options of all sessions.
struct Config {
  ClassTable table;
  /// Absent: chosen by the class and by the form of the client's INIT. No client negotiates it.
  std::optional<Dialect> dialect;
  FrameKind frame = FrameKind::kSae;
  /// Robots that would start below the floor start on it. Published start heights belong to maps
  /// whose floor is not at 0.
  bool put_on_floor = true;
  /// Send errors as a line NFO {Error ...}; USARSim itself sends none.
  bool send_errors = true;
  /// Limits of robots: of all connections, and of those from one other computer.
  std::size_t max_robots = 64;
  std::size_t max_robots_per_address = 16;
};

/// Where lines are sent. Samples may be dropped when the client is slow, answers are not.
struct Ends {
  std::function<void(std::string)> answer;
  std::function<void(std::string)> sample;
};

/// The state of a connection. Lines that arrive while it is busy must wait: clients send INIT and
/// queries in one segment, and the queries need the robot.
class Session {
 public:
  Session(const Config& config, GraphLink* link, CameraWall* wall, Actor actor, std::string address,
          Ends ends);
  /// Removes the robot from the world.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Sends the greeting NFO, which some clients wait for.
  void Open(const std::string& level);
  /// Whether it waits for an answer of the server before it can handle the next line.
  bool busy() const { return busy_ || (world_ != nullptr && world_->busy()); }
  void Handle(const std::string& text);
  void Tick();
  void Refused(const std::string& reason) { SendError(reason); }
  /// Another world was loaded: the robot is gone (DIE), and the client may send INIT again.
  void WorldChanged();
  const Robot* robot() const { return robot_.get(); }

 private:
  using Poses = std::vector<std::pair<std::string, RigidTransform>>;

  void HandleInit(const Line& line);
  void HandleRobot(const Line& line);
  void HandleSet(const Line& line);
  bool SetView(const Line& line);
  void AskPoses(std::function<void(const Poses&)> then);
  void SendPoses(const Poses& poses);
  void Spawn(const ClassSpec& spec, const std::string& model, const std::string& name,
             RigidTransform X_WM);
  /// The model with the skin of the line.
  std::string ModelFor(const ClassSpec& spec, const Line& line);
  void Spawned(const ClassSpec& spec, const std::string& entity);
  /// Whether the limits allow another robot.
  Status CheckRobots() const;
  void ChooseDialect(const ClassSpec& spec, const Line& line);
  void SendError(const std::string& error);

  const Config& config_;
  GraphLink& link_;
  CameraWall& wall_;
  Actor actor_;
  std::string address_;
  Ends ends_;
  Style style_;
  bool busy_ = false;
  int inits_ = 0;
  std::unique_ptr<Robot> robot_;
  std::unique_ptr<WorldControl> world_;
  int clock_ = 0;
  std::string last_error_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace surefoot::gateways::usarsim
