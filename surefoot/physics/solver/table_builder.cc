#include "surefoot/physics/solver/table_builder.h"

#include <algorithm>

#include "surefoot/base/index.h"

// Degrees of freedom are numbered so that those of a subtree are contiguous: rows of the mass
// matrix then have no gaps.

namespace surefoot::solver {

TableBuilder::TableBuilder(const physics::BackendArgs& args) : args_(args), world_(*args.world) {
  tables_.links.resize(At(world_.link_count()));
  for (int model = 0; model < world_.model_count(); ++model) {
    const int first = world_.layout(model).links.first;
    for (std::size_t i = 0; i < world_.model(model).links.size(); ++i) {
      tables_.links[At(first) + i].X_BL =
          world_.instance(model).X_WM * world_.model(model).links[i].X_ML;
    }
  }
  coordinates_of_joint_.assign(At(world_.joint_count()), -1);
}

void TableBuilder::BeginModel(int model) {
  ModelEntry entry;
  entry.model = model;
  entry.first_body = static_cast<int>(tables_.bodies.size());
  tables_.models.push_back(entry);
}

void TableBuilder::EndModel() {
  tables_.models.back().end_body = static_cast<int>(tables_.bodies.size());
}

Place TableBuilder::PlaceOf(int model, int link) const {
  if (link == world::kWorldLink) return Place{-1, world_.instance(model).X_WM};
  return tables_.links[At(world_.layout(model).links.first + link)];
}

/// Bodies are added parents first; Number() relies on it.
int TableBuilder::AddBody(int model, int parent, int u_count) {
  BodyEntry entry;
  entry.model = model;
  entry.parent = parent;
  entry.u_count = u_count;
  tables_.bodies.push_back(entry);
  return static_cast<int>(tables_.bodies.size()) - 1;
}

Coordinate TableBuilder::MakeCoordinate(int joint, int axis) const {
  const world::JointLayout& layout = world_.joint(joint);
  Coordinate coordinate;
  coordinate.q = layout.q + axis;
  coordinate.v = layout.v + axis;
  if (axis < 2) coordinate.axis = world_.joint_spec(joint).axes[axis];
  return coordinate;
}

void TableBuilder::AddCoordinate(int joint, int axis, int body, int of_body) {
  Coordinate coordinate = MakeCoordinate(joint, axis);
  coordinate.model = tables_.bodies[At(body)].model;
  coordinate.body = body;
  coordinate.of_body = of_body;
  int& first = coordinates_of_joint_[At(joint)];
  if (first < 0) first = static_cast<int>(tables_.coordinates.size());
  tables_.coordinates.push_back(coordinate);
}

void TableBuilder::AddBall(int joint, int body, bool reversed) {
  const world::JointLayout& layout = world_.joint(joint);
  tables_.balls.push_back(BallEntry{layout.q, layout.v, tables_.bodies[At(body)].model, body,
                                    world_.joint_spec(joint).axes[0], reversed});
}

void TableBuilder::AddLinks(int model, const world::Body& body) {
  const int first_link = world_.layout(model).links.first;
  BodyEntry& entry = tables_.bodies.back();
  entry.root_link = first_link + body.root_link;
  for (const int link : body.links) {
    const RigidTransform& X_BL = world_.tree(model).X_BL[At(link)];
    tables_.links[At(first_link + link)] = Place{static_cast<int>(tables_.bodies.size()) - 1, X_BL};
    if (link == body.root_link) continue;
    tables_.lumped_links.push_back(physics::LumpedLink{first_link + link, entry.root_link, X_BL});
  }
}

Status TableBuilder::AddConstraints() {
  for (ModelEntry& entry : tables_.models) {
    entry.first_loop = static_cast<int>(tables_.loops.size());
    AddLoops(entry.model);
    entry.end_loop = static_cast<int>(tables_.loops.size());
    AddMimics(entry.model);
  }
  for (const world::Attachment& attachment : world_.spec().attachments) {
    SUREFOOT_TRY(AddAttachment(attachment));
  }
  return Status();
}

void TableBuilder::AddLoops(int model) {
  for (const int joint : world_.tree(model).loop_joints) {
    LoopEntry loop;
    loop.model = model;
    loop.joint = world_.layout(model).joints.first + joint;
    loop.spec = world_.joint_spec(loop.joint);
    loop.parent = PlaceOf(model, loop.spec.parent);
    loop.parent.X_BL = loop.parent.X_BL * loop.spec.X_PJ;
    loop.child = PlaceOf(model, loop.spec.child);
    loop.child.X_BL = loop.child.X_BL * loop.spec.X_CJ;
    const bool scalar = world::LimitedAxisCount(loop.spec.type) > 0;
    if (scalar) {
      loop.first_coordinate = static_cast<int>(tables_.coordinates.size());
      coordinates_of_joint_[At(loop.joint)] = loop.first_coordinate;
    }
    for (int axis = 0; scalar && axis < world_.joint(loop.joint).v_count; ++axis) {
      Coordinate coordinate = MakeCoordinate(loop.joint, axis);
      coordinate.model = model;
      coordinate.loop = static_cast<int>(tables_.loops.size());
      coordinate.component = axis;
      tables_.coordinates.push_back(coordinate);
    }
    tables_.loops.push_back(loop);
  }
}

void TableBuilder::AddMimics(int model) {
  const std::vector<world::Joint>& joints = world_.model(model).joints;
  const int first = world_.layout(model).joints.first;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const int follower = coordinates_of_joint_[At(first) + i];
    if (!joints[i].mimic || follower < 0) continue;
    const world::Mimic& mimic = *joints[i].mimic;
    tables_.mimics.push_back(MimicEntry{follower, coordinates_of_joint_[At(first + mimic.leader)],
                                        mimic.multiplier, mimic.offset});
  }
}

bool TableBuilder::InThisInstance(int model) const {
  return std::find(args_.models.begin(), args_.models.end(), model) != args_.models.end();
}

Status TableBuilder::AddAttachment(const world::Attachment& attachment) {
  const int model_a = world_.FindModel(attachment.model_a);
  const int model_b = world_.FindModel(attachment.model_b);
  const bool has_a = InThisInstance(model_a);
  const bool has_b = InThisInstance(model_b);
  if (!has_a && !has_b) return Status();
  if (!has_a || !has_b) {
    return Error{"attachment '" + attachment.name + "' joins models of different engine instances"};
  }
  LoopEntry loop;
  loop.model = std::min(model_a, model_b);
  loop.parent = PlaceOf(model_a, world_.model(model_a).FindLink(attachment.link_a));
  loop.parent.X_BL = loop.parent.X_BL * attachment.X_AB;
  loop.child = PlaceOf(model_b, world_.model(model_b).FindLink(attachment.link_b));
  if (loop.parent.body < 0 && loop.child.body < 0) {
    return Error{"attachment '" + attachment.name + "' joins two static links"};
  }
  tables_.loops.push_back(loop);
  return Status();
}

void TableBuilder::Number() {
  const int count = static_cast<int>(tables_.bodies.size());
  int u_count = 0;
  std::vector<int> subtree_size(At(count), 0);
  for (int i = count - 1; i >= 0; --i) {
    const BodyEntry& body = tables_.bodies[At(i)];
    u_count += body.u_count;
    subtree_size[At(i)] += body.u_count;
    if (body.parent >= 0) subtree_size[At(body.parent)] += subtree_size[At(i)];
  }
  tables_.dof_of_u.assign(At(u_count), 0);
  tables_.u_of_dof.assign(At(u_count), 0);
  // Next free dof within the subtree of a body.
  std::vector<int> next(At(count), 0);
  int next_tree_dof = 0;
  for (int i = 0; i < count; ++i) {
    BodyEntry& body = tables_.bodies[At(i)];
    int& place = body.parent < 0 ? next_tree_dof : next[At(body.parent)];
    body.subtree_dof = place;
    // A parent reserves the range of each child's subtree; its own dofs are the last of its range.
    place += subtree_size[At(i)];
    next[At(i)] = body.subtree_dof;
    body.dof = body.subtree_dof + subtree_size[At(i)] - body.u_count;
    if (body.parent < 0) {
      body.tree = static_cast<int>(tables_.trees.size());
      tables_.trees.push_back(DofRange{body.subtree_dof, place});
    } else {
      body.tree = tables_.bodies[At(body.parent)].tree;
    }
    for (int k = 0; k < body.u_count; ++k) {
      tables_.dof_of_u[At(body.u + k)] = body.dof + k;
      tables_.u_of_dof[At(body.dof + k)] = body.u + k;
    }
  }
  for (Coordinate& coordinate : tables_.coordinates) {
    if (coordinate.loop >= 0) continue;
    const BodyEntry& body = tables_.bodies[At(coordinate.body)];
    coordinate.own_q = body.q + coordinate.of_body;
    coordinate.own_u = body.u + coordinate.of_body;
    coordinate.dof = tables_.dof_of_u[At(coordinate.own_u)];
  }
}

}  // namespace surefoot::solver
