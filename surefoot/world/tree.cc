#include "surefoot/world/tree.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/base/index.h"
#include "surefoot/world/stand_in.h"

// The joints of a model form a graph; this chooses its spanning tree, the links of each body, and
// the joints that close loops.

namespace surefoot::world {
namespace {

/// The parent of each link. The world is the node after the last link.
struct Forest {
  int world = 0;
  /// For each link its parent node, or -1 for a free root; and the joint to it.
  std::vector<int> above;
  std::vector<int> joint;
  std::vector<bool> reversed;
  /// For each joint.
  std::vector<bool> in_tree;
};

/// True for joints whose coordinates have the same meaning from the other end, up to sign or
/// inverse.
bool CanReverse(JointType type) {
  return type != JointType::kUniversal && type != JointType::kPlanar &&
         type != JointType::kFloating;
}

Status CheckIndices(const Model& model) {
  const int count = static_cast<int>(model.links.size());
  for (const Joint& joint : model.joints) {
    const std::string what = "model \"" + model.name + "\": joint \"" + joint.name + "\"";
    if (joint.child < 0 || joint.child >= count) {
      return Error{what + " has child link index " + std::to_string(joint.child) +
                   "; accepted: 0 to " + std::to_string(count - 1)};
    }
    if (joint.parent < kWorldLink || joint.parent >= count) {
      return Error{what + " has parent link index " + std::to_string(joint.parent) +
                   "; accepted: -1 (the world) to " + std::to_string(count - 1)};
    }
    if (joint.parent == joint.child) {
      return Error{what + " connects link \"" + model.links[At(joint.child)].name + "\" to itself"};
    }
  }
  return {};
}

/// A link that is the child of a joint and still a root is on a cycle. Its joint is the last of
/// the cycle in file order; the cycle's first link becomes the root instead.
void ChooseCycleRoots(const Model& model, Forest* forest) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[At(j)];
    const int root = joint.child;
    if (forest->in_tree[At(j)] || joint.parent == kWorldLink || forest->above[At(root)] != -1) {
      continue;
    }
    int first = root;
    int node = joint.parent;
    for (; node != forest->world && node != root && node != -1; node = forest->above[At(node)]) {
      first = std::min(first, node);
      if (forest->reversed[At(node)]) break;
    }
    if (node != root || first == root) continue;
    forest->in_tree[At(forest->joint[At(first)])] = false;
    forest->above[At(first)] = -1;
    forest->joint[At(first)] = -1;
    forest->above[At(root)] = joint.parent;
    forest->joint[At(root)] = j;
    forest->in_tree[At(j)] = true;
  }
}

Forest MakeForest(const Model& model) {
  const int link_count = static_cast<int>(model.links.size());
  Forest forest;
  forest.world = link_count;
  forest.above.assign(At(link_count), -1);
  forest.joint.assign(At(link_count), -1);
  forest.reversed.assign(At(link_count), false);
  forest.in_tree.assign(model.joints.size(), false);
  DisjointSets groups;
  groups.Reset(link_count + 1);
  const auto hang = [&](int joint, int lower, int upper, bool reversed) {
    forest.above[At(lower)] = upper;
    forest.joint[At(lower)] = joint;
    forest.reversed[At(lower)] = reversed;
    forest.in_tree[At(joint)] = true;
    groups.Join(lower, upper);
  };
  const int joint_count = static_cast<int>(model.joints.size());
  // First the joints as written, then those whose parent would otherwise have no parent.
  for (const bool reversed : {false, true}) {
    for (int j = 0; j < joint_count; ++j) {
      const Joint& joint = model.joints[At(j)];
      const int parent = joint.parent == kWorldLink ? forest.world : joint.parent;
      const int lower = reversed ? parent : joint.child;
      const int upper = reversed ? joint.child : parent;
      if (forest.in_tree[At(j)] || lower == forest.world || forest.above[At(lower)] != -1) continue;
      if (reversed && !CanReverse(joint.type)) continue;
      if (groups.Find(lower) != groups.Find(upper)) hang(j, lower, upper, reversed);
    }
  }
  ChooseCycleRoots(model, &forest);
  return forest;
}

/// True when the link is fixed to its parent node.
bool IsWelded(const Model& model, const Forest& forest, int link) {
  const int joint = forest.joint[At(link)];
  return joint >= 0 && model.joints[At(joint)].type == JointType::kFixed;
}

/// For each link the topmost link of its body.
std::vector<int> FindBodyRoots(const Model& model, const Forest& forest) {
  std::vector<int> root(model.links.size(), -1);
  std::vector<int> path;
  for (int link = 0; link < forest.world; ++link) {
    path.clear();
    int node = link;
    while (root[At(node)] < 0) {
      path.push_back(node);
      const bool is_root = !IsWelded(model, forest, node) || forest.above[At(node)] == forest.world;
      if (is_root) root[At(node)] = node;
      if (!is_root) node = forest.above[At(node)];
    }
    for (const int on_path : path) root[At(on_path)] = root[At(node)];
  }
  return root;
}

/// The root links of bodies, each after its parent (or reference link), otherwise ascending.
std::vector<int> OrderBodyRoots(const Forest& forest, const std::vector<int>& root_of_link) {
  std::vector<std::vector<int>> below(root_of_link.size());
  std::priority_queue<int, std::vector<int>, std::greater<int>> ready;
  for (int link = 0; link < forest.world; ++link) {
    if (root_of_link[At(link)] != link) continue;
    const int above = forest.above[At(link)];
    if (above == -1 || above == forest.world) {
      ready.push(link);
    } else {
      below[At(root_of_link[At(above)])].push_back(link);
    }
  }
  std::vector<int> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const int next : below[At(order.back())]) ready.push(next);
  }
  return order;
}

/// `parent_body` is the body of the parent link, -1 when there is none.
Body MakeBody(const Model& model, const Forest& forest, int root, int parent_body) {
  Body body;
  body.root_link = root;
  body.links = {root};
  body.joint = forest.joint[At(root)];
  if (body.joint < 0) return body;
  const JointType type = model.joints[At(body.joint)].type;
  if (type == JointType::kFixed) {
    body.joint = -1;
    body.is_static = true;
    return body;
  }
  body.joint_reversed = forest.reversed[At(root)];
  if (type != JointType::kFloating) body.parent = parent_body;
  return body;
}

/// Assigns the links to their bodies and adds their masses.
void FillBodies(const Model& model, const std::vector<int>& root_of_link, Tree* tree) {
  for (int link = 0; link < static_cast<int>(model.links.size()); ++link) {
    const Link& spec = model.links[At(link)];
    const int root = root_of_link[At(link)];
    const int index = tree->body_of_link[At(root)];
    tree->body_of_link[At(link)] = index;
    Body& body = tree->bodies[At(index)];
    if (link != root) {
      body.links.push_back(link);
      tree->X_BL[At(link)] = model.links[At(root)].X_ML.Inverse() * spec.X_ML;
    }
    if (spec.inertia.mass != 0.0) {
      body.inertia = Combine(body.inertia, ExpressedIn(tree->X_BL[At(link)], spec.inertia));
    }
  }
}

void FindLoopJoints(const Model& model, const Forest& forest, Tree* tree) {
  const auto is_static = [&](int body) { return body < 0 || tree->bodies[At(body)].is_static; };
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    if (forest.in_tree[At(j)]) continue;
    const Joint& joint = model.joints[At(j)];
    const int parent = joint.parent == kWorldLink ? -1 : tree->body_of_link[At(joint.parent)];
    const int child = tree->body_of_link[At(joint.child)];
    if (parent == child || (is_static(parent) && is_static(child))) continue;
    tree->loop_joints.push_back(j);
  }
}

}  // namespace

Result<Tree> MakeTree(const Model& model) {
  if (const Status status = CheckIndices(model); !status.ok()) return status.error();
  Tree tree;
  tree.body_of_link.assign(model.links.size(), -1);
  tree.X_BL.resize(model.links.size());
  if (model.links.empty()) return tree;
  if (model.is_static) {
    Body body;
    body.links = {0};
    body.is_static = true;
    tree.bodies.push_back(body);
    tree.body_of_link[0] = 0;
    FillBodies(model, std::vector<int>(model.links.size(), 0), &tree);
    return tree;
  }
  const Forest forest = MakeForest(model);
  const std::vector<int> root_of_link = FindBodyRoots(model, forest);
  for (const int root : OrderBodyRoots(forest, root_of_link)) {
    const int above = forest.above[At(root)];
    const bool has_parent = above != -1 && above != forest.world;
    const int parent = has_parent ? tree.body_of_link[At(root_of_link[At(above)])] : -1;
    tree.body_of_link[At(root)] = static_cast<int>(tree.bodies.size());
    tree.bodies.push_back(MakeBody(model, forest, root, parent));
  }
  FillBodies(model, root_of_link, &tree);
  FillStandIns(model, &tree);
  FindLoopJoints(model, forest, &tree);
  return tree;
}

}  // namespace surefoot::world
