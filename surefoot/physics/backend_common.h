#pragma once

/// What most engines' backends do in the same way.

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/backend.h"

namespace surefoot::physics {

/// An instance: the World and the models that it is responsible for.
class BackendCommon : public Backend {
 public:
  const std::vector<int>& models() const final { return models_; }

 protected:
  explicit BackendCommon(const BackendArgs& args) : world_(args.world), models_(args.models) {}

  /// Calls `step` and reports what it throws. True when it threw nothing.
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

  /// Copies this instance's models from a state of the World that it keeps, efforts included.
  void CopyModels(const State& from, State* to) const;

  std::shared_ptr<const world::World> world_;
  std::vector<int> models_;

 private:
  std::string message_;
};

/// Error of RestoreModel().
Error SavedStateDoesNotFit(const world::World& world, int model);

/// Stops the program: the model is not in the instance that was asked for it.
[[noreturn]] void FailUnknownModel(int model);

/// Of a table with an entry for each model of an instance: the model's, which must be there.
template <typename Entry>
const Entry& EntryOf(const std::vector<Entry>& entries, int model) {
  for (const Entry& entry : entries) {
    if (entry.model == model) return entry;
  }
  FailUnknownModel(model);
}

/// A link that is lumped into a body and is not its root.
struct LumpedLink {
  int link = 0;
  int root_link = 0;
  RigidTransform X_BL;
};

/// Poses and velocities of such links, those of their roots being known.
void ReadLumpedLink(const LumpedLink& link, State* state);
void ReadLumpedLinks(const std::vector<LumpedLink>& links, State* state);

/// The part of a body that gravity does not pull: the mass of its links without gravity, and its
/// centre. An engine that pulls whole bodies pushes back with mass times gravity there.
struct Weightless {
  double mass = 0.0;
  Vector3d p_BCm = Vector3d::Zero();
};

/// Zero for most bodies; all that the engine moves when no link of the body has gravity.
Weightless WeightlessPart(const world::Model& model, const world::Tree& tree,
                          const world::Body& body);

/// The step has left the numbers that can be computed with.
inline void ReportNotFinite(int model, StepReport* report) {
  report->flags |= kStepNotFinite;
  report->bad_model = model;
}

}  // namespace surefoot::physics
