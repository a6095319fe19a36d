#include "surefoot/engines/bullet/solver.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::bullet {
namespace {

/// The iteration ends after a sweep in which no row's velocity changes by more than this (m/s,
/// rad/s).
constexpr double kTolerance = 1e-7;
/// Largest number of sweeps. 3 to 10 are usual; a tumbling heap of 150 boxes takes all of them.
constexpr int kMaxSweeps = 200;
/// Additional sweeps over violated stops after that.
constexpr int kLastSweeps = 5;
/// Relative softness of equalities: contradictory ones share the error instead of growing without
/// bound.
constexpr double kSoftness = 1e-7;
constexpr double kSoftnessFloor = 1e-8;

/// Impulses of two bounded servos with target velocities p <= r: each pushes towards its own
/// target.
struct Holds {
  double velocity = 0.0;
  double first = 0.0;
  double second = 0.0;
};

/// Exact solution by cases. The velocity is `free` plus `mobility` times the impulses.
Holds SolveHolds(double free, double mobility, double p, double p_max, double r, double r_max) {
  const double below = free + mobility * (p_max + r_max);
  if (below <= p) return {below, p_max, r_max};
  const double between = free + mobility * (r_max - p_max);
  if (between < p) return {p, (p - free) / mobility - r_max, r_max};
  if (between <= r) return {between, -p_max, r_max};
  const double above = free - mobility * (p_max + r_max);
  if (above < r) return {r, -p_max, (r - free) / mobility + p_max};
  return {above, -p_max, -r_max};
}

}  // namespace

/// Counting sort by island.
void Solver::Sorted::Sort(int islands) {
  begin.assign(static_cast<std::size_t>(islands) + 1, 0);
  for (const int i : island) ++begin[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  items.resize(island.size());
  for (std::size_t k = 0; k < island.size(); ++k) {
    int& at = begin[static_cast<std::size_t>(island[k])];
    items[static_cast<std::size_t>(at)] = static_cast<int>(k);
    ++at;
  }
  for (std::size_t i = begin.size() - 1; i > 0; --i) begin[i] = begin[i - 1];
  begin[0] = 0;
}

/// Blocks of equalities are kept, because their matrices are expensive to allocate.
void Solver::Reset(const std::vector<Articulation>& articulations) {
  rows_.Reset(articulations);
  joints_.clear();
  contacts_.clear();
  equality_count_ = 0;
  groups_.Reset(static_cast<int>(articulations.size()));
}

/// The reference is valid until the next call.
EqualityBlock& Solver::AddEquality(int first_row, int count) {
  if (equality_count_ == equalities_.size()) equalities_.emplace_back();
  EqualityBlock& block = equalities_[equality_count_++];
  block.first_row = first_row;
  block.count = count;
  block.target.setZero(count);
  block.impulse.setZero(count);
  return block;
}

Disc Solver::MakeDisc(int row, int size, const Eigen::Vector2d& factors, Eigen::Matrix2d* turned) {
  Disc disc;
  disc.row = row;
  disc.size = size;
  // What cannot be moved slides with full friction, so its mobility must not be zero.
  const auto mobility = [this](int of) {
    constexpr double kMinMobility = 1e-12;
    return std::max(rows_.Coupling(of, of), kMinMobility);
  };
  if (size == 1) {
    rows_.Scale(row, factors[0]);
    disc.mobility[0] = mobility(row);
    return disc;
  }
  const double a = factors[0] * factors[0] * rows_.Coupling(row, row);
  const double b = factors[0] * factors[1] * rows_.Coupling(row, row + 1);
  const double d = factors[1] * factors[1] * rows_.Coupling(row + 1, row + 1);
  // Jacobi rotation that makes [a b; b d] diagonal: the two directions then do not act on each
  // other, and the disc has a closed solution.
  const double angle = 0.5 * std::atan2(2.0 * b, a - d);
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  (*turned) << factors[0] * c, -factors[0] * s, factors[1] * s, factors[1] * c;
  rows_.Combine(row, *turned);
  disc.mobility[0] = mobility(row);
  disc.mobility[1] = mobility(row + 1);
  return disc;
}

/// Joins all articulations that the rows touch, also where the rows share none.
void Solver::Unite(int first_row, int count) {
  int group = -1;
  for (int row = first_row; row < first_row + count; ++row) {
    rows_.ForEachArticulation(row, [&](int articulation) {
      group = group < 0 ? groups_.Find(articulation) : groups_.Join(group, articulation);
    });
  }
}

/// Islands of articulations that rows connect. They converge separately, so a robot's bits do not
/// depend on others.
void Solver::FindIslands() {
  groups_.Reset(groups_.count());
  for (int row = 0; row < rows_.count(); ++row) Unite(row, 1);
  for (std::size_t k = 0; k < equality_count_; ++k) {
    Unite(equalities_[k].first_row, equalities_[k].count);
  }
  island_number_.assign(At(groups_.count()), -1);
  islands_ = 0;
  for (int i = 0; i < groups_.count(); ++i) {
    int& number = island_number_[At(groups_.Find(i))];
    if (number < 0) number = islands_++;
    island_number_[At(i)] = number;
  }
  // A block is in the island of any articulation it touches: they are all joined.
  const auto island_of_row = [&](int row) {
    int island = 0;
    rows_.ForEachArticulation(row, [&](int articulation) {
      island = island_number_[static_cast<std::size_t>(articulation)];
    });
    return island;
  };
  joint_order_.island.clear();
  for (const JointBlock& block : joints_) joint_order_.island.push_back(island_of_row(block.row));
  equality_order_.island.clear();
  for (std::size_t k = 0; k < equality_count_; ++k) {
    int island = 0;
    const EqualityBlock& block = equalities_[k];
    for (int row = block.first_row; row < block.first_row + block.count; ++row) {
      island = std::max(island, island_of_row(row));
    }
    equality_order_.island.push_back(island);
  }
  contact_order_.island.clear();
  for (const ContactBlock& block : contacts_) {
    contact_order_.island.push_back(island_of_row(block.row));
  }
  joint_order_.Sort(islands_);
  equality_order_.Sort(islands_);
  contact_order_.Sort(islands_);
}

/// Mobilities and factorizations, and the velocities of the warm start.
void Solver::Prepare() {
  for (JointBlock& joint : joints_) {
    joint.mobility = rows_.Coupling(joint.row, joint.row);
    if (joint.impulse != 0.0) rows_.Apply(joint.row, joint.impulse);
  }
  for (std::size_t k = 0; k < equality_count_; ++k) {
    EqualityBlock& block = equalities_[k];
    const int n = block.count;
    block.matrix.resize(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = i; j < n; ++j) {
        block.matrix(i, j) = block.matrix(j, i) =
            rows_.Coupling(block.first_row + i, block.first_row + j);
      }
    }
    // The floor keeps rows of nearly immovable directions from dominating the block.
    const double floor = n > 0 ? kSoftnessFloor * block.matrix.diagonal().maxCoeff() : 0.0;
    block.softness = kSoftness * block.matrix.diagonal();
    block.softness.array() += std::max(floor, 1e-30);
    block.matrix.diagonal() += block.softness;
    block.factor.compute(block.matrix);
  }
  for (const ContactBlock& contact : contacts_) {
    if (contact.impulse <= 0.0) continue;
    rows_.Apply(contact.row, contact.impulse);
    for (int d = 0; d < contact.disc_count; ++d) {
      const Disc& disc = contact.discs[d];
      for (int k = 0; k < disc.size; ++k) rows_.Apply(disc.row + k, disc.impulse[k]);
    }
  }
}

/// Motor, friction, limit and linear forces of one coordinate as one law: piecewise linear, solved
/// exactly.
double Solver::SolveJoint(JointBlock* joint) {
  if (joint->mobility <= 0.0) return 0.0;
  const double present = rows_.Velocity(joint->row);
  // Velocity without this row's impulse; the linear part reduces the mobility.
  const double mobility = 1.0 / (1.0 / joint->mobility + joint->slope);
  const double free =
      mobility * ((present - joint->mobility * joint->impulse) / joint->mobility + joint->offset);
  const double servo_at = joint->servo_velocity;
  Holds holds;
  if (servo_at <= 0.0) {
    holds =
        SolveHolds(free, mobility, servo_at, joint->servo_impulse, 0.0, joint->friction_impulse);
    joint->servo = holds.first;
  } else {
    holds =
        SolveHolds(free, mobility, 0.0, joint->friction_impulse, servo_at, joint->servo_impulse);
    joint->servo = holds.second;
  }
  double velocity = holds.velocity;
  // Limits are hard: the impulse is whatever brings the velocity to the bound, and the motor pushes
  // with its full strength towards its target.
  if (velocity < joint->lowest_velocity) {
    velocity = joint->lowest_velocity;
    joint->servo = velocity <= servo_at ? joint->servo_impulse : -joint->servo_impulse;
  } else if (velocity > joint->highest_velocity) {
    velocity = joint->highest_velocity;
    joint->servo = velocity >= servo_at ? -joint->servo_impulse : joint->servo_impulse;
  }
  const double change = (velocity - present) / joint->mobility;
  joint->impulse += change;
  if (change != 0.0) rows_.Apply(joint->row, change);
  return std::abs(velocity - present);
}

/// Solves the rows of a block together.
double Solver::SolveEquality(EqualityBlock* equality) {
  equality->change.resize(equality->count);
  double max = 0.0;
  for (int i = 0; i < equality->count; ++i) {
    const double error = equality->target[i] - rows_.Velocity(equality->first_row + i) -
                         equality->softness[i] * equality->impulse[i];
    equality->change[i] = error;
    max = std::max(max, std::abs(error));
  }
  equality->factor.solveInPlace(equality->change);
  for (int i = 0; i < equality->count; ++i) {
    rows_.Apply(equality->first_row + i, equality->change[i]);
  }
  equality->impulse += equality->change;
  return max;
}

/// Friction of one contact: the impulse within a disc of radius mu times the normal impulse (mu is
/// in the rows).
double Solver::SolveDisc(double radius, Disc* disc) {
  double free[2] = {0.0, 0.0};
  double desired[2] = {0.0, 0.0};
  double free_squared = 0.0;
  double squared = 0.0;
  for (int k = 0; k < disc->size; ++k) {
    free[k] = rows_.Velocity(disc->row + k) - disc->mobility[k] * disc->impulse[k];
    desired[k] = -free[k] / (disc->mobility[k] + disc->softness);
    free_squared += free[k] * free[k];
    squared += desired[k] * desired[k];
  }
  if (squared > radius * radius) {
    // Sliding: (mobility + softness + s) impulse = -free with s >= 0 such that the impulse is on
    // the rim. The slip velocity s * impulse is then exactly opposite to the impulse. s is found by
    // Newton's method on a convex function from below.
    if (radius <= 0.0) {
      desired[0] = desired[1] = 0.0;
    } else {
      const double largest = std::max(disc->mobility[0], disc->mobility[1]) + disc->softness;
      double s = std::max(0.0, std::sqrt(free_squared) / radius - largest);
      for (int i = 0; i < 20; ++i) {
        double norm2 = 0.0;
        double slope = 0.0;
        for (int k = 0; k < disc->size; ++k) {
          const double sum = disc->mobility[k] + disc->softness + s;
          desired[k] = -free[k] / sum;
          norm2 += desired[k] * desired[k];
          slope += desired[k] * desired[k] / sum;
        }
        const double norm = std::sqrt(norm2);
        if (norm - radius <= 1e-12 * radius) break;
        s += norm2 / slope * (norm / radius - 1.0);
      }
    }
  }
  double max = 0.0;
  for (int k = 0; k < disc->size; ++k) {
    const double change = desired[k] - disc->impulse[k];
    if (change == 0.0) continue;
    rows_.Apply(disc->row + k, change);
    disc->impulse[k] = desired[k];
    max = std::max(max, std::abs(change) * disc->mobility[k]);
  }
  return max;
}

/// The normal impulse first, then friction with the new bound.
double Solver::SolveContact(ContactBlock* contact) {
  double max = 0.0;
  if (contact->mobility > 0.0) {
    // Soft unilateral constraint: impulse >= 0, velocity + softness * impulse >= min_velocity.
    const double error =
        contact->min_velocity - rows_.Velocity(contact->row) - contact->softness * contact->impulse;
    const double impulse =
        std::max(0.0, contact->impulse + error / (contact->mobility + contact->softness));
    const double change = impulse - contact->impulse;
    if (change != 0.0) {
      rows_.Apply(contact->row, change);
      contact->impulse = impulse;
      max = std::abs(change) * contact->mobility;
    }
  }
  for (int d = 0; d < contact->disc_count; ++d) {
    max = std::max(max, SolveDisc(contact->impulse, &contact->discs[d]));
  }
  return max;
}

/// Solves only joints that would pass their stops in this step.
void Solver::HoldStops(std::size_t island) {
  for (int k = joint_order_.begin[island]; k < joint_order_.begin[island + 1]; ++k) {
    const int index = joint_order_.items[static_cast<std::size_t>(k)];
    JointBlock& joint = joints_[static_cast<std::size_t>(index)];
    const double velocity = rows_.Velocity(joint.row);
    if (velocity < joint.lowest_velocity || velocity > joint.highest_velocity) SolveJoint(&joint);
  }
}

/// Contacts come last in a sweep, so they are the most accurate when the sweeps end early.
double Solver::Sweep(std::size_t island) {
  double max = 0.0;
  const auto each = [island](const Sorted& order, auto f) {
    for (int k = order.begin[island]; k < order.begin[island + 1]; ++k) {
      f(static_cast<std::size_t>(order.items[static_cast<std::size_t>(k)]));
    }
  };
  each(joint_order_, [&](std::size_t i) { max = std::max(max, SolveJoint(&joints_[i])); });
  each(equality_order_,
       [&](std::size_t i) { max = std::max(max, SolveEquality(&equalities_[i])); });
  each(contact_order_, [&](std::size_t i) { max = std::max(max, SolveContact(&contacts_[i])); });
  return max;
}

void Solver::SolveIsland(std::size_t island) {
  int sweeps = 0;
  bool done = false;
  while (!done && sweeps < kMaxSweeps) {
    ++sweeps;
    done = !(Sweep(island) > kTolerance);
  }
  iterations_ = std::max(iterations_, sweeps);
  // Without convergence, as for a jammed robot, stops have priority over contacts: links may
  // overlap slightly, but joints are not beyond their limits.
  for (int i = 0; !done && i < kLastSweeps; ++i) HoldStops(island);
}

/// J' times the impulses: needed for the forces that hold eliminated coordinates.
const Eigen::VectorXd& Solver::SumImpulses() {
  sum_.setZero(rows_.v().size());
  for (const JointBlock& joint : joints_) rows_.AddImpulse(joint.row, joint.impulse, sum_.data());
  for (std::size_t k = 0; k < equality_count_; ++k) {
    const EqualityBlock& block = equalities_[k];
    for (int i = 0; i < block.count; ++i) {
      rows_.AddImpulse(block.first_row + i, block.impulse[i], sum_.data());
    }
  }
  for (const ContactBlock& contact : contacts_) {
    rows_.AddImpulse(contact.row, contact.impulse, sum_.data());
    for (int d = 0; d < contact.disc_count; ++d) {
      const Disc& disc = contact.discs[d];
      for (int k = 0; k < disc.size; ++k) {
        rows_.AddImpulse(disc.row + k, disc.impulse[k], sum_.data());
      }
    }
  }
  return sum_;
}

void Solver::Solve() {
  iterations_ = 0;
  if (rows_.count() == 0) return;
  Prepare();
  FindIslands();
  for (std::size_t i = 0; i < static_cast<std::size_t>(islands_); ++i) {
    if (joint_order_.begin[i] == joint_order_.begin[i + 1] &&
        equality_order_.begin[i] == equality_order_.begin[i + 1] &&
        contact_order_.begin[i] == contact_order_.begin[i + 1]) {
      continue;
    }
    SolveIsland(i);
  }
}

}  // namespace surefoot::engines::bullet
