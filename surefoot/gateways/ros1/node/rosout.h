#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/gateways/ros1/node/core.h"

namespace surefoot::gateways::ros1 {

/// The log of this node on /rosout. With an own master also the node "/rosout", which roscore
/// starts beside its master: it publishes the logs of all nodes on /rosout_agg, where tools such as
/// rqt_console read them.
class Rosout {
 public:
  enum class Level : std::uint8_t { kInfo = 2, kWarning = 4 };

  /// `core` outlives this.
  Rosout(Core* core, Types* types);
  ~Rosout();

  void Log(Level level, const std::string& text);
  /// Starts the node "/rosout", by its own registrar.
  void Aggregate(std::unique_ptr<Registrar> registrar);
  /// Ends the registrations of that node; `done` is called then, at once without it.
  void Finish(std::function<void()> done);

 private:
  /// A publication of logs.
  std::unique_ptr<Publication> MakePublication(const std::string& topic, const std::string* node);

  Core& core_;
  TopicType type_;
  std::uint32_t seq_ = 0;
  std::unique_ptr<Publication> log_;
  // Of the node "/rosout".
  std::unique_ptr<Registrar> registrar_;
  SubscriptionHost host_;
  std::unique_ptr<Publication> aggregated_;
  std::unique_ptr<Subscription> logs_;
};

}  // namespace surefoot::gateways::ros1
