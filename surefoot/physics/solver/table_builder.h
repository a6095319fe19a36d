#pragma once

#include "surefoot/base/try.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::solver {

/// Fills the tables while an engine makes its bodies:
///
///   TableBuilder builder(args);
///   for each model:  BeginModel(), for each body: AddBody(), AddCoordinate()..., AddLinks();
///                    EndModel()
///   AddConstraints(), then the q and u of the bodies, then Number().
class TableBuilder {
 public:
  explicit TableBuilder(const physics::BackendArgs& args);

  Tables& tables() { return tables_; }
  const Tables& tables() const { return tables_; }
  const world::World& world() const { return world_; }

  void BeginModel(int model);
  void EndModel();

  /// Where a link of the model is; those of bodies once AddLinks() has been called for them.
  Place PlaceOf(int model, int link) const;

  /// A body that a joint or mobilizer moves; returns its index.
  int AddBody(int model, int parent, int u_count);
  /// `axis` 0 or 1: of the joint's axes; further ones (a planar joint's rotation) have no limits of
  /// their own. `of_body` is the coordinate's place among those of the body.
  void AddCoordinate(int joint, int axis, int body, int of_body);
  void AddBall(int joint, int body, bool reversed);
  /// The last body gets the links of `body`.
  void AddLinks(int model, const world::Body& body);

  /// Loops, mimics and attachments of all models. An error names the attachment.
  Status AddConstraints();

  /// Dofs: children before parents, each tree in one piece.
  void Number();

 private:
  void AddLoops(int model);
  void AddMimics(int model);
  Status AddAttachment(const world::Attachment& attachment);
  bool InThisInstance(int model) const;
  Coordinate MakeCoordinate(int joint, int axis) const;

  const physics::BackendArgs& args_;
  const world::World& world_;
  Tables tables_;
  /// Per World joint: its first coordinate, or -1.
  std::vector<int> coordinates_of_joint_;
};

}  // namespace surefoot::solver
