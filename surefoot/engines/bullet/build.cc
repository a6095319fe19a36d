#include "surefoot/engines/bullet/build.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/kinematics.h"

// Each tree of bodies becomes a btMultiBody, also a single free body, so that the solver has one
// kind of coordinates.

namespace surefoot::engines::bullet {
namespace {

using world::JointType;

/// Smallest mass (kg) and moment (kg m^2): Bullet treats values below its epsilon as immovable.
constexpr double kMinMass = 1e-9;
constexpr double kMinMoment = 1e-12;
/// Lower bound of the radius of gyration (m).
constexpr double kMinRadius = 1e-6;

/// Largest number of joints in a tree: memory and time grow with the square.
constexpr std::size_t kMaxLinks = 2000;

/// Mass and principal moments, and the pose in B of Bullet's frame C.
struct Principal {
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();
  RigidTransform X_BC;
};

Principal PrincipalOf(const Inertia& inertia) {
  Principal out;
  out.mass = std::max(inertia.mass, kMinMass);
  out.X_BC.p = inertia.p_BBcm;
  out.moments = inertia.I_BBcm_B.diagonal();
  // Keeps the axes of diagonal tensors, so that frames of symmetric bodies do not depend on an
  // arbitrary choice of eigenvectors.
  Matrix3d off = inertia.I_BBcm_B;
  off.diagonal().setZero();
  if (!off.isZero(0.0)) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_BBcm_B);
    Matrix3d R_BC = solver.eigenvectors();
    if (R_BC.determinant() < 0.0) R_BC.col(0) *= -1.0;
    out.moments = solver.eigenvalues();
    out.X_BC.q = Quaterniond(R_BC).normalized();
  }
  out.moments = out.moments.cwiseMax(std::max(kMinMoment, out.mass * kMinRadius * kMinRadius));
  return out;
}

/// Builds the articulations and tables of an instance. Bodies of a tree come parents first.
class Builder {
 public:
  Builder(const physics::BackendArgs& args, Built* built)
      : args_(args), world_(*args.world), out_(*built) {}

  Status Run() {
    out_.places.resize(static_cast<std::size_t>(world_.link_count()));
    out_.dof_of_joint.assign(static_cast<std::size_t>(world_.joint_count()), -1);
    out_.loop_of_joint.assign(static_cast<std::size_t>(world_.joint_count()), -1);
    for (const int model : args_.models) {
      SUREFOOT_TRY(AddModel(model));
    }
    for (const world::Attachment& attachment : world_.spec().attachments) {
      SUREFOOT_TRY(AddAttachment(attachment));
    }
    return Status();
  }

 private:
  static int Size(std::size_t size) { return static_cast<int>(size); }

  /// Tables first record where the model's entries begin, then how many there are. Every body's
  /// root must be known before its articulation is made.
  Status AddModel(int model) {
    ModelRange range;
    range.model = model;
    range.articulations.first = Size(out_.articulations.size());
    range.bodies.first = Size(out_.bodies.size());
    range.dofs.first = Size(out_.dofs.size());
    range.balls.first = Size(out_.balls.size());
    range.loops.first = Size(out_.loops.size());
    const world::Tree& tree = world_.tree(model);
    body_places_.assign(tree.bodies.size(), Place());
    root_of_body_.assign(tree.bodies.size(), -1);
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) FindRoot(model, static_cast<int>(i));
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      if (root_of_body_[i] != static_cast<int>(i)) continue;
      SUREFOOT_TRY(AddArticulation(model, static_cast<int>(i)));
    }
    PlaceLinks(model);
    AddBodies(model);
    AddLoops(model);
    AddMimics(model);
    range.articulations.count = Size(out_.articulations.size()) - range.articulations.first;
    range.bodies.count = Size(out_.bodies.size()) - range.bodies.first;
    range.dofs.count = Size(out_.dofs.size()) - range.dofs.first;
    range.balls.count = Size(out_.balls.size()) - range.balls.first;
    range.loops.count = Size(out_.loops.size()) - range.loops.first;
    out_.ranges.push_back(range);
    return Status();
  }

  /// Finds the first body of a body's articulation: itself where it is attached to the world.
  void FindRoot(int model, int index) {
    const world::Tree& tree = world_.tree(model);
    const auto at = static_cast<std::size_t>(index);
    const world::Body& body = tree.bodies[at];
    if (body.is_static) {
      const world::Link& link = world_.model(model).links[At(body.root_link)];
      body_places_[at].X_CF = world_.instance(model).X_WM * link.X_ML;
      return;
    }
    const int parent = body.parent;
    const bool on_body = parent >= 0 && !tree.bodies[At(parent)].is_static;
    root_of_body_[at] = on_body ? root_of_body_[At(parent)] : index;
  }

  /// The dynamics ignore a floating joint: its coordinates follow from the body's pose.
  static bool IsFree(const world::Model& model, const world::Body& body) {
    return body.joint < 0 || model.joints[At(body.joint)].type == JointType::kFloating;
  }

  /// One articulation for each tree of moving bodies.
  Status AddArticulation(int model, int root) {
    const world::Tree& tree = world_.tree(model);
    const int articulation = Size(out_.articulations.size());
    ArticulationSpec spec;
    const world::Body& base = tree.bodies[At(root)];
    spec.fixed = !IsFree(world_.model(model), base);
    // Coordinates are recorded per link; their indices are known when the articulation exists.
    pending_dofs_.clear();
    pending_balls_.clear();
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      if (root_of_body_[i] != root) continue;
      const world::Body& body = tree.bodies[i];
      const Principal principal = PrincipalOf(body.moved_inertia());
      // The root body of a free tree is Bullet's base; a fixed base is the world.
      Place& place = body_places_[i];
      place.articulation = articulation;
      place.X_CF = principal.X_BC.Inverse();
      if (static_cast<int>(i) == root && !spec.fixed) {
        place.link = -1;
        spec.mass = principal.mass;
        spec.moments = principal.moments;
        continue;
      }
      AddJoint(model, body, principal, &spec);
      place.link = Size(spec.links.size()) - 1;
    }
    if (spec.links.size() > kMaxLinks) {
      return Error{"model '" + world_.instance(model).name + "' has a tree of " +
                   std::to_string(spec.links.size()) + " joints; Bullet takes at most " +
                   std::to_string(kMaxLinks)};
    }
    out_.articulations.emplace_back(spec);
    const Articulation& made = out_.articulations.back();
    for (auto& [link, dof] : pending_dofs_) {
      dof.articulation = articulation;
      dof.art_q = made.position_of(link);
      dof.art_v = made.velocity_of(link);
      out_.dofs.push_back(dof);
    }
    for (auto& [link, ball] : pending_balls_) {
      ball.articulation = articulation;
      ball.art_q = made.position_of(link);
      ball.art_v = made.velocity_of(link);
      out_.balls.push_back(ball);
    }
    return Status();
  }

  /// The joint's frame on one of its sides, in the frame C of the link (or in W).
  Place SideOf(int model, int link, const RigidTransform& X_LJ) const {
    const RigidTransform& X_WM = world_.instance(model).X_WM;
    Place place;
    if (link == world::kWorldLink) {
      place.X_CF = X_WM * X_LJ;
      return place;
    }
    const world::Tree& tree = world_.tree(model);
    const auto body = static_cast<std::size_t>(tree.body_of_link[static_cast<std::size_t>(link)]);
    place = body_places_[body];
    if (tree.bodies[body].is_static) {
      place.X_CF = X_WM * world_.model(model).links[At(link)].X_ML * X_LJ;
    } else {
      place.X_CF = place.X_CF * tree.X_BL[At(link)] * X_LJ;
    }
    return place;
  }

  /// Adds the links of a joint to the articulation: one for each elementary step, of which the last
  /// is the body itself.
  void AddJoint(int model, const world::Body& body, const Principal& principal,
                ArticulationSpec* spec) {
    const world::Joint& joint = world_.model(model).joints[At(body.joint)];
    const world::Tree& tree = world_.tree(model);
    const bool reversed = body.joint_reversed;
    const Place standing =
        reversed ? SideOf(model, joint.child, joint.X_CJ) : SideOf(model, joint.parent, joint.X_PJ);
    const int moving_link = reversed ? joint.parent : joint.child;
    // From the moving link to the body's principal frame C.
    const RigidTransform X_BJ = tree.X_BL[At(moving_link)] * (reversed ? joint.X_PJ : joint.X_CJ);
    const RigidTransform X_JC = X_BJ.Inverse() * principal.X_BC;
    const int joint_id = world_.layout(model).joints.first + body.joint;
    const world::JointLayout& layout = world_.joint(joint_id);
    const std::vector<physics::JointStep> steps = physics::StepsOf(joint, reversed);
    // The first link is attached to the parent's frame; links between steps have neither mass nor
    // extent. Bullet's articulated-body algorithm allows massless links inside a chain.
    RigidTransform X_PJ = standing.X_CF;
    int parent = standing.moves() ? standing.link : -1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const physics::JointStep& step = steps[i];
      const bool last = i + 1 == steps.size();
      const RigidTransform X_JL = last ? X_JC : RigidTransform();
      LinkSpec link;
      link.parent = parent;
      link.kind = step.kind;
      link.advance = step.advance;
      if (last) {
        link.mass = principal.mass;
        link.moments = principal.moments;
      }
      // Bullet wants the rotation from parent to link, and both offsets to the joint in their own
      // frames.
      link.q_CP = (X_PJ.q * X_JL.q).conjugate();
      link.p_PJ_P = X_PJ.p;
      link.p_JC_C = X_JL.q.conjugate() * X_JL.p;
      link.axis_C = X_JL.q.conjugate() * step.axis_J;
      parent = Size(spec->links.size());
      spec->links.push_back(link);
      X_PJ = RigidTransform();
      if (step.kind == LinkKind::kBall) {
        BallMap ball;
        ball.q = layout.q;
        ball.v = layout.v;
        ball.q_CJ = X_JL.q.conjugate();
        ball.axis = joint.axes[0];
        ball.reversed = reversed;
        pending_balls_.push_back({parent, ball});
      } else {
        DofMap dof;
        dof.q = layout.q + step.axis;
        dof.v = layout.v + step.axis;
        dof.axis = physics::AxisOf(joint, step.axis);
        if (step.axis == 0) {
          out_.dof_of_joint[At(joint_id)] = Size(out_.dofs.size() + pending_dofs_.size());
        }
        pending_dofs_.push_back({parent, dof});
      }
    }
  }

  /// Locations of all links, for wrenches, shapes and attachments.
  void PlaceLinks(int model) {
    const world::Range& links = world_.layout(model).links;
    for (int link = 0; link < links.count; ++link) {
      out_.places[At(links.first + link)] = SideOf(model, link, RigidTransform());
    }
  }

  /// What is read back into the State, and where gravity acts.
  void AddBodies(int model) {
    const world::Tree& tree = world_.tree(model);
    const int first = world_.layout(model).links.first;
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const world::Body& body = tree.bodies[i];
      if (body.is_static) continue;
      BodyMap map;
      map.model = model;
      map.root_link = first + body.root_link;
      map.place = body_places_[i];
      map.free = map.place.link < 0;
      if (map.free && body.joint >= 0) {
        map.floating_joint = world_.layout(model).joints.first + body.joint;
      }
      for (const int link : body.links) {
        if (link == body.root_link) continue;
        out_.lumped_links.push_back(
            physics::LumpedLink{first + link, map.root_link, tree.X_BL[At(link)]});
      }
      const double mass = out_.articulations[At(map.place.articulation)].mass_of(map.place.link);
      const physics::Weightless weightless =
          physics::WeightlessPart(world_.model(model), tree, body);
      map.weight_mass = std::max(0.0, mass - weightless.mass);
      if (weightless.mass > 0.0 && map.weight_mass > 0.0) {
        // The centre of mass is C's origin, so the first moments of both parts cancel.
        map.p_CWeight_C = -weightless.mass / map.weight_mass * (map.place.X_CF * weightless.p_BCm);
      }
      out_.bodies.push_back(map);
    }
  }

  /// Loop joints are not part of the articulations; they become constraint rows.
  void AddLoops(int model) {
    for (const int index : world_.tree(model).loop_joints) {
      const world::Joint& joint = world_.model(model).joints[At(index)];
      LoopMap loop;
      loop.model = model;
      loop.joint = world_.layout(model).joints.first + index;
      loop.parent = SideOf(model, joint.parent, joint.X_PJ);
      loop.child = SideOf(model, joint.child, joint.X_CJ);
      out_.loop_of_joint[At(loop.joint)] = Size(out_.loops.size());
      out_.loops.push_back(loop);
    }
  }

  /// A leader without a coordinate cannot move, so its position is constantly zero.
  void AddMimics(int model) {
    const int first = world_.layout(model).joints.first;
    const auto has_coordinate = [&](int joint) {
      const auto at = static_cast<std::size_t>(joint);
      if (out_.dof_of_joint[at] >= 0) return true;
      const JointType type = world_.joint_spec(joint).type;
      return out_.loop_of_joint[at] >= 0 && world::LimitedAxisCount(type) > 0;
    };
    const world::Model& description = world_.model(model);
    for (std::size_t i = 0; i < description.joints.size(); ++i) {
      const auto& mimic = description.joints[i].mimic;
      const int follower = first + static_cast<int>(i);
      if (!mimic || !has_coordinate(follower)) continue;
      const int leader = first + mimic->leader;
      out_.mimics.push_back(MimicMap{model, follower, has_coordinate(leader) ? leader : -1,
                                     mimic->multiplier, mimic->offset});
    }
  }

  /// Both models must be in this instance: islands with attachments are never split.
  Status AddAttachment(const world::Attachment& attachment) {
    const int model_a = world_.FindModel(attachment.model_a);
    const int model_b = world_.FindModel(attachment.model_b);
    for (const int model : {model_a, model_b}) {
      if (std::find(args_.models.begin(), args_.models.end(), model) == args_.models.end()) {
        return Error{"attachment '" + attachment.name +
                     "' joins models of different engine instances"};
      }
    }
    const auto place = [&](int model, const std::string& link) {
      return out_.places[At(world_.layout(model).links.first + world_.model(model).FindLink(link))];
    };
    WeldMap weld;
    weld.a = place(model_a, attachment.link_a);
    weld.b = place(model_b, attachment.link_b);
    weld.a.X_CF = weld.a.X_CF * attachment.X_AB;
    if (!weld.a.moves() && !weld.b.moves()) {
      return Error{"attachment '" + attachment.name + "' joins two static links"};
    }
    out_.welds.push_back(weld);
    return Status();
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  Built& out_;
  /// For the model being built, per body of its tree; X_CF is X_CB (X_WB when static).
  std::vector<Place> body_places_;
  std::vector<int> root_of_body_;
  std::vector<std::pair<int, DofMap>> pending_dofs_;
  std::vector<std::pair<int, BallMap>> pending_balls_;
};

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) {
  Built built;
  SUREFOOT_TRY(Builder(args, &built).Run());
  return built;
}

}  // namespace surefoot::engines::bullet
