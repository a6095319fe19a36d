#pragma once

/// Commands of robots that know no speed of their own, only how far they get in a time: "forward
/// for 2 seconds". What comes of them is measured: mean, drift and spread of whole commands.

#include <string>

#include "surefoot/drives/command_input.h"

namespace surefoot::drives {

/// What a whole command of s seconds gives: rate * s + offset, with spreads of both.
struct MotionLine {
  double rate = 0.0;
  double offset = 0.0;
  /// Standard deviations: of the offset, and of the rate.
  double deviation = 0.0;
  double rate_deviation = 0.0;
};

struct MotionSpec {
  /// m.
  MotionLine forward;
  /// rad to the left while it goes forward.
  MotionLine drift;
  /// rad.
  MotionLine turn;
  /// Time constant (s) with which the offsets of `forward` and `turn` come after the command's end:
  /// the robot runs on. 0: they are spread over the command.
  double coast = 0.0;
  /// Time (s) after the command's start over which the offset of `drift` comes.
  double settle = 0.1;
};

/// Reads a <motion> element; wrong values are reported.
MotionSpec ReadMotion(const world::ElementReader& element);

/// What the robot has been told last, and what comes of it.
class MotionCommands {
 public:
  /// Listens to <motion_topic>.
  explicit MotionCommands(const DriveArgs& args);
  // Subscriptions point to it.
  MotionCommands(const MotionCommands&) = delete;
  MotionCommands& operator=(const MotionCommands&) = delete;

  CommandInput& input() { return input_; }
  const CommandInput& input() const { return input_; }

  /// Ends the command: another one has come by another way.
  void Drop() { kind_ = Kind::kNone; }
  /// Whether a command runs, or runs on.
  bool Runs(SimTimeNs time_ns) const;
  /// Mean speeds over the next step.
  PlanarTwist Over(SimTimeNs time_ns, double step) const;
  /// "forward", ..., "idle".
  const char* StateAt(SimTimeNs time_ns) const;

  void Archive(StateArchive* archive);

 private:
  enum class Kind : std::uint8_t { kNone, kForward, kBackward, kLeft, kRight };

  /// What is wrong with it, or nothing.
  std::string Take(const std::string& text, SimTimeNs time_ns);
  /// Way and heading since the command's start, after so many seconds.
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
  /// Commands so far: each has a random stream of its own.
  std::uint64_t number_ = 0;
  /// As drawn for this command; `drift_` for those that go forward or back.
  double rate_ = 0.0;
  double offset_ = 0.0;
  double drift_rate_ = 0.0;
  double drift_offset_ = 0.0;
};

}  // namespace surefoot::drives
