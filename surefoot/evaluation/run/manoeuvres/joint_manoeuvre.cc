#include <algorithm>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/session/joint_target.h"

// Commands to joints (`joints`): velocities, positions or efforts, each from a given time on.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

/// Keys of the kinds of command.
const std::vector<std::string>& Modes() {
  static const std::vector<std::string> modes = {"velocity", "position", "effort"};
  return modes;
}

/// A command and the time from which it applies, s.
struct TimedTarget {
  JointTarget target;
  double from = 0.0;
};

/// Sends each command once at its time; motors keep a command until it is replaced.
class JointManoeuvre : public Manoeuvre {
 public:
  JointManoeuvre(std::vector<TimedTarget> targets, std::string where)
      : targets_(std::move(targets)), where_(std::move(where)) {}

  Status Start(const Trial&, Session* session) override {
    start_ns_ = session->simulation().time_ns();
    for (const TimedTarget& timed : targets_) {
      commands_.push_back(
          SUREFOOT_TRY(Within(where_, ResolveJoint(timed.target, session->world()))));
    }
    return Status();
  }
  Status Update(Session* session) override {
    const SimTimeNs elapsed_ns = session->simulation().time_ns() - start_ns_;
    for (; next_ < commands_.size(); ++next_) {
      if (ToNanoseconds(targets_[next_].from) > elapsed_ns) break;
      SUREFOOT_TRY(Within(where_, session->simulation().Apply(commands_[next_])));
    }
    return Status();
  }

 private:
  /// Sorted by time.
  std::vector<TimedTarget> targets_;
  std::string where_;
  std::vector<sim::JointCommand> commands_;
  std::size_t next_ = 0;
  SimTimeNs start_ns_ = 0;
};

/// Reads one command, such as {velocity: 3}, with its further keys.
void ReadTarget(const std::string& joint, const Element& element, Problems* problems,
                std::vector<TimedTarget>* targets) {
  const ElementReader reader(element, problems);
  TimedTarget timed;
  timed.target.joint = joint;
  timed.from = reader.Number("from", 0.0, 0.0, 1e6);
  int given = 0;
  for (const std::string& mode : Modes()) {
    if (!reader.Has(mode)) continue;
    ++given;
    timed.target.mode = ParseControlMode(mode);
    timed.target.target = reader.Number(mode, 0.0, -1e9, 1e9);
  }
  if (given != 1) {
    problems->Error(element.source, "a joint has one of velocity, position and effort",
                    std::to_string(given) + " of them", "write " + joint + ": {velocity: 3}");
  }
  targets->push_back(timed);
}

}  // namespace

std::unique_ptr<Manoeuvre> MakeJoints(const Element& joints, Problems* problems) {
  const int before = problems->error_count();
  std::vector<TimedTarget> targets;
  for (const Element& child : joints.children) {
    std::vector<std::string> known = Modes();
    known.push_back("from");
    std::string joint = child.name;
    if (child.name == "item") {
      known.push_back("joint");
      joint = ElementReader(child, problems).Text("joint");
      if (joint.empty()) {
        problems->Error(child.source, "the joint is missing", child.text,
                        "write {joint: front_left_wheel, velocity: 3, from: 2}");
      }
    }
    RefuseUnknown(ElementReader(child, problems), known);
    ReadTarget(joint, child, problems, &targets);
  }
  if (targets.empty()) {
    problems->Error(joints.source, "no joint is commanded", joints.text,
                    "write {front_left_wheel: {velocity: 3}}");
  }
  if (problems->error_count() > before) return nullptr;
  std::stable_sort(targets.begin(), targets.end(),
                   [](const TimedTarget& a, const TimedTarget& b) { return a.from < b.from; });
  return std::make_unique<JointManoeuvre>(std::move(targets), PlaceOf(joints));
}

}  // namespace surefoot::experiment
