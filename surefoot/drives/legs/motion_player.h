#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/joint/trajectory.h"

namespace surefoot::drives {

// Motions of joints by tables: the time of a row, and the angle of each joint then.

struct MotionTable {
  std::vector<std::string> joints;
  /// In s after the start, increasing.
  std::vector<double> times;
  /// Row by row.
  std::vector<double> angles;

  double angle(std::size_t row, std::size_t joint) const {
    return angles[row * joints.size() + joint];
  }
  /// The speed at a row: as the rows before and after have it, but zero where the joint turns back
  /// and at the end, so that it never leaves the range of its rows. `start` is where it begins.
  double Speed(std::size_t row, std::size_t joint, double start) const;
};

/// Reads a table:
///   # a comment
///   time, LFJ1, LFJ2
///   0.5, 0.1, -0.2
/// Numbers are apart by commas or blanks. The error tells the line, as `place` and its number; the
/// text's first line has the number `first_line`.
Result<MotionTable> ParseMotionTable(const std::string& text, const std::string& place = "line ",
                                     int first_line = 1);

/// The <motion>s of a drive: kicks, getting up; a message with its name starts one.
class MotionPlayer {
 public:
  /// `joints` are those of the drive. Wrong tables are reported.
  MotionPlayer(const DriveArgs& args, const std::vector<DriveJoint>& joints);

  bool empty() const { return motions_.empty(); }
  /// What is wrong with this name; nothing: the motion begins with the next step. The empty name
  /// stops where the joints are.
  std::string Ask(const std::string& name);
  /// Somebody else has the joint now.
  void LetGo(std::size_t joint) { has_[joint] = 0; }
  bool has(std::size_t joint) const { return has_[joint] != 0; }

  /// Sets the targets of its joints.
  void Update(const DriveView& view, JointTargets* targets);

  void Archive(StateArchive* archive);

 private:
  struct Motion {
    std::string name;
    MotionTable table;
    /// Of the table's columns: places in the drive's list.
    std::vector<std::size_t> joints;
  };

  void Add(const world::ElementReader& element, const std::vector<DriveJoint>& joints);
  void Begin(const DriveView& view, const JointTargets& targets);

  std::vector<Motion> motions_;
  /// Per joint of the drive: whether the running motion has it.
  std::vector<std::uint8_t> has_;
  Trajectory running_;
  /// Index of the motion to begin; -1: none.
  int next_ = -1;
};

}  // namespace surefoot::drives
