#include "surefoot/engines/mujoco/own_model.h"

#include <mujoco/mujoco.h>

#include <vector>

// Instances of equal models share one mjModel; the few arrays that a step changes are copied for
// each instance.

namespace surefoot::engines::mujoco {

struct InstanceModel::Numbers {
  explicit Numbers(const mjModel& shared)
      : model(shared),
        dof_friction(shared.dof_frictionloss, shared.dof_frictionloss + shared.nv),
        limit_margin(shared.jnt_margin, shared.jnt_margin + shared.njnt),
        dof_impedance(shared.dof_solimp, shared.dof_solimp + mjNIMP * shared.nv),
        tendon_friction(shared.tendon_frictionloss, shared.tendon_frictionloss + shared.ntendon),
        tendon_impedance(shared.tendon_solimp_fri,
                         shared.tendon_solimp_fri + mjNIMP * shared.ntendon) {
    model.dof_frictionloss = dof_friction.data();
    model.jnt_margin = limit_margin.data();
    model.dof_solimp = dof_impedance.data();
    model.tendon_frictionloss = tendon_friction.data();
    model.tendon_solimp_fri = tendon_impedance.data();
    // Provided by StackPool when needed.
    model.nstack = 1;
  }

  mjModel model;
  std::vector<mjtNum> dof_friction;
  std::vector<mjtNum> limit_margin;
  std::vector<mjtNum> dof_impedance;
  std::vector<mjtNum> tendon_friction;
  std::vector<mjtNum> tendon_impedance;
};

InstanceModel::InstanceModel(const mjModel_& shared)
    : numbers_(std::make_unique<Numbers>(shared)), model_(&numbers_->model) {}

InstanceModel::~InstanceModel() = default;

}  // namespace surefoot::engines::mujoco
