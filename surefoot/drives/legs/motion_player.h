#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/joint/trajectory.h"

namespace surefoot::drives {

/// A motion of joints as a table: each row has a time and the angle of each joint.
struct MotionTable {
  std::vector<std::string> joints;
  /// Seconds after the start, increasing.
  std::vector<double> times;
  /// Angles (rad), row by row.
  std::vector<double> angles;

  double angle(std::size_t row, std::size_t joint) const {
    return angles[row * joints.size() + joint];
  }
  /// Speed of a joint at a row (rad/s), from the slopes to the neighbouring rows; zero where the
  /// joint reverses and at the end, so that it never overshoots its rows. `start` is its initial
  /// angle.
  double Speed(std::size_t row, std::size_t joint, double start) const;
};

/// Reads a table:
///   # a comment
///   time, LFJ1, LFJ2
///   0.5, 0.1, -0.2
/// Numbers are separated by commas or blanks. An error has the line as `place` and its number; the
/// first line of the text has the number `first_line`.
Result<MotionTable> ParseMotionTable(const std::string& text, const std::string& place = "line ",
                                     int first_line = 1);

/// Plays the <motion>s of a drive, such as kicks or getting up. A message with its name starts one.
class MotionPlayer {
 public:
  /// `joints` are those of the drive. Invalid tables are reported.
  MotionPlayer(const DriveArgs& args, const std::vector<DriveJoint>& joints);

  bool empty() const { return motions_.empty(); }
  /// Starts a motion with the next step; returns an error message for an unknown name. The empty
  /// name stops the running motion where the joints are.
  std::string Ask(const std::string& name);
  /// Excludes a joint from the running motion, because it got another command.
  void ReleaseJoint(std::size_t joint) { has_[joint] = 0; }
  bool has(std::size_t joint) const { return has_[joint] != 0; }

  /// Sets the targets of the running motion's joints.
  void Update(const DriveView& view, JointTargets* targets);

  void Archive(StateArchive* archive);

 private:
  struct Motion {
    std::string name;
    MotionTable table;
    /// Index in the drive's list for each column of the table.
    std::vector<std::size_t> joints;
  };

  void Add(const world::ElementReader& element, const std::vector<DriveJoint>& joints);
  void Begin(const DriveView& view, const JointTargets& targets);

  std::vector<Motion> motions_;
  /// Per joint of the drive: whether the running motion controls it.
  std::vector<std::uint8_t> has_;
  Trajectory running_;
  /// Index of the motion to begin; -1: none.
  int next_ = -1;
};

}  // namespace surefoot::drives
