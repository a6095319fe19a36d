#pragma once

#include <string>
#include <vector>

#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Looks whether a model touches others, step by step.
class ContactWatch {
 public:
  /// `with`: only these models count; empty: all. `except`: these do not. The model itself never.
  struct Spec {
    std::string model;
    std::vector<std::string> with;
    std::vector<std::string> except;
  };

  Status Start(const Spec& spec, const Session& session);

  /// Looks at the last step.
  void Update(const Session& session);

  bool touches() const { return touches_; }
  /// Size of the sum of the forces on the model (N).
  double force() const { return force_; }
  /// "wall::link", of the first contact in the last step that had one.
  std::string OtherLink(const Session& session) const;
  std::string OwnLink(const Session& session) const;

 private:
  void FindModels(const world::World& world);

  Spec spec_;
  const world::World* world_ = nullptr;
  int model_ = -1;
  /// By model id.
  std::vector<bool> counts_;
  bool touches_ = false;
  double force_ = 0.0;
  int own_link_ = -1;
  int other_link_ = -1;
};

}  // namespace surefoot::experiment
