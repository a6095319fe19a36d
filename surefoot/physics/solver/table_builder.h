#pragma once

#include "surefoot/base/try.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/solver/tables.h"

namespace surefoot::solver {

/// Fills the tables while an engine creates its bodies:
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

  /// Body of a link and pose of the link in it; for links of bodies valid after AddLinks().
  Place PlaceOf(int model, int link) const;

  /// Adds a body moved by a joint (or Simbody mobilizer); returns its index.
  int AddBody(int model, int parent, int u_count);
  /// `axis` 0 or 1: of the joint's axes; higher ones (the rotation of a planar joint) have no
  /// limits. `of_body` is the index of the coordinate among those of the body.
  void AddCoordinate(int joint, int axis, int body, int of_body);
  void AddBall(int joint, int body, bool reversed);
  /// Assigns the links of `body` to the body added last.
  void AddLinks(int model, const world::Body& body);

  /// Loops, mimics and attachments of all models. An error names the attachment.
  Status AddConstraints();

  /// Numbers the dofs: children before parents, each tree contiguous. Call last.
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
