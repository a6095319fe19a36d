#include "surefoot/drives/legs/motion_player.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

// A motion is a table of joint angles over time. It starts from the present posture and is
// interpolated by monotone cubics, which do not overshoot a joint's limits.

namespace surefoot::drives {
namespace {

constexpr std::size_t kMaxColumns = 1000;
constexpr double kMaxNumber = 1e9;

std::vector<std::string> WordsOf(std::string line) {
  line.resize(std::min(line.find('#'), line.size()));
  std::replace(line.begin(), line.end(), ',', ' ');
  return world::SplitWords(line);
}

/// The first row: "time" and the names of the joints.
Status ReadHead(const std::vector<std::string>& words, MotionTable* table) {
  if (words[0] != "time" || words.size() < 2 || words.size() > kMaxColumns) {
    return Error{"the first row must be 'time' and the names of the joints, not '" + words[0] +
                 "' and " + std::to_string(words.size() - 1) + " more"};
  }
  table->joints.assign(words.begin() + 1, words.end());
  const std::set<std::string> names(table->joints.begin(), table->joints.end());
  if (names.size() != table->joints.size()) return Error{"a joint is named twice"};
  return {};
}

Status ReadRow(const std::vector<std::string>& words, MotionTable* table) {
  if (words.size() != table->joints.size() + 1) {
    return Error{std::to_string(words.size()) + " numbers for the time and " +
                 std::to_string(table->joints.size()) + " joints"};
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    double number = 0.0;
    if (!FromChars(words[i], &number) || !(std::abs(number) <= kMaxNumber)) {
      return Error{"'" + words[i] + "' is not a number up to 1e9"};
    }
    (i == 0 ? table->times : table->angles).push_back(number);
  }
  const double before = table->times.size() > 1 ? table->times[table->times.size() - 2] : -1e-9;
  if (table->times.back() <= before) return Error{"times must increase from 0 on"};
  return {};
}

constexpr std::size_t kMaxMotions = 1000;

/// The table in the element itself, or in its <table>, where the reader of a file has put the
/// contents of <file> (formats/model_files.h).
Result<MotionTable> ReadTable(const world::ElementReader& element) {
  if (element.Has("file") && !element.Has("table")) {
    return Error{
        "<file> is read only while a world file is loaded; a world built by a program needs "
        "<table>"};
  }
  if (!element.Has("table")) return ParseMotionTable(element.OwnText());
  const world::ElementReader table = element.Child("table");
  const Source& source = table.element().source;
  return ParseMotionTable(table.OwnText(), source.file + ":", source.line);
}

}  // namespace

double MotionTable::Speed(std::size_t row, std::size_t joint, double start) const {
  if (row + 1 >= times.size()) return 0.0;
  const double before = row == 0 ? start : angle(row - 1, joint);
  const double t = times[row] - (row == 0 ? 0.0 : times[row - 1]);
  if (t <= 0.0) return 0.0;
  const double in = (angle(row, joint) - before) / t;
  const double out = (angle(row + 1, joint) - angle(row, joint)) / (times[row + 1] - times[row]);
  if (in * out <= 0.0) return 0.0;
  // With the harmonic mean of the slopes the cubic is monotone between its ends (Fritsch and
  // Butland 1984).
  return 2.0 * in * out / (in + out);
}

Result<MotionTable> ParseMotionTable(const std::string& text, const std::string& place,
                                     int first_line) {
  MotionTable table;
  std::istringstream stream(text);
  std::string line;
  for (int number = first_line; std::getline(stream, line); ++number) {
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty()) continue;
    const Status status = table.joints.empty() ? ReadHead(words, &table) : ReadRow(words, &table);
    if (!status.ok()) {
      return Error{place + std::to_string(number) + ": " + status.error().message};
    }
  }
  if (table.times.empty()) {
    return Error{place + std::to_string(first_line) +
                 ": a motion needs a row of names and at least one row of angles"};
  }
  return table;
}

MotionPlayer::MotionPlayer(const DriveArgs& args, const std::vector<DriveJoint>& joints)
    : has_(joints.size(), 0), running_(joints.size()) {
  for (const world::ElementReader& element : args.element.Children("motion")) {
    if (motions_.size() >= kMaxMotions) {
      element.Error("name", "too many motions in a drive", "", "at most 1000");
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
    return element.Error("name", "a motion needs a unique name", motion.name);
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
  return "unknown motion '" + name + "'; " + world::NameAdvice(name, names);
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
    // After the last row the joints hold their targets.
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
