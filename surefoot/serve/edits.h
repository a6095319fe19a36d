#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "surefoot/session/session.h"
#include "surefoot/sim/property.h"

namespace surefoot::serve {

/// Bookkeeping of the edits that people make in a world: how many are unsaved, what the values were
/// originally, and the names of removed models. Server thread.
class Edits {
 public:
  /// Number of edits since the world was loaded or saved.
  std::int64_t unsaved() const { return unsaved_; }
  void Count() { ++unsaved_; }
  void OnSaved() { unsaved_ = 0; }
  /// Another world was loaded, or this one was reset.
  void OnLoaded();

  /// Call before the first change of a model that was added after the start; keeps its present
  /// description as the original.
  void Remember(const sim::Simulation& simulation, const std::string& entity);
  /// The part's properties when the world was loaded or the model was added; empty if the part does
  /// not exist.
  std::vector<sim::Property> Originals(const sim::Simulation& simulation, const std::string& entity,
                                       const std::string& part) const;

  /// A new name under which a removed model is kept, for RestoreEntity.
  std::string NewToken() { return "removed-" + std::to_string(++removed_); }
  void OnRemoved(const std::string& token, const std::string& entity) { names_[token] = entity; }
  /// Name of a removed model; empty for an unknown token.
  std::string RemovedName(const std::string& token) const;

 private:
  std::int64_t unsaved_ = 0;
  std::int64_t removed_ = 0;
  /// Model names by token, and the worlds in which added models have their original properties.
  std::map<std::string, std::string> names_;
  std::map<std::string, std::shared_ptr<const world::World>> spawned_;
};

}  // namespace surefoot::serve
