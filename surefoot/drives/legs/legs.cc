#include "surefoot/drives/legs/legs.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/math/decompose.h"
#include "surefoot/physics/kinematics.h"

// Kinematics of legs is read from the model: any chain of hinges works. Inverse kinematics is by
// damped least squares, which stay stable near singular postures.

namespace surefoot::drives {
namespace {

/// Inverse kinematics ends at this error (m; rotations count with a lever arm of 0.1 m).
constexpr double kNear = 1e-9;
constexpr int kMaxIterations = 40;
/// Lever arm that converts rotations (rad) to lengths (m), so that both errors can be added.
constexpr double kTurnArm = 0.1;

bool IsHinge(world::JointType type) {
  return type == world::JointType::kRevolute || type == world::JointType::kContinuous;
}

Vector3d RotationVector(const Quaterniond& q) {
  const Eigen::AngleAxisd turn(q.w() < 0.0 ? Quaterniond(-q.coeffs()) : q);
  return turn.angle() * turn.axis();
}

/// How far a shape extends below its centre (m); `up_G` is the vertical in its own frame.
double DepthOf(const world::Geometry& geometry, const Vector3d& up_G) {
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) return sphere->radius;
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    return 0.5 * box->size.dot(up_G.cwiseAbs());
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    return ellipsoid->radii.cwiseProduct(up_G).norm();
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return 0.5 * capsule->length * std::abs(up_G.z()) + capsule->radius;
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return 0.5 * cylinder->length * std::abs(up_G.z()) +
           cylinder->radius * std::hypot(up_G.x(), up_G.y());
  }
  return 0.0;
}

struct FootShape {
  Vector3d p_LF = Vector3d::Zero();
  /// Radius of a spherical foot; 0: another shape.
  double radius = 0.0;
};

/// The collision shape that extends lowest at this pose of the link.
FootShape FootOfLink(const world::Link& link, const RigidTransform& X_ML) {
  FootShape foot;
  double lowest = std::numeric_limits<double>::infinity();
  for (const world::Collision& collision : link.collisions) {
    const RigidTransform X_MG = X_ML * collision.X_LG;
    const Vector3d up_G = X_MG.q.conjugate() * Vector3d::UnitZ();
    const double bottom = X_MG.p.z() - DepthOf(collision.geometry, up_G);
    if (bottom >= lowest) continue;
    lowest = bottom;
    const auto* ball = std::get_if<world::Sphere>(&collision.geometry);
    foot = {collision.X_LG.p, ball != nullptr ? ball->radius : 0.0};
  }
  return foot;
}

constexpr std::size_t kMaxLegs = 100;

/// Index of a leg's joint in the drive's list, or of the joint that it mimics one to one.
std::optional<std::size_t> PlaceOf(const DriveArgs& args, const DriveJoint& joint,
                                   const std::vector<DriveJoint>& joints) {
  const auto& mimic = joint.spec(args.world, args.model).mimic;
  const bool follows = mimic && mimic->multiplier == 1.0 && mimic->offset == 0.0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].v == joint.v || (follows && joints[i].joint == mimic->leader)) return i;
  }
  return std::nullopt;
}

/// Fills joints and angles of a leg. Returns the leg's own joints; empty after an error.
std::vector<DriveJoint> ReadJoints(const DriveArgs& args, const world::ElementReader& element,
                                   const std::vector<DriveJoint>& joints, Leg* leg) {
  std::vector<DriveJoint> own;
  for (const world::ElementReader& child : element.Children("joint")) {
    const std::string text = child.OwnText();
    const std::string name = text.empty() ? child.Text("name") : text;
    const auto joint = FindDriveJoint(args, child, "name", name);
    if (!joint) return {};
    const auto place = PlaceOf(args, *joint, joints);
    if (!place) {
      child.Error("name", "the leg's joint is not a joint of the drive", name,
                  "add <joint>" + name + "</joint> to the drive");
      return {};
    }
    own.push_back(*joint);
    leg->joints.push_back(*place);
    leg->q_rest.push_back(InitialPosition(args, joints[*place]));
  }
  if (own.empty()) {
    element.Error("joint", "a leg needs its joints", "", "write <joint>name</joint>, hip first");
  }
  return own;
}

}  // namespace

LegChain::LegChain(std::vector<Hinge> hinges, const RigidTransform& X_JF, double radius)
    : hinges_(std::move(hinges)), X_JF_(X_JF), radius_(radius) {}

Vector3d LegChain::Rolled(const Quaterniond& R_BF) const {
  if (radius_ <= 0.0) return Vector3d::Zero();
  return radius_ * RotationVector(R_BF).cross(Vector3d::UnitZ());
}

RigidTransform LegChain::Foot(const double* q) const {
  RigidTransform X_BJ;
  for (std::size_t i = 0; i < hinges_.size(); ++i) {
    X_BJ = X_BJ * hinges_[i].X_PJ;
    X_BJ.q = X_BJ.q * Quaterniond(Eigen::AngleAxisd(q[i], hinges_[i].axis_J));
  }
  return X_BJ * X_JF_;
}

void LegChain::Linearize(const double* q, const RigidTransform& X_BF, Goal goal, Error* error,
                         Jacobian* jacobian) const {
  const int rows = goal == Goal::kPlace ? 3 : 6;
  Vector3d origins[kMaxHinges];
  Vector3d axes[kMaxHinges];
  RigidTransform X_BJ;
  for (std::size_t i = 0; i < hinges_.size(); ++i) {
    X_BJ = X_BJ * hinges_[i].X_PJ;
    origins[i] = X_BJ.p;
    axes[i] = X_BJ.q * hinges_[i].axis_J;
    X_BJ.q = X_BJ.q * Quaterniond(Eigen::AngleAxisd(q[i], hinges_[i].axis_J));
  }
  const RigidTransform now = X_BJ * X_JF_;
  error->resize(rows);
  jacobian->resize(rows, size());
  error->head<3>() = X_BF.p - now.p;
  for (int i = 0; i < size(); ++i) {
    jacobian->col(i).head<3>() = axes[i].cross(now.p - origins[i]);
    if (rows == 6) jacobian->col(i).tail<3>() = kTurnArm * axes[i];
  }
  if (goal == Goal::kPose) {
    error->tail<3>() = kTurnArm * RotationVector(X_BF.q * now.q.conjugate());
  } else if (goal == Goal::kLevel) {
    // Rotations about the foot's own vertical are free: they are projected out.
    const Vector3d up = now.q * Vector3d::UnitZ();
    const Quaterniond tilt = RotationBetween(up, X_BF.q * Vector3d::UnitZ());
    error->tail<3>() = kTurnArm * RotationVector(tilt);
    jacobian->bottomRows<3>() -= up * (up.transpose() * jacobian->bottomRows<3>());
  }
}

void LegChain::Improve(const Error& error, Jacobian* jacobian, double* q) const {
  // A hinge at its limit is left out while it would move beyond it.
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxHinges, 1> gradient =
      jacobian->transpose() * error;
  for (int i = 0; i < size(); ++i) {
    const bool stuck = (q[i] <= hinge(i).lower && gradient(i) < 0.0) ||
                       (q[i] >= hinge(i).upper && gradient(i) > 0.0);
    if (stuck) jacobian->col(i).setZero();
  }
  // A Levenberg-Marquardt step whose damping is half the squared error (Sugihara 2011): it
  // converges quickly near the goal and stays small at singularities, where the leg is stretched.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> system =
      *jacobian * jacobian->transpose();
  system.diagonal().array() += 0.5 * error.squaredNorm() + 1e-12;
  const Error weighed = system.ldlt().solve(error);
  for (int i = 0; i < size(); ++i) {
    q[i] = std::clamp(q[i] + jacobian->col(i).dot(weighed), hinge(i).lower, hinge(i).upper);
  }
}

double LegChain::SolveRest(const RigidTransform& X_BF, Goal goal, int kept, double* q) const {
  double best[kMaxHinges];
  double min = world::kInfinity;
  Error error;
  Jacobian jacobian;
  for (int round = 0; round < kMaxIterations; ++round) {
    Linearize(q, X_BF, goal, &error, &jacobian);
    jacobian.leftCols(kept).setZero();
    const double missed = error.norm();
    // A goal that is not approached any more is out of reach.
    const bool stalled = round > 4 && missed > 0.999 * min;
    if (missed < min) {
      min = missed;
      std::copy(q, q + size(), best);
    }
    if (missed < kNear || stalled) break;
    Improve(error, &jacobian, q);
  }
  std::copy(best, best + size(), q);
  return min;
}

std::optional<LegChain> MakeLegChain(const DriveArgs& args, const world::ElementReader& element,
                                     const std::vector<DriveJoint>& joints,
                                     const std::vector<double>& q_rest, int base_link) {
  const world::Model& model = args.world.model(args.model);
  const world::Tree& tree = args.world.tree(args.model);
  if (joints.empty() || joints.size() > LegChain::kMaxHinges) {
    element.Error("joint", "a leg has one to eight joints", std::to_string(joints.size()));
    return std::nullopt;
  }
  std::vector<LegChain::Hinge> hinges;
  RigidTransform X_MP = model.links[At(base_link)].X_ML;
  // In the standing posture, because with stretched legs another shape may be the lowest.
  RigidTransform X_MJ_rest = X_MP;
  int parent = base_link;
  for (const DriveJoint& joint : joints) {
    const world::Joint& spec = joint.spec(args.world, args.model);
    const auto body = [&](int link) { return link < 0 ? -1 : tree.body_of_link[At(link)]; };
    if (!IsHinge(spec.type)) {
      element.Error("joint", "the joint of a leg must be a hinge", joint.name,
                    "revolute or continuous");
      return std::nullopt;
    }
    if (body(spec.parent) != body(parent)) {
      element.Error("joint", "the joint is not a child of the previous one", joint.name,
                    "name all joints of the leg from the hip to the foot");
      return std::nullopt;
    }
    const RigidTransform X_MJ = model.links[At(spec.child)].X_ML * spec.X_CJ;
    const world::JointAxis& axis = spec.axes[0];
    X_MJ_rest = X_MJ_rest * X_MP.Inverse() * X_MJ;
    X_MJ_rest.q = X_MJ_rest.q * Quaterniond(Eigen::AngleAxisd(q_rest[hinges.size()], axis.axis_J));
    hinges.push_back({X_MP.Inverse() * X_MJ, axis.axis_J, axis.lower, axis.upper});
    X_MP = X_MJ;
    parent = spec.child;
  }
  const world::Link& last = model.links[At(parent)];
  const FootShape foot = FootOfLink(last, X_MJ_rest * X_MP.Inverse() * last.X_ML);
  const Vector3d p_LF = element.Vector("foot", foot.p_LF);
  // The foot's axes are those of the base with all joints at zero.
  RigidTransform X_JF = X_MP.Inverse() * last.X_ML * RigidTransform(p_LF);
  X_JF.q = X_MP.q.conjugate() * model.links[At(base_link)].X_ML.q;
  return LegChain(std::move(hinges), X_JF, foot.radius);
}

std::vector<Leg> ReadLegs(const DriveArgs& args, const std::vector<DriveJoint>& joints, int min) {
  const std::vector<world::ElementReader> elements = args.element.Children("leg");
  if (static_cast<int>(elements.size()) < min || elements.size() > kMaxLegs) {
    args.element.Error("leg", "the drive needs at least " + std::to_string(min) + " legs",
                       std::to_string(elements.size()),
                       "write <leg><joint>hip</joint><joint>knee</joint></leg>");
    return {};
  }
  const int base = args.world.tree(args.model).bodies.front().root_link;
  std::vector<Leg> legs;
  for (const world::ElementReader& element : elements) {
    Leg leg;
    leg.name = element.Text("name", std::to_string(legs.size()));
    const std::vector<DriveJoint> own = ReadJoints(args, element, joints, &leg);
    if (own.empty()) return {};
    const auto chain = MakeLegChain(args, element, own, leg.q_rest, base);
    if (!chain) return {};
    leg.chain = *chain;
    leg.X_BF_rest = leg.chain.Foot(leg.q_rest.data());
    legs.push_back(std::move(leg));
  }
  return legs;
}

std::vector<std::size_t> JointsOf(const std::vector<Leg>& legs) {
  std::vector<std::size_t> joints;
  for (const Leg& leg : legs) {
    for (const std::size_t joint : leg.joints) {
      if (std::find(joints.begin(), joints.end(), joint) == joints.end()) joints.push_back(joint);
    }
  }
  return joints;
}

BodyMass::BodyMass(const DriveArgs& args)
    : model_(args.world.model(args.model)),
      tree_(args.world.tree(args.model)),
      q_start_(model_.joints.size(), 0.0),
      X_BaseB_(tree_.bodies.size()) {
  for (const world::InitialPosition& initial : model_.initial_positions) {
    if (initial.axis == 0) q_start_[At(initial.joint)] = initial.position;
  }
  for (const world::Body& body : tree_.bodies) mass_ += body.inertia.mass;
}

Vector3d BodyMass::Centre(const std::vector<double>& q) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
    const world::Body& body = tree_.bodies[i];
    RigidTransform& X = X_BaseB_[i];
    X = RigidTransform();
    if (body.parent >= 0 && body.joint >= 0) {
      const world::Joint& joint = model_.joints[At(body.joint)];
      double angle[7] = {};  // A floating joint has most coordinates.
      angle[0] = joint.mimic
                     ? joint.mimic->multiplier * q[At(joint.mimic->leader)] + joint.mimic->offset
                     : q[At(body.joint)];
      const bool back = body.joint_reversed;
      const int near = back ? joint.child : joint.parent;
      const RigidTransform X_JpJc = physics::JointPose(joint, angle);
      X = X_BaseB_[At(body.parent)] * tree_.X_BL[At(near)] *
          (back ? joint.X_CJ * X_JpJc.Inverse() * joint.X_PJ.Inverse()
                : joint.X_PJ * X_JpJc * joint.X_CJ.Inverse());
      const int far = back ? joint.parent : joint.child;
      X = X * tree_.X_BL[At(far)].Inverse();
    }
    sum += body.inertia.mass * (X * body.inertia.p_BBcm);
  }
  return mass_ > 0.0 ? Vector3d(sum / mass_) : Vector3d::Zero();
}

PlanarMotion FootOdometry::Take(const std::vector<Eigen::Vector2d>& feet,
                                const std::vector<bool>& standing) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  Eigen::Vector2d way = Eigen::Vector2d::Zero();
  int count = 0;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    if (!standing[i] || feet_[i].standing == 0) continue;
    const Eigen::Vector2d before(feet_[i].x, feet_[i].y);
    middle += 0.5 * (before + feet[i]);
    way += feet[i] - before;
    ++count;
  }
  PlanarMotion motion;
  if (count > 0) {
    middle /= count;
    way /= count;
    // Rotation about the centre of the feet by least squares (small angles, so it is linear).
    double moment = 0.0;
    double inertia = 0.0;
    for (std::size_t i = 0; i < feet.size(); ++i) {
      if (!standing[i] || feet_[i].standing == 0) continue;
      const Eigen::Vector2d before(feet_[i].x, feet_[i].y);
      const Eigen::Vector2d arm = 0.5 * (before + feet[i]) - middle;
      const Eigen::Vector2d rest = feet[i] - before - way;
      moment += arm.x() * rest.y() - arm.y() * rest.x();
      inertia += arm.squaredNorm();
    }
    motion.turn = inertia > 0.0 ? -moment / inertia : 0.0;
    motion.ahead = -way.x() + motion.turn * middle.y();
    motion.left = -way.y() - motion.turn * middle.x();
  }
  for (std::size_t i = 0; i < feet.size(); ++i) {
    feet_[i] = {feet[i].x(), feet[i].y(), static_cast<std::uint8_t>(standing[i] ? 1 : 0)};
  }
  return motion;
}

void FootOdometry::Archive(StateArchive* archive) {
  for (Foot& foot : feet_) archive->Items(&foot.x, &foot.y, &foot.standing);
}

}  // namespace surefoot::drives
