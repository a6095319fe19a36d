#include "surefoot/world/wheels/find_wheels.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/wheels/wheel.h"
#include "surefoot/world/wheels/wheel_loads.h"

namespace surefoot::world {
namespace {

/// The first such element of the body's links or their collisions.
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

  /// Nothing holds its root, and nothing that carries it rolls.
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

  /// Rollers set askew make a surface slip easily in one direction: no tyre does that.
  bool SlipsOneWay(const RoundBody& round) const {
    const Surface& surface = model_.links[At(round.link)].collisions[At(round.collision)].surface;
    const double low = std::min(surface.mu, surface.mu2);
    return low < 0.25 * std::max(surface.mu, surface.mu2);
  }

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
      problems_->Error(first.source, "this link is no wheel: it does not turn about a joint",
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
      problems_->Error(first.source, "the wheel's radius is not known: no shape of it is round", "",
                       "write <surefoot:wheel radius=\"0.1\"/> into the link");
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
