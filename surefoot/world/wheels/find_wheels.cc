#include "surefoot/world/wheels/find_wheels.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::world {
namespace {

/// The first element with that name in the body's links or their collisions.
const Element* FindInBody(const Model& model, const Body& body, const char* name) {
  for (const int link : body.links) {
    const Link& part = model.links[At(link)];
    if (const Element* element = FindElement(part.extensions, name)) return element;
    for (const Collision& collision : part.collisions) {
      if (const Element* element = FindElement(collision.extensions, name)) return element;
    }
  }
  return nullptr;
}

/// A point at which the model is in contact with the ground.
struct Support {
  Vector3d p_M = Vector3d::Zero();
  /// Index into the wheels; -1 for another support, such as a skid.
  int wheel = -1;
  double load = 0.0;
};

int RootOf(const Tree& tree, int body) {
  while (tree.bodies[At(body)].parent >= 0) body = tree.bodies[At(body)].parent;
  return body;
}

/// Mass and centre of mass of everything that a root carries.
Inertia MassOn(const Model& model, const Tree& tree, int root) {
  Inertia sum;
  Vector3d moment_M = Vector3d::Zero();
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Body& body = tree.bodies[i];
    if (body.is_static || RootOf(tree, static_cast<int>(i)) != root) continue;
    sum.mass += body.inertia.mass;
    moment_M += body.inertia.mass * (model.links[At(body.root_link)].X_ML * body.inertia.p_BBcm);
  }
  if (sum.mass > 0.0) sum.p_BBcm = moment_M / sum.mass;
  return sum;
}

/// The loads with the smallest sum of squares that carry `weight` at (x, y) of p_M; loads are not
/// negative. Negative ones are removed one by one (an active set method).
void Balance(double weight, const Vector3d& p_M, std::vector<Support>* supports) {
  std::vector<Support*> active;
  for (Support& support : *supports) active.push_back(&support);
  double size = 1e-6;
  for (const Support* s : active) size = std::max(size, (s->p_M - p_M).head<2>().norm());
  while (!active.empty()) {
    Eigen::MatrixXd rows(3, static_cast<Eigen::Index>(active.size()));
    for (std::size_t i = 0; i < active.size(); ++i) {
      const Vector3d arm = (active[i]->p_M - p_M) / size;
      rows.col(static_cast<Eigen::Index>(i)) << 1.0, arm.x(), arm.y();
    }
    const Eigen::VectorXd loads = ShortestLeastSquares(rows, Vector3d(weight, 0.0, 0.0), 1e-3);
    Eigen::Index min = 0;
    loads.minCoeff(&min);
    for (std::size_t i = 0; i < active.size(); ++i) {
      active[i]->load = std::max(0.0, loads[static_cast<Eigen::Index>(i)]);
    }
    if (loads[min] >= 0.0) break;
    active.erase(active.begin() + min);
  }
  double sum = 0.0;
  for (const Support& support : *supports) sum += support.load;
  // Collinear supports cannot balance all moments, but they still carry the weight.
  for (Support& support : *supports) support.load *= sum > 0.0 ? weight / sum : 0.0;
}

/// Casters and skids: other shapes that reach as low as the wheels.
void AddOthers(const Model& model, const Tree& tree, int root, double lowest, double slack,
               const std::vector<char>& is_wheel, std::vector<Support>* supports) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const int body = tree.body_of_link[i];
    if (is_wheel[At(body)] != 0 || RootOf(tree, body) != root) continue;
    for (const Collision& collision : model.links[i].collisions) {
      const RigidTransform X_MG = model.links[i].X_ML * collision.X_LG;
      if (LowestZ(collision.geometry, X_MG) > lowest + slack) continue;
      supports->push_back(Support{X_MG.p, -1, 0.0});
    }
  }
}

/// Sets the nominal loads that are still zero: the weight that the wheels carry, distributed such
/// that forces and moments balance on level ground with all joints at zero. Where that is
/// statically indeterminate, the most even distribution is used. Other shapes that reach as low as
/// the wheels carry load too.
void ShareLoads(const Model& model, const Tree& tree, double gravity, std::vector<Wheel>* wheels) {
  std::vector<int> roots;
  std::vector<char> is_wheel(tree.bodies.size(), 0);
  for (const Wheel& wheel : *wheels) {
    const int body = tree.body_of_link[At(wheel.link)];
    is_wheel[At(body)] = 1;
    const int root = RootOf(tree, body);
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  }
  for (const int root : roots) {
    std::vector<Support> supports;
    double lowest = kInfinity;
    double slack = kInfinity;
    for (std::size_t i = 0; i < wheels->size(); ++i) {
      const Wheel& wheel = (*wheels)[i];
      if (RootOf(tree, tree.body_of_link[At(wheel.link)]) != root) continue;
      const Vector3d p_MC = model.links[At(wheel.link)].X_ML * wheel.p_LC;
      supports.push_back(Support{p_MC, static_cast<int>(i), 0.0});
      lowest = std::min(lowest, p_MC.z() - wheel.radius);
      slack = std::min(slack, 0.1 * wheel.radius);
    }
    const auto count = static_cast<double>(supports.size());
    AddOthers(model, tree, root, lowest, slack, is_wheel, &supports);
    const Inertia mass = MassOn(model, tree, root);
    const double weight = mass.mass * gravity;
    Balance(weight, mass.p_BBcm, &supports);
    for (const Support& support : supports) {
      if (support.wheel < 0) continue;
      double& load = (*wheels)[At(support.wheel)].nominal_load;
      // The tyre's parameters depend on the load, so a wheel without load gets a small one.
      if (!(load > 0.0)) load = std::max(support.load, 0.05 * weight / count);
    }
  }
}

class Finder {
 public:
  Finder(const Model& model, const Tree& tree, Problems* problems)
      : model_(model), tree_(tree), problems_(problems) {}

  std::vector<Wheel> Find() {
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      const Body& body = tree_.bodies[i];
      const Element* wheel = FindInBody(model_, body, "surefoot:wheel");
      const Element* tyre = FindInBody(model_, body, "surefoot:tyre");
      if (wheel != nullptr || tyre != nullptr) {
        AddWritten(static_cast<int>(i), wheel, tyre);
      } else if (!body.is_static) {
        Propose(static_cast<int>(i));
      }
    }
    std::sort(wheels_.begin(), wheels_.end(),
              [](const Wheel& a, const Wheel& b) { return a.link < b.link; });
    return std::move(wheels_);
  }

 private:
  Vector3d AxisInModel(int joint) const {
    const Joint& spec = model_.joints[At(joint)];
    const Vector3d& axis_J = spec.axes[std::max(0, RollingAxis(spec))].axis_J;
    return (JointFrame(model_, joint).q * axis_J).normalized();
  }

  bool IsUnlimited(int joint) const {
    const Joint& spec = model_.joints[At(joint)];
    if (spec.type == JointType::kContinuous) return true;
    const int axis = RollingAxis(spec);
    return axis >= 0 && spec.axes[axis].lower < -1e6 && spec.axes[axis].upper > 1e6;
  }

  bool RollsLevel(int body) const {
    const int joint = tree_.bodies[At(body)].joint;
    return joint >= 0 && IsUnlimited(joint) && std::abs(AxisInModel(joint).z()) < 0.2;
  }

  /// True when the root is free, and no link that carries the wheel rolls itself.
  bool IsCarriedFreely(int body) const {
    int at = body;
    while (tree_.bodies[At(at)].parent >= 0) {
      at = tree_.bodies[At(at)].parent;
      if (tree_.bodies[At(at)].parent >= 0 && RollsLevel(at)) return false;
    }
    const Body& root = tree_.bodies[At(at)];
    return !root.is_static &&
           (root.joint < 0 || model_.joints[At(root.joint)].type == JointType::kFloating);
  }

  double LowestOfModel() {
    if (lowest_ < kInfinity) return lowest_;
    for (const Link& link : model_.links) {
      for (const Collision& collision : link.collisions) {
        lowest_ = std::min(lowest_, LowestZ(collision.geometry, link.X_ML * collision.X_LG));
      }
    }
    return lowest_;
  }

  /// Oblique rollers (mecanum wheels) make a surface slip easily in one direction, which tyres do
  /// not.
  bool SlipsOneWay(const RoundBody& round) const {
    const Surface& surface = model_.links[At(round.link)].collisions[At(round.collision)].surface;
    const double low = std::min(surface.mu, surface.mu2);
    return low < 0.25 * std::max(surface.mu, surface.mu2);
  }

  /// The thresholds are for whole robots: a wheel reaches within 0.35 radii of the lowest point,
  /// so that suspended wheels count and pulleys do not.
  void Propose(int body) {
    if (tree_.bodies[At(body)].parent < 0 || !RollsLevel(body) || !IsCarriedFreely(body)) return;
    const std::optional<RoundBody> round = FindRoundBody(model_, tree_, body);
    if (!round || SlipsOneWay(*round)) return;
    const double bottom = round->p_MC.z() - round->radius;
    if (bottom > LowestOfModel() + 0.35 * round->radius) return;
    wheels_.push_back(MakeWheel(body, *round));
    wheels_.back().proposed = true;
  }

  Wheel MakeWheel(int body, const RoundBody& round) const {
    Wheel wheel;
    wheel.link = round.link;
    wheel.joint = tree_.bodies[At(body)].joint;
    wheel.collision = round.collision;
    wheel.radius = round.radius;
    wheel.width = round.width;
    const RigidTransform& X_ML = model_.links[At(wheel.link)].X_ML;
    wheel.p_LC = X_ML.Inverse() * round.p_MC;
    Vector3d axle_M = AxisInModel(wheel.joint);
    const double left = std::abs(axle_M.y()) > 1e-3 ? axle_M.y() : axle_M.x();
    if (left < 0.0) axle_M = -axle_M;
    wheel.axle_L = X_ML.q.conjugate() * axle_M;
    return wheel;
  }

  void AddWritten(int body, const Element* wheel_element, const Element* tyre_element) {
    const Element& first = wheel_element != nullptr ? *wheel_element : *tyre_element;
    const Body& spec = tree_.bodies[At(body)];
    WheelElement said;
    if (wheel_element != nullptr) said = ReadWheel(*wheel_element, problems_);
    const bool turns = spec.joint >= 0 && RollingAxis(model_.joints[At(spec.joint)]) >= 0;
    if (!turns) {
      problems_->Error(first.source, "this link is not a wheel: it does not rotate about a joint",
                       model_.links[At(spec.root_link)].name,
                       "put the element into the child of a revolute or continuous joint");
      return;
    }
    std::optional<RoundBody> round = FindRoundBody(model_, tree_, body);
    if (!round) {
      round = RoundBody{spec.root_link, -1, said.radius, 0.0, JointOrigin(model_, spec.joint)};
      if (!(round->radius > 0.0)) round->radius = WheelRadius(model_, spec.joint).value_or(0.0);
    }
    Wheel wheel = MakeWheel(body, *round);
    if (said.radius > 0.0) wheel.radius = said.radius;
    if (said.width > 0.0) wheel.width = said.width;
    if (!(wheel.width > 0.0)) wheel.width = 0.4 * wheel.radius;
    wheel.nominal_load = said.load;
    if (said.contact.has_value()) wheel.contact = *said.contact;
    if (tyre_element != nullptr) ReadTyre(*tyre_element, &wheel.tyre, problems_);
    if (!(wheel.radius > 0.0)) {
      problems_->Error(first.source, "the wheel's radius is unknown: none of its shapes is round",
                       "", "write <surefoot:wheel radius=\"0.1\"/> into the link");
      return;
    }
    wheels_.push_back(wheel);
  }

  const Model& model_;
  const Tree& tree_;
  Problems* problems_;
  std::vector<Wheel> wheels_;
  double lowest_ = kInfinity;
};

}  // namespace

std::vector<Wheel> FindWheels(const Model& model, const Tree& tree, double gravity,
                              Problems* problems) {
  std::vector<Wheel> wheels = Finder(model, tree, problems).Find();
  if (!wheels.empty()) ShareLoads(model, tree, gravity, &wheels);
  return wheels;
}

}  // namespace surefoot::world
