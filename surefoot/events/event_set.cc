#include "surefoot/events/event_set.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/hash.h"
#include "surefoot/base/index.h"
#include "surefoot/events/script.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/overlap.h"

// Evaluation of all events of a world once per step. All of them see the state at the start of the
// step, so their order matters only where one fires another.

namespace surefoot::events {
namespace {

/// Events per step, a limit for events that fire each other endlessly; and delayed actions.
constexpr std::size_t kMaxFirings = 1000;
constexpr std::size_t kMaxPending = 100'000;

/// The links of a model that a trigger considers: all that can move, or only the base link.
std::vector<int> LinksOf(const world::World& world, int model, bool any) {
  std::vector<int> links;
  const world::Range& range = world.layout(model).links;
  for (int link = range.first; link < range.end(); ++link) {
    if (!world.IsStatic(link)) links.push_back(link);
  }
  if (any || links.empty()) return links;
  const int base = world::BaseLink(world, model);
  return {base >= 0 ? base : links.front()};
}

/// Radius (m) of a sphere about the link's origin that contains its shapes: the farthest corner of
/// their bounding boxes. A cheap test before exact overlap.
double ReachOf(const world::Link& link) {
  double reach = 0.0;
  for (const world::Collision& collision : link.collisions) {
    Vector3d farthest;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {1.0, -1.0}) {
        const Quaterniond q = RotationBetween(sign * Vector3d::Unit(axis), Vector3d::UnitZ());
        const double min = world::LowestZ(collision.geometry,
                                          RigidTransform(q, Vector3d::Zero()) * collision.X_LG);
        farthest[axis] = sign > 0.0 ? std::abs(min) : std::max(farthest[axis], std::abs(min));
      }
    }
    reach = std::max(reach, farthest.norm());
  }
  return reach;
}

bool IsWatched(const TriggerSpec& trigger, const std::string& name) {
  if (trigger.who.empty()) return true;
  return std::any_of(trigger.who.begin(), trigger.who.end(),
                     [&](const std::string& pattern) { return MatchesPattern(name, pattern); });
}

}  // namespace

EventSet::EventSet(const world::World& world, const RefereeKind& referee, std::uint64_t seed,
                   SimTimeNs start_ns, Problems* problems)
    : world_(world),
      seed_(seed),
      spec_(ReadEvents(world, referee, problems)),
      outside_(seed, "commands from outside") {
  for (const ScriptSpec& script : spec_.scripts) {
    const Status status = CheckScript(script);
    if (!status.ok()) problems->Error(script.source, status.error().message);
  }
  for (std::size_t i = 0; i < spec_.events.size(); ++i) {
    const EventSpec& event = spec_.events[i];
    states_.push_back(
        EventState{event.enabled, 0, -1, "", -1, RandomStream(seed, "event " + event.name)});
    if (event.kind == EventKind::kTimer) states_[i].next_ns = start_ns + ToNanoseconds(event.first);
    if (event.kind == EventKind::kRandom) Schedule(static_cast<int>(i), start_ns);
  }
  conditions_.resize(spec_.conditions.size());
  WatchModels();
  FindQuantities();
  watches_touches_ = !spec_.scripts.empty() ||
                     std::any_of(spec_.conditions.begin(), spec_.conditions.end(),
                                 [](const ConditionSpec& condition) {
                                   return condition.quantity.kind == Quantity::Kind::kContact;
                                 });
  referee_ = std::move(spec_.referee);
}

EventSet::~EventSet() = default;

// A trigger does not watch the model that carries it, which would be inside for ever.
void EventSet::WatchModels() {
  for (const TriggerSpec& trigger : spec_.triggers) {
    TriggerState state;
    state.shape = trigger.volume.ToGeometry();
    state.reach = trigger.volume.Reach();
    state.frame = trigger.frame.empty() ? -1 : world_.FindLink(trigger.frame);
    const int carrier = state.frame < 0 ? -1 : world_.model_of_link(state.frame);
    for (int model = 0; model < world_.model_count(); ++model) {
      if (model == carrier || !IsWatched(trigger, world_.instance(model).name)) continue;
      Watched watched;
      watched.model = model;
      watched.links = LinksOf(world_, model, trigger.by != TriggerSpec::By::kBase);
      if (trigger.by == TriggerSpec::By::kShape) {
        for (const int link : watched.links) watched.reaches.push_back(ReachOf(world_.link(link)));
      }
      if (!watched.links.empty()) state.watched.push_back(std::move(watched));
    }
    triggers_.push_back(std::move(state));
  }
}

// Names are resolved once per world: an edit makes a new set.
void EventSet::FindQuantities() {
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    const Quantity& quantity = spec_.conditions[i].quantity;
    if (quantity.kind == Quantity::Kind::kContact) {
      FindTouching(quantity, &conditions_[i]);
      continue;
    }
    const bool joint =
        quantity.kind == Quantity::Kind::kJoint || quantity.kind == Quantity::Kind::kJointSpeed;
    const auto base = [this](const std::string& name) {
      const int model = world_.FindModel(name);
      if (model < 0) return world_.FindLink(name);
      const std::vector<int> links = LinksOf(world_, model, false);
      return links.empty() ? world_.layout(model).links.first : links.front();
    };
    int a = joint ? world_.FindJoint(quantity.of) : base(quantity.of);
    if (joint && a >= 0 && world_.joint(a).q_count != world_.joint(a).v_count) a = -1;
    if (joint && a >= 0 && world_.joint(a).v_count == 0) a = -1;
    conditions_[i].a = a;
    if (quantity.kind == Quantity::Kind::kDistance) conditions_[i].b = base(quantity.to);
  }
}

void EventSet::FindTouching(const Quantity& quantity, ConditionState* state) const {
  state->of_links = LinksNamed(world_, quantity.of);
  if (!quantity.to.empty()) state->to_links = LinksNamed(world_, quantity.to);
}

/// Draws the next time of a random event: exponential with the given mean (a Poisson process), by
/// inverting its distribution, or uniform.
void EventSet::Schedule(int event, SimTimeNs from_ns) {
  const EventSpec& spec = spec_.events[At(event)];
  EventState& state = states_[At(event)];
  const double wait = spec.mean > 0.0 ? -spec.mean * std::log1p(-state.random.Uniform())
                                      : state.random.Uniform(spec.min, spec.max);
  state.next_ns = from_ns + ToNanoseconds(std::min(wait, 1e8));
}

// The order of sources is fixed (delayed actions, clocks, conditions, triggers, referee), so that
// the order of commands is the same in every run. Events that an event fires are appended to
// wanted_ and fire in the same step.
void EventSet::Update(const EventView& view, std::vector<Due>* due) {
  firings_.clear();
  budget_ = ScriptBudget();
  LookAtPending(view, due);
  LookAtClocks(view);
  LookAtConditions(view);
  LookAtTriggers(view);
  if (referee_) LookAtReferee(view, due);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (firings_.size() >= kMaxFirings) {
      firings_.back().problems.push_back(
          "too many events in one step: at most 1000; the rest is "
          "ignored");
      break;
    }
    const QueuedFire requested = queue_[i];
    Fire(view, requested, due);
  }
  queue_.clear();
}

void EventSet::Queue(int event, const std::string& subject) {
  queue_.push_back(QueuedFire{event, subject});
}

void EventSet::LookAtPending(const EventView& view, std::vector<Due>* due) {
  std::size_t count = 0;
  while (count < pending_.size() && pending_[count].due_ns <= view.time_ns) ++count;
  if (count == 0) return;
  const auto last = pending_.begin() + static_cast<std::ptrdiff_t>(count);
  const std::vector<Pending> ready(pending_.begin(), last);
  pending_.erase(pending_.begin(), last);
  for (const Pending& pending : ready) {
    if (pending.action < 0) {
      Queue(pending.event, pending.subject);
      continue;
    }
    firings_.push_back(Firing{pending.event, pending.subject, {}});
    const EventSpec& spec = spec_.events[At(pending.event)];
    Act(view, spec.actions[At(pending.action)], static_cast<int>(firings_.size()) - 1, due);
  }
}

void EventSet::LookAtClocks(const EventView& view) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    EventState& state = states_[i];
    if (state.next_ns < 0 || state.next_ns > view.time_ns) continue;
    const EventSpec& spec = spec_.events[i];
    Queue(static_cast<int>(i), "");
    if (spec.kind == EventKind::kRandom) {
      Schedule(static_cast<int>(i), view.time_ns);
      continue;
    }
    const SimTimeNs every = ToNanoseconds(spec.every);
    // Multiples of the period after the first firing, independent of the step.
    state.next_ns =
        every > 0 ? state.next_ns + ((view.time_ns - state.next_ns) / every + 1) * every : -1;
  }
}

bool EventSet::ForceOf(const Quantity& quantity, const ConditionState& state, double* value) const {
  const bool any = quantity.to.empty();
  if (!touches_.known() || state.of_links.count == 0) return false;
  if (!any && state.to_links.count == 0) return false;
  *value = touches_.Force(state.of_links, any ? nullptr : &state.to_links);
  return true;
}

bool EventSet::ValueOf(const EventView& view, const ConditionSpec& spec,
                       const ConditionState& state, double* value) const {
  const Quantity::Kind kind = spec.quantity.kind;
  if (kind == Quantity::Kind::kContact) return ForceOf(spec.quantity, state, value);
  if (state.a < 0 || (kind == Quantity::Kind::kDistance && state.b < 0)) return false;
  if (kind == Quantity::Kind::kJoint || kind == Quantity::Kind::kJointSpeed) {
    const world::JointLayout& joint = world_.joint(state.a);
    *value = kind == Quantity::Kind::kJoint ? view.state.q[At(joint.q)] : view.state.v[At(joint.v)];
    return true;
  }
  const RigidTransform& X_WL = view.state.X_WL[At(state.a)];
  switch (kind) {
    case Quantity::Kind::kX:
      *value = X_WL.p.x();
      return true;
    case Quantity::Kind::kY:
      *value = X_WL.p.y();
      return true;
    case Quantity::Kind::kZ:
      *value = X_WL.p.z();
      return true;
    case Quantity::Kind::kSpeed:
      *value = view.state.V_WL_W[At(state.a)].v.norm();
      return true;
    case Quantity::Kind::kTilt:
      *value = std::acos(std::clamp((X_WL.q * Vector3d::UnitZ()).z(), -1.0, 1.0));
      return true;
    default:
      *value = (X_WL.p - view.state.X_WL[At(state.b)].p).norm();
      return true;
  }
}

// A condition fires once when it has held for its time, and again only after it was false.
void EventSet::LookAtConditions(const EventView& view) {
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    const ConditionSpec& spec = spec_.conditions[i];
    ConditionState& state = conditions_[i];
    double value = 0.0;
    const bool holds =
        ValueOf(view, spec, state, &value) && value > spec.above && value < spec.below;
    if (!holds) {
      state.since_ns = -1;
      state.fired = false;
      continue;
    }
    if (state.since_ns < 0) state.since_ns = view.time_ns;
    if (state.fired || view.time_ns - state.since_ns < ToNanoseconds(spec.lasting)) continue;
    state.fired = true;
    Queue(spec.event, world_.FindModel(spec.quantity.of) >= 0 ? spec.quantity.of : "");
  }
}

void EventSet::LookAtTriggers(const EventView& view) {
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    const TriggerSpec& trigger = spec_.triggers[i];
    TriggerState& state = triggers_[i];
    RigidTransform X_WT = trigger.X_FT;
    if (!trigger.frame.empty()) {
      // The model that carries the trigger was removed.
      if (state.frame < 0) continue;
      X_WT = view.state.X_WL[At(state.frame)] * trigger.X_FT;
    }
    for (Watched& watched : state.watched) {
      LookAtModel(view, trigger, IsInside(view, trigger, state, X_WT, watched), &watched);
    }
  }
}

// Points are tested exactly; shapes first by their bounding spheres, then by exact overlap.
bool EventSet::IsInside(const EventView& view, const TriggerSpec& trigger,
                        const TriggerState& state, const RigidTransform& X_WT,
                        const Watched& watched) const {
  if (trigger.by != TriggerSpec::By::kShape) {
    const RigidTransform X_TW = X_WT.Inverse();
    return std::any_of(watched.links.begin(), watched.links.end(), [&](int link) {
      const RigidTransform& X_WL = view.state.X_WL[At(link)];
      return trigger.volume.Contains(X_TW * (X_WL * world_.link(link).inertia.p_BBcm));
    });
  }
  const world::PlacedShape volume{&state.shape, X_WT};
  for (std::size_t i = 0; i < watched.links.size(); ++i) {
    const RigidTransform& X_WL = view.state.X_WL[At(watched.links[i])];
    const double reach = watched.reaches[i] + state.reach;
    if ((X_WL.p - X_WT.p).squaredNorm() > reach * reach) continue;
    for (const world::Collision& collision : world_.link(watched.links[i]).collisions) {
      const world::PlacedShape shape{&collision.geometry, X_WL * collision.X_LG};
      if (world::Overlap(shape, volume, 0.0)) return true;
    }
  }
  return false;
}

void EventSet::LookAtModel(const EventView& view, const TriggerSpec& trigger, bool inside,
                           Watched* watched) {
  const std::string& name = world_.instance(watched->model).name;
  const EventSpec& stay = spec_.events[At(trigger.stay)];
  if (inside != watched->inside) {
    watched->inside = inside;
    Queue(inside ? trigger.enter : trigger.leave, name);
    watched->next_stay_ns = inside ? view.time_ns + ToNanoseconds(stay.first) : -1;
  }
  if (!inside || watched->next_stay_ns < 0 || view.time_ns < watched->next_stay_ns) return;
  const SimTimeNs every = ToNanoseconds(stay.every);
  watched->next_stay_ns = every > 0 ? view.time_ns + every : -1;
  if (!stay.actions.empty()) Queue(trigger.stay, name);
}

void EventSet::Fire(const EventView& view, const QueuedFire& requested, std::vector<Due>* due) {
  const EventSpec& spec = spec_.events[At(requested.event)];
  EventState& state = states_[At(requested.event)];
  if (!state.enabled || (spec.times > 0 && state.fired >= spec.times)) return;
  const bool rests = state.last_ns >= 0 && view.time_ns - state.last_ns < ToNanoseconds(spec.pause);
  // <pause> is counted from the last firing, also for another model.
  if (rests) return;
  ++state.fired;
  state.last_ns = view.time_ns;
  state.last_subject = requested.subject;
  // Hashing the event, its subject and the step makes runs with different events differ in their
  // state hash, even if the events change nothing else.
  hash_ = HashBytes(&requested.event, sizeof requested.event, hash_);
  hash_ = HashString(requested.subject, HashBytes(&view.step, sizeof view.step, hash_));
  firings_.push_back(Firing{requested.event, requested.subject, {}});
  const int firing = static_cast<int>(firings_.size()) - 1;
  std::size_t first = 0;
  std::size_t end = spec.actions.size();
  if (spec.pick_one && end > 1) {
    first = std::min(end - 1,
                     static_cast<std::size_t>(state.random.Uniform() * static_cast<double>(end)));
    end = first + 1;
  }
  for (std::size_t i = first; i < end; ++i) {
    const Action& action = spec.actions[i];
    if (action.chance < 1.0 && state.random.Uniform() >= action.chance) continue;
    if (action.after > 0.0) {
      AddPending(Pending{view.time_ns + ToNanoseconds(action.after), requested.event,
                         static_cast<int>(i), requested.subject});
    } else {
      Act(view, action, firing, due);
    }
  }
}

// A line with "{who}" is parsed when it fires, with the name of the model that caused the event.
void EventSet::Act(const EventView& view, const Action& action, int firing, std::vector<Due>* due) {
  if (action.command) return Do(view, *action.command, action.line, firing, due);
  const std::string& subject = firings_[At(firing)].subject;
  const std::string line = WithSubject(action.line, subject.empty() ? "nobody" : subject);
  const Result<Command> command = ParseCommand(line);
  if (command.ok()) return Do(view, command.value(), line, firing, due);
  firings_[At(firing)].problems.push_back(command.error().message);
}

void EventSet::Do(const EventView& view, const Command& command, const std::string& line,
                  int firing, std::vector<Due>* due) {
  const auto problem = [&](const std::string& text) {
    firings_[At(firing)].problems.push_back(text);
  };
  if (const auto* fire = std::get_if<FireCommand>(&command)) {
    const std::string subject =
        !fire->subject.empty() ? fire->subject : firings_[At(firing)].subject;
    for (const std::string& name : fire->events) {
      const int event = spec_.FindEvent(name);
      if (event < 0) {
        problem("unknown event '" + name + "'");
      } else if (fire->after > 0.0) {
        AddPending(Pending{view.time_ns + ToNanoseconds(fire->after), event, -1, subject});
      } else {
        Queue(event, subject);
      }
    }
  } else if (const auto* input = InputOf<sim::FireEvent>(command)) {
    const Status status = FireFromOutside(input->event, input->subject, input->action);
    if (!status.ok()) problem(status.error().message);
  } else if (const auto* script = std::get_if<ScriptCommand>(&command)) {
    const Status status = RunScript(view, script->script, firing, due);
    if (!status.ok()) problem(status.error().message);
  } else {
    due->push_back(Due{command, line, firing, NameOf(firings_[At(firing)])});
  }
}

void EventSet::AddPending(Pending pending) {
  if (pending_.size() >= kMaxPending) return;
  // Actions that are due at the same time keep the order in which they were requested.
  const auto later = std::upper_bound(
      pending_.begin(), pending_.end(), pending.due_ns,
      [](SimTimeNs due_ns, const Pending& other) { return due_ns < other.due_ns; });
  pending_.insert(later, std::move(pending));
}

}  // namespace surefoot::events
