#include "surefoot/world/stand_in.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/base/index.h"
#include "surefoot/math/decompose.h"

// Bodies without mass between joints get the smallest mass that keeps the dynamics regular: a
// millionth of what they carry.

namespace surefoot::world {
namespace {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Motions = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

constexpr double kTwoPi = 6.283185307179586476925286766559;
/// A motion counts as unconstrained when its inertia is below these fractions of the rigid
/// inertia.
constexpr double kLooseMassless = 1e-4;
constexpr double kLooseMassive = 1e-12;
/// A smaller radius of gyration counts as that of a point mass (m).
constexpr double kPointRadius = 1e-6;

Matrix3d Cross(const Vector3d& a) {
  Matrix3d m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

/// The 6x6 spatial inertia for (angular, linear) velocities of the frame's origin (Featherstone,
/// "Rigid Body Dynamics Algorithms", 2008, eq. 2.63).
Matrix6d Spatial(const Inertia& inertia) {
  const Matrix3d c = Cross(inertia.p_BBcm);
  Matrix6d I;
  I.topLeftCorner<3, 3>() = inertia.I_BBcm_B - inertia.mass * c * c;
  I.topRightCorner<3, 3>() = inertia.mass * c;
  I.bottomLeftCorner<3, 3>() = inertia.mass * c.transpose();
  I.bottomRightCorner<3, 3>() = inertia.mass * Matrix3d::Identity();
  return I;
}

/// A spatial inertia about a point, transferred to another point at `offset` from it.
Matrix6d Moved(const Matrix6d& I, const Vector3d& offset) {
  Matrix6d T = Matrix6d::Identity();
  T.bottomLeftCorner<3, 3>() = Cross(offset);
  return T.transpose() * I * T;
}

/// The motion subspace S of a joint at its origin, in axes of J, and the rotors' inertia for it.
struct Freedom {
  Motions S;
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> armature;
};

Freedom MakeFreedom(const Joint* joint) {
  const JointType type = joint == nullptr ? JointType::kFloating : joint->type;
  Freedom freedom;
  freedom.S = Motions::Zero(6, VelocityCount(type));
  freedom.armature.setZero(VelocityCount(type));
  const auto turn = [&](int column, const JointAxis& axis) {
    freedom.S.col(column).head<3>() = axis.axis_J;
    freedom.armature[column] = axis.armature;
  };
  const auto slide = [&](int column, const JointAxis& axis) {
    freedom.S.col(column).tail<3>() = axis.axis_J;
    freedom.armature[column] = axis.armature;
  };
  switch (type) {
    case JointType::kFixed:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      turn(0, joint->axes[0]);
      break;
    case JointType::kPrismatic:
      slide(0, joint->axes[0]);
      break;
    case JointType::kScrew:
      turn(0, joint->axes[0]);
      freedom.S.col(0).tail<3>() = joint->screw_pitch / kTwoPi * joint->axes[0].axis_J;
      break;
    case JointType::kUniversal:
      turn(0, joint->axes[0]);
      turn(1, joint->axes[1]);
      break;
    case JointType::kPlanar:
      slide(0, joint->axes[0]);
      slide(1, joint->axes[1]);
      freedom.S.col(2).head<3>() = joint->axes[0].axis_J.cross(joint->axes[1].axis_J);
      break;
    case JointType::kBall:
      freedom.S.topRows<3>().setIdentity();
      freedom.armature.setConstant(joint->axes[0].armature);
      break;
    case JointType::kFloating:
      freedom.S.setIdentity();
      break;
  }
  return freedom;
}

/// The smallest inertia of the motions as a fraction of the inertia with all joints below locked
/// (`rigid`). Radii of gyration below kPointRadius do not count.
double SmallestShare(const Square& articulated, const Square& rigid, double point_inertia,
                     const Motions& S) {
  if (articulated.rows() == 0) return 1.0;
  Square scaled = articulated;
  for (int i = 0; i < articulated.rows(); ++i) {
    const double minimum = point_inertia * S.col(i).head<3>().squaredNorm();
    const double scale = std::sqrt(std::max({rigid(i, i), articulated(i, i), minimum, 1e-300}));
    scaled.row(i) /= scale;
    scaled.col(i) /= scale;
  }
  const Eigen::SelfAdjointEigenSolver<Square> solver(scaled, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[0];
}

Matrix3d SphereTensor(double mass, double radius) {
  return 0.4 * mass * radius * radius * Matrix3d::Identity();
}

bool IsPoint(const Inertia& inertia) {
  return PrincipalValuesOf(inertia.I_BBcm_B)[0] <= inertia.mass * kPointRadius * kPointRadius;
}

/// Visits the bodies from the leaves to the roots. Everything is in axes of M, about each body's
/// origin. The recursion is that of the articulated-body algorithm (Featherstone, 2008, section
/// 7.2).
class Filler {
 public:
  Filler(const Model& model, Tree* tree)
      : model_(model),
        tree_(*tree),
        below_(tree->bodies.size()),
        articulated_(tree->bodies.size(), Matrix6d::Zero()) {
    FindEmptyMass();
  }

  void Fill() {
    for (std::size_t i = tree_.bodies.size(); i-- > 0;) {
      if (!tree_.bodies[i].is_static) FillBody(i);
    }
  }

 private:
  void FindEmptyMass() {
    double lightest = kInfinity;
    double total = 0.0;
    for (const Body& body : tree_.bodies) {
      if (body.is_static || !(body.inertia.mass > 0.0)) continue;
      lightest = std::min(lightest, body.inertia.mass);
      total += body.inertia.mass;
    }
    constexpr double kGram = 1e-3;
    empty_mass_ = total > 0.0 ? std::max(kEmptyStandInShare * lightest,
                                         std::min(kGram, kEmptyStandInShare * total))
                              : kGram;
  }

  const RigidTransform& X_MB(std::size_t body) const {
    return model_.links[At(tree_.bodies[body].root_link)].X_ML;
  }

  void FillBody(std::size_t index) {
    Body& body = tree_.bodies[index];
    const Quaterniond& q_MB = X_MB(index).q;
    const RigidTransform R_MB(q_MB, Vector3d::Zero());
    const Inertia own = ExpressedIn(R_MB, body.inertia);
    Inertia& rigid = below_[index];
    rigid = Combine(rigid, own);
    articulated_[index] += Spatial(own);
    const bool massless = !(own.mass > 0.0);
    Inertia added;
    if (!(rigid.mass > 0.0)) {
      added.mass = empty_mass_;
      added.I_BBcm_B = SphereTensor(empty_mass_, kStandInRadius);
      body.stand_in_kind = StandInKind::kEmpty;
    } else if (massless) {
      const bool loose = Loose(index, kLooseMassless);
      added = Share(rigid, loose ? kLooseStandInShare : kStandInShare);
      body.stand_in_kind = loose ? StandInKind::kLoose : StandInKind::kShare;
    } else if (IsPoint(own) && Loose(index, kLooseMassive)) {
      added.I_BBcm_B = SphereTensor(own.mass, kStandInRadius);
      body.stand_in_kind = StandInKind::kPoint;
    }
    if (body.stand_in_kind != StandInKind::kNone) {
      body.stand_in = ExpressedIn(R_MB.Inverse(), added);
      articulated_[index] += Spatial(added);
      rigid = Combine(rigid, added);
    }
    if (body.parent >= 0 && !tree_.bodies[At(body.parent)].is_static) PassUp(index);
  }

  /// A fraction of the inertia that a body carries; a point mass becomes a small sphere.
  static Inertia Share(const Inertia& rigid, double share) {
    Inertia part = rigid;
    part.mass *= share;
    part.I_BBcm_B *= share;
    if (IsPoint(part)) part.I_BBcm_B += SphereTensor(part.mass, kStandInRadius);
    return part;
  }

  /// The body's joint, and the position of the joint's frame from the body's origin in axes of M.
  Freedom FreedomOf(std::size_t index, Vector3d* p_BJ_M) const {
    const Body& body = tree_.bodies[index];
    *p_BJ_M = Vector3d::Zero();
    if (body.joint < 0) {
      if (below_[index].mass > 0.0) *p_BJ_M = below_[index].p_BBcm;
      return MakeFreedom(nullptr);
    }
    const Joint& joint = model_.joints[At(body.joint)];
    const RigidTransform X_MJ = model_.links[At(joint.child)].X_ML * joint.X_CJ;
    *p_BJ_M = X_MJ.p - X_MB(index).p;
    Freedom freedom = MakeFreedom(&joint);
    const Matrix3d R_MJ = X_MJ.R();
    freedom.S.topRows<3>() = (R_MJ * freedom.S.topRows<3>()).eval();
    freedom.S.bottomRows<3>() = (R_MJ * freedom.S.bottomRows<3>()).eval();
    return freedom;
  }

  bool Loose(std::size_t index, double share) const {
    Vector3d p_BJ_M;
    const Freedom freedom = FreedomOf(index, &p_BJ_M);
    const Motions& S = freedom.S;
    Square articulated = S.transpose() * Moved(articulated_[index], p_BJ_M) * S;
    articulated.diagonal() += freedom.armature;
    const Inertia& below = below_[index];
    const Square rigid = S.transpose() * Moved(Spatial(below), p_BJ_M) * S;
    const double point = below.mass * kPointRadius * kPointRadius;
    return !(SmallestShare(articulated, rigid, point, S) > share);
  }

  /// Adds this body's articulated inertia, as it acts through the joint, to the parent: I^a = I^A
  /// - I^A S (S^T I^A S)^-1 S^T I^A.
  void PassUp(std::size_t index) {
    const Body& body = tree_.bodies[index];
    const auto parent = At(body.parent);
    Vector3d p_BJ_M;
    const Freedom freedom = FreedomOf(index, &p_BJ_M);
    const Motions& S = freedom.S;
    const Matrix6d I = Moved(articulated_[index], p_BJ_M);
    const Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> IS = I * S;
    Square articulated = S.transpose() * IS;
    articulated.diagonal() += freedom.armature;
    Matrix6d through = I;
    if (articulated.rows() > 0) through -= IS * articulated.ldlt().solve(IS.transpose());
    const Vector3d p_PB_M = X_MB(index).p - X_MB(parent).p;
    articulated_[parent] += Moved(through, -(p_BJ_M + p_PB_M));
    Inertia moved = below_[index];
    moved.p_BBcm += p_PB_M;
    below_[parent] = Combine(below_[parent], moved);
  }

  const Model& model_;
  Tree& tree_;
  double empty_mass_ = 0.0;
  /// For each body: itself and everything it carries as one rigid body, and as an articulated one.
  std::vector<Inertia> below_;
  std::vector<Matrix6d> articulated_;
};

}  // namespace

void FillStandIns(const Model& model, Tree* tree) { Filler(model, tree).Fill(); }

}  // namespace surefoot::world
