#include "surefoot/serve/claims.h"

#include <algorithm>

#include "surefoot/drives/drive_set.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot::serve {

void Claims::SetWorld(const Parts& parts, const world::World& world) {
  ClearWorld();
  for (int model = 0; model < world.model_count(); ++model) {
    Problems ignored;
    if (plugins::DrivesOf(world.model(model), &ignored).empty()) continue;
    const std::string& name = world.instance(model).name;
    scopes_[graph::TopicName("", name) + "/"] = name;
  }
  // In a graph of its own, where nobody else listens.
  graph::Graph graph;
  Problems ignored;
  const drives::DriveSet drives(world, parts.drives, 0, &graph, &ignored);
  commands_ = graph.ListenedTopics();
}

void Claims::ClearWorld() {
  scopes_.clear();
  commands_.clear();
}

std::string Claims::RobotOf(const std::string& topic) const {
  for (const auto& [scope, robot] : scopes_) {
    if (topic.compare(0, scope.size(), scope) == 0) return robot;
  }
  const bool commands = std::binary_search(commands_.begin(), commands_.end(), topic);
  return commands ? topic : std::string();
}

std::string Claims::OwnerOf(const std::string& robot) const {
  const auto found = owners_.find(robot);
  return found == owners_.end() ? std::string() : found->second;
}

Status Claims::Take(const std::string& topic, const std::string& client) {
  if (shared_) return Status();
  const std::string robot = RobotOf(topic);
  if (robot.empty()) return Status();
  const auto [claim, is_new] = owners_.emplace(robot, client);
  if (is_new || claim->second == client) return Status();
  return Error{"'" + robot + "' is driven by " + claim->second + ", so the message of " + client +
               " on '" + topic +
               "' is refused; wait until it leaves or calls /surefoot/release, or start the server "
               "with --shared"};
}

std::vector<std::string> Claims::Release(const std::string& client) {
  std::vector<std::string> robots;
  for (auto claim = owners_.begin(); claim != owners_.end();) {
    if (claim->second != client) {
      ++claim;
      continue;
    }
    robots.push_back(claim->first);
    claim = owners_.erase(claim);
  }
  return robots;
}

}  // namespace surefoot::serve
