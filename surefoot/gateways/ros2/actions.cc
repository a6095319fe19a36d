#include "surefoot/gateways/ros2/actions.h"

#include <algorithm>

namespace surefoot::gateways::ros2 {

void Actions::OnActions(const List& actions) {
  actions_ = actions;
  std::erase_if(servers_, [&](const auto& server) {
    return std::none_of(actions.begin(), actions.end(), [&](const auto& action) {
      return action.first == server.first && action.second == &server.second->info();
    });
  });
  for (const auto& [name, info] : actions) {
    if (servers_.count(name) == 0) Open(name, *info);
  }
}

void Actions::Open(const std::string& name, const msgs::ActionInfo& info) {
  servers_[name] =
      std::make_unique<ActionServer>(&core_, name, core_.action_names.ToRos(name), info);
}

void Actions::Rename() {
  servers_.clear();
  OnActions(List(actions_));
}

ActionServer* Actions::Find(std::uint64_t goal) {
  for (const auto& [name, server] : servers_) {
    if (server->Has(goal)) return server.get();
  }
  return nullptr;
}

bool Actions::OnFeedback(const graph::event::Feedback& event) {
  ActionServer* server = Find(event.id);
  if (server != nullptr) server->OnFeedback(event);
  return server != nullptr;
}

bool Actions::OnGoalEnded(const graph::event::GoalEnded& event) {
  ActionServer* server = Find(event.id);
  if (server != nullptr) server->OnEnded(event);
  return server != nullptr;
}

}  // namespace surefoot::gateways::ros2
