#include "surefoot/engines/simbody/build.h"

#include <algorithm>

#include "surefoot/engines/simbody/joint_steps.h"

namespace surefoot::engines::simbody {
namespace {

using world::JointType;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

/// Of the mass matrix of a model: 80 MB, and as much again in the solver.
constexpr double kMostEntries = 1e7;

int UCount(MobilizerSpec::Type type) {
  return type == MobilizerSpec::kFree ? 6 : type == MobilizerSpec::kBall ? 3 : 1;
}

class Builder {
 public:
  explicit Builder(const physics::BackendArgs& args) : args_(args), world_(*args.world) {}

  Result<Built> Build() {
    maps_.links.resize(Index(world_.link_count()));
    for (int model = 0; model < world_.model_count(); ++model) PlaceStaticLinks(model);
    coordinates_of_joint_.assign(Index(world_.joint_count()), -1);
    for (const int model : args_.models) AddModel(model);
    for (ModelEntry& entry : maps_.models) {
      entry.first_loop = static_cast<int>(maps_.loops.size());
      AddLoops(entry.model);
      entry.end_loop = static_cast<int>(maps_.loops.size());
      AddMimics(entry.model);
    }
    for (const world::Attachment& attachment : world_.spec().attachments) {
      const Status status = AddAttachment(attachment);
      if (!status.ok()) return status.error();
    }
    const Status size = CheckSizes();
    if (!size.ok()) return size.error();
    Result<std::unique_ptr<Multibody>> multibody = Multibody::Make(specs_);
    if (!multibody.ok()) return Blame(multibody.error());
    Number(**multibody);
    Built built;
    built.multibody = std::move(multibody).value();
    built.maps = std::move(maps_);
    return built;
  }

 private:
  void PlaceStaticLinks(int model) {
    const int first = world_.layout(model).links.first;
    for (std::size_t i = 0; i < world_.model(model).links.size(); ++i) {
      maps_.links[Index(first) + i].X_BL =
          world_.instance(model).X_WM * world_.model(model).links[i].X_ML;
    }
  }

  void AddModel(int model) {
    const world::Tree& tree = world_.tree(model);
    ModelEntry entry;
    entry.model = model;
    entry.first_body = static_cast<int>(specs_.size());
    for (const world::Body& body : tree.bodies) {
      if (!body.is_static) AddBody(model, body);
    }
    entry.end_body = static_cast<int>(specs_.size());
    maps_.models.push_back(entry);
  }

  Place PlaceOf(int model, int link) const {
    if (link == world::kWorldLink) return Place{-1, world_.instance(model).X_WM};
    return maps_.links[Index(world_.layout(model).links.first + link)];
  }

  void AddBody(int model, const world::Body& body) {
    const world::Tree& tree = world_.tree(model);
    const int first_link = world_.layout(model).links.first;
    const int joint_id = body.joint < 0 ? -1 : world_.layout(model).joints.first + body.joint;
    const bool free = joint_id < 0 || world_.joint_spec(joint_id).type == JointType::kFloating;
    if (free) {
      AddMobilizer(model, MobilizerSpec());
    } else {
      AddJoint(model, body, joint_id);
    }
    specs_.back().inertia = body.moved_inertia();
    BodyEntry& entry = maps_.bodies.back();
    entry.root_link = first_link + body.root_link;
    if (free) entry.floating_joint = joint_id;
    FindWeight(model, body, &entry);
    for (const int link : body.links) {
      const RigidTransform& X_BL = tree.X_BL[Index(link)];
      maps_.links[Index(first_link + link)] = Place{static_cast<int>(specs_.size()) - 1, X_BL};
      if (link == body.root_link) continue;
      maps_.lumped_links.push_back(LinkEntry{first_link + link, entry.root_link, X_BL});
    }
  }

  void AddMobilizer(int model, const MobilizerSpec& spec) {
    BodyEntry entry;
    entry.model = model;
    entry.parent = spec.parent;
    entry.type = spec.type;
    specs_.push_back(spec);
    maps_.bodies.push_back(entry);
  }

  /// A joint of several axes is one mobilizer per axis, with bodies without mass between.
  void AddJoint(int model, const world::Body& body, int joint_id) {
    const world::Joint& joint = world_.joint_spec(joint_id);
    const world::JointLayout& layout = world_.joint(joint_id);
    const bool reversed = body.joint_reversed;
    const Place inner = PlaceOf(model, reversed ? joint.child : joint.parent);
    const int outer_link = reversed ? joint.parent : joint.child;
    const RigidTransform X_BJ =
        world_.tree(model).X_BL[Index(outer_link)] * (reversed ? joint.X_PJ : joint.X_CJ);
    RigidTransform X_PJ = inner.X_BL * (reversed ? joint.X_CJ : joint.X_PJ);
    int parent = inner.body;
    const std::vector<JointStep> steps = JointSteps(joint, reversed);
    std::vector<Coordinate> coordinates(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const RigidTransform X_JF(steps[i].q_JF, Vector3d::Zero());
      MobilizerSpec spec;
      spec.type = steps[i].type;
      spec.pitch = steps[i].pitch;
      spec.parent = parent;
      spec.X_PF = X_PJ * X_JF;
      spec.X_BM = i + 1 == steps.size() ? X_BJ * X_JF : X_JF;
      AddMobilizer(model, spec);
      parent = static_cast<int>(specs_.size()) - 1;
      X_PJ = RigidTransform();
      if (spec.type == MobilizerSpec::kBall) {
        maps_.balls.push_back(
            BallEntry{layout.q, layout.v, model, parent, joint.axes[0], reversed});
        return;
      }
      Coordinate& coordinate = coordinates[Index(steps[i].axis)];
      coordinate.q = layout.q + steps[i].axis;
      coordinate.v = layout.v + steps[i].axis;
      coordinate.model = model;
      // A planar joint's rotation has no limits of its own.
      if (steps[i].axis < 2) coordinate.axis = joint.axes[steps[i].axis];
      coordinate.component = parent;  // its body, until the coordinates are numbered
    }
    coordinates_of_joint_[Index(joint_id)] = static_cast<int>(maps_.coordinates.size());
    maps_.coordinates.insert(maps_.coordinates.end(), coordinates.begin(), coordinates.end());
  }

  void FindWeight(int model, const world::Body& body, BodyEntry* entry) const {
    const Inertia moved = body.moved_inertia();
    entry->gravity_mass = moved.mass;
    entry->p_BGravity = moved.p_BBcm;
    Inertia pulled;
    bool all = true;
    for (const int link : body.links) {
      const world::Link& spec = world_.model(model).links[Index(link)];
      all = all && spec.gravity;
      if (!spec.gravity) continue;
      pulled = Combine(pulled, ExpressedIn(world_.tree(model).X_BL[Index(link)], spec.inertia));
    }
    if (all) return;
    entry->gravity_mass = pulled.mass;
    entry->p_BGravity = pulled.p_BBcm;
  }

  void AddLoops(int model) {
    for (const int joint : world_.tree(model).loop_joints) {
      LoopEntry loop;
      loop.model = model;
      loop.joint = world_.layout(model).joints.first + joint;
      loop.spec = world_.joint_spec(loop.joint);
      loop.parent = PlaceOf(model, loop.spec.parent);
      loop.parent.X_BL = loop.parent.X_BL * loop.spec.X_PJ;
      loop.child = PlaceOf(model, loop.spec.child);
      loop.child.X_BL = loop.child.X_BL * loop.spec.X_CJ;
      const bool scalar = loop.spec.type != JointType::kBall &&
                          loop.spec.type != JointType::kFixed &&
                          loop.spec.type != JointType::kFloating;
      if (scalar) AddLoopCoordinates(&loop);
      maps_.loops.push_back(loop);
    }
  }

  void AddLoopCoordinates(LoopEntry* loop) {
    const world::JointLayout& layout = world_.joint(loop->joint);
    loop->first_coordinate = static_cast<int>(maps_.coordinates.size());
    coordinates_of_joint_[Index(loop->joint)] = loop->first_coordinate;
    for (int axis = 0; axis < layout.v_count; ++axis) {
      Coordinate coordinate;
      coordinate.q = layout.q + axis;
      coordinate.v = layout.v + axis;
      coordinate.model = loop->model;
      if (axis < 2) coordinate.axis = loop->spec.axes[axis];
      coordinate.loop = static_cast<int>(maps_.loops.size());
      coordinate.component = axis;
      maps_.coordinates.push_back(coordinate);
    }
  }

  void AddMimics(int model) {
    const std::vector<world::Joint>& joints = world_.model(model).joints;
    const int first = world_.layout(model).joints.first;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const int follower = coordinates_of_joint_[Index(first) + i];
      if (!joints[i].mimic || follower < 0) continue;
      const world::Mimic& mimic = *joints[i].mimic;
      maps_.mimics.push_back(MimicEntry{follower,
                                        coordinates_of_joint_[Index(first + mimic.leader)],
                                        mimic.multiplier, mimic.offset});
    }
  }

  bool InThisInstance(int model) const {
    return std::find(args_.models.begin(), args_.models.end(), model) != args_.models.end();
  }

  Status AddAttachment(const world::Attachment& attachment) {
    const int model_a = world_.FindModel(attachment.model_a);
    const int model_b = world_.FindModel(attachment.model_b);
    const bool has_a = InThisInstance(model_a);
    const bool has_b = InThisInstance(model_b);
    if (!has_a && !has_b) return Status();
    if (!has_a || !has_b) {
      return Error{"attachment '" + attachment.name +
                   "' joins models of different engine instances"};
    }
    LoopEntry loop;
    loop.model = std::min(model_a, model_b);
    loop.parent = PlaceOf(model_a, world_.model(model_a).FindLink(attachment.link_a));
    loop.parent.X_BL = loop.parent.X_BL * attachment.X_AB;
    loop.child = PlaceOf(model_b, world_.model(model_b).FindLink(attachment.link_b));
    if (loop.parent.body < 0 && loop.child.body < 0) {
      return Error{"attachment '" + attachment.name + "' joins two static links"};
    }
    maps_.loops.push_back(loop);
    return Status();
  }

  /// The mass matrix of a tree has an entry for every two coordinates on one path to the root.
  Status CheckSizes() const {
    for (const ModelEntry& model : maps_.models) {
      std::vector<double> below(Index(model.end_body - model.first_body), 0.0);
      double entries = 0.0;
      for (int i = model.end_body - 1; i >= model.first_body; --i) {
        const double own = UCount(specs_[Index(i)].type);
        double& sum = below[Index(i - model.first_body)];
        sum += own;
        entries += own * sum;
        const int parent = specs_[Index(i)].parent;
        if (parent >= 0) below[Index(parent - model.first_body)] += sum;
      }
      if (entries <= kMostEntries) continue;
      return Error{"model '" + world_.instance(model.model).name +
                   "' has too many joints behind each other for Simbody: its mass matrix would "
                   "have more than " +
                   std::to_string(static_cast<long>(kMostEntries)) +
                   " entries (a chain of 4470 joints has as many)"};
    }
    return Status();
  }

  /// Simbody objected to all of it: finds the first model that it objects to by itself.
  Error Blame(const Error& error) const {
    for (const ModelEntry& entry : maps_.models) {
      std::vector<MobilizerSpec> specs(specs_.begin() + entry.first_body,
                                       specs_.begin() + entry.end_body);
      for (MobilizerSpec& spec : specs) {
        if (spec.parent >= 0) spec.parent -= entry.first_body;
      }
      if (!Multibody::Make(specs).ok()) {
        return error.Within("model '" + world_.instance(entry.model).name + "'");
      }
    }
    return error;
  }

  void Number(const Multibody& multibody) {
    const int u_count = static_cast<int>(multibody.u().size());
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      BodyEntry& body = maps_.bodies[i];
      const MobilizerSpec::Type type = specs_[i].type;
      body.q = multibody.q_of(static_cast<int>(i));
      body.u = multibody.u_of(static_cast<int>(i));
      const bool free = type == MobilizerSpec::kFree;
      const bool ball = type == MobilizerSpec::kBall;
      body.q_count = free ? 7 : ball ? 4 : 1;
      body.u_count = UCount(type);
    }
    for (Coordinate& coordinate : maps_.coordinates) {
      if (coordinate.loop >= 0) continue;
      const BodyEntry& body = maps_.bodies[Index(coordinate.component)];
      coordinate.own_q = body.q;
      coordinate.own_u = body.u;
    }
    maps_.dof_of_u.assign(Index(u_count), 0);
    maps_.u_of_dof.assign(Index(u_count), 0);
    maps_.body_of_dof.assign(Index(u_count), 0);
    NumberDofs();
    for (Coordinate& coordinate : maps_.coordinates) {
      if (coordinate.loop < 0) coordinate.dof = maps_.dof_of_u[Index(coordinate.own_u)];
    }
  }

  /// Children before parents, each tree in one piece. Bodies stand after their parents.
  void NumberDofs() {
    const int count = static_cast<int>(maps_.bodies.size());
    std::vector<int> subtree_size(Index(count), 0);
    for (int i = count - 1; i >= 0; --i) {
      const BodyEntry& body = maps_.bodies[Index(i)];
      subtree_size[Index(i)] += body.u_count;
      if (body.parent >= 0) subtree_size[Index(body.parent)] += subtree_size[Index(i)];
    }
    // Next free dof among those of what hangs on a body.
    std::vector<int> next(Index(count), 0);
    int next_tree_dof = 0;
    for (int i = 0; i < count; ++i) {
      BodyEntry& body = maps_.bodies[Index(i)];
      int& place = body.parent < 0 ? next_tree_dof : next[Index(body.parent)];
      body.subtree_dof = place;
      place += subtree_size[Index(i)];
      next[Index(i)] = body.subtree_dof;
      body.dof = body.subtree_dof + subtree_size[Index(i)] - body.u_count;
      if (body.parent < 0) {
        body.tree = static_cast<int>(maps_.trees.size());
        maps_.trees.push_back(DofRange{body.subtree_dof, place});
      } else {
        body.tree = maps_.bodies[Index(body.parent)].tree;
      }
      for (int k = 0; k < body.u_count; ++k) {
        maps_.dof_of_u[Index(body.u + k)] = body.dof + k;
        maps_.u_of_dof[Index(body.dof + k)] = body.u + k;
        maps_.body_of_dof[Index(body.dof + k)] = i;
      }
    }
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  std::vector<MobilizerSpec> specs_;
  Maps maps_;
  /// Per World joint: its first coordinate, or -1.
  std::vector<int> coordinates_of_joint_;
};

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) { return Builder(args).Build(); }

}  // namespace surefoot::engines::simbody
