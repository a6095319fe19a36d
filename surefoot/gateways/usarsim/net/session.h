#pragma once

/// One connection to the control port, without its socket: what comes in, what goes out, and the
/// robot that lives as long as it does.

#include <memory>
#include <optional>
#include <string>

#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/robot.h"
#include "surefoot/gateways/usarsim/world_control.h"

namespace surefoot::gateways::usarsim {

struct Config {
  ClassTable table;
  /// None: by the class and by how the client writes.
  std::optional<Dialect> dialect;
  FrameKind frame = FrameKind::kSae;
  /// Robots that would be put below the floor are put on it.
  bool put_on_floor = true;
  /// Tell what went wrong in a line NFO {Error ...}; USARSim itself is silent.
  bool tell_errors = true;
  /// Of all connections together, and of those from one other computer.
  std::size_t max_robots = 64;
  std::size_t max_robots_per_address = 16;
};

/// Where lines go. Samples may be lost when the client is slow, answers never are.
struct Ends {
  std::function<void(std::string)> answer;
  std::function<void(std::string)> sample;
};

class Session {
 public:
  Session(const Config& config, GraphLink* link, CameraWall* wall, Actor actor, std::string address,
          Ends ends);
  /// Takes the robot away.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The greeting.
  void Open(const std::string& level);
  /// Whether it waits for something before it can take the next line.
  bool busy() const { return busy_ || (world_ != nullptr && world_->busy()); }
  void Handle(const std::string& text);
  void Tick();
  void Refused(const std::string& reason) { Tell(reason); }
  /// The robot went with the old world; the client may make another.
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
  /// The model in the skin that the line asks for.
  std::string ModelFor(const ClassSpec& spec, const Line& line);
  void Spawned(const ClassSpec& spec, const std::string& entity);
  /// Whether there may be one robot more.
  Status CheckRobots() const;
  void ChooseDialect(const ClassSpec& spec, const Line& line);
  void Tell(const std::string& error);

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
