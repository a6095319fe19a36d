#pragma once

/// Timed commands of robots without odometry: "forward 2" drives for 2 seconds. The result is that
/// of measurements: mean, drift and standard deviation of whole commands.

#include <string>

#include "surefoot/drives/command_input.h"

namespace surefoot::drives {

/// Result of a whole command of s seconds: rate * s + offset, each with a standard deviation. Valid
/// for whole commands only: applying it per step would add the offset in every step.
struct MotionLine {
  double rate = 0.0;
  double offset = 0.0;
  /// Standard deviations: of the offset, and of the rate.
  double stddev = 0.0;
  double rate_stddev = 0.0;
};

/// Motions of a robot.
struct MotionSpec {
  /// Distance (m).
  MotionLine forward;
  /// Heading change to the left (rad) while it drives forward.
  MotionLine drift;
  /// Angle (rad).
  MotionLine turn;
  /// Time constant (s) of coasting: the offsets of `forward` and `turn` are travelled after the end
  /// of the command. 0: they are distributed over the command.
  double coast = 0.0;
  /// Time (s) after the start of the command during which the offset of `drift` occurs.
  double settle = 0.1;
};

/// Reads a <motion> element; reports wrong values.
MotionSpec ReadMotion(const world::ElementReader& element);

/// The current command of a robot and the motion that results from it.
class MotionCommands {
 public:
  /// Subscribes to <motion_topic>.
  explicit MotionCommands(const DriveArgs& args);
  // Not movable: subscriptions hold a pointer to it.
  MotionCommands(const MotionCommands&) = delete;
  MotionCommands& operator=(const MotionCommands&) = delete;

  CommandInput& input() { return input_; }
  const CommandInput& input() const { return input_; }

  /// Ends the command, because another kind of command has arrived.
  void Drop() { kind_ = Kind::kNone; }
  /// Whether a command is active, including coasting.
  bool Runs(SimTimeNs time_ns) const;
  /// Mean speed over the next step of `step` seconds.
  PlanarTwist Over(SimTimeNs time_ns, double step) const;
  /// "forward", ..., "idle".
  const char* StateAt(SimTimeNs time_ns) const;

  void Archive(StateArchive* archive);

 private:
  enum class Kind : std::uint8_t { kNone, kForward, kBackward, kLeft, kRight };

  /// Parses and starts a command; returns why it is rejected, or an empty string.
  std::string Take(const std::string& text, SimTimeNs time_ns);
  /// Distance (m) and heading change (rad) since the start of the command, after so many seconds.
  double Way(double seconds) const;
  double Heading(double seconds) const;
  double Along(double seconds, double rate, double offset) const;

  MotionSpec spec_;
  CommandInput input_;
  std::uint64_t seed_;
  std::string name_;
  Kind kind_ = Kind::kNone;
  SimTimeNs start_ns_ = 0;
  double seconds_ = 0.0;
  /// Number of commands so far: each command has its own random stream.
  std::uint64_t number_ = 0;
  /// Values drawn for this command; `drift_` applies to forward and backward.
  double rate_ = 0.0;
  double offset_ = 0.0;
  double drift_rate_ = 0.0;
  double drift_offset_ = 0.0;
};

}  // namespace surefoot::drives
