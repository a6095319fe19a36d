#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// The velocity commands of a recording.
struct RecordedCommands {
  /// The topic of the recording.
  std::string topic;
  struct Command {
    /// Seconds since the beginning of the requested interval.
    double time = 0.0;
    msgs::geometry_msgs::Twist twist;
  };
  std::vector<Command> commands;
  /// Length of the interval (s).
  double duration = 0.0;
};

/// Reads velocities (Twist, TwistStamped) on a topic between two times of the file, in seconds. An
/// empty topic selects one named like a command topic, otherwise the one with the most messages.
/// Slow: call on a worker's thread. `stop` cancels.
Result<RecordedCommands> ReadRecordedCommands(const std::string& path, const std::string& topic,
                                              double begin, double end,
                                              const std::atomic<bool>& stop);

/// Drives a robot of the running world by recorded commands, in simulated time. It holds the claim
/// on the robot meanwhile; a client that takes the robot ends the drive. Server thread.
class RecordedDrive {
 public:
  /// Its name as an owner in Claims.
  static constexpr const char* kClient = "the recording";

  /// Starts the drive and takes control of the robot, by force.
  Status Start(const std::string& robot, RecordedCommands commands, Claims* claims,
               const Session& session);
  /// Ends the drive and releases the robot; does nothing if inactive.
  void Stop(Claims* claims);
  bool active() const { return !robot_.empty(); }
  const std::string& robot() const { return robot_; }

  /// Call before each step. False if the drive has just ended.
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
