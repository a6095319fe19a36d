#include "surefoot/drives/legs/motion_player.h"

#include <algorithm>
#include <utility>

#include "surefoot/world/parse.h"

namespace surefoot::drives {
namespace {

constexpr std::size_t kMostMotions = 1000;

/// In the element itself, or in its <table>, which is that of a file (formats/model_files.h).
Result<MotionTable> ReadTable(const world::ElementReader& element) {
  if (element.Has("file") && !element.Has("table")) {
    return Error{"only what reads files reads a motion's: a world made by a program has the table"};
  }
  if (!element.Has("table")) return ParseMotionTable(element.OwnText());
  const world::ElementReader table = element.Child("table");
  const Source& source = table.element().source;
  return ParseMotionTable(table.OwnText(), source.file + ":", source.line);
}

}  // namespace

MotionPlayer::MotionPlayer(const DriveArgs& args, const std::vector<DriveJoint>& joints)
    : has_(joints.size(), 0), running_(joints.size()) {
  for (const world::ElementReader& element : args.element.Children("motion")) {
    if (motions_.size() >= kMostMotions) {
      element.Error("name", "more motions than a drive takes", "", "at most 1000");
      return;
    }
    Add(element, joints);
  }
}

void MotionPlayer::Add(const world::ElementReader& element, const std::vector<DriveJoint>& joints) {
  Motion motion;
  motion.name = element.Text("name");
  const bool twice = std::any_of(motions_.begin(), motions_.end(),
                                 [&](const Motion& other) { return other.name == motion.name; });
  if (motion.name.empty() || twice) {
    return element.Error("name", "a motion needs a name of its own", motion.name);
  }
  const Result<MotionTable> table = ReadTable(element);
  if (!table.ok()) {
    return element.Error("file", table.error().message, element.Text("file"),
                         "a row of 'time' and joints, then rows of numbers");
  }
  motion.table = table.value();
  std::vector<std::string> names;
  for (const DriveJoint& joint : joints) names.push_back(joint.name);
  for (const std::string& name : motion.table.joints) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      return element.Error("file", "the motion names a joint that the drive does not have", name,
                           world::NameAdvice(name, names));
    }
    motion.joints.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  motions_.push_back(std::move(motion));
}

std::string MotionPlayer::Ask(const std::string& name) {
  if (name.empty()) {
    std::fill(has_.begin(), has_.end(), std::uint8_t{0});
    next_ = -1;
    return {};
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    names.push_back(motions_[i].name);
    if (motions_[i].name != name) continue;
    next_ = static_cast<int>(i);
    std::fill(has_.begin(), has_.end(), std::uint8_t{0});
    for (const std::size_t joint : motions_[i].joints) has_[joint] = 1;
    return {};
  }
  return "there is no motion '" + name + "'; " + world::NameAdvice(name, names);
}

void MotionPlayer::Begin(const DriveView& view, const JointTargets& targets) {
  const Motion& motion = motions_[static_cast<std::size_t>(std::exchange(next_, -1))];
  std::vector<JointMotion> point(has_.size());
  for (std::size_t i = 0; i < has_.size(); ++i) {
    const bool held = targets.mode(i) == ControlMode::kPosition;
    point[i].position = held ? targets.target(i) : targets.motors().Reading(i, view).q;
  }
  const std::vector<JointMotion> start = point;
  running_.Clear();
  running_.Add(view.time_ns, 3, point.data());
  for (std::size_t row = 0; row < motion.table.times.size(); ++row) {
    for (std::size_t k = 0; k < motion.joints.size(); ++k) {
      const std::size_t i = motion.joints[k];
      point[i] = {motion.table.angle(row, k), motion.table.Speed(row, k, start[i].position), 0.0};
    }
    running_.Add(view.time_ns + ToNanoseconds(motion.table.times[row]), 3, point.data());
  }
}

void MotionPlayer::Update(const DriveView& view, JointTargets* targets) {
  if (next_ >= 0) Begin(view, *targets);
  if (running_.empty()) return;
  const SimTimeNs next_ns = view.time_ns + ToNanoseconds(view.step);
  const bool over = view.time_ns > running_.end_ns() + ToNanoseconds(view.step);
  for (std::size_t i = 0; i < has_.size(); ++i) {
    if (has_[i] == 0) continue;
    targets->Follow(i, running_.At(i, view.time_ns).position, running_.At(i, next_ns).position,
                    view);
    // At its end joints hold.
    if (over) has_[i] = 0;
  }
  if (over) running_.Clear();
}

void MotionPlayer::Archive(StateArchive* archive) {
  archive->Raw(has_.data(), has_.size());
  archive->Items(&next_, &running_);
  archive->Require(next_ < static_cast<int>(motions_.size()));
}

}  // namespace surefoot::drives
