/// Scripts of events: the view of the world that they get, and the execution of their commands.

#include "surefoot/base/hash.h"
#include "surefoot/events/event_set.h"
#include "surefoot/events/script.h"
#include "surefoot/world/base_link.h"

namespace surefoot::events {
namespace {

/// Commands per run of a script.
constexpr std::size_t kMaxCommands = 1000;

/// Position or velocity first, then rotation, as scripts get them.
void PutSix(const Vector3d& a, const Vector3d& b, double* six) {
  for (int i = 0; i < 3; ++i) {
    six[i] = a[i];
    six[3 + i] = b[i];
  }
}

}  // namespace

class EventSet::Host final : public ScriptHost {
 public:
  /// A command of the script.
  struct GivenCommand {
    events::Command command;
    std::string line;
  };

  Host(const EventSet& set, const EventView& view, const Firing& firing, RandomStream* random)
      : set_(set), view_(view), firing_(firing), random_(random) {}

  const std::vector<GivenCommand>& asked() const { return asked_; }

  const std::string& event() const override { return set_.NameOf(firing_); }
  const std::string& subject() const override { return firing_.subject; }
  double time() const override { return ToSeconds(view_.time_ns); }
  std::int64_t step() const override { return view_.step; }
  double Random() override { return random_->Uniform(); }

  Status Command(const std::string& line) override {
    if (asked_.size() >= kMaxCommands) return Error{"too many commands in a script: at most 1000"};
    Result<events::Command> command = ParseCommand(line);
    if (!command.ok()) return command.error();
    if (std::holds_alternative<ListCommand>(command.value())) {
      return Error{"'list' is accepted only in the console"};
    }
    asked_.push_back(GivenCommand{std::move(command).value(), line});
    return Status();
  }

  void Print(const std::string& text) override {
    if (asked_.size() < kMaxCommands)
      asked_.push_back(GivenCommand{SayCommand{text}, "say " + text});
  }

  bool Pose(const std::string& name, double* six) const override {
    const int link = LinkOf(name);
    if (link < 0) return false;
    const RigidTransform& X_WL = view_.state.X_WL[At(link)];
    PutSix(X_WL.p, RpyFromQuaternion(X_WL.q), six);
    return true;
  }

  bool Velocity(const std::string& name, double* six) const override {
    const int link = LinkOf(name);
    if (link < 0) return false;
    const Twist& V_WL_W = view_.state.V_WL_W[At(link)];
    PutSix(V_WL_W.v, V_WL_W.w, six);
    return true;
  }

  bool Joint(const std::string& name, double* two) const override {
    const int joint = view_.world.FindJoint(name);
    if (joint < 0) return false;
    const world::JointLayout& layout = view_.world.joint(joint);
    if (layout.v_count == 0 || layout.q_count != layout.v_count) return false;
    two[0] = view_.state.q[At(layout.q)];
    two[1] = view_.state.v[At(layout.v)];
    return true;
  }

  bool Inside(const std::string& trigger, std::vector<std::string>* models) const override {
    const int found = FindNamed(set_.spec_.triggers, trigger);
    if (found < 0) return false;
    for (const Watched& watched : set_.triggers_[At(found)].watched) {
      if (watched.inside) models->push_back(set_.world_.instance(watched.model).name);
    }
    return true;
  }

  bool Fired(const std::string& event, std::uint64_t* count) const override {
    const int found = set_.spec_.FindEvent(event);
    if (found >= 0) *count = set_.states_[At(found)].fired;
    return found >= 0;
  }

  std::size_t touch_count() const override { return set_.touches_.size(); }

  // Unknown names are reported to the script as nil instead of as false.
  bool Touching(const std::string& of, const std::string* to, bool* touches) const override {
    const world::Range of_links = LinksNamed(view_.world, of);
    const world::Range to_links = to == nullptr ? world::Range{0, 0} : LinksNamed(view_.world, *to);
    if (of_links.count == 0 || (to != nullptr && to_links.count == 0)) return false;
    *touches = set_.touches_.Any(of_links, to == nullptr ? nullptr : &to_links);
    return true;
  }

 private:
  /// The link itself, or the base link of a model; -1: none.
  int LinkOf(const std::string& name) const {
    const int model = view_.world.FindModel(name);
    if (model < 0) return view_.world.FindLink(name);
    const int base = world::BaseLink(view_.world, model);
    return base >= 0 ? base : view_.world.layout(model).links.first;
  }

  const EventSet& set_;
  const EventView& view_;
  const Firing firing_;
  RandomStream* random_;
  std::vector<GivenCommand> asked_;
};

/// A script that is run from outside has no effect when it fails. Commands that an event's script
/// gave before an error are executed: they were given, and their order shows how far it got.
Status EventSet::RunScript(const EventView& view, const std::string& name, int firing,
                           std::vector<Due>* due) {
  const int index = spec_.FindScript(name);
  if (index < 0) return Error{"unknown script '" + name + "'"};
  const ScriptSpec& script = spec_.scripts[At(index)];
  const int event = firings_[At(firing)].event;
  const bool from_outside = event < 0;
  RandomStream* random = from_outside ? &outside_ : &states_[At(event)].random;
  const RandomStream before = *random;
  Host host(*this, view, firings_[At(firing)], random);
  // A run from outside has its own budget: the shared one is renewed by a step, and a paused
  // simulation does not step.
  const Status status =
      events::RunScript(script, &host, &script_state_, from_outside ? nullptr : &budget_);
  if (from_outside && !status.ok()) {
    *random = before;
    return status;
  }
  hash_ = HashBytes(script_state_.data(), script_state_.size(), hash_);
  for (const Host::GivenCommand& asked : host.asked()) {
    if (!std::holds_alternative<ScriptCommand>(asked.command)) {
      Do(view, asked.command, asked.line, firing, due);
      continue;
    }
    firings_[At(firing)].problems.push_back(
        "a script cannot run a script; fire an event that runs it");
  }
  const bool ends = script.stops_run || budget_.out_of_time;
  if (!status.ok() && ends && fatal_.empty()) fatal_ = status.error().message;
  return status;
}

std::string EventSet::ScriptState() const { return StateText(script_state_); }

}  // namespace surefoot::events
