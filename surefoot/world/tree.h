#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/model.h"

namespace surefoot::world {

/// Why engines add to a body's inertia (stand_in.h).
enum class StandInKind {
  kNone,
  /// No mass of its own; what hangs on it has.
  kShare,
  /// The same, and nothing holds it against one of its joints' motions.
  kLoose,
  /// A point mass that can turn about itself.
  kPoint,
  /// Nothing with mass on it at all.
  kEmpty,
};

/// Links joined by fixed joints, moving as one. Its frame B is that of its first link, `root_link`.
struct Body {
  int root_link = 0;
  /// `root_link` first, then in file order.
  std::vector<int> links;
  /// Mass of all its links, in B. Zero for a link between two joints that has none of its own.
  Inertia inertia;
  /// What engines add so that the body can be moved, in B; zero for most bodies.
  Inertia stand_in;
  StandInKind stand_in_kind = StandInKind::kNone;
  /// Index into Tree::bodies of the body it hangs on; -1: the world, or nothing.
  int parent = -1;
  /// Joint that connects it to its parent; -1: it moves freely, or it is welded to the world. A
  /// floating joint stands here with parent -1 even when its own parent is a link: the body is
  /// free, and only the joint's coordinates are told relative to that link.
  int joint = -1;
  /// True when the joint's parent in the file is this body: coordinates then count child to parent.
  bool joint_reversed = false;
  /// True when it cannot move: static model, or fixed to the world.
  bool is_static = false;

  /// With the stand-in: what an engine moves.
  Inertia moved_inertia() const {
    return stand_in_kind == StandInKind::kNone ? inertia : Combine(inertia, stand_in);
  }
};

/// What an engine builds from: a model's links lumped into bodies, parents before children,
/// otherwise by root link in file order. A static model is a single static body.
struct Tree {
  std::vector<Body> bodies;
  /// Per link: its body and pose therein.
  std::vector<int> body_of_link;
  std::vector<RigidTransform> X_BL;
  /// Joints that are not part of the tree: they close loops between two bodies (or a body and the
  /// world), in file order. Joints that hold nothing, because both ends are in one body or
  /// neither end can move, are not listed.
  std::vector<int> loop_joints;
};

/// Lumps and orders a model's links. A link's earliest joint in file order connects it to its
/// parent; a joint that would be a second parent or close a cycle is a loop joint, unless its
/// file parent would otherwise float: that one is hung on the child, with `joint_reversed`.
/// Errors: indices out of range, a joint from a link to itself.
Result<Tree> MakeTree(const Model& model);

}  // namespace surefoot::world
