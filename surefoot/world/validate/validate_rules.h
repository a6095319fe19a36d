#pragma once

/// The parts of Validate(). Private to this folder.

#include <string>
#include <unordered_set>

#include "surefoot/base/problem.h"
#include "surefoot/math/text.h"
#include "surefoot/world/tree.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// Where problems go, and what has been checked already.
class Rules : public Reporter<Rules> {
 public:
  explicit Rules(Problems* problems) : Reporter(problems) {}

  /// True on the first call: shared meshes and models are checked once.
  bool FirstVisit(const void* shared) { return seen_.insert(shared).second; }

  /// Each reports an error and returns false when its rule is violated; `what` names the quantity.
  bool Finite(const Source& source, const std::string& what, double value);
  bool Finite(const Source& source, const std::string& what, const Vector3d& value);
  bool Pose(const Source& source, const std::string& what, const RigidTransform& X);
  bool Positive(const Source& source, const std::string& what, double value);
  /// Positive and not astronomical. Where doubles no longer resolve a contact, the engines'
  /// collision searches do not terminate.
  bool Size(const Source& source, const std::string& what, double value);
  bool Near(const Source& source, const std::string& what, const Vector3d& position);
  /// Infinity is accepted; NaN is not.
  bool NotNegative(const Source& source, const std::string& what, double value);
  bool NotNegativeFinite(const Source& source, const std::string& what, double value);

 private:
  std::unordered_set<const void*> seen_;
};

/// Names of one kind in one scope: not empty, and unique.
class Names {
 public:
  /// `kind` and `scope` for messages: "link", "model \"husky\"".
  Names(std::string kind, std::string scope) : kind_(std::move(kind)), scope_(std::move(scope)) {}
  void Add(const std::string& name, const Source& source, Rules* rules);

 private:
  std::string kind_;
  std::string scope_;
  std::unordered_set<std::string> seen_;
};

/// Sensors of the link or joint that `scope` names.
void ValidateSensors(const std::vector<Sensor>& sensors, const std::string& scope, Rules* rules);
void ValidateLink(const Link& link, Rules* rules);
/// `model` for the names of links and joints.
void ValidateJoint(const Model& model, const Joint& joint, Rules* rules);
void ValidateMimics(const Model& model, Rules* rules);
void ValidateInitialValues(const Model& model, Rules* rules);
void ValidateKeyframes(const Model& model, Rules* rules);
/// Rules for bodies, that is links combined by fixed joints. All indices are in range.
void ValidateBodies(const Model& model, const Tree& tree, Rules* rules);
void ValidateModel(const Model& model, Rules* rules);
void ValidateGrounds(const WorldSpec& spec, Rules* rules);

}  // namespace surefoot::world
