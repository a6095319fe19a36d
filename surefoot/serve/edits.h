#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "surefoot/session/session.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {

/// What is remembered of edits that people make in a world.
class Edits {
 public:
  /// Since the world was loaded or saved.
  std::int64_t unsaved() const { return unsaved_; }
  void Count() { ++unsaved_; }
  void OnSaved() { unsaved_ = 0; }
  /// Another world, or this one from its start.
  void OnLoaded();

  /// Before a model that was not there at the start is changed for the first time.
  void Remember(const sim::Simulation& simulation, const std::string& entity);
  /// The part's properties as the world was loaded or the model came in; empty: there is no such.
  std::vector<sim::Property> Originals(const sim::Simulation& simulation, const std::string& entity,
                                       const std::string& part) const;

  /// A name under which a removed model is kept.
  std::string NewToken() { return "removed-" + std::to_string(++removed_); }
  void OnRemoved(const std::string& token, const std::string& entity) { names_[token] = entity; }
  /// The model's name.
  std::string RemovedName(const std::string& token) const;

 private:
  std::int64_t unsaved_ = 0;
  std::int64_t removed_ = 0;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::shared_ptr<const world::World>> spawned_;
};

}  // namespace surefoot::serve
