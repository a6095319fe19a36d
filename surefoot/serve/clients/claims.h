#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/serve/clients/people.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Who may drive what: the first client that commands a robot has it until it leaves, lets go or
/// gives it to another that asks.
class Claims {
 public:
  using Clock = std::chrono::steady_clock;
  /// So long has a client to answer; then it keeps the robot.
  static constexpr std::chrono::seconds kAnswerWithin{10};

  /// `shared`: everybody may drive everything. `people` give names to messages.
  Claims(bool shared, const People* people) : shared_(shared), people_(people) {}

  /// Which topics command which robots; `commands`: those that drives listen to, sorted. Claims
  /// stay, by the robots' names.
  void SetWorld(const world::World& world, const std::vector<std::string>& commands);
  void ClearWorld();

  /// A client commands. The error says who has the robot.
  Status Take(const std::string& topic, const std::string& client);
  /// Whether a client may do something to a robot: nobody else has it. It does not take it.
  Status Check(const std::string& robot, const std::string& client) const;
  /// The same for a model by its number; none, -1, is nobody's.
  Status Check(const world::World& world, int model, const std::string& client) const;
  /// All that a client has is free again, or another's who asked for it; the robots.
  std::vector<std::string> Release(const std::string& client);

  /// Somebody wants to have a robot that may be another's.
  struct Wish {
    std::string client;
    Clock::time_point until;
  };
  enum class Taken { kNow, kAsked };
  /// Free ones at once, or by `force`; else the one that has it is asked. An error when somebody
  /// else asks for it already.
  Result<Taken> Want(const std::string& robot, const std::string& client, bool force,
                     Clock::time_point now);
  /// The owner's answer: who has the robot now.
  Result<std::string> Answer(const std::string& robot, const std::string& client, bool give);
  Status ReleaseOne(const std::string& robot, const std::string& client);
  /// Forgets wishes that were not answered in time: robot and who had asked.
  std::vector<std::pair<std::string, std::string>> TakeUnanswered(Clock::time_point now);

  /// The robot that a topic commands; a command outside all namespaces stands for itself. Empty:
  /// the topic commands nothing.
  std::string RobotOf(const std::string& topic) const;
  /// Empty: nobody.
  std::string OwnerOf(const std::string& robot) const;
  const std::map<std::string, std::string>& owners() const { return owners_; }
  const std::map<std::string, Wish>& wishes() const { return wishes_; }
  /// Topics that drives of the world listen to, sorted.
  const std::vector<std::string>& commands() const { return commands_; }

 private:
  void Free(const std::string& robot);

  bool shared_;
  const People* people_;
  /// "/husky/" and the model's name, of models with drives.
  std::map<std::string, std::string> scopes_;
  std::vector<std::string> commands_;
  /// Client by robot.
  std::map<std::string, std::string> owners_;
  std::map<std::string, Wish> wishes_;
};

}  // namespace surefoot::serve
