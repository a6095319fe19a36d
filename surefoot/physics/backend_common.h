#pragma once

/// Code shared by the backends of most engines.

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/backend.h"

namespace surefoot::physics {

/// Base class of engine instances: keeps the World and the models of the instance.
class BackendCommon : public Backend {
 public:
  const std::vector<int>& models() const final { return models_; }

 protected:
  explicit BackendCommon(const BackendArgs& args) : world_(args.world), models_(args.models) {}

  /// Calls `step` and turns an exception into flags of `report`. True when nothing was thrown. The
  /// message stays valid until the next error of this instance.
  template <typename Function>
  bool ReportErrors(StepReport* report, const Function& step) {
    try {
      step();
      return true;
    } catch (const std::exception& error) {
      message_ = error.what();
      report->flags |= kStepEngineError;
      report->engine_message = message_.c_str();
      return false;
    }
  }

  /// Copies this instance's models, efforts included, between two States of the same World.
  void CopyModels(const State& from, State* to) const;

  std::shared_ptr<const world::World> world_;
  std::vector<int> models_;

 private:
  std::string message_;
};

/// The error of RestoreModel() for bytes of another model or engine.
Error SavedStateDoesNotFit(const world::World& world, int model);

/// Stops the program: the caller passed a model that is not in this instance.
[[noreturn]] void FailUnknownModel(int model);

/// The entry of `model` in a table with one entry per model of an instance. Linear search:
/// instances have few models. The model must be in the table.
template <typename Entry>
const Entry& EntryOf(const std::vector<Entry>& entries, int model) {
  for (const Entry& entry : entries) {
    if (entry.model == model) return entry;
  }
  FailUnknownModel(model);
}

/// A link lumped into a body by fixed joints, other than the body's root link. X_BL is constant.
struct LumpedLink {
  int link = 0;
  int root_link = 0;
  RigidTransform X_BL;
};

/// Fills pose and velocity of lumped links from those of their root links, which must be known.
void ReadLumpedLink(const LumpedLink& link, State* state);
void ReadLumpedLinks(const std::vector<LumpedLink>& links, State* state);

/// The part of a body on which gravity does not act: mass (kg) and centre (m, in B) of its links
/// without gravity. An engine that applies gravity to whole bodies compensates with -mass times
/// gravity at this centre.
struct Weightless {
  double mass = 0.0;
  Vector3d p_BCm = Vector3d::Zero();
};

/// Zero for most bodies; the whole moved inertia when no link of the body has gravity.
Weightless WeightlessPart(const world::Model& model, const world::Tree& tree,
                          const world::Body& body);

/// Flags a step after which `model` has infinite or NaN entries.
inline void ReportNotFinite(int model, StepReport* report) {
  report->flags |= kStepNotFinite;
  report->bad_model = model;
}

}  // namespace surefoot::physics
