#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/serve/clients/people.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Which client has control of which robot. The first client that commands a robot has control of
/// it until it leaves, releases it, or gives it to another client that requests it. This keeps two
/// clients from sending contradictory commands to one robot. Server thread.
///
///   const Status may = claims.Take("/husky/cmd_vel", "web:3");
///   if (!may.ok()) ...  // another client drives husky
class Claims {
 public:
  using Clock = std::chrono::steady_clock;
  /// Time for the owner to answer a request; without an answer it keeps the robot.
  static constexpr std::chrono::seconds kAnswerTimeout{10};

  /// `shared`: every client may drive every robot (--shared). `people` provides names for messages
  /// and outlives this.
  Claims(bool shared, const People* people) : shared_(shared), people_(people) {}

  /// Sets which topics command which robots; `commands` are the topics that drives subscribe to,
  /// sorted. Claims are kept, by the robots' names, so that an edit of the world does not end them.
  void SetWorld(const world::World& world, const std::vector<std::string>& commands);
  /// Without a world nothing can be commanded; claims are kept.
  void ClearWorld();

  /// A client publishes on a topic: takes control of the robot if it is free. The error names the
  /// client that has control.
  Status Take(const std::string& topic, const std::string& client);
  /// The client publishes no more on a topic. Releases the robot that it commands, unless the
  /// client has published on another topic of the robot, and returns it; otherwise "".
  std::string EndPublishing(const std::string& topic, const std::string& client);
  /// Whether a client may change a robot: no other client has control of it. Does not take control.
  Status Check(const std::string& robot, const std::string& client) const;
  /// The same for the index of a model; -1 stands for no model, which belongs to nobody.
  Status Check(const world::World& world, int model, const std::string& client) const;
  /// Releases all robots of a client, to the client that requested each, if any. Returns the
  /// robots.
  std::vector<std::string> Release(const std::string& client);

  /// A request for a robot that another client has, until it expires.
  struct ControlRequest {
    std::string client;
    Clock::time_point until;
  };
  enum class Taken { kNow, kAsked };
  /// Requests control of a robot. It is given at once (kNow) if the robot is free or `force` is
  /// set; otherwise the owner is asked (kAsked). An error if another client's request is pending.
  Result<Taken> RequestControl(const std::string& robot, const std::string& client, bool force,
                               Clock::time_point now);
  /// The owner's answer to the pending request. Returns the client that has the robot now.
  Result<std::string> Answer(const std::string& robot, const std::string& client, bool give);
  /// Releases one robot, or withdraws the client's request for it.
  Status ReleaseOne(const std::string& robot, const std::string& client);
  /// Removes requests that were not answered in time: robot and client that requested it.
  std::vector<std::pair<std::string, std::string>> TakeUnanswered(Clock::time_point now);

  /// The robot that a topic commands; a command topic outside of all namespaces counts as a robot
  /// of its own. Empty if the topic commands nothing.
  std::string RobotOf(const std::string& topic) const;
  /// The client that has control; empty for none.
  std::string OwnerOf(const std::string& robot) const;
  const std::map<std::string, std::string>& owners() const { return owners_; }
  const std::map<std::string, ControlRequest>& requests() const { return requests_; }
  /// Topics that drives of the world subscribe to, sorted.
  const std::vector<std::string>& commands() const { return commands_; }

 private:
  void Free(const std::string& robot);

  bool shared_;
  const People* people_;
  /// Namespace, "/husky/", to model name, for models with drives.
  std::map<std::string, std::string> scopes_;
  std::vector<std::string> commands_;
  /// Client by robot.
  std::map<std::string, std::string> owners_;
  /// Topics on which the owner of a robot has published.
  std::map<std::string, std::set<std::string>> topics_;
  std::map<std::string, ControlRequest> requests_;
};

}  // namespace surefoot::serve
