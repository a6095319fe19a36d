#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "surefoot/engines/ode/build.h"
#include "surefoot/physics/collide/contact_finder.h"
#include "surefoot/physics/contact_laws.h"

struct dJointFeedback;
struct dContact;

namespace surefoot::engines::ode {

/// Contacts of a step, detected by physics/collide: ODE's colliders are not used.
class Contacts {
 public:
  Contacts(const world::World& world, const Maps& maps,
           std::unique_ptr<collide::ContactFinder> finder);
  ~Contacts();

  /// Makes a contact joint for each contact point at the poses of `state`.
  void Add(double dt, const Vector3d& gravity_W, const physics::State& state, dxWorld* ode,
           dxJointGroup* group);
  /// Number of contact points of the step, and the bodies of each (indices into Maps::bodies, or
  /// -1).
  int count() const { return static_cast<int>(touches_->size()); }
  /// The bodies of a contact; -1 for static ones.
  std::pair<int, int> bodies(int index) const {
    const collide::TouchPoint& touch = (*touches_)[static_cast<std::size_t>(index)];
    return {sides_[static_cast<std::size_t>(touch.shape_a)].body,
            sides_[static_cast<std::size_t>(touch.shape_b)].body};
  }
  /// After the step: appends the contacts with their forces to the report.
  void Report(physics::StepReport* report) const;

 private:
  struct Side {
    int body = -1;
    int surface = 0;
    double mass = 0.0;
    Quaterniond q_LG = Quaterniond::Identity();
  };

  void Describe(const collide::TouchPoint& touch, double dt, const Vector3d& gravity_W,
                const physics::State& state, dContact* contact) const;

  const Maps& maps_;
  std::unique_ptr<collide::ContactFinder> finder_;
  physics::ContactLaws laws_;
  /// Per shape of the finder.
  std::vector<Side> sides_;
  /// Contact points of the last step.
  const std::vector<collide::TouchPoint>* touches_ = nullptr;
  std::vector<dJointFeedback> feedback_;
};

}  // namespace surefoot::engines::ode
