#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// The commands that a recording gave to its robot.
struct RecordedCommands {
  /// The topic they were on.
  std::string topic;
  struct Command {
    /// Seconds since the beginning that was asked for.
    double time = 0.0;
    msgs::geometry_msgs::Twist twist;
  };
  std::vector<Command> commands;
  double duration = 0.0;
};

/// Velocities (Twist, TwistStamped) on a topic between two times of the file; an empty topic takes
/// the one whose name says so, else the one with the most. Slow: for a thread of its own. `stop`
/// ends it.
Result<RecordedCommands> ReadRecordedCommands(const std::string& path, const std::string& topic,
                                              double begin, double end,
                                              const std::atomic<bool>& stop);

/// Drives a robot of the running world by them, in simulated time. It has control of the robot
/// meanwhile; who takes that from it ends it.
class RecordedDrive {
 public:
  /// How it is called among those who have control.
  static constexpr const char* kClient = "the recording";

  /// From now on. The robot must be free or have been taken by force.
  Status Start(const std::string& robot, RecordedCommands commands, Claims* claims,
               const Session& session);
  void Stop(Claims* claims);
  bool active() const { return !robot_.empty(); }
  const std::string& robot() const { return robot_; }

  /// Before each step. False: it has just come to its end.
  bool Update(Claims* claims, Session* session);

 private:
  std::string robot_;
  std::string topic_;
  RecordedCommands recorded_;
  std::size_t next_ = 0;
  SimTimeNs start_ns_ = 0;
  SimTimeNs last_ns_ = 0;
};

}  // namespace surefoot::serve
