#include "surefoot/events/event_host.h"

#include "surefoot/world/base_link.h"

namespace surefoot::events {
namespace {

/// Of one run of a script.
constexpr std::size_t kMostAsked = 1000;

void PutSix(const Vector3d& a, const Vector3d& b, double* six) {
  for (int i = 0; i < 3; ++i) {
    six[i] = a[i];
    six[3 + i] = b[i];
  }
}

}  // namespace

Status EventHost::Command(const std::string& line) {
  if (asked_.size() >= kMostAsked) return Error{"a script gives 1000 commands at most"};
  Result<events::Command> command = ParseCommand(line);
  if (!command.ok()) return command.error();
  if (std::holds_alternative<ListCommand>(command.value())) {
    return Error{"an event has no use for a list"};
  }
  asked_.push_back(Asked{std::move(command).value(), line});
  return Status();
}

void EventHost::Print(const std::string& text) {
  if (asked_.size() < kMostAsked) asked_.push_back(Asked{SayCommand{text}, "say " + text});
}

int EventHost::LinkOf(const std::string& name) const {
  const world::World& world = facts_.view.world;
  const int model = world.FindModel(name);
  if (model < 0) return world.FindLink(name);
  const int base = world::BaseLink(world, model);
  return base >= 0 ? base : world.layout(model).links.first;
}

bool EventHost::Pose(const std::string& name, double* six) const {
  const int link = LinkOf(name);
  if (link < 0) return false;
  const RigidTransform& X_WL = facts_.view.state.X_WL[static_cast<std::size_t>(link)];
  PutSix(X_WL.p, RpyFromQuaternion(X_WL.q), six);
  return true;
}

bool EventHost::Velocity(const std::string& name, double* six) const {
  const int link = LinkOf(name);
  if (link < 0) return false;
  const Twist& V_WL_W = facts_.view.state.V_WL_W[static_cast<std::size_t>(link)];
  PutSix(V_WL_W.v, V_WL_W.w, six);
  return true;
}

bool EventHost::Touching(const std::string& of, const std::string* to, bool* touches) const {
  const world::World& world = facts_.view.world;
  const world::Range of_links = LinksNamed(world, of);
  const world::Range to_links = to == nullptr ? world::Range{0, 0} : LinksNamed(world, *to);
  if (of_links.count == 0 || (to != nullptr && to_links.count == 0)) return false;
  *touches = facts_.touches->Any(of_links, to == nullptr ? nullptr : &to_links);
  return true;
}

bool EventHost::Joint(const std::string& name, double* two) const {
  const world::World& world = facts_.view.world;
  const int joint = world.FindJoint(name);
  if (joint < 0) return false;
  const world::JointLayout& layout = world.joint(joint);
  if (layout.v_count == 0 || layout.q_count != layout.v_count) return false;
  two[0] = facts_.view.state.q[static_cast<std::size_t>(layout.q)];
  two[1] = facts_.view.state.v[static_cast<std::size_t>(layout.v)];
  return true;
}

}  // namespace surefoot::events
