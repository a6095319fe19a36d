#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/joint/trajectory.h"
#include "surefoot/drives/legs/motion_table.h"

namespace surefoot::drives {

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
