#include "surefoot/engines/simbody/build.h"

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/solver/table_builder.h"

namespace surefoot::engines::simbody {
namespace {

using world::JointType;

/// Largest number of entries in the mass matrix of a model: 80 MB, and as much again in the solver.
constexpr double kMaxEntries = 1e7;

/// Velocity coordinates of a mobilizer.
int UCount(MobilizerSpec::Type type) {
  return type == MobilizerSpec::kFree ? 6 : type == MobilizerSpec::kBall ? 3 : 1;
}

/// Frames of the mobilizer in J: its axis is z, or x for a slider.
MobilizerSpec MobilizerOf(const physics::JointStep& step) {
  MobilizerSpec spec;
  spec.pitch = step.advance;
  switch (step.kind) {
    case physics::StepKind::kRevolute:
      spec.type = MobilizerSpec::kPin;
      break;
    case physics::StepKind::kPrismatic:
      spec.type = MobilizerSpec::kSlider;
      spec.X_PF.q = Quaterniond::FromTwoVectors(Vector3d::UnitX(), step.axis_J);
      return spec;
    case physics::StepKind::kScrew:
      spec.type = MobilizerSpec::kScrew;
      break;
    case physics::StepKind::kBall:
      spec.type = MobilizerSpec::kBall;
      return spec;
  }
  spec.X_PF.q = QuaternionFromZAxis(step.axis_J);
  return spec;
}

/// Builds Simbody's bodies and the tables of an instance.
class Builder {
 public:
  explicit Builder(const physics::BackendArgs& args)
      : args_(args), world_(*args.world), builder_(args) {}

  /// Bodies of each model from the root to the leaves, as Simbody needs parents first.
  Result<Built> Build() {
    for (const int model : args_.models) {
      builder_.BeginModel(model);
      for (const world::Body& body : world_.tree(model).bodies) {
        if (!body.is_static) AddBody(model, body);
      }
      builder_.EndModel();
    }
    // Constraints refer to bodies by index, so all bodies exist before.
    SUREFOOT_TRY(builder_.AddConstraints());
    SUREFOOT_TRY(CheckSizes());
    // Simbody validates all bodies at once.
    Result<std::unique_ptr<Multibody>> multibody = Multibody::Make(specs_);
    if (!multibody.ok()) return NameRejectedModel(multibody.error());
    Number(**multibody);
    Built built;
    built.multibody = std::move(multibody).value();
    built.tables = std::move(builder_.tables());
    built.weights = std::move(weights_);
    return built;
  }

 private:
  /// The inertia belongs to the last mobilizer of the joint, that of the body itself.
  void AddBody(int model, const world::Body& body) {
    const int joint_id = body.joint < 0 ? -1 : world_.layout(model).joints.first + body.joint;
    const bool free = joint_id < 0 || world_.joint_spec(joint_id).type == JointType::kFloating;
    if (free) {
      AddMobilizer(model, MobilizerSpec());
      builder_.tables().bodies.back().floating_joint = joint_id;
    } else {
      AddJoint(model, body, joint_id);
    }
    specs_.back().inertia = body.moved_inertia();
    weights_.back() = FindWeight(model, body);
    builder_.AddLinks(model, body);
  }

  /// Keeps specs, weights and the bodies of the tables in step.
  int AddMobilizer(int model, const MobilizerSpec& spec) {
    specs_.push_back(spec);
    weights_.emplace_back();
    return builder_.AddBody(model, spec.parent, UCount(spec.type));
  }

  /// A joint with several axes becomes one mobilizer per axis, with massless bodies between them.
  void AddJoint(int model, const world::Body& body, int joint_id) {
    const world::Joint& joint = world_.joint_spec(joint_id);
    const bool reversed = body.joint_reversed;
    const solver::Place inner = builder_.PlaceOf(model, reversed ? joint.child : joint.parent);
    const int outer_link = reversed ? joint.parent : joint.child;
    const RigidTransform X_BJ =
        world_.tree(model).X_BL[At(outer_link)] * (reversed ? joint.X_PJ : joint.X_CJ);
    RigidTransform X_PJ = inner.X_BL * (reversed ? joint.X_CJ : joint.X_PJ);
    int parent = inner.body;
    const std::vector<physics::JointStep> steps = physics::StepsOf(joint, reversed);
    std::vector<int> body_of_axis(steps.size());
    // A joint of several axes becomes a chain of mobilizers; bodies between them have no mass.
    for (std::size_t i = 0; i < steps.size(); ++i) {
      MobilizerSpec spec = MobilizerOf(steps[i]);
      const RigidTransform X_JF = spec.X_PF;
      spec.parent = parent;
      spec.X_PF = X_PJ * X_JF;
      spec.X_BM = i + 1 == steps.size() ? X_BJ * X_JF : X_JF;
      parent = AddMobilizer(model, spec);
      X_PJ = RigidTransform();
      if (spec.type == MobilizerSpec::kBall) {
        builder_.AddBall(joint_id, parent, reversed);
        return;
      }
      body_of_axis[At(steps[i].axis)] = parent;
    }
    for (std::size_t axis = 0; axis < steps.size(); ++axis) {
      builder_.AddCoordinate(joint_id, static_cast<int>(axis), body_of_axis[axis], 0);
    }
  }

  /// The mass of a body on which gravity acts: usually all of it.
  Weight FindWeight(int model, const world::Body& body) const {
    const Inertia moved = body.moved_inertia();
    Inertia pulled;
    bool all = true;
    for (const int link : body.links) {
      const world::Link& spec = world_.model(model).links[At(link)];
      all = all && spec.gravity;
      if (!spec.gravity) continue;
      pulled = Combine(pulled, ExpressedIn(world_.tree(model).X_BL[At(link)], spec.inertia));
    }
    return all ? Weight{moved.mass, moved.p_BBcm} : Weight{pulled.mass, pulled.p_BBcm};
  }

  /// The profile of a tree's mass matrix has an entry for every pair of coordinates on one path to
  /// the root.
  Status CheckSizes() const {
    for (const solver::ModelEntry& model : builder_.tables().models) {
      std::vector<double> below(At(model.end_body - model.first_body), 0.0);
      double entries = 0.0;
      for (int i = model.end_body - 1; i >= model.first_body; --i) {
        const double own = UCount(specs_[At(i)].type);
        double& sum = below[At(i - model.first_body)];
        sum += own;
        entries += own * sum;
        const int parent = specs_[At(i)].parent;
        if (parent >= 0) below[At(parent - model.first_body)] += sum;
      }
      if (entries <= kMaxEntries) continue;
      return Error{"model '" + world_.instance(model.model).name +
                   "' has chains of joints too long for Simbody: its mass matrix would "
                   "have more than " +
                   std::to_string(static_cast<long>(kMaxEntries)) +
                   " entries (a chain of 4470 joints has as many)"};
    }
    return Status();
  }

  /// Simbody rejected the whole instance: finds the first model that it rejects alone.
  Error NameRejectedModel(const Error& error) const {
    for (const solver::ModelEntry& entry : builder_.tables().models) {
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

  /// Simbody numbers its coordinates itself; the tables take over its order.
  void Number(const Multibody& multibody) {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      solver::BodyEntry& body = builder_.tables().bodies[i];
      const MobilizerSpec::Type type = specs_[i].type;
      body.q = multibody.q_of(static_cast<int>(i));
      body.u = multibody.u_of(static_cast<int>(i));
      body.q_count = type == MobilizerSpec::kFree ? 7 : type == MobilizerSpec::kBall ? 4 : 1;
    }
    builder_.Number();
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  solver::TableBuilder builder_;
  std::vector<MobilizerSpec> specs_;
  std::vector<Weight> weights_;
};

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) { return Builder(args).Build(); }

}  // namespace surefoot::engines::simbody
