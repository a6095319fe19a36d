#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Who may drive what: the first client that commands a robot has it until it leaves or lets go.
class Claims {
 public:
  /// `shared`: everybody may drive everything.
  explicit Claims(bool shared) : shared_(shared) {}

  /// Which topics command which robots. Claims stay, by the robots' names.
  void SetWorld(const Parts& parts, const world::World& world);
  void ClearWorld();

  /// A client commands. The error says who has the robot.
  Status Take(const std::string& topic, const std::string& client);
  /// All that a client has is free again; the robots.
  std::vector<std::string> Release(const std::string& client);

  /// The robot that a topic commands; a command outside all namespaces stands for itself. Empty:
  /// the topic commands nothing.
  std::string RobotOf(const std::string& topic) const;
  /// Empty: nobody.
  std::string OwnerOf(const std::string& robot) const;
  /// Topics that drives of the world listen to, sorted.
  const std::vector<std::string>& commands() const { return commands_; }

 private:
  bool shared_;
  /// "/husky/" and the model's name, of models with drives.
  std::map<std::string, std::string> scopes_;
  std::vector<std::string> commands_;
  /// Client by robot.
  std::map<std::string, std::string> owners_;
};

}  // namespace surefoot::serve
