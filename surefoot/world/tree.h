#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/model.h"

namespace surefoot::world {

/// Why engines add to a body's inertia (stand_in.h).
enum class StandInKind {
  kNone,
  /// No mass itself, but the bodies it carries have.
  kShare,
  /// The same, and unconstrained in one of its joints' motions.
  kLoose,
  /// A point mass that can rotate about itself.
  kPoint,
  /// Neither it nor what it carries has mass.
  kEmpty,
};

/// Links connected by fixed joints, which move as one. Its frame B is that of its first link,
/// `root_link`.
struct Body {
  int root_link = 0;
  /// `root_link` first, then in file order.
  std::vector<int> links;
  /// Mass of all its links, in B. Zero for a link between two joints without mass.
  Inertia inertia;
  /// What engines add so that the body can be moved, in B; zero for most bodies.
  Inertia stand_in;
  StandInKind stand_in_kind = StandInKind::kNone;
  /// Index into Tree::bodies of its parent; -1: the world, or none.
  int parent = -1;
  /// The joint to its parent; -1: it moves freely, or is fixed to the world. A floating joint is
  /// listed here with parent -1 even when its own parent is a link: the body is free, and only the
  /// joint's coordinates are relative to that link.
  int joint = -1;
  /// True when the joint's parent in the file is this body: coordinates then go from child to
  /// parent.
  bool joint_reversed = false;
  /// True when it cannot move: in a static model, or fixed to the world.
  bool is_static = false;

  /// Including the stand-in: what an engine moves.
  Inertia moved_inertia() const {
    return stand_in_kind == StandInKind::kNone ? inertia : Combine(inertia, stand_in);
  }
};

/// What an engine builds from: a model's links combined to bodies, parents before children,
/// otherwise by root link in file order. A static model is a single static body.
struct Tree {
  std::vector<Body> bodies;
  /// For each link its body and its pose in it.
  std::vector<int> body_of_link;
  std::vector<RigidTransform> X_BL;
  /// Joints that are not in the tree: they close loops between two bodies (or a body and the
  /// world), in file order. Joints without effect, because both ends are in one body or neither
  /// can move, are omitted.
  std::vector<int> loop_joints;
};

/// Combines and orders a model's links. A link's earliest joint in file order connects it to its
/// parent; a joint that would be a second parent or close a cycle is a loop joint, unless its
/// parent in the file would otherwise float: that one becomes the child, with `joint_reversed`.
/// Errors: indices out of range, a joint from a link to itself.
Result<Tree> MakeTree(const Model& model);

}  // namespace surefoot::world
