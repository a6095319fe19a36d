#include "surefoot/ground/hub.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/wheels/wheel.h"

// The effective mass of a wheel at its contact, from the whole articulated model: it bounds the
// damping that a step of explicit integration can stand.

namespace surefoot::ground {
namespace {

using Eigen::MatrixXd;

/// Rows: angular, then linear velocity of a point; columns: velocities of the root and the joints.
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// A model at a state: which velocities move which bodies.
class Articulation {
 public:
  Articulation(const world::World& world, int model, const physics::State& state)
      : world_(world), model_(model), tree_(world.tree(model)), state_(state) {
    first_column_.assign(tree_.bodies.size(), 0);
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      first_column_[i] = count_;
      if (!tree_.bodies[i].is_static) count_ += SpeedCount(tree_.bodies[i]);
    }
  }

  int count() const { return count_; }

  /// Jacobian of a point p that moves with a body, in W.
  Jacobian At_W(int body, const Vector3d& p_W) const {
    Jacobian jacobian = Jacobian::Zero(6, count_);
    for (int at = body; at >= 0; at = tree_.bodies[At(at)].parent) {
      AddColumns(at, p_W, &jacobian);
    }
    return jacobian;
  }

  /// Mass of all moving bodies, as an upper bound of effective masses. A direction in which the
  /// initial pose is rigid may become free when a joint has turned.
  double TotalMass() const {
    double total = 0.0;
    for (const world::Body& body : tree_.bodies) {
      if (!body.is_static) total += body.moved_inertia().mass;
    }
    return total > 0.0 ? total : 1.0;
  }

  /// Mass matrix as the sum of J' I J over the bodies, and its factorization. Slow but simple: it
  /// is computed once per model.
  Eigen::LDLT<MatrixXd> MassSolver() const {
    MatrixXd mass = MatrixXd::Zero(count_, count_);
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      const world::Body& body = tree_.bodies[i];
      if (body.is_static) continue;
      const Inertia inertia = body.moved_inertia();
      const RigidTransform& X_WB = Pose(body.root_link);
      const Jacobian jacobian = At_W(static_cast<int>(i), X_WB * inertia.p_BBcm);
      const Matrix3d I_W = X_WB.R() * inertia.I_BBcm_B * X_WB.R().transpose();
      mass += jacobian.topRows<3>().transpose() * I_W * jacobian.topRows<3>() +
              inertia.mass * jacobian.bottomRows<3>().transpose() * jacobian.bottomRows<3>();
      if (!IsHinge(body)) continue;
      mass(first_column_[i], first_column_[i]) +=
          world_.model(model_).joints[At(body.joint)].axes[0].armature;
    }
    // Keeps massless coordinates from making the matrix singular.
    mass.diagonal().array() *= 1.0 + 1e-9;
    mass.diagonal().array() += 1e-12;
    return Eigen::LDLT<MatrixXd>(mass);
  }

 private:
  const RigidTransform& Pose(int link) const {
    return state_.X_WL[At(world_.layout(model_).links.first + link)];
  }
  world::JointType TypeOf(const world::Body& body) const {
    return world_.model(model_).joints[At(body.joint)].type;
  }
  /// A joint with one axis; the few other types count as free or as fixed.
  bool IsHinge(const world::Body& body) const {
    if (body.joint < 0) return false;
    const world::JointType type = TypeOf(body);
    return type == world::JointType::kRevolute || type == world::JointType::kContinuous ||
           type == world::JointType::kPrismatic || type == world::JointType::kScrew;
  }
  bool IsFree(const world::Body& body) const {
    return body.parent < 0 && (body.joint < 0 || TypeOf(body) == world::JointType::kFloating);
  }
  bool IsBall(const world::Body& body) const {
    return body.joint >= 0 && (TypeOf(body) == world::JointType::kBall ||
                               TypeOf(body) == world::JointType::kUniversal);
  }
  int SpeedCount(const world::Body& body) const {
    if (IsFree(body)) return 6;
    if (IsBall(body)) return 3;
    return IsHinge(body) ? 1 : 0;
  }

  void AddColumns(int body, const Vector3d& p_W, Jacobian* jacobian) const {
    const world::Body& spec = tree_.bodies[At(body)];
    if (spec.is_static) return;
    const int column = first_column_[At(body)];
    const bool free = IsFree(spec);
    if (free || IsBall(spec)) {
      const Vector3d arm = p_W - (free ? Pose(spec.root_link).p : JointPose(spec).p);
      for (int i = 0; i < 3; ++i) {
        const Vector3d axis = Vector3d::Unit(i);
        jacobian->col(column + i) << axis, axis.cross(arm);
        if (free) jacobian->col(column + 3 + i) << Vector3d::Zero(), axis;
      }
    } else if (IsHinge(spec)) {
      const RigidTransform X_WJ = JointPose(spec);
      const Vector3d axis = X_WJ.q * world_.model(model_).joints[At(spec.joint)].axes[0].axis_J;
      if (TypeOf(spec) == world::JointType::kPrismatic) {
        jacobian->col(column) << Vector3d::Zero(), axis;
      } else {
        jacobian->col(column) << axis, axis.cross(p_W - X_WJ.p);
      }
    }
  }

  RigidTransform JointPose(const world::Body& body) const {
    const world::Joint& joint = world_.model(model_).joints[At(body.joint)];
    return Pose(joint.child) * joint.X_CJ;
  }

  const world::World& world_;
  int model_;
  const world::Tree& tree_;
  const physics::State& state_;
  std::vector<int> first_column_;
  int count_ = 0;
};

/// Effective masses for one direction per wheel; `rows` are the contacts' Jacobians in that
/// direction. The row sums of |J M^-1 J'| bound its eigenvalues (Gershgorin), so the shares keep
/// the wheels of a model stable together.
std::vector<double> Shares(const MatrixXd& rows, const Eigen::LDLT<MatrixXd>& mass, double max) {
  const MatrixXd yielding = rows * mass.solve(rows.transpose());
  std::vector<double> shares;
  for (Eigen::Index i = 0; i < yielding.rows(); ++i) {
    const double sum = yielding.row(i).cwiseAbs().sum();
    shares.push_back(sum > 1e-12 && std::isfinite(sum) ? std::min(1.0 / sum, max) : max);
  }
  return shares;
}

void AddModel(const world::World& world, int model, const physics::State& state,
              const std::vector<int>& wheels, std::vector<EffectiveMass>* masses) {
  const Articulation articulation(world, model, state);
  const int count = articulation.count();
  if (count == 0) return;
  const Eigen::LDLT<MatrixXd> solver = articulation.MassSolver();
  MatrixXd rows[3];
  for (MatrixXd& direction : rows)
    direction.resize(static_cast<Eigen::Index>(wheels.size()), count);
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const world::Wheel& wheel = world.wheels()[At(wheels[i])];
    const HubMotion hub = Hub(world, wheel).MotionOf(state);
    const int link = wheel.link - world.layout(model).links.first;
    const Jacobian at = articulation.At_W(world.tree(model).body_of_link[At(link)],
                                          hub.p_WC - wheel.radius * hub.up_W);
    const Vector3d directions[] = {hub.forward_W, hub.axle_W, hub.up_W};
    for (int d = 0; d < 3; ++d) {
      rows[d].row(static_cast<Eigen::Index>(i)) = directions[d].transpose() * at.bottomRows<3>();
    }
  }
  const double max = articulation.TotalMass();
  const std::vector<double> x = Shares(rows[0], solver, max);
  const std::vector<double> y = Shares(rows[1], solver, max);
  const std::vector<double> z = Shares(rows[2], solver, max);
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    (*masses)[At(wheels[i])] = EffectiveMass{x[i], y[i], z[i]};
  }
}

/// Diagonal of the mobility (inverse inertia) at a point of a body, in the axes of P: three
/// rotations, then three translations.
std::array<double, 6> Mobility(const Articulation& articulation, int body,
                               const RigidTransform& X_WP) {
  const Eigen::LDLT<MatrixXd> solver = articulation.MassSolver();
  const Jacobian at_W = articulation.At_W(body, X_WP.p);
  const Matrix3d R_PW = X_WP.R().transpose();
  std::array<double, 6> mobility{};
  for (int i = 0; i < 6; ++i) {
    const Eigen::VectorXd row =
        at_W.middleRows<3>(i < 3 ? 0 : 3).transpose() * R_PW.row(i % 3).transpose();
    mobility[At(i)] = row.dot(solver.solve(row));
  }
  return mobility;
}

}  // namespace

Hub::Hub(const world::World& world, const world::Wheel& wheel)
    : link_(wheel.link), q_(-1), v_(-1), p_LC_(wheel.p_LC), axle_L_(wheel.axle_L) {
  const int model = world.model_of_link(wheel.link);
  const world::Tree& tree = world.tree(model);
  const world::Model& description = world.model(model);
  const int first = world.layout(model).links.first;
  const auto local = static_cast<std::size_t>(wheel.link - first);
  int body = tree.body_of_link[local];
  const bool reversed = tree.bodies[static_cast<std::size_t>(body)].joint_reversed;
  while (tree.bodies[static_cast<std::size_t>(body)].parent >= 0) {
    body = tree.bodies[static_cast<std::size_t>(body)].parent;
  }
  const int root = tree.bodies[static_cast<std::size_t>(body)].root_link;
  root_ = first + root;
  up_R_ = description.links[static_cast<std::size_t>(root)].X_ML.q.conjugate() * Vector3d::UnitZ();
  // A plate does not roll.
  if (wheel.joint < 0) return;
  const int axis = world::RollingAxis(world.joint_spec(wheel.joint));
  q_ = world.joint(wheel.joint).q + axis;
  v_ = world.joint(wheel.joint).v + axis;
  const Vector3d axis_M = world::JointFrame(description, world.joint(wheel.joint).joint).q *
                          world.joint_spec(wheel.joint).axes[axis].axis_J;
  const Vector3d axle_M = description.links[local].X_ML.q * axle_L_;
  sign_ = axis_M.dot(axle_M) < 0.0 ? -1.0 : 1.0;
  if (reversed) sign_ = -sign_;
}

HubMotion Hub::MotionOf(const physics::State& state) const {
  const auto link = static_cast<std::size_t>(link_);
  const RigidTransform& X_WL = state.X_WL[link];
  HubMotion motion;
  motion.p_WC = X_WL * p_LC_;
  motion.axle_W = X_WL.q * axle_L_;
  const Vector3d up_W = state.X_WL[static_cast<std::size_t>(root_)].q * up_R_;
  motion.forward_W = motion.axle_W.cross(up_W);
  const double size = motion.forward_W.norm();
  // A wheel that lies flat has no rolling direction; any perpendicular will do.
  motion.forward_W =
      size > 1e-6 ? Vector3d(motion.forward_W / size) : Vector3d(motion.axle_W.unitOrthogonal());
  motion.up_W = motion.forward_W.cross(motion.axle_W);
  if (v_ >= 0) {
    motion.spin = sign_ * state.v[static_cast<std::size_t>(v_)];
    motion.angle = sign_ * state.q[static_cast<std::size_t>(q_)];
  }
  const Twist V_WC = Shifted(state.V_WL_W[link], motion.p_WC - X_WL.p);
  motion.v_WC = V_WC.v;
  motion.w_W = V_WC.w - motion.spin * motion.axle_W;
  return motion;
}

PlateMass PlateMassOf(const world::World& world, const std::vector<world::Plate>& plates,
                      int index) {
  const world::Plate& plate = plates[At(index)];
  const int model = world.model_of_link(plate.link);
  const physics::State state = physics::MakeInitialState(world);
  const Articulation articulation(world, model, state);
  if (articulation.count() == 0) return PlateMass();
  const int link = plate.link - world.layout(model).links.first;
  const std::array<double, 6> mobility =
      Mobility(articulation, world.tree(model).body_of_link[At(link)],
               state.X_WL[At(plate.link)] * plate.X_LP);
  const auto beside = std::count_if(plates.begin(), plates.end(), [&](const world::Plate& other) {
    return world.model_of_link(other.link) == model;
  });
  // Mean squares of the points' coordinates: x^2, y^2.
  double x2 = plate.length * plate.length / 12.0;
  double y2 = plate.width * plate.width / 12.0;
  if (plate.is_round()) {
    x2 = y2 = 0.25 * (plate.radius * plate.radius + plate.inner_radius * plate.inner_radius);
  }
  const double normal = std::max({mobility[5], y2 * mobility[0], x2 * mobility[1]});
  const double shear = std::max({mobility[3], mobility[4], (x2 + y2) * mobility[2]});
  const auto mass = [&](double moved) {
    const double all = moved * static_cast<double>(beside);
    const double max = articulation.TotalMass();
    return all > 1e-12 && std::isfinite(all) ? std::min(1.0 / all, max) : max;
  };
  return {mass(normal), mass(shear)};
}

std::vector<EffectiveMass> EffectiveMasses(const world::World& world) {
  std::vector<EffectiveMass> masses(world.wheels().size());
  const physics::State state = physics::MakeInitialState(world);
  for (int model = 0; model < world.model_count(); ++model) {
    std::vector<int> wheels;
    for (std::size_t i = 0; i < world.wheels().size(); ++i) {
      if (world.model_of_link(world.wheels()[i].link) == model) {
        wheels.push_back(static_cast<int>(i));
      }
    }
    if (!wheels.empty()) AddModel(world, model, state, wheels, &masses);
  }
  return masses;
}

}  // namespace surefoot::ground
