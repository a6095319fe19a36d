/// Connects the links: checks that the joints form one tree, computes the poses of the links, and
/// decides what is fixed to the world. All functions are linear in links and joints and not
/// recursive, because generated files have chains of many thousand links.

#include <algorithm>
#include <cstddef>

#include "surefoot/base/index.h"
#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

using world::Joint;
using world::Link;
using world::Model;

/// For each link the joint that leads to it, -1 for a root. Reports joints from a link to itself
/// and links with two parents.
bool FindJointsAbove(const Model& model, std::vector<int>* above, UrdfFile* file) {
  above->assign(model.links.size(), -1);
  bool ok = true;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[At(j)];
    const std::string& child = model.links[At(joint.child)].name;
    if (joint.parent == joint.child) {
      file->Error(joint.source, "a joint connects a link to itself", child,
                  "name two different links as parent and child");
      ok = false;
      continue;
    }
    int& first = (*above)[At(joint.child)];
    if (first >= 0) {
      const Joint& other = model.joints[At(first)];
      file->Error(joint.source,
                  "a link is the child of two joints, also of \"" + other.name + "\" on line " +
                      std::to_string(other.source.line),
                  child, "in URDF each link is the child of at most one joint");
      ok = false;
      continue;
    }
    first = j;
  }
  return ok;
}

/// The only link that is not the child of a joint; -1 after reporting.
int FindRoot(const Model& model, const std::vector<int>& above, UrdfFile* file) {
  std::vector<int> roots;
  for (int i = 0; i < static_cast<int>(above.size()); ++i) {
    if (above[At(i)] < 0) roots.push_back(i);
  }
  if (roots.size() == 1) return roots[0];
  if (roots.empty()) {
    file->Error(model.source, "every link is the child of a joint: the joints form a cycle",
                model.links[0].name, "one link must be the root");
    return -1;
  }
  constexpr std::size_t kMaxShown = 6;
  std::string names;
  for (std::size_t i = 0; i < std::min(roots.size(), kMaxShown); ++i) {
    names += (i > 0 ? ", " : "") + model.links[At(roots[i])].name;
  }
  if (roots.size() > kMaxShown)
    names += ", and " + std::to_string(roots.size() - kMaxShown) + " more";
  file->Error(
      model.links[At(roots[1])].source,
      "the robot has " + std::to_string(roots.size()) + " root links, but only one is allowed",
      names, "connect them with joints (fixed or floating)");
  return -1;
}

/// Computes poses from the root down (depth first, with an explicit stack). Returns false when
/// some links cannot be reached: they form a cycle.
bool PlaceLinks(int root, const std::vector<int>& above, Model* model, UrdfFile* file) {
  std::vector<std::vector<int>> below(model->links.size());
  for (const int j : above) {
    if (j >= 0) below[At(model->joints[At(j)].parent)].push_back(j);
  }
  std::vector<bool> placed(model->links.size(), false);
  std::vector<int> ready = {root};
  placed[At(root)] = true;
  while (!ready.empty()) {
    const int link = ready.back();
    ready.pop_back();
    for (const int j : below[At(link)]) {
      const Joint& joint = model->joints[At(j)];
      model->links[At(joint.child)].X_ML = model->links[At(link)].X_ML * joint.X_PJ;
      placed[At(joint.child)] = true;
      ready.push_back(joint.child);
    }
  }
  const auto lost = std::find(placed.begin(), placed.end(), false);
  if (lost == placed.end()) return true;
  const Link& link = model->links[static_cast<std::size_t>(lost - placed.begin())];
  return file->Error(link.source, "joints form a cycle that is not connected to the root link",
                     link.name, "connect it to \"" + model->links[At(root)].name + "\"");
}

/// True for a link that is only a coordinate frame.
bool IsBareFrame(const Link& link) {
  return link.inertia.mass == 0.0 && link.collisions.empty() && link.visuals.empty() &&
         link.sensors.empty() && link.lights.empty() && link.plugins.empty();
}

/// Removes a link. Joints to it become joints to the world, and its frames are removed.
void ReplaceByWorld(int removed, Robot* robot) {
  Model& model = robot->model;
  for (Joint& joint : model.joints) {
    if (joint.parent == removed) joint.parent = world::kWorldLink;
    if (joint.parent > removed) --joint.parent;
    if (joint.child > removed) --joint.child;
  }
  std::erase_if(model.frames, [&](const world::Frame& frame) { return frame.link == removed; });
  for (world::Frame& frame : model.frames) frame.link -= frame.link > removed ? 1 : 0;
  robot->link_ids.erase(model.links[At(removed)].name);
  for (auto& entry : robot->link_ids) entry.second -= entry.second > removed ? 1 : 0;
  model.links.erase(model.links.begin() + removed);
}

void FixToWorld(int link, Model* model) {
  Joint joint;
  joint.name = "fixed_to_world";
  while (model->FindJoint(joint.name) >= 0) joint.name += "_";
  joint.parent = world::kWorldLink;
  joint.child = link;
  joint.source = model->links[At(link)].source;
  model->joints.push_back(joint);
}

/// True for a root without mass and shape, all of whose joints can move: such roots are named
/// "map" or "base" and mean the world. A floating joint says the opposite, that its child moves
/// freely.
bool RepresentsWorld(const Model& model, int root) {
  bool moves = false;
  for (const Joint& joint : model.joints) {
    if (joint.parent != root) continue;
    if (joint.type == world::JointType::kFixed || joint.type == world::JointType::kFloating) {
      return false;
    }
    moves = true;
  }
  return moves && IsBareFrame(model.links[At(root)]);
}

}  // namespace

bool ConnectLinks(Robot* robot, UrdfFile* file) {
  Model& model = robot->model;
  if (model.links.empty()) {
    return file->Error(model.source, "the robot has no links", "",
                       "add at least <link name=\"base_link\"/>");
  }
  std::vector<int> above;
  if (!FindJointsAbove(model, &above, file)) return false;
  const int root = FindRoot(model, above, file);
  if (root < 0 || !PlaceLinks(root, above, &model, file)) return false;
  if (model.links[At(root)].name != "world") {
    if (!RepresentsWorld(model, root)) return true;
    file->Note(
        model.links[At(root)].source,
        "the root link has neither mass nor shape and its children move: it is fixed to the world",
        model.links[At(root)].name, "add an <inertial> if it must move");
    FixToWorld(root, &model);
    return true;
  }
  if (IsBareFrame(model.links[At(root)]) && model.links.size() > 1) {
    ReplaceByWorld(root, robot);
  } else {
    FixToWorld(root, &model);
  }
  return true;
}

}  // namespace surefoot::formats::urdf
