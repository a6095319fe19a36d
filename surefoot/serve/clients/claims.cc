#include "surefoot/serve/clients/claims.h"

#include <algorithm>
#include <map>

#include "surefoot/graph/names.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot::serve {

// Only models with drives have a scope: a topic of another model commands nothing.
void Claims::SetWorld(const world::World& world, const std::vector<std::string>& commands) {
  ClearWorld();
  std::map<const world::Model*, bool> has_drives;
  for (int model = 0; model < world.model_count(); ++model) {
    const auto [known, is_new] = has_drives.try_emplace(&world.model(model), false);
    Problems ignored;
    if (is_new) known->second = !plugins::DrivesOf(world.model(model), &ignored).empty();
    if (!known->second) continue;
    const std::string& name = world.instance(model).name;
    scopes_[graph::TopicName("", name) + "/"] = name;
  }
  commands_ = commands;
}

void Claims::ClearWorld() {
  scopes_.clear();
  commands_.clear();
}

std::string Claims::RobotOf(const std::string& topic) const {
  for (const auto& [scope, robot] : scopes_) {
    if (topic.starts_with(scope)) return robot;
  }
  // A command topic outside all namespaces, such as "/cmd_vel", is claimed by itself.
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
  if (is_new || claim->second == client) {
    std::set<std::string>& topics = topics_[robot];
    if (topics.count(topic) == 0) topics.insert(topic);
    return Status();
  }
  return Error{people_->NameOf(claim->second) + " has control of " + robot +
               ", so the message of " + client + " on '" + topic +
               "' is refused; request it with /surefoot/control/take, wait until " + claim->second +
               " leaves or calls /surefoot/release, or start the server with " + "--shared"};
}

Status Claims::Check(const std::string& robot, const std::string& client) const {
  const std::string owner = OwnerOf(robot);
  if (shared_ || owner.empty() || owner == client) return Status();
  return Error{people_->NameOf(owner) + " has control of " + robot};
}

Status Claims::Check(const world::World& world, int model, const std::string& client) const {
  return model < 0 ? Status() : Check(world.instance(model).name, client);
}

/// Passes the robot to the client that requested it, if any.
void Claims::Free(const std::string& robot) {
  topics_.erase(robot);
  const auto request = requests_.find(robot);
  if (request == requests_.end()) {
    owners_.erase(robot);
    return;
  }
  owners_[robot] = request->second.client;
  requests_.erase(request);
}

std::string Claims::EndPublishing(const std::string& topic, const std::string& client) {
  const std::string robot = RobotOf(topic);
  const auto topics = topics_.find(robot);
  if (robot.empty() || OwnerOf(robot) != client || topics == topics_.end()) return "";
  if (topics->second.erase(topic) == 0 || !topics->second.empty()) return "";
  Free(robot);
  return robot;
}

std::vector<std::string> Claims::Release(const std::string& client) {
  std::erase_if(requests_, [&](const auto& request) { return request.second.client == client; });
  std::vector<std::string> robots;
  for (const auto& [robot, owner] : owners_) {
    if (owner == client) robots.push_back(robot);
  }
  for (const std::string& robot : robots) Free(robot);
  return robots;
}

Result<Claims::Taken> Claims::RequestControl(const std::string& robot, const std::string& client,
                                             bool force, Clock::time_point now) {
  const std::string owner = OwnerOf(robot);
  if (owner == client) return Taken::kNow;
  if (owner.empty() || force || shared_) {
    owners_[robot] = client;
    topics_.erase(robot);
    requests_.erase(robot);
    return Taken::kNow;
  }
  // One pending request per robot: a queue would let clients pile up requests.
  const auto [request, is_new] =
      requests_.try_emplace(robot, ControlRequest{client, now + kAnswerTimeout});
  if (is_new || request->second.client == client) return Taken::kAsked;
  return Error{people_->NameOf(request->second.client) + " has asked " + people_->NameOf(owner) +
               " for " + robot + " already; try again in a few seconds"};
}

Result<std::string> Claims::Answer(const std::string& robot, const std::string& client, bool give) {
  const Status allowed = Check(robot, client);
  if (!allowed.ok()) return allowed.error();
  const auto request = requests_.find(robot);
  if (request == requests_.end()) return Error{"no request for " + robot + " is pending"};
  if (give) {
    Free(robot);
  } else {
    requests_.erase(request);
  }
  return OwnerOf(robot);
}

Status Claims::ReleaseOne(const std::string& robot, const std::string& client) {
  const std::string owner = OwnerOf(robot);
  if (owner == client) {
    Free(robot);
    return Status();
  }
  // The client withdraws its request.
  const auto request = requests_.find(robot);
  if (request != requests_.end() && request->second.client == client) {
    requests_.erase(request);
    return Status();
  }
  return Error{"you do not have control of " + robot +
               (owner.empty() ? "; nobody has it" : "; " + people_->NameOf(owner) + " has it")};
}

std::vector<std::pair<std::string, std::string>> Claims::TakeUnanswered(Clock::time_point now) {
  std::vector<std::pair<std::string, std::string>> unanswered;
  for (auto request = requests_.begin(); request != requests_.end();) {
    if (now < request->second.until) {
      ++request;
      continue;
    }
    unanswered.emplace_back(request->first, request->second.client);
    request = requests_.erase(request);
  }
  return unanswered;
}

}  // namespace surefoot::serve
